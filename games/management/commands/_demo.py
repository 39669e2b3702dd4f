"""The demo games of quickstart: two games of two editions, between invented people."""

from typing import NamedTuple

from accounts.models.person import Person
from accounts.services import introduce
from games.models.game import Game
from games.models.seat import Seat
from games.services import computers, lobby

EAST, WEST = "demo-east@example.invalid", "demo-west@example.invalid"
DEMO_NAMES = {EAST: "Demo East", WEST: "Demo West"}
DEMO_PLAYER = "ashigaru"
EDITION, OTHER_EDITION = "kessen", "gmt-2016"
ACTIONS = 40
"""The number of actions taken in the game between the two: enough to reach the first combats."""


class Demo(NamedTuple):
    """The two demo games.

    Attributes:
        game: between the two people, during combat in its first week.
        against_computer: East's game against ashigaru, of another edition.
    """

    game: Game
    against_computer: Game


def demo() -> Demo:
    """The demo games, made first if there are none yet."""
    east, west = (_person(email) for email in (EAST, WEST))
    seats = Seat.objects.select_related("game").filter(player=east).order_by("pk")
    games = [seat.game for seat in seats]
    if len(games) >= len(Demo._fields):
        return Demo(games[0], games[1])
    between = lobby.create(
        creator=east,
        edition=EDITION,
        side="east",
        opponent=lobby.Anybody(),
        terms=lobby.Terms(is_public=True),
    )
    lobby.join(game=between, person=west)
    _play_on(between, ACTIONS)
    computer = lobby.Computer(DEMO_PLAYER)
    against = lobby.create(creator=east, edition=OTHER_EDITION, side="east", opponent=computer)
    return Demo(between, against)


def _person(email: str) -> Person:
    person = Person.objects.at(email)
    if not person.name:
        introduce(person=person, name=DEMO_NAMES[email])
    return person


def _play_on(game: Game, actions: int) -> None:
    """Let the computer player take some actions for the side that must decide."""
    for _action in range(actions):
        seat = Seat.objects.select_related("game").filter(game=game).exclude(asked="").first()
        if seat is None or not computers.act(seat, DEMO_PLAYER):
            return
