"""Notices about games that have not begun: an invitation, and its decline."""

from typing import Annotated

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Meta, Struct

from accounts.models.person import Block
from games import engine
from games.drawing.mail_picture import mail_png
from games.engine.side import NOBODY
from games.log.position import rules_of
from games.models.game import Game
from games.models.seat import Invitation
from games.notices.addressed import seat_of, thread
from games.notices.game_events import GameId, MessagePerson, PageLink, player_of
from games.reads.rematches import in_one_line, source_of
from games.reads.terms import terms_of
from games.reads.turn_links import invitation_link
from games.services.joining import DECLINED
from games.services.lobby import INVITATION
from notifications.letters import letter
from notifications.registry import Event, EventType, Kind, Message, register

PICTURE = "board"
OPENING_WIDTH = 400  # pixels: as wide as a mail shows it


class GameInvitedData(Struct, frozen=True, kw_only=True):
    """A game that you are invited to."""

    game: GameId
    edition: Annotated[str, Meta(examples=["kessen"])]
    inviter: MessagePerson | None
    """Null if their account is gone."""
    rematch_of: str | None
    """The id of the finished game that it is a rematch of; null for others."""
    links: PageLink


class GameDeclinedData(Struct, frozen=True, kw_only=True):
    """A game that nobody begins, because your invitation was declined."""

    game: GameId
    links: PageLink


GAME_DECLINED = EventType("game.declined", gettext_lazy("Your invitation was declined"), GameDeclinedData)
GAME_INVITED = EventType("game.invited", gettext_lazy("You are invited to a game"), GameInvitedData)


def invitation(reference: str, occasion: str) -> Message | None:  # noqa: ARG001 - one a seat
    """Compose the mail that invites somebody to a game; None if it was answered or called off."""
    invited = _open_invitation(reference)
    if invited is None:
        return None
    seat, game = invited.seat, invited.seat.game
    creator = game.creator
    name = _("Someone") if creator is None or not creator.name else str(creator)
    is_rematch = source_of(game) is not None
    subject = (
        _("%(name)s offers a rematch") if is_rematch else _("%(name)s invites you to a game of Sekigahara")
    )
    return letter(
        "games/mail/rematch" if is_rematch else "games/mail/invitation",
        {
            "game": game,
            "side": seat.plays.label,
            "line": in_one_line(game, seat.plays),
            "terms": terms_of(game),
            "note": invited.note,
            "picture": PICTURE,
        },
        to=invited.person,
        kind=INVITATION,
        subject=subject % {"name": name},
        button=(_("Accept or decline") if is_rematch else _("Open the invitation"), invitation_link(invited)),
        images={} if is_rematch else {PICTURE: _opening(game)},
        thread=thread(seat),
    ).naming(creator if creator and creator.name else None)


def invitation_event(reference: str, occasion: str) -> Event | None:  # noqa: ARG001 - one a seat
    """Compose the event that somebody is invited to a game; None as for the mail."""
    invited = _open_invitation(reference)
    if invited is None:
        return None
    game = invited.seat.game
    source, creator = source_of(game), game.creator
    page = f"{settings.SITE_URL}{reverse('games:invitation', args=[game.public_id])}"
    data = GameInvitedData(
        game=game.public_id,
        edition=game.edition,
        inviter=None if creator is None else player_of(creator),
        rematch_of=None if source is None else source.public_id,
        links=PageLink(page),
    )
    text = _("%(name)s offers a rematch.") if source else _("%(name)s invites you to a game.")
    names = [creator.pk] if creator is not None and creator.is_active else []
    return Event(GAME_INVITED, data, f"{text % {'name': creator or _('Someone')}} <{page}>", names)


def declined(reference: str, occasion: str) -> Message | None:  # noqa: ARG001 - one a game
    """Compose the mail that an invitation was declined, to the player who sent it."""
    seat = seat_of(reference)
    if seat is None or seat.player is None:
        return None
    invited = Invitation.objects.select_related("person").filter(seat__game=seat.game).first()
    whom = "" if invited is None else invited.called
    if whom:
        subject = _("Your invitation to %(whom)s was declined") % {"whom": whom}
    else:
        subject = _("Your invitation was declined")
    mail = letter(
        "games/mail/declined",
        {"whom": whom},
        to=seat.player,
        kind=DECLINED,
        subject=subject,
        button=(_("Start another game"), f"{settings.SITE_URL}{reverse('games:new')}"),
        thread=thread(seat),
    )
    return mail if invited is None or not whom else mail._replace(names={invited.person_id: whom})


def declined_event(reference: str, occasion: str) -> Event | None:  # noqa: ARG001 - one a game
    """Compose the event that an invitation was declined; None as for the mail."""
    seat = seat_of(reference)
    if seat is None or seat.player is None:
        return None
    page = f"{settings.SITE_URL}{reverse('games:new')}"
    data = GameDeclinedData(game=seat.game.public_id, links=PageLink(page))
    return Event(GAME_DECLINED, data, f"{_('Your invitation was declined.')} <{page}>", [])


def _opening(game: Game) -> bytes:
    """The board before anything is drawn, from what is printed alone."""
    rules = rules_of(game)
    view = engine.view(rules, engine.new_game(rules).state, NOBODY)
    return mail_png(rules, view, width=OPENING_WIDTH)


def _open_invitation(reference: str) -> Invitation | None:
    """The invitation to a seat; None if it was answered or called off, or its sender is blocked by now."""
    seat = seat_of(reference)
    rows = Invitation.objects.select_related("person", "seat__game__creator").filter(seat=seat)
    invited = None if seat is None or seat.is_taken else rows.filter(declined_at=None).first()
    if invited is None or invited.seat.game.status != Game.Status.WAITING:
        return None
    is_blocked = Block.objects.filter(person=invited.person, blocked=invited.seat.game.creator).exists()
    return None if is_blocked else invited


register(
    Kind(
        name=INVITATION,
        title=gettext_lazy("Invitation to a game"),
        optional=True,
        compose=invitation,
        events=(GAME_INVITED,),
        compose_event=invitation_event,
    )
)
register(
    Kind(
        name=DECLINED,
        title=gettext_lazy("An invitation was declined"),
        optional=True,
        compose=declined,
        events=(GAME_DECLINED,),
        compose_event=declined_event,
    )
)
