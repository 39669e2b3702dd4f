"""A player asks on a phone to take an action back, and the other agrees with one tap."""

import json
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Place, window
from tests.browser.windows import PHONE
from tests.sekigahara.home import Home

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("take_back"), pytest.mark.long]

MAKE = """
import json, random, django
django.setup()
from accounts.models.person import Person
from games.engine.actions import EndMovement, encode
from games.models.seat import Seat
from games.reads.turn_links import turn_link
from games.services import play
from tests.factories.games import GameFactory, play_on
from tests.kit.table import is_asked
people = [Person.objects.at(f"{side}@example.org") for side in ("east", "west")]
for person, name in zip(people, ("Ieyasu", "Mitsunari")):
    Person.objects.filter(pk=person.pk).update(name=name)
def may_end(state):
    return is_asked("movement")(state) and not any(state.origin) and state.active == state.first
made = []
for seed in (1, 2):
    game = GameFactory.create(creator=people[0], joins=people[1], chooser=random.Random(seed))
    play_on(game, may_end, random.Random(seed))
    seats = Seat.objects.select_related("game", "player").filter(game=game).order_by("side")
    mover = next(seat for seat in seats if seat.asked)
    play.submit(seat=mover, bodies=[encode(EndMovement())], expected_version=mover.version)
    mine, other = Seat.objects.select_related("game", "player").get(pk=mover.pk), mover.opposite()
    made.append([turn_link(mine), turn_link(other), mine.played_by])
print(json.dumps(made))
"""


class Asked(NamedTuple):
    """A server, and two games: the links of who asks in each and of the other, and the name of who asks."""

    place: Place
    games: list[tuple[str, str, str]]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    home = Home(tmp_path_factory.mktemp("home"), STREAM_BEAT="0.5")
    games = json.loads(home.run("-c", MAKE))
    with home.served():
        yield Asked(Place(home, {}, ""), games)


@pytest.mark.parametrize("scripts", [False, True], ids=["without scripts", "with scripts"])
def test_action_is_taken_back_by_consent(browser: Browser, asked: Asked, scripts: bool) -> None:
    mine, other, name = asked.games[scripts]
    with (
        window(browser, asked.place, PHONE, scripts=scripts) as asker,
        window(browser, asked.place, PHONE, scripts=scripts) as agreeing,
    ):
        asker.open(mine)
        agreeing.open(other)
        asker.page.get_by_role("button", name="Ask to take it back").click()
        expect(asker.page.get_by_text("You asked to take it back.")).to_be_visible()
        asker.look_over()
        if not scripts:
            agreeing.look_again()
        line = agreeing.page.get_by_text(f"{name} asks to take this back:")
        expect(line).to_be_visible()
        expect(agreeing.page.get_by_text("Or just play on.")).to_be_visible()
        agreeing.look_over()
        agreeing.page.get_by_role("button", name="Agree").click()
        expect(agreeing.page.get_by_text("It is taken back.")).to_be_visible()
        if not scripts:
            asker.look_again()
        expect(asker.page.get_by_text("agreed, and this is taken back:")).to_be_visible()
        expect(asker.page.get_by_text("Your turn.")).to_be_visible()
        asker.look_over()
