"""The page of a game on a small phone: what answers is in the first window, and nothing covers the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, expect

from tests.browser.conftest import Place, window
from tests.browser.playing import Player, playing
from tests.browser.test_pages import asked
from tests.browser.test_replay import moment
from tests.browser.windows import Size

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("pages")]

SMALL, TALL = Size(390, 664), Size(390, 844)
HEAD, IDLE_PANEL = 64, 120
"""The most that they take in height, in CSS pixels."""
SECOND_LINE = 20
"""More of the head where the question takes two lines, which is read whole."""
CUT = """
() => [...document.querySelectorAll(".now h1, .now .moment > b")]
  .filter(each => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2)
  .map(each => each.textContent.trim())
"""
"""What is asked, whose turn it is and until when, if it is not read whole."""
LONG_DEADLINE = """
() => {
  const words = "The clock is paused until Thursday 5 March, 14:00, with 2 days, 3 hours left.";
  const due = Object.assign(document.createElement("b"), { className: "due", textContent: words });
  document.querySelector(".now .phase").before(due);
}
"""
BOARD = 0.55
"""The least that the board has of a window of usual height."""
ANSWERS = ".panel .acts button:visible, .panel .level:visible, #answer .answer > button:visible"
LONG_NAMES = """
names => document.querySelectorAll(".players .name a, .players .name").forEach(each => {
  if (!each.firstElementChild) each.textContent = "Konoe no Nobutada, also called Sanmyakuin";
})
"""
OFF_CENTRE = """
place => {
  const sheet = document.querySelector(".board > .tall");
  const [top, height, whole] = [sheet.viewBox.baseVal.y, sheet.viewBox.baseVal.height, sheet.dataset.whole];
  if (!whole || top <= 0 || top + height >= Number(whole.split(" ")[3])) return 0;
  const [at, board] = [sheet.querySelector(`[data-location="${place}"] .stack`), sheet]
    .map(each => each.getBoundingClientRect());
  return Math.abs(at.top + at.height / 2 - board.top - board.height / 2);
}
"""
"""How far a place is from the middle of the strip, in pixels; 0 where the strip is at an end of the board."""

LIES_OVER = """
() => {
  const [scene, board] = [".scene", "#board"].map(each => document.querySelector(each));
  return scene.getBoundingClientRect().bottom - board.getBoundingClientRect().top;
}
"""


def box(found: Locator) -> FloatRect:
    at = found.bounding_box()
    assert at
    return at


def test_head_and_idle_panel_leave_the_board_most_of_the_window(browser: Browser, place: Place) -> None:
    with playing(browser, place, "the Mori box", SMALL) as shown:
        expect(shown.page.locator(".panel .acts")).to_be_visible()
        shown.page.evaluate(LONG_NAMES)
        shown.page.evaluate(LONG_DEADLINE)
        shown.look_over()
        assert box(shown.page.locator("header.now"))["height"] <= HEAD
        assert box(shown.page.locator(".panel"))["height"] <= IDLE_PANEL


def test_head_is_low_and_cuts_no_question_and_a_button_that_answers_is_in_the_first_window(
    browser: Browser, place: Place
) -> None:
    with window(browser, place, SMALL, scripts=True) as shown:
        for seat in asked(shown, place):
            first = box(shown.page.locator(ANSWERS).first)
            assert first["y"] + first["height"] <= SMALL.height, seat
            is_long = box(shown.page.locator(".now h1"))["height"] > SECOND_LINE
            assert box(shown.page.locator("header.now"))["height"] <= HEAD + is_long * SECOND_LINE, seat
            assert shown.page.evaluate(CUT) == [], seat


def test_board_has_most_of_a_window_of_usual_height(browser: Browser, place: Place) -> None:
    with window(browser, place, TALL, scripts=True) as shown:
        for phase in ("movement", "level", "a second turn", "a fight to come to play"):
            shown.page.emulate_media(reduced_motion="reduce")  # nothing is shown that one did not ask for
            shown.open(place.paths[phase])
            sheet = box(shown.page.locator(".board > svg:visible"))
            panel = shown.page.locator(".panel:visible")
            end = box(panel)["y"] if panel.count() else TALL.height
            assert end - sheet["y"] >= BOARD * TALL.height, phase


def test_muster_asks_for_blocks_and_rings_where_they_can_come(browser: Browser, place: Place) -> None:
    with playing(browser, place, "the Mori box", SMALL) as shown:
        player, heading = Player(shown), shown.page.locator("h1")
        player.tap(player.button("Muster"))
        blocks = shown.page.locator(".panel .tokens button")
        if blocks.count() > 1:
            expect(heading).to_have_text("Choose the blocks that muster")
            expect(player.at(".place.source")).not_to_have_count(0)
            player.tap(blocks.first)
        expect(heading).to_have_text("Choose where they muster")
        expect(shown.page.locator(".panel .hint").first).to_contain_text("You can undo it until you send.")
        expect(player.at(".place.goal")).not_to_have_count(0)
        player.tap(player.button("Back"))


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_button_looks_pressable_once_all_is_chosen(browser: Browser, place: Place, *, scripts: bool) -> None:
    with window(browser, place, SMALL, scripts=scripts) as shown:
        for seat, fields in (("declare", "radio"), ("discard", "checkbox")):
            shown.open(place.paths[seat])
            waiting = shown.page.locator("#answer .answer > .unready")
            expect(waiting).to_have_count(int(scripts))
            for field in shown.page.locator(f"#answer input[type={fields}]").all():
                if not waiting.count():
                    break
                field.locator("xpath=..").click()
            expect(waiting).to_have_count(0)
            expect(shown.page.locator("#answer .answer > button").first).to_be_enabled()


def test_strip_of_the_board_has_the_place_that_is_asked_about_in_its_middle(
    browser: Browser, place: Place
) -> None:
    with window(browser, place, SMALL, scripts=True) as shown:
        shown.open(place.paths["losses"])
        board = shown.page.locator(".at-board:has(> .unfold)")
        expect(board).to_be_visible()
        where = board.get_attribute("data-place")
        assert where
        assert shown.page.evaluate(OFF_CENTRE, where) < 20
        board.locator(".unfold").click()
        expect(shown.page.locator(".board > [data-whole]")).to_have_count(0)


def test_fight_covers_nothing_of_a_replay(browser: Browser, place: Place) -> None:
    fights = 0
    with window(browser, place, SMALL, scripts=True) as shown:
        shown.open(moment(place, 1, "public"))
        last = int(shown.page.locator(".steps").get_attribute("data-last") or 0)
        for number in range(2, last + 1):
            shown.page.keyboard.press("ArrowRight")
            expect(shown.page.locator(".when")).to_contain_text(f"Moment {number} of")
            if shown.page.locator(".scene > :visible").count():
                fights += 1
                assert shown.page.evaluate(LIES_OVER) <= 1
        assert fights
