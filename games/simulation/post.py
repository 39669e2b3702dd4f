"""The post of a rehearsal: what is due in the outbox and for devices, as the recipients would get it.

Every mail is looked at again when it is due, like any other. Only some are made up in full, with the picture
of the board, because that takes longer than all else in a rehearsal.
"""

from collections.abc import Iterator
from email import message_from_string, policy
from itertools import count

from django.utils import timezone, translation

from games.notices import turns
from games.notices.addressed import seat_of
from games.services.waiting import STARTED, WINDOW, YOUR_PHASE
from notifications import bounces, gathering, inbound, outbox, rhythm
from notifications.addresses import inbound_address
from notifications.email import BOUNCE_PREFIX
from notifications.models import MailOutcome, Notification
from notifications.push import delivery
from notifications.registry import Kind, kind_named

ASKING = (STARTED, YOUR_PHASE, WINDOW)
"""The kinds of mails that tell somebody to decide."""
PUSHED_AT_ONCE = 100
IN_FULL = 20
"""One of so many is made up in full."""
REPORT = """\
From: mailer-daemon@mail.example.org
To: {reported_to}
Content-Type: multipart/report; report-type=delivery-status; boundary=part

--part
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org

Final-Recipient: rfc822; {address}
Action: failed
Status: 5.2.2

--part--
"""


class Post:
    """Hands out what is due, and counts it."""

    def __init__(self) -> None:
        self._count = count()

    def due(self) -> Iterator[list[Notification]]:
        """The mails that are due and still have a reason, each once, with all that it tells of. They count as
        sent.

        Raises:
            RuntimeError: a mail cannot be made up.
        """
        while (message := outbox.claim()) is not None:
            decided = rhythm.decided(message, _kind(message))
            if decided.left_out is not None:
                outbox.settle_skipped(message, decided.left_out)
            elif decided.until is not None:
                outbox.set_aside(message, decided.until)
            elif decided.is_gathered:
                shown = [each for each, _part in gathering.shown(gathering.taken_with(message))]
                rhythm.count_gathered(message.recipient_id)
                yield from self._sent(shown)
            elif self._is_sent(message):
                yield from self._sent([message])
            else:
                outbox.settle_skipped(message, MailOutcome.PAST)

    def pushed(self) -> Iterator[Notification]:
        """What devices are told now."""
        while delivery.hand_on():
            pass
        while claimed := delivery.claim(PUSHED_AT_ONCE):
            for push in claimed:
                delivery.drop(push)
                if push.notification is not None and self._is_sent(push.notification):
                    yield push.notification

    def _sent(self, messages: list[Notification]) -> Iterator[list[Notification]]:
        for message in messages:
            outbox.settle_sent(message)
        if messages:
            yield messages

    def _is_sent(self, message: Notification) -> bool:
        if message.kind in ASKING and next(self._count) % IN_FULL:
            seat = seat_of(message.about)
            return seat is not None and turns.is_still_waiting(message.kind, seat, message.occasion)
        kind, reader = _kind(message), message.recipient
        with translation.override(reader.reads), timezone.override(reader.tzinfo):
            return kind.compose(message.about, message.occasion) is not None


def bring_back(message: Notification) -> None:
    """Have a mail server report that it could not deliver a mail that was sent for a message."""
    reported_to = inbound_address(BOUNCE_PREFIX, bounces.token_of(message))
    report = REPORT.format(reported_to=reported_to, address=message.recipient.email)
    inbound.take(message_from_string(report, policy=policy.default), sender="", recipients=[reported_to])


def _kind(message: Notification) -> Kind:
    kind = kind_named(message.kind)
    if kind is None:
        raise RuntimeError(f"nobody knows mails of the kind {message.kind}")
    return kind
