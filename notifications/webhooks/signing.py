"""Signatures as Standard Webhooks says (www.standardwebhooks.com), so that any library checks them."""

import base64
import secrets
from collections.abc import Sequence
from datetime import datetime

from standardwebhooks import Webhook

PREFIX = "whsec_"
BYTES = 32


def new_secret() -> str:
    """A secret that nobody had before."""
    return PREFIX + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def headers(message_id: str, at: datetime, body: str, keys: Sequence[str]) -> dict[str, str]:
    """The headers that identify a message, its time and its sender.

    Args:
        at: the time of this attempt, in UTC: receivers refuse messages older than a few minutes.
        keys: secrets, each of which signs; a receiver that knows one can verify.
    """
    signatures = [Webhook(key).sign(message_id, at, body) for key in keys]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
