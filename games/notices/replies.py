"""The mail that answers a reply which was not played: why, and all that is possible."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models.mail_reply import MailReply
from games.notices.addressed import seat_of, title_of
from games.notices.turns import asking, asking_subject, briefing_of
from games.replies.receiving import REPLY
from notifications.registry import Kind, Message, register


def answered(reference: str, occasion: str) -> Message | None:
    """Compose the mail that answers a reply.

    Args:
        reference: of the seat.
        occasion: the primary key of the reply.

    Returns:
        None if the reply is no longer kept, somebody else has the seat, or the game is stopped.
    """
    seat = seat_of(reference)
    reply = MailReply.objects.filter(pk=int(occasion)).first()
    if seat is None or reply is None or reply.person_id != seat.player_id or seat.game.frozen_at:
        return None
    briefing = briefing_of(seat)
    if briefing.question is None:
        subject = _("%(title)s: your reply was not played") % {"title": title_of(seat)}
    else:
        subject = asking_subject(REPLY, seat, briefing)
    said = _("Your reply was not played. %(reason)s") % {"reason": reply.words}
    return asking(REPLY, seat, briefing, subject, said)


register(Kind(name=REPLY, title=gettext_lazy("What you replied by mail was not played"), compose=answered))
