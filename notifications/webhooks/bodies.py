"""The bodies of webhook messages: an event in the shape that a webhook wants."""

import json
from datetime import datetime

from msgspec import to_builtins

from notifications.registry import Event
from notifications.webhooks.models import Webhook

LONGEST_TEXT = 2000
"""Letters that Discord takes."""


def body_of(event: Event, at: datetime, shape: str) -> str:
    """An event as a text.

    Args:
        at: when it happened, in UTC.
        shape: a value of ``Webhook.Shape``.
    """
    if shape == Webhook.Shape.DISCORD:
        # The text must not mention anyone, whatever it contains.
        body = {"content": event.text[:LONGEST_TEXT], "allowed_mentions": {"parse": []}}
    else:
        body = {"type": event.type.name, "timestamp": at.isoformat(), "data": to_builtins(event.data)}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))
