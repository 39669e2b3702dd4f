"""Addresses at which mail comes in: ``PREFIX+TOKEN@DOMAIN``, with a token that says what it is about.

A token is sealed: only we can make one, and it tells nobody anything. The same of it gives the same token.
"""

from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.conf import settings

from sekigahara.db.derived_keys import derived_key


class InboundAddress(NamedTuple):
    """An address of ours."""

    prefix: str
    token: str


def inbound_address(prefix: str, token: str) -> str:
    """The address of a token; empty where no mail comes in (``settings.INBOUND_DOMAIN``)."""
    return f"{prefix}+{token}@{settings.INBOUND_DOMAIN}" if settings.INBOUND_DOMAIN else ""


def parts_of(address: str) -> InboundAddress | None:
    """What an address says; None for one that is not ours. Neither prefix nor domain minds the case."""
    local, _at, domain = address.strip().strip("<>").rpartition("@")
    prefix, _plus, token = local.partition("+")
    is_ours = settings.INBOUND_DOMAIN and domain.casefold() == settings.INBOUND_DOMAIN.casefold()
    return InboundAddress(prefix.casefold(), token) if is_ours and prefix and token else None


def sealed_token(purpose: bytes, content: bytes) -> str:
    """A token with this content. Its case does not matter.

    Args:
        purpose: a token for one is none for another.
        content: at most 13 bytes: the part of an address before the ``@`` may have 64 characters.
    """
    return AESSIV(derived_key(settings.SECRET_KEY, purpose)).encrypt(content, None).hex()


def opened_token(purpose: bytes, token: str) -> bytes | None:
    """The content of a token of ours; None for any other."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            return AESSIV(derived_key(key, purpose)).decrypt(bytes.fromhex(token), None)
        except (InvalidTag, ValueError):
            continue
    return None
