"""The demo games of quickstart: two games of two editions, between invented people."""

from collections.abc import Callable
from typing import NamedTuple

from accounts.models.person import Person
from accounts.services import introduce
from games import engine
from games.engine import core
from games.engine.actions import Deploy
from games.engine.decisions import DeployBlocks
from games.engine.side import Side
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.services import computers, joining, lobby

EAST, WEST = "demo-east@example.invalid", "demo-west@example.invalid"
DEMO_NAMES = {EAST: "Demo East", WEST: "Demo West"}
DEMO_PLAYER = "ashigaru"
EDITION, OTHER_EDITION = "kessen", "gmt-2016"
ACTIONS = 40
"""Actions taken in the game between the two before it may stop: enough to reach the first combats."""
MOST_DEMO_ACTIONS = 240
"""Actions after which it stops wherever it is."""
WORTH_DECIDING = 4
"""East is to have so many ways to deploy, so that there is something to think about."""


class Demo(NamedTuple):
    """The two demo games.

    Attributes:
        game: between the two people; East is asked what to deploy in a battle.
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
    joining.join(game=between, person=west)
    _play_on(between, MOST_DEMO_ACTIONS, until=_is_worth_deciding)
    computer = lobby.Computer(DEMO_PLAYER)
    against = lobby.create(creator=east, edition=OTHER_EDITION, side="east", opponent=computer)
    return Demo(between, against)


def _person(email: str) -> Person:
    person = Person.objects.at(email)
    if not person.name:
        introduce(person=person, name=DEMO_NAMES[email])
    return person


def _play_on(game: Game, actions: int, until: Callable[[Seat], bool] = lambda _seat: False) -> None:
    """Let the computer player take some actions for the side that must decide, until it is so."""
    for action in range(actions):
        seat = Seat.objects.select_related("game").filter(game=game).exclude(asked="").first()
        if seat is None or (action >= ACTIONS and until(seat)) or not computers.act(seat, DEMO_PLAYER):
            return


def _is_worth_deciding(seat: Seat) -> bool:
    if seat.plays != Side.EAST or seat.asked != core.WORDS[DeployBlocks]:
        return False
    options = engine.options(*position.load(seat.game), seat.plays)
    answers = [] if options is None else options.describe()["answers"]
    deployments = [
        choice
        for answer in answers
        if answer["shape"] == "choice"
        for choice in answer["choices"]
        if isinstance(choice["action"], Deploy)
    ]
    return len(deployments) >= WORTH_DECIDING
