"""What just happened in a fight, as pictures that move: they end at a tap or a key, and can be seen again."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Place, window
from tests.browser.windows import DESK, PHONE

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]

FIGHT = "a battle of east to play"
LONGEST = 1_500
"""Milliseconds."""
RUNNING = """
() => document.querySelector("[data-picture]").getAnimations({ subtree: true })
  .map(each => each.effect.getComputedTiming().endTime)
"""
"""When each animation of the first picture ends, in milliseconds."""


def again(page: Page) -> None:
    page.get_by_role("button", name="Show it again", exact=True).first.click()


def test_picture_runs_once_ends_at_a_tap_or_a_key_and_can_be_seen_again(
    browser: Browser, place: Place
) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        page = shown.page
        playing = page.locator(".plays")
        shown.open(place.paths[FIGHT])
        expect(page.locator("[data-picture]").first).to_be_visible()
        expect(playing).to_have_count(0)  # it is over by itself
        shown.look_again()
        assert page.evaluate(RUNNING) == [], "it has been seen"
        again(page)
        ends = page.evaluate(RUNNING)
        assert ends
        assert max(ends) <= LONGEST
        page.locator("h1").first.click()
        expect(playing).to_have_count(0, timeout=LONGEST / 5)
        assert page.evaluate(RUNNING) == []
        again(page)
        page.keyboard.press("Shift")
        expect(playing).to_have_count(0, timeout=LONGEST / 5)
        again(page)
        expect(playing).to_have_count(1, timeout=LONGEST / 5)
        expect(playing).to_have_count(0)


def test_picture_plays_on_arrival(browser: Browser, place: Place) -> None:
    with window(browser, place, DESK, scripts=True) as shown:
        shown.page.goto(place.paths[FIGHT])
        expect(shown.page.locator(".plays")).to_have_count(1, timeout=LONGEST)


def test_nothing_moves_for_whoever_wants_no_motion(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        shown.page.emulate_media(reduced_motion="reduce")
        shown.open(place.paths[FIGHT])
        expect(shown.page.locator(".game[data-live]")).to_be_visible()
        expect(shown.page.locator("[data-picture]").first).to_be_visible()
        expect(shown.page.get_by_role("button", name="Show it again", exact=True)).to_have_count(0)
        assert shown.page.evaluate(RUNNING) == []
        shown.page.evaluate("document.querySelector('[data-picture]').classList.add('plays')")
        assert shown.page.evaluate(RUNNING) == [], "nor do the sheets move anything"


def test_replay_plays_the_picture_of_a_moment_each_time_one_comes_to_it(
    browser: Browser, place: Place
) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        page = shown.page
        number = fought_moment(page, place)
        shown.open(moment(place, number - 1))
        for _time in range(2):
            page.get_by_role("button", name="Next").click()
            expect(page.locator(".scene .plays")).to_have_count(1)
            expect(page.locator(".scene .plays")).to_have_count(0)
            board, scene, bar = (page.locator(each).bounding_box() for each in ("#board", ".scene", ".steps"))
            assert board
            assert scene
            assert bar
            assert scene["y"] + scene["height"] <= board["y"] + 1, "it covers no board"
            assert scene["y"] + scene["height"] <= bar["y"] + 1, "and is seen without scrolling"
            shown.look_over()
            page.get_by_role("button", name="Back").click()
            expect(page.locator(".told")).to_contain_text(f"Moment {number - 1} of ")


def moment(place: Place, number: int) -> str:
    return f"{place.paths['watch']}moments/{number}/?as=referee"


def fought_moment(page: Page, place: Place) -> int:
    """The number of a moment that shows a deployment."""
    for number in range(2, 33):
        if "data-picture" in page.request.get(f"{place.home.site}{moment(place, number)}").text():
            return number
    pytest.fail("nothing was deployed")
