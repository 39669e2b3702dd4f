"""The kinds of pages that `manage.py page_report` measures, on a database that `seed_load` fills."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from django.db.models import Count
from django.urls import reverse

from accounts.models.person import Person
from games.ladders import participation
from games.ladders.clubs import founding, membership
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.models.game import Game
from games.models.seat import Seat
from games.rulebook.editions import DEFAULT
from sekigahara.db import service_time
from tests.kit import analyses

ASKED: Final = ("bid", "discard", "level", "movement", "declare", "deploy", "window", "losses", "retreat")
"""What players are asked on the pages of games, as far as the database has such a game."""
TO_MOVE: Final = "movement"
"""The decision in which a tap on a stack lights the places it can reach."""
MEMBERS: Final = 20


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
        Seat.objects.filter(game=seat.game).update(shares_diary=True)
        yield Kind(
            "war report", reverse("games:war-report", args=[seat.game.public_id]), None, has_board=True
        )


def _game(name: str, seat: Seat) -> Kind:
    address = f"{reverse('games:game', args=[seat.game.public_id])}?as={seat.plays.label}"
    return Kind(name, address, seat.player, has_board=True, is_followed=True)


def _of_an_analysis(seat: Seat) -> Iterator[Kind]:
    """Of a game that nobody has asked about, and of one of which there is as much to tell as can be."""
    asked = Game.objects.filter(status=Game.Status.OVER, is_public=True).exclude(pk=seat.game.pk)
    for game in asked[:1]:
        yield Kind("analysis, to ask", reverse("games:analysis", args=[game.public_id]), seat.player)
    analyses.keep_one(seat.game)
    yield Kind("analysis", reverse("games:analysis", args=[seat.game.public_id]), seat.player)


def _of_a_club(person: Person) -> Iterator[Kind]:
    """Pages of a club with members and a ladder, which are founded for them."""
    club = founding.found(founder=person, terms=founding.ClubTerms("Sunpu", joining=Club.Joining.OPEN))
    now = service_time.now()
    rules = participation.Rules("Winter", DEFAULT, pace=3)
    ladder: Ladder = participation.begin(club=club, by=person, rules=rules, now=now)
    for each in Person.objects.exclude(pk=person.pk).order_by("pk")[: MEMBERS - 1]:
        membership.join(club=club, person=each)
        participation.take_part(ladder=ladder, person=each, most=1, now=now)
    yield Kind("club", reverse("clubs:club", args=[club.slug]), person)
    yield Kind("ladder", reverse("ladders:ladder", args=[ladder.public_id]), person)


def _others(person: Person) -> Iterator[Kind]:
    yield Kind("first page", "/", None, has_board=True)
    yield Kind("lessons", reverse("games:lessons"), None)
    yield Kind("sign in", reverse("accounts:sign-in"), None)
    for name, route in {
        "my games": "games:mine",
        "new game": "games:new",
        "levels of the computer": "games:levels",
        "bots": "games:bots",
        "lobby": "games:open",
        "ratings": "games:ratings",
        "archive": "games:archive",
        "statistics": "games:statistics",
        "settings": "accounts:me",
    }.items():
        yield Kind(name, reverse(route), person)
    yield Kind("rules", reverse("games:rules"), person)
    yield Kind("edition", reverse("games:edition", args=[DEFAULT]), person, has_board=True)
