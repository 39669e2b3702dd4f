"""Stepping through a game in a real browser: the buttons stay under the thumb, and scripts load no page."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, FloatRect, Page, Request, expect

from tests.browser.conftest import Place, window
from tests.browser.windows import DESK, PHONE, Size, Window

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]

EYES = ("east", "west", "public", "referee")
STEPS = 5
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


def moment(place: Place, number: int, eyes: str = "referee") -> str:
    return f"{place.paths['watch']}moments/{number}/?as={eyes}#moment"


def box(window: Window, selector: str) -> FloatRect:
    found = window.page.locator(selector).bounding_box()
    assert found, selector
    return found


def test_replay_fits_the_window_from_every_viewpoint(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE) as shown:
        for eyes in EYES:
            for number in (1, 4):
                shown.open(moment(place, number, eyes))
                shown.resize(DESK)
                shown.look_over()
                shown.clear()
                shown.resize(PHONE)


def test_replay_passes_the_accessibility_rules(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        for number in (1, 4):
            shown.open(moment(place, number))
            assert not shown.barriers()


@SIZES
def test_next_button_stays_under_the_thumb(browser: Browser, place: Place, size: Size) -> None:
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
@pytest.mark.parametrize("scripts", [False, True], ids=["plain", "scripts"])
def test_sentences_board_and_buttons_share_one_screen_and_cover_no_end(
    browser: Browser, place: Place, size: Size, *, scripts: bool
) -> None:
    """Of a step with a sentence or two, as most are."""
    with window(browser, place, size, scripts=scripts) as shown:
        shown.open(moment(place, 2))
        expect(shown.page.get_by_role("slider")).to_have_count(int(scripts))
        heading, board, steps = (box(shown, each) for each in ("h1", ".board", ".steps"))
        assert heading["y"] >= 0
        assert board["y"] >= 0
        assert board["y"] + board["height"] <= steps["y"]
        assert steps["y"] + steps["height"] <= size.height
        shown.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        footer, steps = box(shown, ".bottom"), box(shown, ".steps")
        assert footer["y"] + footer["height"] <= steps["y"] + 1


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


def test_board_of_a_changed_moment_is_as_large_on_a_phone_as_on_the_game_page(
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


def test_board_can_be_enlarged_on_a_phone(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE) as shown:
        shown.open(moment(place, 2))
        small = box(shown, ".board > .tall")
        shown.press("Larger board")
        assert box(shown, ".board > .tall")["height"] > 1.5 * small["height"]
        shown.press("Smaller board")
        assert box(shown, ".board > .tall")["height"] == small["height"]


# --- with scripts


class Loads:
    """The addresses of the pages that a window loads, other than to fetch what it shows in place."""

    def __init__(self, page: Page) -> None:
        self.addresses: list[str] = []
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        if request.is_navigation_request():
            self.addresses.append(request.url)


@contextmanager
def player(browser: Browser, place: Place, number: int, eyes: str = "referee") -> Iterator[Window]:
    with window(browser, place, PHONE, scripts=True) as shown:
        shown.open(moment(place, number, eyes))
        expect(shown.page.get_by_role("slider")).to_have_value(str(number))
        yield shown


def is_at(shown: Window, number: int, eyes: str = "referee") -> None:
    """It shows a moment, and so do the address, the title and the slider."""
    expect(shown.page.locator(".when")).to_contain_text(f"Moment {number} of ")
    expect(shown.page.get_by_role("slider")).to_have_value(str(number))
    expect(shown.page).to_have_title(re.compile(f"^Moment {number} of "))
    expect(shown.page).to_have_url(re.compile(rf"/moments/{number}/\?as={eyes}#"))


@pytest.mark.parametrize("eyes", ["public", "referee"])
def test_scripts_step_without_loading_a_page(browser: Browser, place: Place, eyes: str) -> None:
    with player(browser, place, 2, eyes) as shown:
        loads = Loads(shown.page)
        shown.press("Next")
        is_at(shown, 3, eyes)
        shown.page.keyboard.press("ArrowRight")
        shown.page.keyboard.press("ArrowRight")
        is_at(shown, 5, eyes)
        shown.page.keyboard.press("ArrowLeft")
        is_at(shown, 4, eyes)
        shown.press("Back")
        is_at(shown, 3, eyes)
        shown.page.get_by_role("slider").fill("7")
        is_at(shown, 7, eyes)
        shown.page.locator(".weeks a").first.click()
        expect(shown.page.locator(".when")).not_to_contain_text("Moment 7 of ")
        shown.press("Last")
        last = shown.page.get_by_role("slider").get_attribute("max")
        is_at(shown, int(last or 0), eyes)
        shown.press("First")
        is_at(shown, 1, eyes)
        expect(shown.page.get_by_role("button", name="Back")).to_have_attribute("aria-disabled", "true")
        shown.look_over()
        assert loads.addresses == []


def test_scripts_show_what_the_page_of_a_moment_shows(browser: Browser, place: Place) -> None:
    with player(browser, place, 1) as shown, window(browser, place, PHONE) as plain:
        arrows = 0
        for number in range(2, 2 + STEPS):
            shown.page.keyboard.press("ArrowRight")
            is_at(shown, number)
            plain.open(moment(place, number))
            for part in (".told", ".rest"):
                assert shown.page.inner_text(part) == plain.page.inner_text(part)
            assert (
                shown.page.locator(".board .marked").count() == plain.page.locator(".board .marked").count()
            )
            arrows += shown.page.locator(".board > :visible .trail").count()
        assert arrows, "nobody marched"


def test_next_moment_is_loaded_in_advance(browser: Browser, place: Place) -> None:
    with player(browser, place, 2) as shown:
        with shown.page.expect_request_finished(lambda request: "/moments/4/" in request.url):
            shown.press("Next")
        shown.page.context.set_offline(True)
        shown.page.get_by_role("button", name="Next").click()
        is_at(shown, 4)
        shown.page.get_by_role("button", name="Next").click()
        expect(shown.page.get_by_role("status")).to_have_text("No connection. Try again.")
        is_at(shown, 4)
        shown.page.context.set_offline(False)
        shown.page.get_by_role("button", name="Next").click()
        is_at(shown, 5)
        expect(shown.page.locator(".trouble")).to_be_empty()


def test_back_forward_and_reload_of_the_browser_show_the_right_moment(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        shown.open(place.paths["watch"])
        shown.press("Step through the game")
        is_at(shown, 1, "public")
        shown.press("Next")
        shown.press("Next")
        is_at(shown, 3, "public")
        shown.press("Larger board")
        shown.press("Next")
        is_at(shown, 4, "public")
        shown.page.go_back()
        is_at(shown, 3, "public")
        shown.page.go_forward()
        is_at(shown, 4, "public")
        shown.look_again()
        is_at(shown, 4, "public")
        shown.page.go_back()
        shown.page.go_back()
        expect(shown.page.get_by_role("heading", level=1)).to_have_text("West won")
        shown.page.go_forward()
        is_at(shown, 3, "public")


def test_another_viewpoint_opens_at_the_same_moment(browser: Browser, place: Place) -> None:
    with player(browser, place, 6) as shown:
        shown.press("Next")
        is_at(shown, 7)
        story = shown.page.inner_text("h1")
        shown.press("Everybody")
        expect(shown.page).to_have_url(re.compile("as=public"))
        assert shown.page.inner_text("h1") == story
        before = int(shown.page.get_by_role("slider").input_value())
        shown.press("Next")
        is_at(shown, before + 1, "public")


def test_replay_plays_only_when_asked(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        shown.page.clock.install()
        shown.open(moment(place, 2))
        shown.page.clock.run_for(20_000)
        is_at(shown, 2)
        shown.page.get_by_role("button", name="Play").click()
        for number in (3, 4):
            shown.page.clock.run_for(1_700)
            is_at(shown, number)
        shown.page.get_by_role("button", name="Pause").click()
        shown.page.clock.run_for(20_000)
        is_at(shown, 4)
        shown.press("Last")
        shown.page.get_by_role("button", name="Play").click()
        is_at(shown, 1)
        shown.press("Next")
        expect(shown.page.get_by_role("button", name="Play")).to_be_visible()


def test_replay_does_not_play_with_reduced_motion(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        shown.page.emulate_media(reduced_motion="reduce")
        shown.open(moment(place, 2))
        expect(shown.page.get_by_role("button", name="Play")).to_be_hidden()
        shown.press("Next")
        is_at(shown, 3)
        shown.look_over()


def test_player_keeps_the_keyboard_focus(browser: Browser, place: Place) -> None:
    with player(browser, place, 2) as shown:
        shown.page.get_by_role("button", name="Next").focus()
        for number in (3, 4):
            shown.page.keyboard.press("Enter")
            is_at(shown, number)
            expect(shown.page.get_by_role("button", name="Next")).to_be_focused()
        shown.page.get_by_role("slider").focus()
        shown.page.keyboard.press("ArrowRight")
        is_at(shown, 5)


def test_recap_has_the_buttons_of_the_replay(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        shown.page.emulate_media(reduced_motion="reduce")
        shown.open(place.paths["what happened to play"])
        strip = shown.page.locator(".recap")
        shown.press("Show the board")
        expect(strip).to_contain_text("Since you last looked")
        assert shown.page.locator(".board .pointed").count() == 0
        strip.get_by_role("button", name="Show what happened").press("Enter")
        told = shown.page.locator("[data-news] [data-ways]")
        for number in range(told.count()):
            expect(strip).to_contain_text(told.nth(number).text_content() or "")
            assert shown.page.locator(".board .pointed").count()
            expect(strip.get_by_role("button", name="Next")).to_be_focused()
            shown.look_over()
            shown.page.keyboard.press("Enter")
        expect(strip.get_by_role("button", name="Show what happened")).to_be_focused()
        assert shown.page.locator(".board .pointed").count() == 0
