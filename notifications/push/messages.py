"""What a notification on a device says, and how a push service is to handle it.

The content is a declarative push message: browsers that know the format show it by themselves, and the
service worker reads the same. Others may see a device while it is locked, so it says against whom a game is
and until when it waits, and never what is asked: nothing that the opponent does not know as well.
"""

import base64
import hashlib
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.utils import timezone, translation
from django.utils.module_loading import import_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from notifications.letters import settings_url
from notifications.models import Notification
from notifications.push.encryption import encrypted, signature
from notifications.push.models import Push, PushDevice
from notifications.registry import kind_named
from notifications.webhooks.sending import Post
from sekigahara.db import service_time

DECLARATIVE = 8030
"""By which browsers know the format."""
KEPT = timedelta(days=7)
"""How long a push service keeps what never expires for a device that is off."""
LEAST_KEPT = timedelta(minutes=1)
LONGEST_TOPIC = 32


def post_of(push: Push) -> Post | None:
    """The message for a device, in the language and the zone of its person; None if it has become pointless.

    Args:
        push: with its device, the device's person, and its notification.
    """
    reader: Any = push.device.person
    with translation.override(reader.reads), timezone.override(reader.tzinfo):
        return _trial(push.device) if push.notification is None else _waiting(push, push.notification)


def _waiting(push: Push, message: Notification) -> Post | None:
    kind = kind_named(message.kind)
    part = kind.part(message.about, message.occasion) if kind is not None and kind.part else None
    if kind is None or part is None:
        return None
    shown = {
        "title": part.title,
        "body": f"{kind.title}\n{part.until}".strip(),
        "navigate": part.link,
        "tag": push.topic,
        "renotify": True,
    }
    return _post(push.device, shown, _kept_for(part.expires), is_urgent=kind.is_urgent, topic=push.topic)


def _trial(device: PushDevice) -> Post:
    shown = {
        "title": _("Sekigahara: a test"),
        "body": _("This device is notified when a game waits for you."),
        "navigate": settings_url(),
    }
    return _post(device, shown, LEAST_KEPT, is_urgent=True, topic="")


def _post(
    device: PushDevice, shown: dict[str, Any], kept_for: timedelta, *, is_urgent: bool, topic: str
) -> Post:
    content = {
        "web_push": DECLARATIVE,
        "notification": {**shown, "lang": get_language(), "silent": False},
        "app_badge": import_string(settings.COUNT_WAITING)(device.person),
    }
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(kept_for.total_seconds())),
        "Urgency": "high" if is_urgent else "normal",
        **({"Topic": _hidden(topic)} if topic else {}),
        **signature(device.endpoint),
    }
    return Post(device.endpoint, headers, encrypted(msgspec.json.encode(content), device))


def _kept_for(expires: datetime | None) -> timedelta:
    now = service_time.now()
    return KEPT if expires is None or expires <= now else max(expires - now, LEAST_KEPT)


def _hidden(topic: str) -> str:
    """The topic for a push service, which need not know the game."""
    digest = hashlib.sha256(f"{settings.SITE_URL} {topic}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode()[:LONGEST_TOPIC]
