"""The mails that answer replies: why one was not played, and all that is possible; or the draft of one."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models.mail_reply import MailReply
from games.notices.addressed import seat_of, title_of
from games.notices.turns import asking, asking_subject, briefing_of
from games.replies.kept import replies_played
from games.replies.receiving import REPLY, YES
from games.replies.tokens import reply_address
from notifications.registry import Kind, Message, register


def answered(reference: str, occasion: str) -> Message | None:
    """Compose the mail that answers a reply.

    Args:
        reference: of the seat.
        occasion: the primary key of the reply.

    Returns:
        None if the reply is no longer kept, somebody else has the seat, the game is stopped, or a draft can
        no longer be played.
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
    if reply.outcome != MailReply.Outcome.DRAFT:
        said = [_("Your reply was not played. %(reason)s") % {"reason": reply.words}]
        if reply.version < seat.asked_at:  # what an earlier one did is still to be told
            said += replies_played(seat)
        return asking(REPLY, seat, briefing, subject, said)
    if seat.version != reply.version:
        return None
    shown = _("This is your draft; nothing of it is done yet. Reply with “%(yes)s” to play it.") % {
        "yes": YES
    }
    mail = asking(REPLY, seat, briefing, subject, [shown, *reply.words.splitlines()])
    return mail and mail._replace(reply_to=reply_address(seat, reply.pk))


register(Kind(name=REPLY, title=gettext_lazy("Answers to what you reply by mail"), compose=answered))
