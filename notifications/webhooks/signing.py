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
    """What says of a message who sent it and when.

    Args:
        at: the time of this attempt, in UTC: receivers refuse what is older than a few minutes.
        keys: secrets, each of which signs; whoever knows one can check.
    """
    signatures = [Webhook(key).sign(message_id, at, body) for key in keys]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
