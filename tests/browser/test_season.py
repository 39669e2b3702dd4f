"""A season of a ladder by its pages: an organiser at a desk, two members on phones, as people would do it.

The actions are counted: following a link, filling in a field, pressing a button.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator

from games.engine.side import Side
from tests.browser.conftest import Place, window
from tests.browser.test_a_game import newest_link
from tests.browser.windows import DESK, PHONE, Window

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]

PAIR = """
import sys, django
django.setup()
from games.ladders import rounds
from games.ladders.models.ladder import Ladder
from notifications.delivery import deliver_due
from sekigahara.db import service_time
now = service_time.now()
Ladder.objects.filter(public_id=sys.argv[1]).update(next_round_at=now)
rounds.run(now)
deliver_due()
"""

LATE = """
UPDATE games_seat SET due_at = datetime('now', '-1 hour')
WHERE side = ? AND game_id = (SELECT id FROM games_game WHERE public_id = ?)
"""


class Visit:
    """Somebody's window, and how much they have done in it."""

    def __init__(self, shown: Window) -> None:
        self.shown, self.page = shown, shown.page
        self.actions = 0

    def open(self, address: str) -> None:
        self.actions += 1
        self.shown.open(address)

    def press(self, name: str) -> None:
        self.actions += 1
        self.shown.press(name)

    def fill(self, field: str, text: str) -> None:
        self.actions += 1
        self.page.fill(f"main [name={field}]", text)

    def tap(self, what: Locator) -> None:
        self.actions += 1
        what.click()

    def shows(self, text: str) -> bool:
        return self.shown.shows(text)

    def choose(self, name: str) -> None:
        self.actions += 1
        self.shown.choose(name)

    def took(self) -> int:
        """The actions since this was asked last."""
        count, self.actions = self.actions, 0
        return count


@pytest.fixture
def people(browser: Browser, place: Place) -> Iterator[tuple[Visit, Visit, Visit]]:
    """An organiser at a desk, and two who are new, on phones."""
    with (
        window(browser, place, DESK, scripts=True) as organiser,
        window(browser, place, PHONE, scripts=True) as one,
        window(browser, place, PHONE, scripts=True) as two,
    ):
        yield Visit(organiser), Visit(one), Visit(two)


def sign_in(visit: Visit, place: Place, address: str, name: str) -> None:
    """By the mail that is on its way."""
    visit.open(newest_link(place.home, address, "sign-in"))
    visit.fill("name", name)
    visit.press("Sign in")


def found(organiser: Visit) -> tuple[str, str]:
    """A club and a ladder; the link by which people join, and the address of the ladder."""
    organiser.open("/clubs/new/")
    organiser.fill("name", "Season Club")
    organiser.press("Found it")
    [link] = re.findall(r"http\S+/join/\S+/", organiser.page.inner_text("main"))[:1]
    assert organiser.took() == 3

    organiser.press("Season Club")
    organiser.press("Begin a ladder")
    organiser.fill("name", "Winter ladder")
    organiser.press("Begin")
    assert organiser.took() == 4
    return link, organiser.page.url


def join(member: Visit, place: Place, link: str, number: int) -> None:
    """Somebody new joins the club and takes part in its ladder."""
    address = f"season-{number}@example.org"
    member.open(link)
    member.fill("email", address)
    member.press("Sign in to join")
    sign_in(member, place, address, f"Player {number}")
    member.press("Join")
    member.press("Winter ladder")
    member.press("Take part")
    assert member.took() == 9


def test_season_is_run_and_played_by_its_pages(place: Place, people: tuple[Visit, Visit, Visit]) -> None:
    organiser, *members = people
    organiser.open("/sign-in/")
    organiser.fill("email", "season@example.org")
    organiser.press("Mail me a link")
    sign_in(organiser, place, "season@example.org", "Season Organiser")
    organiser.took()

    link, ladder = found(organiser)
    [key] = re.findall(r"/ladders/(\w+)/", ladder)
    for number, member in enumerate(members, 1):
        join(member, place, link, number)

    place.home.run("-c", PAIR, key)
    for number, member in enumerate(members, 1):
        member.open(newest_link(place.home, f"season-{number}@example.org", "t"))
        member.press("I am here")
        assert member.took() == 2
    assert members[1].shows("Bid a card for turn order")

    [game] = re.findall(r"/games/(\w+)/", members[0].page.url)
    for side in Side:
        place.home.change(LATE, side, game)
    organiser.open("/clubs/season-club/desk/")
    for box in organiser.page.locator(".late-game input").all():
        organiser.tap(box)
    organiser.press("Decide the selected games together")
    organiser.choose("Both players lose")
    organiser.fill("reason", "Neither has answered for a week.")
    organiser.press("Go on")
    organiser.press("Decide 1 game")
    assert organiser.took() == 8
    assert organiser.shows("Both players lose the game.")

    organiser.open(ladder)
    organiser.press("For organisers")
    organiser.press("Close this ladder")
    assert organiser.shows("its page stays as a report of it")
    organiser.press("Close this ladder")
    assert organiser.took() == 4
    members[0].open(ladder)
    assert members[0].shows("How it ended")
    assert members[0].shows("0–0–1")  # noqa: RUF001 - a score
