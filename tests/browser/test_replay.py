"""Stepping through a game in a real browser: the buttons stay under the thumb."""

import pytest
from playwright.sync_api import Browser, FloatRect

from tests.browser.conftest import Place, window
from tests.browser.windows import DESK, PHONE, Size, Window

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser"), pytest.mark.long]

EYES = ("east", "west", "public", "referee")
STEPS = 20
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


def moment(place: Place, number: int, eyes: str = "referee") -> str:
    return f"{place.paths['watch']}moments/{number}/?as={eyes}#moment"


def box(window: Window, selector: str) -> FloatRect:
    found = window.page.locator(selector).bounding_box()
    assert found, selector
    return found


@SIZES
def test_it_fits_through_everybodys_eyes(browser: Browser, place: Place, size: Size) -> None:
    with window(browser, place, size) as shown:
        for eyes in EYES:
            for number in (1, 4):
                shown.open(moment(place, number, eyes))


def test_nothing_in_it_keeps_anybody_out(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        for number in (1, 4):
            shown.open(moment(place, number))
            assert not shown.barriers()


@SIZES
def test_a_thumb_that_stays_where_it_is_steps_on(browser: Browser, place: Place, size: Size) -> None:
    with window(browser, place, size) as shown:
        shown.open(moment(place, 2))
        button = box(shown, "a[rel=next]")
        for number in range(2, 2 + STEPS):
            assert shown.shows(f"Moment {number} of ")
            shown.page.mouse.click(button["x"] + button["width"] / 2, button["y"] + button["height"] / 2)
            shown.page.wait_for_url(f"**/moments/{number + 1}/**")
            assert box(shown, "a[rel=next]") == button
        shown.press("Back")
        assert shown.shows(f"Moment {1 + STEPS} of ")


@SIZES
def test_the_words_the_whole_board_and_the_way_on_are_on_one_screen(
    browser: Browser, place: Place, size: Size
) -> None:
    """Of a step with a sentence or two, as most are."""
    with window(browser, place, size) as shown:
        shown.open(moment(place, 2))
        heading, board, steps = (box(shown, each) for each in ("h1", ".board", ".steps"))
        assert heading["y"] >= 0
        assert board["y"] >= 0
        assert board["y"] + board["height"] <= steps["y"]
        assert steps["y"] + steps["height"] <= size.height


OUTSIDE = """
() => {
  const tall = document.querySelector(".board > .tall");
  const board = tall.getBoundingClientRect();
  return [...tall.querySelectorAll(".marked")]
    .map(each => each.getBoundingClientRect())
    .map(each => (each.top + each.bottom) / 2)
    .filter(middle => middle < board.top || middle > board.bottom);
}
"""
"""How far down the middles of marked places are that are cut off."""


def test_on_a_phone_the_board_is_as_large_as_on_the_page_of_the_game_where_something_changed(
    browser: Browser, place: Place
) -> None:
    with window(browser, place, PHONE) as shown:
        shown.open(place.paths["watch"])
        edo = box(shown, ".tall .name >> text=Edo")
        marked = 0
        for number in range(1, 2 + STEPS):
            shown.open(moment(place, number))
            assert box(shown, ".tall .name >> text=Edo")["width"] == pytest.approx(edo["width"], abs=0.1)
            assert not shown.page.evaluate(OUTSIDE)
            marked += shown.page.locator(".board > .tall .marked").count()
        assert marked


def test_on_a_phone_the_board_can_be_had_larger(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE) as shown:
        shown.open(moment(place, 2))
        small = box(shown, ".board > .tall")
        shown.press("Larger board")
        assert box(shown, ".board > .tall")["height"] > 1.5 * small["height"]
        shown.press("Smaller board")
        assert box(shown, ".board > .tall")["height"] == small["height"]


@SIZES
def test_the_end_of_the_page_is_not_under_the_buttons(browser: Browser, place: Place, size: Size) -> None:
    with window(browser, place, size) as shown:
        shown.open(moment(place, 2))
        shown.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        footer, steps = box(shown, ".bottom"), box(shown, ".steps")
        assert footer["y"] + footer["height"] <= steps["y"] + 1
