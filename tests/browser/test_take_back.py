"""A player asks on a phone to take an action back, and the other agrees with one tap."""

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Place, window
from tests.browser.windows import PHONE

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]

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
game = GameFactory.create(creator=people[0], joins=people[1], chooser=random.Random(2))
play_on(game, may_end, random.Random(2))
seats = Seat.objects.select_related("game", "player").filter(game=game).order_by("side")
mover = next(seat for seat in seats if seat.asked)
play.submit(seat=mover, bodies=[encode(EndMovement())], expected_version=mover.version)
mine, other = Seat.objects.select_related("game", "player").get(pk=mover.pk), mover.opposite()
print(json.dumps([turn_link(mine), turn_link(other), mine.played_by]))
"""
"""A game: the links of who may ask there and of the other, and the name of who asks."""


def test_action_is_taken_back_by_consent(browser: Browser, place: Place) -> None:
    mine, other, name = json.loads(place.home.run("-c", MAKE))
    with (
        window(browser, place, PHONE, scripts=True) as asker,
        window(browser, place, PHONE, scripts=True) as agreeing,
    ):
        asker.open(mine)
        agreeing.open(other)
        asker.page.get_by_role("button", name="Ask to take it back").click()
        expect(asker.page.get_by_text("You asked to take it back.")).to_be_visible()
        asker.look_over()
        expect(agreeing.page.get_by_text(f"{name} asks to take this back:")).to_be_visible()
        expect(agreeing.page.get_by_text("Or just play on.")).to_be_visible()
        agreeing.look_over()
        agreeing.page.get_by_role("button", name="Agree").click()
        expect(agreeing.page.get_by_text("It is taken back.")).to_be_visible()
        expect(asker.page.get_by_text("agreed, and this is taken back:")).to_be_visible()
        expect(asker.page.get_by_text("Your turn.")).to_be_visible()
        asker.look_over()
