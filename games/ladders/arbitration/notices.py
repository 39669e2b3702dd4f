"""Mails of arbitration: requests to arbiters, and rulings to players.

Mails to arbiters reveal nothing of a game except its players. Both players get a ruling in the same words,
with its hash.
"""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models.person import Person
from games.engine.side import Side
from games.ladders.arbitration import jurisdiction
from games.ladders.arbitration.case import DECIDED
from games.ladders.arbitration.overdue import ASLEEP, NO_ARBITER, OVERDUE
from games.ladders.arbitration.questions import ASKED
from games.ladders.arbitration.stand_ins import NO_STAND_IN, STAND_IN
from games.ladders.arbitration.verbs import sentence_of
from games.ladders.clubs.webhook_events import url
from games.ladders.models.club import ClubGame
from games.ladders.models.ladder import Ladder
from games.ladders.models.ruling import Ruling, RulingRequest, StandInSearch
from games.ladders.ratings.queries import name_of
from games.models.game import Game
from games.models.seat import Seat
from games.notices.addressed import named_in_title, seat_of, title_of
from games.reads import deadlines
from games.reads.deadlines import moment
from games.reads.turn_links import turn_link
from notifications.letters import letter
from notifications.registry import Kind, Message, register
from sekigahara.db import service_time


def decided(public_id: str, occasion: str) -> Message | None:
    """Compose the mail about a ruling to a player; None if someone else has their seat now.

    Args:
        occasion: their side, or ``former`` if they lost a seat by the ruling; a full stop; their id.
    """
    rows = Ruling.objects.select_related("game", "arbiter", "newcomer", "former")
    row = rows.filter(public_id=public_id).first()
    if row is None:
        return None
    role, _dot, person = occasion.partition(".")
    seat = None if role == "former" else _seat(row.game, role)
    to = row.former if seat is None else seat.player
    if to is None or str(to.pk) != person:
        return None
    title = _("The game you played") if seat is None else title_of(seat)
    subject = _("%(title)s: an arbiter has decided")
    if row.is_by_rule:
        subject = _("%(title)s: a rule of the ladder has decided")
    return letter(
        "games/arbitration/mail/decided",
        {
            "ruling": row,
            "title": title,
            "told": sentence_of(row),
            "by": row.decided_by,
            "ladder": Ladder.objects.filter(seasons__matches__game=row.game_id).first(),
            "is_former": seat is None,
            "is_newcomer": seat is not None and row.newcomer_id == to.pk,
        },
        to=to,
        kind=DECIDED,
        subject=subject % {"title": title},
        button=None if seat is None else (_("Open the game"), turn_link(seat)),
        thread=f"games.{row.game.public_id}",
    ).naming(None if seat is None else named_in_title(seat))


def question(public_id: str, occasion: str) -> Message | None:
    """Compose the mail about a question to an arbiter; None if it is answered or no longer theirs to answer.

    Args:
        occasion: the arbiter's id.
    """
    requests = RulingRequest.objects.select_related("game__in_club__club", "asker")
    row = requests.filter(public_id=public_id, answer=None).first()
    held = None if row is None else _held(row.game)
    to = None if held is None else _arbiter(held, int(occasion))
    if row is None or held is None or to is None:
        return None
    names = {"name": row.asker, "club": held.club, "players": _players(row.game)}
    return letter(
        "games/arbitration/mail/asked",
        names,
        to=to,
        kind=ASKED,
        subject=_("%(club)s: %(name)s asks for a ruling") % names,
        button=(_("To the arbitration page"), url("arbitration:overview", held.club.slug)),
        thread=f"clubs.{held.club.slug}",
    ).naming(row.asker)


def overdue(reference: str, occasion: str) -> Message | None:
    """Compose the mail about a missed deadline to an arbiter; None if it is no longer theirs to decide.

    Args:
        reference: of the seat that is late.
        occasion: the missed deadline, a full stop, and the arbiter's id.
    """
    found = _late(reference, occasion)
    if found is None:
        return None
    seat, held, person = found
    to = _arbiter(held, person)
    if to is None:
        return None
    names = _names(seat, held)
    is_asleep = not seat.game.time_out_policy.arbiter_decides
    subject = _("%(club)s: no one claims the win against %(name)s")
    return letter(
        "games/arbitration/mail/overdue",
        names | {"is_asleep": is_asleep, "days": ASLEEP.days},
        to=to,
        kind=OVERDUE,
        subject=(subject if is_asleep else _("%(club)s: the time of %(name)s is over")) % names,
        button=(_("To the arbitration page"), url("arbitration:overview", held.club.slug)),
        thread=f"clubs.{held.club.slug}",
    ).naming(seat.player)


def no_arbiter(reference: str, occasion: str) -> Message | None:
    """Compose the mail to an organiser that no arbiter is free to rule; None if this has changed.

    Args:
        reference: of the seat that is late.
        occasion: the missed deadline, a full stop, and the organiser's id.
    """
    found = _late(reference, occasion)
    if found is None:
        return None
    seat, held, person = found
    leaders = {each.person_id: each.person for each in jurisdiction.leaders_of(held.club_id)}
    if person not in leaders or jurisdiction.arbiters_of(held).exists():
        return None
    names = _names(seat, held)
    playing = Seat.objects.filter(game=seat.game_id, player=person)
    return letter(
        "games/arbitration/mail/no_arbiter",
        names | {"is_playing": playing.exists()},
        to=leaders[person],
        kind=NO_ARBITER,
        subject=_("%(club)s: appoint an arbiter, because you play yourself") % names,
        button=(_("To the members"), url("clubs:members", held.club.slug)),
        thread=f"clubs.{held.club.slug}",
    )


