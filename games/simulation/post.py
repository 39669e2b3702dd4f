"""The post of a rehearsal: what is due in the outbox, as the recipients would get it.

Every mail is looked at again when it is due, like any other. Only some are made up in full, with the picture
of the board, because that takes longer than all else in a rehearsal.
"""

from collections.abc import Iterator
from itertools import count

from django.utils import timezone, translation

from games.notices import turns
from games.notices.addressed import seat_of
from games.services.waiting import STARTED, WINDOW, YOUR_PHASE
from notifications import outbox
from notifications.models import MailOutcome, Notification
from notifications.registry import kind_named

ASKING = (STARTED, YOUR_PHASE, WINDOW)
"""The kinds of mails that tell somebody to decide."""
IN_FULL = 20
"""One of so many is made up in full."""


class Post:
    """Hands out what is due, and counts it."""

    def __init__(self) -> None:
        self._count = count()

    def due(self) -> Iterator[Notification]:
        """The mails that are due and still have a reason, each once. They count as sent.

        Raises:
            RuntimeError: a mail cannot be made up.
        """
        while (message := outbox.claim()) is not None:
            if self._is_sent(message):
                outbox.settle_sent(message)
                yield message
            else:
                outbox.settle_skipped(message, MailOutcome.PAST)

    def _is_sent(self, message: Notification) -> bool:
        if message.kind in ASKING and next(self._count) % IN_FULL:
            seat = seat_of(message.about)
            return seat is not None and turns.is_still_waiting(message.kind, seat, message.occasion)
        kind, reader = kind_named(message.kind), message.recipient
        if kind is None:
            raise RuntimeError(f"nobody knows mails of the kind {message.kind}")
        with translation.override(reader.reads), timezone.override(reader.tzinfo):
            return kind.compose(message.about, message.occasion) is not None
