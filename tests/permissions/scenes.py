"""What else goes on in the world, so that everything there is can be done by somebody.

What takes a game to its end, or needs one that is at another point, is done to a game of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.utils import timezone

from games import engine
from games.engine.actions import EndMovement, Level, encode
from games.engine.chance import hash_of
from games.engine.decisions import ChooseLevel
from games.engine.orders.shapes import NeverChallenge, Orders
from games.engine.side import EAST, SIDES, WEST, Side
from games.models.outage import Pulse
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import diary, joining, lobby, orders, play
from tests.factories.clubs import ClubFactory
from tests.factories.people import PersonFactory
from tests.kit.table import EMAILS, Table

HOST = "Ashigaru Host"
"""Who makes games that others join; has no other part in anything."""


class Scene(NamedTuple):
    """What came of one.

    Attributes:
        values: by ``route parameter``, what stands in addresses there.
        bodies: by row of the table, what is sent there.
        tables: games whose present versions ``If-Match`` names.
    """

    values: Mapping[str, str]
    bodies: Mapping[str, Mapping[str, Any]] = {}
    tables: Sequence[Table] = ()


def scenes() -> list[Scene]:
    """All of them. East and West are who plays."""
    return [
        _open(),
        _invited(),
        _waiting(),
        _to_check_in(),
        _taken_back(),
        _asked_back(),
        _overdue(),
        _finished(),
        _idle_club(),
        _ordered(),
        _in_battle(),
    ]


def _of(public_id: str, *routes: str) -> dict[str, str]:
    return {f"{route} public_id": public_id for route in routes}


def _made(creator: str, opponent: lobby.Opponent) -> str:
    game = lobby.create(
        creator=PersonFactory.named(creator), edition="kessen", side="west", opponent=opponent
    )
    return game.public_id


def _open() -> Scene:
    """A game that anybody may join."""
    return Scene(_of(_made(HOST, lobby.Anybody()), "games:join", "games-api:join"))


def _invited() -> Scene:
    """A game that East is invited to."""
    game = _made(HOST, lobby.Invite(EMAILS[EAST]))
    return Scene(_of(game, "games:invitation", "games-api:decline"))


def _waiting() -> Scene:
    """A game of East's that nobody has joined yet."""
    return Scene(_of(_made("East", lobby.Anybody()), "games:call-off", "games-api:call-off"))


def _to_check_in() -> Scene:
    """A game in which East has promised a nonce that is to be revealed."""
    promised = {"nonce": "promised"}
    game = lobby.create(
        creator=PersonFactory.named("East"),
        edition="kessen",
        side="west",
        opponent=lobby.Anybody(),
        nonce_hash=hash_of(promised["nonce"]),
    )
    joining.join(game=game, person=PersonFactory.named("West"))
    rows = ("games:check-in", "games-api:check-in")
    return Scene(_of(game.public_id, *rows), {f"POST {row}": promised for row in rows})


def on_the_march(seed: int = 3) -> tuple[Table, Side]:
    """A game in which a side has just moved a block, and may take that back."""
    table = Table(seed)
    table.play_on(until=lambda state: type(engine.pending(state)[0]) is ChooseLevel)
    (side,) = table.asked()
    table.submit(side, encode(Level("total", tuple(table.view(side)["mine"]["hand"][:2]))))
    table.submit(side, table.a_quiet_move(side))
    return table, side


def _taken_back() -> Scene:
    table, side = on_the_march()
    version = {"version": str(table.version(side))}
    values = _of(table.game.public_id, "games:undo", "games-api:undo")
    return Scene(values, {"POST games:undo": version}, [table])


def _asked_back() -> Scene:
    """A game in which a side has ended its turn, and may ask to take that back."""
    table, side = on_the_march(13)
    table.submit(side, encode(EndMovement()))
    version = {"version": str(table.version(side))}
    values = _of(table.game.public_id, "games:take-back", "games-api:take-back")
    return Scene(values, {"POST games:take-back": version}, [table])


def _overdue() -> Scene:
    """A game in which West has not answered East in time."""
    terms = lobby.Terms(pace=2, on_time_out=OnTimeOut.CLAIM)
    table = Table(4, terms=terms)
    table.submit(EAST)
    late = timezone.now() - timedelta(hours=1)
    Seat.objects.filter(game=table.game, side=WEST).update(due_at=late)
    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now()})  # a win is claimed while it beats
    clocks = ("games:claim", "games:more-time", "games-api:claim", "games-api:more-time")
    consent = ("games:pause", "games:ask-again", "games-api:pause", "games-api:ask-again")
    deadline = {"due_at": late.isoformat()}
    bodies = {"POST games:more-time": deadline, "POST games-api:more-time": deadline}
    return Scene(_of(table.game.public_id, *clocks, *consent), bodies)


def _finished() -> Scene:
    """A game that anybody may see, and that is over. Both show their diaries."""
    table = Table(7, is_public=True)
    play.resign(seat=table.seat(WEST))
    for side in SIDES:
        diary.agree(seat=table.seat(side), on=True)
    return Scene(
        _of(
            table.game.public_id,
            "games:picture",
            "games:analysis",
            "games:war-report",
            "games:war-report-markdown",
            "games:rematch",
            "games-api:analysis",
            "games-api:report",
            "games-api:rematch",
        )
    )


def _idle_club() -> Scene:
    """A club of the organiser's in which nothing goes on."""
    club = ClubFactory.create(founder__name="Ashigaru Organiser", name="An idle club")
    return Scene({f"{route} slug": club.slug for route in ("clubs:dissolve", "games-api:club-dissolve")})


def _ordered() -> Scene:
    """A game in which East has given orders."""
    table = Table(5)
    given = Orders(loyalty=NeverChallenge())
    orders.lay(seat=table.seat(EAST), orders=given, expected_version=0)
    return Scene(_of(table.game.public_id, "games:orders", "games:cancel-orders", "games:game-orders"))


def _in_battle() -> Scene:
    """A game in which a plan for a battle can be made."""
    table = Table(6)
    table.play_on(until=lambda state: state.combat is not None)
    battle = orders.shown(table.seat(EAST)).battles[0]
    plan = {"steps": [{"blocks": ["date-three-mon-1"]}]}
    return Scene(
        _of(table.game.public_id, "games-api:orders-outlook"),
        {"POST games-api:orders-outlook": {"location": battle.location, "plan": plan}},
    )
