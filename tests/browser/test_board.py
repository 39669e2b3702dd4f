"""A movement phase played on the board, decisions answered in place, and a page that follows the game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Place, window
from tests.browser.playing import Player, Record, Traffic, counted, go_to, playing
from tests.browser.test_pages import sign_in
from tests.browser.windows import DESK, PHONE, Size
from tests.kit.counts import COUNTED

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("pages")]

MOST_TAPS = 9
"""For a level that costs a card, three stack moves, and sending them."""


@pytest.mark.parametrize(
    ("what", "size"), [("a phase on a phone", PHONE), ("a phase on a desk", DESK)], ids=["phone", "desk"]
)
def test_three_stacks_move_with_nine_taps_and_one_request(
    browser: Browser, place: Place, what: str, size: Size, record_property: Record
) -> None:
    with playing(browser, place, what, size) as shown:
        player, traffic = Player(shown), Traffic(shown.page)
        player.choose_limited_movement()
        for _move in range(3):
            player.march()
            shown.look_over()
        assert shown.page.locator(".board > :visible .trail").count() == 3
        assert player.button("Undo").is_visible()
        assert traffic.sent == []
        player.tap(player.button("Send"))
        expect(shown.page.locator(".panel .draft")).to_have_count(0)
        shown.look_over()
        record_property(
            COUNTED,
            (
                f"three stacks, {size.width} wide",
                "19 taps, 6 loads",
                "9 taps, 0 loads",
                counted(player.taps, traffic),
            ),
        )
        assert player.taps <= MOST_TAPS
        assert len(traffic.sent) == 1
        assert traffic.sent[0].partition("?")[0].endswith("/actions/")
        assert traffic.loads == 0


def test_a_phase_can_be_played_by_keyboard_alone(browser: Browser, place: Place) -> None:
    with playing(browser, place, "a phase by keyboard", DESK) as shown:
        page = shown.page
        page.locator("main").focus()
        go_to(page, "document.activeElement.textContent.startsWith('Minimal movement')")
        expect(page.locator(".panel .draft > li")).to_have_count(1)
        go_to(page, "document.activeElement.matches('.place.source')")
        expect(page.locator(".board > :visible .place.goal").first).to_be_visible()
        go_to(page, "document.activeElement.matches('.place.goal:not(.fights):not(:has(.price))')")
        expect(page.locator(".panel .draft > li")).to_have_count(2)
        go_to(page, "document.activeElement.textContent.startsWith('Send')")
        expect(page.locator(".panel .draft")).to_have_count(0)
        assert "My latest action" in page.inner_text("main") or "Waiting" in page.inner_text("h1")


def test_a_draft_outlasts_a_reload_and_a_lost_connection(browser: Browser, place: Place) -> None:
    with playing(browser, place, "a phase without a connection", PHONE) as shown:
        player, context = Player(shown), shown.page.context
        player.choose_limited_movement()
        player.march()
        shown.look_again()
        expect(shown.page.locator(".panel .draft > li")).to_have_count(2)
        context.set_offline(True)
        player.tap(player.button("Send, and go on"))
        expect(shown.page.get_by_text("Your draft is kept")).to_be_visible()
        context.set_offline(False)
        expect(shown.page.get_by_text("Your draft is kept")).to_have_count(0)
        shown.forget_complaints()
        player.tap(player.button("Send, and go on"))
        expect(shown.page.locator(".panel .draft")).to_have_count(0)
        assert shown.shows("My latest action")
        player.tap(shown.page.locator("button", has_text="Take it back"))
        assert shown.shows("Taken back")


def test_draft_can_be_reordered_and_its_mistakes_are_explained(browser: Browser, place: Place) -> None:
    with playing(browser, place, "a phase put right", PHONE) as shown:
        page, player = shown.page, Player(shown)
        lines = page.locator(".panel .draft > li > span")
        player.choose_limited_movement()
        player.march()
        player.march()
        first, second = lines.nth(1).inner_text(), lines.nth(2).inner_text()
        player.tap(page.get_by_role("button", name="Do this sooner"))
        expect(lines.nth(1)).to_have_text(second)
        expect(lines.nth(2)).to_have_text(first)
        player.tap(player.at(".place.source > .lit").first)
        player.tap(player.at(".place:not(.source, .goal) .name").last)
        expect(page.locator(".panel .errors a")).to_be_visible()
        shown.forget_complaints()
        assert shown.page.locator(".panel .errors").inner_text().endswith(")"), "no rule is named"


def test_path_of_a_move_can_be_changed_after_it_is_drafted(browser: Browser, place: Place) -> None:
    with playing(browser, place, "a phase put right", DESK) as shown:
        page, player = shown.page, Player(shown)
        player.choose_limited_movement()
        player.march()
        trail = page.locator(".board > :visible .trail")
        before = trail.get_attribute("points")
        player.tap(page.get_by_role("button", name="Another way"))
        expect(page.locator(".panel h2")).to_contain_text("Another way to")
        end = player.at(".place.goal.fights")
        player.tap(player.at(".place.goal:not(.fights) > .lit").first)
        expect(player.at(".place.source.chosen")).to_have_count(2)
        player.tap(player.at(".place.source.chosen > .lit").first)
        expect(player.at(".place.source.chosen")).to_have_count(1)
        player.tap(end.locator("> .lit"))
        expect(page.locator(".panel .draft > li")).to_have_count(2)
        assert trail.get_attribute("points") == before, "the same way, one road long"


def test_a_phase_without_a_move_ends_by_a_second_tap_that_says_what_is_given_up(
    browser: Browser, place: Place
) -> None:
    with playing(browser, place, "a phase put right", PHONE) as shown:
        page, player = shown.page, Player(shown)
        player.choose_limited_movement()
        assert page.locator(".panel .acts").get_by_text("Send, and end the phase").count() == 0
        player.tap(player.button("End the phase"))
        expect(page.locator(".panel .grave")).to_have_text(
            "You could still move. By ending the phase you give that up."
        )
        expect(page.locator(".panel .draft > li")).to_have_count(1)


def test_another_leader_is_shown_or_a_card_paid_instead(browser: Browser, place: Place) -> None:
    with playing(browser, place, "a phase put right", DESK) as shown:
        page, player = shown.page, Player(shown)
        player.choose_limited_movement()
        led = player.at(".place.goal:has(.price)").filter(has_text="leader")
        for number in range(player.at(".place.source").count()):
            player.tap(player.at(".place.source > .lit").nth(number))
            if led.count():
                break
            player.button("Back").click()
        player.tap(led.first.locator("> .lit"))
        line = page.locator(".panel .draft > li").nth(1)
        expect(line).to_contain_text("shows")
        player.tap(page.get_by_role("button", name="Another way"))
        player.tap(player.button("Let nobody lead, and pay a card"))
        page.locator(".panel .tokens button").first.click()
        expect(line).to_contain_text("force march")
        expect(line).not_to_contain_text("shows")
        player.tap(page.get_by_role("button", name="Another way"))
        player.tap(player.button("and pay no card"))
        expect(line).to_contain_text("shows")
        expect(line).not_to_contain_text("force march")


def test_a_decision_is_answered_in_place_and_the_other_page_follows(browser: Browser, place: Place) -> None:
    with (
        playing(browser, place, "bid of east", PHONE) as east,
        playing(browser, place, "bid of west", DESK) as west,
    ):
        sign_in(east, place)
        east.look_again()
        menu = east.page.locator(".menu > summary")
        waiting = menu.inner_text()
        traffic = Traffic(east.page)
        before = west.page.locator(".game").get_attribute("data-version")
        bid(east.page)
        expect(east.page.locator("h1")).to_contain_text("Waiting")
        assert re.fullmatch(r"Menu \(\d+\)", waiting)
        expect(menu).not_to_have_text(waiting)
        expect(west.page.locator(f".game[data-version='{before}']")).to_have_count(0)
        assert "Sealed bid" in east.page.inner_text(".sealed")
        assert traffic.loads == 0
        bid(west.page)
        expect(east.page.locator("main")).to_contain_text("won the bid")
        assert traffic.loads == 0


def test_a_place_is_chosen_on_the_board(browser: Browser, place: Place) -> None:
    with playing(browser, place, "a choice of places", PHONE) as shown:
        traffic, lit = Traffic(shown.page), shown.page.locator(".board > :visible .place.goal > .lit")
        assert lit.count() == shown.page.locator("#answer input[name=location]").count() > 0
        lit.first.click()
        expect(shown.page.locator(".board > :visible .place.chosen")).to_have_count(1)
        assert shown.page.locator("#answer input[name=location]:checked").count() == 1
        shown.press("Fight here")
        expect(shown.page.locator(".battle, .asked, .card").first).to_be_visible()
        assert "Choose the next combat" not in shown.page.inner_text("h1")
        assert traffic.loads == 0


def test_blocks_come_from_the_mori_box_on_the_board(browser: Browser, place: Place) -> None:
    with playing(browser, place, "the Mori box", PHONE) as shown:
        page, player = shown.page, Player(shown)
        player.tap(player.at(".box[data-box=mori-box].source > .lit"))
        last = page.locator(".panel .tokens button.dim")
        expect(last).to_have_count(1)
        player.tap(last)
        assert "leaves the box after all others" in page.inner_text(".panel")
        chosen = page.locator(".panel .tokens button[aria-pressed=true]")
        for _block in range(3):
            player.tap(page.locator(".panel .tokens button[aria-pressed=false]:not(.dim)").first)
        assert 1 <= chosen.count() <= 2, "no card brings more"
        shown.look_over()
        player.tap(player.at(".place.goal > .lit"))
        page.locator(".panel h2:has-text('Mori box') ~ .tokens button").first.click()
        expect(page.locator(".panel .draft > li")).to_have_count(1)
        assert "from the Mori box to Osaka" in page.inner_text(".panel .draft")
        assert page.locator(".board > :visible .box.source").count() > 0, "more of it may come"


def bid(page: Page) -> None:
    page.locator("#answer label:has(input[name=card])").first.click()
    page.locator("#answer button", has_text="Bid this card").click()


def test_a_phone_shows_what_happened_on_the_whole_board_and_then_what_is_asked(
    browser: Browser, place: Place
) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        page = shown.page
        page.emulate_media(reduced_motion="reduce")  # so that it does not begin by itself
        shown.open(place.paths["a second turn to play"])  # its news are there until it is opened
        panel = page.locator(".panel")
        expect(panel).to_be_visible()
        again, told = page.get_by_role("button", name="Show what happened"), page.locator(".results")
        inner, outer = again.bounding_box(), told.bounding_box()
        assert inner
        assert outer
        assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1, "it is not cut off"
        again.click()
        expect(panel).to_be_hidden()
        title = page.get_by_role("heading", level=1)
        expect(title).to_have_text("Since you last looked")
        skip = page.locator(".recap").get_by_role("button", name="Skip to my decision")
        box = skip.bounding_box()
        assert box
        assert box["y"] + box["height"] <= PHONE.height
        skip.click()
        expect(panel).to_be_visible()
        expect(title).not_to_have_text("Since you last looked")


MISPLACED_NAMES = """
() => {
  const board = [...document.querySelectorAll(".board > .drawing")].find((each) => each.checkVisibility());
  const sight = board.getBoundingClientRect();
  const marks = ".spot, .castle, .face, .resource, .capital, .disk, .recruiting";
  const box = (each) => each.getBoundingClientRect();
  const letters = (each) => {
    const { left, right, top, bottom, height } = box(each);
    return { left, right, top: top + 0.15 * height, bottom: bottom - 0.2 * height }; // of capitals
  };
  const gap = (a, b) => Math.hypot(
    Math.max(a.left - b.right, b.left - a.right, 0), Math.max(a.top - b.bottom, b.top - a.bottom, 0));
  const places = [...board.querySelectorAll(".place")].map((each) => ({
    id: each.dataset.location,
    name: letters(each.querySelector(".name")),
    marks: [...each.querySelectorAll(marks)].map(box),
  }));
  const nearest = (name, place) => Math.min(...place.marks.map((mark) => gap(name, mark)));
  const seen = places.filter(({ name }) => name.top > sight.top && name.bottom < sight.bottom);
  const isCut = ({ name }) => name.left < sight.left || name.right > sight.right;
  const isWrong = ({ name, marks }, other) => {
    const own = nearest(name, { marks });
    return own === 0 || nearest(name, other) <= own || gap(name, other.name) === 0;
  };
  return seen.flatMap((place) => places
    .filter((other) => (other === place ? isCut(place) : isWrong(place, other)))
    .map((other) => `${place.id}, ${other.id}`));
}
"""
"""The names that are cut off, cover something, or stand no nearer to their own place than to another."""


@pytest.mark.parametrize(
    ("where", "size"),
    [("edition", PHONE), ("movement", PHONE), ("edition", DESK)],
    ids=["tall", "part of tall", "wide"],
)
def test_every_name_stands_nearest_to_its_place_and_covers_nothing(
    browser: Browser, place: Place, where: str, size: Size
) -> None:
    with window(browser, place, size) as shown:
        shown.open("/editions/kessen/" if where == "edition" else place.paths[where])
        assert shown.page.locator(".board > :visible .place .name").count() > 50
        assert shown.page.evaluate(MISPLACED_NAMES) == []


COVERED_NAMES = """
() => {
  const boxes = (selector) => [...document.querySelectorAll(`.board > .tall ${selector}`)]
    .map((each) => [each.textContent, each.getBoundingClientRect()]);
  const across = (a, b) => a.left < b.right - 2 && b.left < a.right - 2;
  const meets = (a, b) => across(a, b) && a.top < b.bottom - 4 && b.top < a.bottom - 4;
  return boxes(".price").flatMap(([price, tag]) =>
    boxes(".name").filter(([, name]) => meets(tag, name)).map(([name]) => `${price} over ${name}`));
}
"""
"""The names of places that a price is written over. The box of a name has room for tails of letters."""


def test_price_of_a_march_covers_no_name(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        shown.open(place.paths["movement"])
        expect(shown.page.locator(".panel")).to_be_visible()
        player = Player(shown)
        priced = player.at(".place:has(.price)")
        for number in range(player.at(".place.source").count()):
            player.tap(player.at(".place.source > .lit").nth(number))
            if priced.count():
                break
            player.button("Back").click()
        expect(priced).not_to_have_count(0)
        assert player.at(".place:has(.price) ~ .place:not(:has(.price))").count() == 0
        assert not shown.page.evaluate(COVERED_NAMES)
