"""The kinds of pages that `manage.py page_report` measures, on a database that `seed_load` fills."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec
from django.db.models import Count
from django.urls import reverse

from accounts.models.person import Person
from games.analysis.luck import Luck
from games.analysis.reasons import Kind as Fact
from games.analysis.reasons import Reason
from games.analysis.turning_points import Difference, TurningPoint
from games.analysis.work import METHOD, Result, SideLuck, WeekLuck
from games.engine.side import EAST
from games.ladders import participation
from games.ladders.clubs import founding, membership
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.models.analysis import Analysis
from games.models.game import Game
from games.models.seat import Seat
from games.reads.moments import Moments
from games.rulebook.editions import DEFAULT
from sekigahara.db import service_time

ASKED: Final = ("bid", "discard", "level", "movement", "declare", "deploy", "window", "losses", "retreat")
"""What players are asked on the pages of games, as far as the database has such a game."""
TO_MOVE: Final = "movement"
"""The decision in which a tap on a stack lights the places it can reach."""
MEMBERS: Final = 20
TURNING_POINTS: Final = 3
"""As many as an analysis has at most."""
DEEDS: Final = 8
"""What a turning point tells of: about as many moves as a turn has."""


class Kind(NamedTuple):
    """A page to measure.

    Attributes:
        name: of the kind.
        address: of the page, below the site.
        person: who is signed in; None for nobody.
        has_board: whether it shows a board.
        is_followed: whether it follows a game.
        is_my_turn: whether it waits for the person.
    """

    name: str
    address: str
    person: Person | None
    has_board: bool = False
    is_followed: bool = False
    is_my_turn: bool = False

    @property
    def is_to_move(self) -> bool:
        """Whether a stack can be tapped."""
        return self.name.endswith(f": {TO_MOVE}")


def all_kinds() -> list[Kind]:
    """Every kind of page, for the person with the most games, or for those whom a game waits for."""
    person = Person.objects.annotate(count=Count("seats")).order_by("-count", "pk")[0]
    return [*_of_games(), *_of_a_club(person), *_others(person)]


def _of_games() -> Iterator[Kind]:
    seats = (
        Seat.objects.select_related("game", "player").filter(player__isnull=False).order_by("-game__length")
    )
    running = seats.filter(game__status=Game.Status.RUNNING)
    for asked in ASKED:
        for seat in running.filter(asked=asked)[:1]:
            yield _game(f"game, my turn: {asked}", seat)._replace(is_my_turn=True)
    for seat in running.filter(asked="")[:1]:
        yield _game("game, waiting for others", seat)
    for seat in seats.filter(game__status=Game.Status.OVER, game__is_public=True)[:1]:
        yield _game("game, over", seat)._replace(is_followed=False)
        address = reverse("games:game", args=[seat.game.public_id])
        yield Kind("game, to watch", address, None, has_board=True)
        moment = reverse("games:moment", args=[seat.game.public_id, 1])
        yield Kind("replay", moment, None, has_board=True)
        yield Kind("history", reverse("games:history", args=[seat.game.public_id]), None)
        yield Kind("check a game", reverse("games:verify", args=[seat.game.public_id]), None)
        yield from _of_an_analysis(seat)


def _game(name: str, seat: Seat) -> Kind:
    address = f"{reverse('games:game', args=[seat.game.public_id])}?as={seat.plays.label}"
    return Kind(name, address, seat.player, has_board=True, is_followed=True)


def _of_an_analysis(seat: Seat) -> Iterator[Kind]:
    """Of a game that nobody has asked about, and of one of which there is as much to tell as can be."""
    asked = Game.objects.filter(status=Game.Status.OVER, is_public=True).exclude(pk=seat.game.pk)
    for game in asked[:1]:
        yield Kind("analysis, to ask", reverse("games:analysis", args=[game.public_id]), seat.player)
    result = msgspec.to_builtins(_result(seat.game))
    Analysis.objects.create(game=seat.game, method=METHOD, result=result, finished_at=service_time.now())
    yield Kind("analysis", reverse("games:analysis", args=[seat.game.public_id]), seat.player)


def _result(game: Game) -> Result:
    """Made up: an analysis takes minutes."""
    luck, weeks = Luck(0.8, 1.1), range(1, game.week + 1)
    side = SideLuck(luck, [WeekLuck(week, luck) for week in weeks])
    changes, clear = Moments(game, EAST).changes, Difference(0.11, 0.02)
    points, price = [], Reason(Fact.OWN_LOSSES, 9.0, 6.0)
    for number in range(1, min(TURNING_POINTS, len(changes) - 1) + 1):
        deeds = tuple(event for change in changes[number:] for event in change.events)[:DEEDS]
        points.append(
            TurningPoint(
                step=number,
                moment=number,
                week=number,
                turn="A",
                side=EAST.label,
                known=clear,
                hindsight=clear,
                played=deeds,
                preferred=deeds,
                reasons=(Reason(Fact.LOST, 0.4, 0.1), Reason(Fact.POINTS, 1.0, 3.0), price),
                price=price,
                rehearsals=60,
            )
        )
    return Result(side, side, points, turns=4 * game.week)


def _of_a_club(person: Person) -> Iterator[Kind]:
    """Pages of a club with members and a ladder, which are founded for them."""
    club = founding.found(founder=person, terms=founding.Terms("Sunpu", joining=Club.Joining.OPEN))
    now = service_time.now()
    rules = participation.Rules("Winter", DEFAULT, pace=3)
    ladder: Ladder = participation.begin(club=club, by=person, rules=rules, now=now)
    for each in Person.objects.exclude(pk=person.pk).order_by("pk")[: MEMBERS - 1]:
        membership.join(club=club, person=each)
        participation.take_part(ladder=ladder, person=each, most=1, now=now)
    yield Kind("club", reverse("clubs:club", args=[club.slug]), person)
    yield Kind("ladder", reverse("ladders:ladder", args=[ladder.public_id]), person)


def _others(person: Person) -> Iterator[Kind]:
    yield Kind("first page", "/", None)
    yield Kind("lessons", reverse("games:lessons"), None)
    yield Kind("sign in", reverse("accounts:sign-in"), None)
    for name, route in {
        "my games": "games:mine",
        "new game": "games:new",
        "levels of the computer": "games:levels",
        "lobby": "games:open",
        "ratings": "games:ratings",
        "archive": "games:archive",
        "statistics": "games:statistics",
        "settings": "accounts:me",
    }.items():
        yield Kind(name, reverse(route), person)
    yield Kind("rules", reverse("games:rules"), person)
    yield Kind("edition", reverse("games:edition", args=[DEFAULT]), person, has_board=True)
