"""The body of a webhook message, and its signature.

They are signed as Standard Webhooks says (www.standardwebhooks.com), so that any library checks them.
"""

import base64
import json
import secrets
from collections.abc import Sequence
from datetime import datetime

import standardwebhooks
from msgspec import to_builtins

from notifications.registry import Event
from notifications.webhooks.models import Webhook

PREFIX = "whsec_"
BYTES = 32


def new_secret() -> str:
    """A secret that nobody had before."""
    return PREFIX + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def headers(message_id: str, at: datetime, body: str, keys: Sequence[str]) -> dict[str, str]:
    """The headers that identify a message, its time and its sender.

    Args:
        at: the time of this attempt, in UTC: receivers refuse messages older than a few minutes.
        keys: secrets; each of them signs; a receiver that knows one can verify.
    """
    signatures = [standardwebhooks.Webhook(key).sign(message_id, at, body) for key in keys]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


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
