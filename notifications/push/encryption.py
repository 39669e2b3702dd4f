"""Messages as push services take them: encrypted for one device (RFC 8291), and signed by us (RFC 8292).

``http_ece`` encrypts and ``py_vapid`` signs, as pywebpush has them do. That would bring two more HTTP clients
and post with one of them; ours reaches no inner address (``notifications.webhooks.sending``).
"""

import base64
import binascii
from email.utils import parseaddr
from functools import lru_cache
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from notifications.push.models import PushDevice
from sekigahara.db import service_time

SIGNED_FOR = 12 * 60 * 60
"""Seconds for which a push service may take a signature; more than a day it must not."""
AUTH_BYTES = 16


class BadKeyError(Exception):
    """It is no key of a device."""


def public_key() -> str:
    """The public half of our key, in base64url, which browsers subscribe with."""
    return _base64(_point(_signing(settings.PUSH_KEY).private_key.public_key()))


def check_keys(p256dh: str, auth: str) -> None:
    """Look whether messages can be encrypted with the keys of a device.

    Raises:
        BadKeyError: they cannot.
    """
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        is_fine = len(_bytes(auth)) == AUTH_BYTES
    except (ValueError, binascii.Error):
        raise BadKeyError from None
    if not is_fine:
        raise BadKeyError


def encrypted(content: bytes, device: PushDevice) -> bytes:
    """A message that only that device can read. Its key is used for this message alone."""
    sealed: bytes = http_ece.encrypt(
        content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(device.p256dh),
        auth_secret=_bytes(device.auth),
        version="aes128gcm",
    )
    return sealed


def signature(endpoint: str) -> dict[str, str]:
    """The header that proves to the push service of an address that a message is ours."""
    service = urlsplit(endpoint)
    claims = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int(service_time.now().timestamp()) + SIGNED_FOR,
        "sub": _subject(),
    }
    signed: dict[str, str] = _signing(settings.PUSH_KEY).sign(claims)
    return signed


def _subject() -> str:
    """Where push services find who is responsible. Apple's refuses messages without it."""
    site = urlsplit(settings.SITE_URL)
    if settings.PUSH_SUBJECT or site.scheme == "https":
        return settings.PUSH_SUBJECT or f"https://{site.hostname}"
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


@lru_cache(maxsize=2)
def _signing(key: str) -> Vapid02:
    signing = Vapid02.from_raw(key.encode())
    signing.conf["no-strict"] = True  # or it would take no host without a dot, and so none of a local network
    return signing


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _base64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
