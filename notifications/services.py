"""Owing somebody a message."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from notifications.models import Notification
from notifications.nudge import nudge


class Announcement(NamedTuple):
    """A message to be owed: kind, what it is about, the occasion, and to whom (see ``Notification``)."""

    kind: str
    about: str
    occasion: str
    recipient_id: int


def announce(announcements: Sequence[Announcement]) -> None:
    """Write the messages into the outbox, in the caller's transaction, and nudge the worker once after it.

    A nudge that finds no broker is logged and forgotten: what was committed stays, the sweep will find it.
    """
    if not announcements:
        return
    host = urlsplit(settings.SITE_URL).hostname
    Notification.objects.bulk_create(
        Notification(
            kind=one.kind,
            about=one.about,
            occasion=one.occasion,
            recipient_id=one.recipient_id,
            message_id=f"<{one.kind}.{one.about}.{one.occasion}@{host}>",
        )
        for one in announcements
    )
    nudge()