def stand_in(public_id: str, occasion: str) -> Message | None:
    """Compose the mail to somebody who is asked to take a seat; None if they are not asked any more.

    It says what everybody in the club may know of the game.

    Args:
        public_id: of the search.
        occasion: their id.
    """
    searches = StandInSearch.objects.select_related("game", "person")
    row = searches.filter(public_id=public_id, person=int(occasion)).first()
    held = None if row is None else _held(row.game)
    if row is None or row.person is None or held is None or row.due_at <= service_time.now():
        return None
    seat = Seat.objects.select_related("player").get(game=row.game_id, side=row.side)
    seat.game = row.game
    names = {"name": seat.played_by, "club": held.club, "players": _players(row.game)}
    return letter(
        "games/arbitration/mail/stand_in",
        names
        | {
            "week": row.game.week,
            "edition": name_of(row.game.edition),
            "ladder": Ladder.objects.filter(seasons__matches__game=row.game_id).first(),
            "clock": deadlines.agreed(row.game),
            "when": moment(row.due_at),
        },
        to=row.person,
        kind=STAND_IN,
        subject=_("%(club)s: would you take the seat of %(name)s?") % names,
        button=(_("Take it or decline"), url("clubs:stand-in", held.club.slug)),
        thread=f"clubs.{held.club.slug}",
    ).naming(seat.player)


def no_stand_in(reference: str, occasion: str) -> Message | None:
    """Compose the mail to an arbiter that no stand-in takes a seat; None if it is no longer theirs to decide.

    Args:
        reference: of the seat.
        occasion: the arbiter's id, a full stop, and when the search ended.
    """
    seat = seat_of(reference)
    held = None if seat is None or seat.game.status != Game.Status.RUNNING else _held(seat.game)
    to = None if held is None else _arbiter(held, int(occasion.partition(".")[0]))
    if seat is None or held is None or to is None:
        return None
    names = {"name": seat.played_by, "club": held.club, "players": _players(seat.game)}
    return letter(
        "games/arbitration/mail/no_stand_in",
        names,
        to=to,
        kind=NO_STAND_IN,
        subject=_("%(club)s: no stand-in for %(name)s") % names,
        button=(_("To the game"), url("arbitration:game", held.club.slug, seat.game.public_id)),
        thread=f"clubs.{held.club.slug}",
    ).naming(seat.player)


def _late(reference: str, occasion: str) -> tuple[Seat, ClubGame, int] | None:
    """The late seat, its club, and the recipient; None if the deadline has changed."""
    due, _dot, person = occasion.partition(".")
    seat = seat_of(reference)
    if (
        seat is None
        or deadlines.still_due(seat, due) is None
        or not deadlines.is_overdue(seat, service_time.now())
    ):
        return None
    held = _held(seat.game)
    return None if held is None else (seat, held, int(person))


def _names(seat: Seat, held: ClubGame) -> dict[str, Any]:
    """The people whom a mail about a late player names."""
    when = "" if seat.due_at is None else moment(seat.due_at)
    return {"name": seat.played_by, "club": held.club, "players": _players(seat.game), "when": when}


def _seat(game: Game, side: str) -> Seat:
    return Seat.objects.select_related("game", "player").get(game=game, side=Side.named(side))


def _held(game: Game) -> ClubGame | None:
    return ClubGame.objects.select_related("club", "game").filter(game=game).first()


def _arbiter(held: ClubGame, person: int) -> Person | None:
    member = jurisdiction.arbiters_of(held).filter(person=person).first()
    return None if member is None else member.person


def _players(game: Game) -> str:
    """Who plays whom, as everyone may know."""
    east, west = Seat.objects.select_related("game", "player").filter(game=game).order_by("side")
    return _("%(east)s (East) against %(west)s (West)") % {"east": east.played_by, "west": west.played_by}


for _kind in (
    Kind(
        name=DECIDED,
        title=gettext_lazy("An arbiter has made a ruling on your game"),
        compose=decided,
    ),
    Kind(
        name=ASKED,
        title=gettext_lazy("A player asks for a ruling: at once, not only once a day"),
        optional=True,
        compose=question,
    ),
    Kind(
        name=OVERDUE,
        title=gettext_lazy("A player ran out of time and you may decide: at once, not only once a day"),
        optional=True,
        on_request=True,
        compose=overdue,
    ),
    Kind(
        name=NO_ARBITER,
        title=gettext_lazy("No arbiter of your club is free to decide on a game"),
        optional=True,
        compose=no_arbiter,
    ),
    Kind(
        name=STAND_IN,
        title=gettext_lazy("You are asked to take over a game, because you are willing to"),
        compose=stand_in,
    ),
    Kind(
        name=NO_STAND_IN,
        title=gettext_lazy("No stand-in takes the seat that you want to give away"),
        compose=no_stand_in,
    ),
):
    register(_kind)
