"""Two people who met by an invitation, each on a phone: messages, notes, reports, and the taps it takes."""

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import Place, window
from tests.browser.test_a_game import accept, newest_link, sign_in
from tests.browser.windows import Size, Window

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]

PHONE = Size(390, 844)
NUMBERS = itertools.count()


class Two(NamedTuple):
    """The windows of both players, and the address of their game."""

    east: Window
    west: Window
    game: str


@pytest.fixture
def two(browser: Browser, place: Place) -> Iterator[Two]:
    number = next(NUMBERS)
    host, guest = f"meets-{number}@example.org", f"met-{number}@example.org"
    with (
        window(browser, place, PHONE, scripts=True) as east,
        window(browser, place, PHONE, scripts=True) as west,
    ):
        sign_in(east, place.home, host)
        sign_in(west, place.home, guest)
        west.open("/me/")
        west.page.fill("input[name=name]", "Mitsunari")
        west.press("Save")
        east.open("/games/new/")
        east.page.fill("input[name=invited]", guest)
        east.press("Begin")
        accept(west, place.home, guest)
        east.open(newest_link(place.home, host, "t"))
        game = re.findall(r"/games/\w+/", east.page.url)[0]
        yield Two(east, west, game)


def tap(what: Locator) -> int:
    """Tap on something, and count it."""
    what.click()
    return 1


def write(shown: Window, summary: str, field: str, text: str, button: str) -> None:
    if not shown.page.locator(field).is_visible():  # it is open where a message is new
        shown.page.locator("main summary", has_text=summary).first.click()
    shown.page.locator(field).fill(text)
    shown.page.get_by_role("button", name=button).click()


def test_message_and_note_are_read_by_whom_they_are_for_and_one_is_reported(two: Two) -> None:
    two.east.open(two.game)
    write(two.east, "Write a message", "#message", "Good luck, <b>Mitsunari</b>!", "Send the message")
    expect(two.east.page.get_by_text("Good luck, <b>Mitsunari</b>!").first).to_be_visible()
    write(two.east, "Your diary", "#diary textarea", "I hope he takes the bait at Gifu.", "Write it down")
    expect(two.east.page.locator("#diary")).to_contain_text("the bait at Gifu")
    two.west.open(two.game)
    assert two.west.shows("Good luck, <b>Mitsunari</b>!")
    assert "Gifu." not in two.west.page.locator("#messages").inner_text()
    assert "the bait" not in two.west.page.content()
    two.east.page.evaluate("window.isStillHere = true")
    write(two.west, "Write a message", "#message", "And to you.", "Send the message")
    expect(two.east.page.locator("#messages")).to_contain_text("And to you.")
    assert two.east.page.evaluate("window.isStillHere")
    page = two.west.page
    page.get_by_role("link", name="Report this message").first.click()
    page.fill("textarea[name=words]", "They wish me luck.")
    page.get_by_role("button", name="Report").click()
    two.west.look_over()
    assert two.west.shows("Thank you.")


def test_rematch_takes_one_tap_of_each_and_a_challenge_three(two: Two) -> None:
    two.west.open(f"{two.game}resign/")
    two.west.page.get_by_role("button", name=re.compile("^Resign")).click()
    two.east.open(two.game)
    taps = tap(two.east.page.get_by_role("button", name="Rematch"))
    expect(two.east.page.get_by_text("You have offered")).to_be_visible()
    two.west.open(two.game)
    taps += tap(two.west.page.get_by_role("button", name="Accept"))
    expect(two.west.page).not_to_have_url(re.compile(two.game))
    assert re.search(r"/games/\w+/", two.west.page.url)
    assert taps == 2
    page = two.east.page
    two.east.open(two.game)
    taps = tap(page.locator("main").get_by_role("link", name="Mitsunari").first)
    taps += tap(page.get_by_role("link", name="Challenge"))
    expect(page).to_have_url(re.compile(r"/games/new/\?opponent="))
    taps += tap(page.get_by_role("button", name="Begin"))
    expect(page.locator("main")).to_contain_text("Waiting for an opponent")
    assert taps == 3
