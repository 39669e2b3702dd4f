"""Two games to look around in, between people who are plainly made up."""

import json
from typing import NamedTuple

import msgspec

from accounts.models.person import Person
from games import engine
from games.bots import players
from games.models.game import Game
from games.models.seat import Seat
from games.services import lobby, play, position

EAST, WEST = "demo-east@example.invalid", "demo-west@example.invalid"
NAMES = {EAST: "Demo East", WEST: "Demo West"}
ACTIONS = 40
"""How far the game between the two has come: about two weeks of seven."""


class Demo(NamedTuple):
    """What there is to look at.

    Attributes:
        game: between the two, some weeks into the campaign.
        against_computer: East's game against ashigaru.
    """

    game: Game
    against_computer: Game


def demo() -> Demo:
    """The demo games; made where there are none yet."""
    east, west = (_person(email) for email in (EAST, WEST))
    seats = Seat.objects.select_related("game").filter(player=east).order_by("pk")
    games = [seat.game for seat in seats]
    if len(games) >= len(Demo._fields):
        return Demo(games[0], games[1])
    between = lobby.create(
        creator=east, edition="kessen", side="east", opponent=lobby.Anybody(), is_public=True
    )
    lobby.join(game=between, person=west)
    _play_on(between, ACTIONS)
    computer = lobby.Computer("ashigaru")
    against = lobby.create(creator=east, edition="kessen", side="east", opponent=computer)
    return Demo(between, against)


def _person(email: str) -> Person:
    person = Person.objects.at(email)
    if not person.name:
        person.name = NAMES[email]
        person.save(update_fields=["name"])
    return person


def _play_on(game: Game, actions: int) -> None:
    """Let computer players act for both for a while, but stop where a person is asked something."""
    for number in range(actions):
        seat = Seat.objects.select_related("game").filter(game=game).exclude(asked="").first()
        if seat is None:
            return
        rules, state = position.load(seat.game)
        options = engine.options(rules, state, seat.plays)
        view = engine.view(rules, state, seat.plays)
        player = players.create("ashigaru", msgspec.to_builtins(rules.edition), seed=number)
        described = None if options is None else options.describe()
        choice = player.choose(_plain(view), _plain(described))
        play.submit(seat=seat, bodies=[json.dumps(choice)], expected_version=seat.version)


def _plain(told: object) -> dict[str, object]:
    decoded: dict[str, object] = json.loads(msgspec.json.encode(told))
    return decoded
