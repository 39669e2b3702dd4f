"""Mails as they would be sent now."""

from notifications.models import Notification
from notifications.registry import Message, kind_named


def composed(kind: str, about: str, occasion: str) -> Message | None:
    """A mail, or None when there is no reason left to send it."""
    known = kind_named(kind)
    assert known is not None
    return known.compose(about, occasion)


def recipients(kind: str) -> list[str]:
    """The names of those who are owed a mail of a kind."""
    owed_mails = Notification.objects.filter(kind=kind).order_by("pk")
    return [str(row.recipient) for row in owed_mails.select_related("recipient")]


def owed(*kinds: str) -> list[Message | None]:
    """The mails of these kinds, or of all, that are owed to anybody."""
    rows = Notification.objects.filter(kind__in=kinds) if kinds else Notification.objects.all()
    return [composed(row.kind, row.about, row.occasion) for row in rows.order_by("pk")]
