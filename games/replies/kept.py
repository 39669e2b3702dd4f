"""What mails say of the replies that are kept."""

from django.conf import settings
from django.utils.translation import gettext as _

from games.models.mail_reply import MailReply
from games.models.seat import Seat
from games.services import idempotency

_PERHAPS_PLAYED = (MailReply.Outcome.READ, MailReply.Outcome.PLAYED)


def key_of(reply: MailReply) -> str:
    """The idempotency key with which a reply is played."""
    return f"mail {reply.digest}"


def replies_played(seat: Seat) -> list[str]:
    """Sentences on the replies of a seat's player that were played since they last looked."""
    if not settings.INBOUND_DOMAIN:
        return []
    replies = MailReply.objects.filter(seat=seat, version__gte=seat.looked_at, outcome__in=_PERHAPS_PLAYED)
    return [
        _("Your reply was played: %(answer)s.") % {"answer": reply.words}
        for reply in replies.order_by("pk")
        # One that was played just now may still be marked as read.
        if reply.outcome == MailReply.Outcome.PLAYED or idempotency.has_answer(seat, key_of(reply))
    ]
