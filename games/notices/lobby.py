"""Notices about games that have not begun: an invitation, and its decline."""

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models.person import Block
from games import engine
from games.drawing.mail_picture import mail_png
from games.engine.side import NOBODY
from games.log.position import rules_of
from games.models.game import Game
from games.models.seat import Invitation, Seat
from games.notices.addressed import seat_of, thread
from games.reads.terms import terms_of
from games.reads.turn_links import invitation_link
from games.services.lobby import DECLINED, INVITATION
from notifications.letters import letter
from notifications.registry import Kind, Message, register

PICTURE = "board"
OPENING_WIDTH = 400  # pixels: as wide as a mail shows it


def invitation(reference: str, occasion: str) -> Message | None:  # noqa: ARG001 - one a seat
    """Compose the mail that invites somebody to a game; None if it was answered or called off."""
    seat = seat_of(reference)
    invited = None if seat is None else _invitation(seat)
    if seat is None or invited is None or invited.declined_at or seat.is_taken:
        return None
    if seat.game.status != Game.Status.WAITING:
        return None
    creator = seat.game.creator
    if creator is not None and Block.objects.filter(person=invited.person, blocked=creator).exists():
        return None  # since it was written
    name = _("Someone") if creator is None or not creator.name else str(creator)
    return letter(
        "games/mail/invitation",
        {
            "game": seat.game,
            "side": seat.plays.label,
            "terms": terms_of(seat.game),
            "note": invited.note,
            "picture": PICTURE,
        },
        to=invited.person,
        kind=INVITATION,
        subject=_("%(name)s invites you to a game of Sekigahara") % {"name": name},
        button=(_("Open the invitation"), invitation_link(invited)),
        images={PICTURE: _opening(seat.game)},
        thread=thread(seat),
    ).naming(creator if creator and creator.name else None)


def declined(reference: str, occasion: str) -> Message | None:  # noqa: ARG001 - one a game
    """Compose the mail that an invitation was declined, to the player who sent it."""
    seat = seat_of(reference)
    if seat is None or seat.player is None:
        return None
    invited = Invitation.objects.select_related("person").filter(seat__game=seat.game).first()
    email = "" if invited is None else invited.person.email
    if email:
        subject = _("Your invitation to %(email)s was declined") % {"email": email}
    else:
        subject = _("Your invitation was declined")
    mail = letter(
        "games/mail/declined",
        {"email": email},
        to=seat.player,
        kind=DECLINED,
        subject=subject,
        button=(_("Start another game"), f"{settings.SITE_URL}{reverse('games:new')}"),
        thread=thread(seat),
    )
    return mail if invited is None or not email else mail._replace(names={invited.person_id: email})


def _opening(game: Game) -> bytes:
    """The board before anything is drawn, from what is printed alone."""
    rules = rules_of(game)
    view = engine.view(rules, engine.new_game(rules).state, NOBODY)
    return mail_png(rules, view, width=OPENING_WIDTH)


def _invitation(seat: Seat) -> Invitation | None:
    return Invitation.objects.select_related("person", "seat__game").filter(seat=seat).first()


register(Kind(name=INVITATION, title=gettext_lazy("Invitation to a game"), optional=True, compose=invitation))
register(
    Kind(name=DECLINED, title=gettext_lazy("An invitation was declined"), optional=True, compose=declined)
)
