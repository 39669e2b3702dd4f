"""A movement phase played on the board, decisions answered in place, and a page that follows the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Place, window
from tests.browser.windows import DESK, PHONE, Size, Window
from tests.kit.counts import COUNTED

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("pages"), pytest.mark.long]

Record = Callable[[str, object], None]
MOST_TAPS = 9
"""For a level that costs a card, three stack moves, and sending them."""
LIT_BLOCK = ".panel .tokens:not(.fan) button:not(.dim)"
"""A block that a card of the hand brings into the battle."""
LIT_CARD = ".panel .fan button:not(.dim)"
MOST_ANSWERS = 60
FREE = ".place.goal:not(.fights):not(:has(.price))"
"""A place to go to that costs nothing and where nobody is."""


class Traffic:
    """What a page asks for.

    Attributes:
        loads: how many pages were loaded.
        sent: the addresses of the requests that changed something.
    """

    def __init__(self, page: Page) -> None:
        self.loads = 0
        self.sent: list[str] = []
        page.on("framenavigated", lambda _frame: self._note_load())
        page.on("request", lambda request: self._note(request.method, request.url))

    def _note_load(self) -> None:
        self.loads += 1

    def _note(self, method: str, address: str) -> None:
        if method != "GET" and "/preview/" not in address and "/outlook/" not in address:
            self.sent.append(address)


def counted(taps: int, traffic: Traffic) -> str:
    return f"{taps} taps, {traffic.loads} {'load' if traffic.loads == 1 else 'loads'}"


class Player:
    """Somebody who plays on the board and counts taps."""

    def __init__(self, shown: Window) -> None:
        self.page = shown.page
        self.taps = 0

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.click()
        expect(self.page.locator(".game[data-busy]")).to_have_count(0)

    def at(self, look: str) -> Locator:
        """Places of that look on the sheet that is shown."""
        return self.page.locator(f".board > :visible {look}")

    def button(self, name: str) -> Locator:
        return self.page.locator(".panel button", has_text=name).first

    def choose_limited_movement(self) -> None:
        self.tap(self.button("Limited movement"))
        self.tap(self.page.locator(".panel .tokens button").first)
        expect(self.page.locator(".panel .draft > li")).to_have_count(1)

    def march(self) -> None:
        """Move the first stack that can go somewhere at no cost."""
        steps = self.page.locator(".panel .draft > li").count()
        for number in range(self.at(".place.source").count()):
            taps = self.taps
            self.tap(self.at(".place.source > .lit").nth(number))
            if self.at(FREE).count():
                self.tap(self.at(f"{FREE} > .lit").first)
                expect(self.page.locator(".panel .draft > li")).to_have_count(steps + 1)
                return
            self.button("Back").click()
            self.taps = taps  # a player sees which stack to move
        pytest.fail("no stack can go anywhere at no cost")


@contextmanager
def playing(browser: Browser, place: Place, what: str, size: Size) -> Iterator[Window]:
    with window(browser, place, size, scripts=True) as shown:
        shown.open(place.paths[f"{what} to play"])
        expect(shown.page.locator(".game[data-live]")).to_be_visible()
        yield shown


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


def go_to(page: Page, there: str) -> None:
    """Press Tab until the focus is there, and Enter."""
    for _press in range(150):
        page.keyboard.press("Tab")
        if page.evaluate(there):
            page.keyboard.press("Enter")
            return
    pytest.fail(f"Tab does not lead to {there}")


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
        shown.forget_complaints()
        player.tap(player.button("Send, and go on"))
        expect(shown.page.locator(".panel .draft")).to_have_count(0)
        assert shown.shows("My latest action")
        player.tap(shown.page.locator("button", has_text="Take it back"))
        assert shown.shows("Taken back")


def test_a_draft_is_put_right_before_it_is_sent(browser: Browser, place: Place) -> None:
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


def test_the_way_of_a_move_is_drawn_anew(browser: Browser, place: Place) -> None:
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
        player.tap(player.button("Show no leader, and pay a card"))
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
        traffic = Traffic(east.page)
        before = west.page.locator(".game").get_attribute("data-version")
        bid(east.page)
        expect(east.page.locator("h1")).to_contain_text("Waiting")
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


def test_a_loyalty_window_takes_the_link_of_the_mail_and_one_tap(
    browser: Browser, place: Place, record_property: Record
) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        player, traffic = Player(shown), Traffic(shown.page)
        shown.open(place.paths["a loyalty window to play"])
        player.taps += 1  # on the link of the mail
        expect(shown.page.locator(".battle .open")).not_to_have_count(0)
        button = shown.page.locator("#answer button", has_text="Don't challenge")
        box = button.bounding_box()
        assert box
        assert box["y"] <= PHONE.height, "it is not on the first screen"
        player.tap(button)
        expect(shown.page.locator("#answer button", has_text="Don't challenge")).to_have_count(0)
        assert (player.taps, traffic.loads) == (2, 1)
        record_property(
            COUNTED,
            (
                "a loyalty window, by mail",
                "3 taps, 2 loads",
                "2 taps, 1 load",
                counted(player.taps, traffic),
            ),
        )


def test_a_round_of_battle_takes_two_taps_and_no_load(
    browser: Browser, place: Place, record_property: Record
) -> None:
    with playing(browser, place, "a round of battle", PHONE) as shown:
        player, traffic = Player(shown), Traffic(shown.page)
        before = shown.page.locator(".game").get_attribute("data-version")
        player.tap(shown.page.locator(LIT_BLOCK).first)
        player.tap(player.button("Deploy"))
        expect(shown.page.locator(f".game[data-version='{before}']")).to_have_count(0)
        record_property(
            COUNTED,
            ("a round of battle", "4 taps, 2 loads", "2 taps, 0 loads", counted(player.taps, traffic)),
        )
        assert (player.taps, traffic.loads) == (2, 0)


def test_a_plan_is_laid_in_the_scene_of_the_battle(browser: Browser, place: Place) -> None:
    with playing(browser, place, "a plan for a battle", PHONE) as shown:
        page, player, traffic = shown.page, Player(shown), Traffic(shown.page)
        lines = page.locator(".panel .draft > li")
        player.tap(page.locator(LIT_BLOCK).first)
        expect(lines).to_have_count(1)
        shown.look_over()
        shown.look_again()
        expect(lines).to_have_count(1)
        player.tap(player.button("Undo"))
        expect(lines).to_have_count(0)
        if page.locator(LIT_CARD).count():
            player.tap(page.locator(LIT_CARD).first)
            expect(page.locator(".panel .fan [aria-pressed=true]")).to_have_count(1)
        player.tap(page.locator(LIT_BLOCK).first)
        if not lines.count():
            player.tap(player.button("Only this one"))
        expect(lines).to_have_count(1)
        page.locator(".panel .terms select").last.select_option("stop")
        assert traffic.sent == []
        player.tap(player.button("Deploy, and go on like this"))
        expect(lines).to_have_count(0)
        assert [address.partition("?")[0].rsplit("/", 2)[1] for address in traffic.sent] == ["orders"]


def test_blocks_come_from_the_mori_box_on_the_board(browser: Browser, place: Place) -> None:
    with playing(browser, place, "the Mori box", PHONE) as shown:
        page, player = shown.page, Player(shown)
        player.tap(player.at(".box[data-box=mori-box].source > .lit"))
        for _block in range(3):
            player.tap(page.locator(".panel .tokens button[aria-pressed=false]").first)
        shown.look_over()
        player.tap(player.at(".place.goal > .lit"))
        expect(page.locator(".panel .errors a")).to_be_visible()  # no card brings so many
        shown.forget_complaints()
        for _block in range(2):
            player.tap(page.locator(".panel .tokens button[aria-pressed=true]").first)
        player.tap(player.at(".place.goal > .lit"))
        page.locator(".panel h2:has-text('Mori box') ~ .tokens button").first.click()
        expect(page.locator(".panel .draft > li")).to_have_count(1)
        assert "from the Mori box to Osaka" in page.inner_text(".panel .draft")
        assert page.locator(".board > :visible .box.source").count() > 0, "more of it may come"


def test_a_fight_to_come_is_planned_by_its_place_and_by_keyboard(browser: Browser, place: Place) -> None:
    with playing(browser, place, "a fight to come", PHONE) as shown:
        page, player, traffic = shown.page, Player(shown), Traffic(shown.page)
        lit = player.at(".place.goal.fights")
        for number in range(lit.count()):
            player.tap(lit.nth(number).locator("> .lit"))
            expect(page.locator(".panel.bench")).to_be_visible()
            if page.locator(LIT_BLOCK).count():
                break
            player.tap(player.button("Close"))
            expect(page.locator(".panel.bench")).to_have_count(0)
        player.tap(page.locator(LIT_BLOCK).first)
        lines = page.locator(".panel .draft > li")
        expect(lines).to_have_count(1)
        shown.look_over()
        player.tap(player.button("Give this plan"))
        expect(player.button("Cancel this plan")).to_be_visible()
        assert "My plan for the battle at" in page.inner_text(".panel h2")
        page.locator(".panel .loyalty > summary").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.type("challenge from")
        expect(page.locator(".panel .loyalty input")).to_have_value("4")
        page.keyboard.press("Tab")
        page.keyboard.type("7")
        page.keyboard.press("Enter")
        go_to(page, "document.activeElement.textContent === 'Give this order'")
        expect(page.locator(".panel .loyalty > summary")).to_contain_text("challenge from impact 7")
        expect(lines).to_have_count(1)
        assert [address.partition("?")[0].rsplit("/", 2)[1] for address in traffic.sent] == [
            "orders",
            "orders",
        ]
        assert traffic.loads == 0


def test_a_battle_with_a_challenge_is_fought_by_two_browsers(browser: Browser, place: Place) -> None:
    with (
        playing(browser, place, "a battle of east", PHONE) as east,
        playing(browser, place, "a battle of west", DESK) as west,
    ):
        traffic = [Traffic(shown.page) for shown in (east, west)]
        fought = f".battle[data-place='{east.page.locator('.battle').get_attribute('data-place')}']"
        pages = [east.page, west.page]
        if not is_asked(pages[0]):
            pages.reverse()
        given = []
        for _answer in range(MOST_ANSWERS):
            acting, other = pages
            given.append(fight(acting))
            if acting.locator(fought).count() == 0:
                break
            for side in ("east", "west"):
                total = f".battle .of-{side} .total"
                expect(other.locator(total)).to_have_text(acting.inner_text(total))
            if not is_asked(acting):
                pages.reverse()
                expect(other.locator("#answer")).to_be_visible()
            if other.locator("#answer").count() and not is_fighting(pages[0]):
                break
        assert "challenge" in given
        expect(pages[1].locator("#answer")).to_have_count(0)
        assert [seen.loads for seen in traffic] == [0, 0]


def is_asked(page: Page) -> bool:
    return page.locator("#answer").count() == 1


def is_fighting(page: Page) -> bool:
    return page.locator(".game").get_attribute("data-decision") in ("deploy", "window")


def fight(page: Page) -> str:
    """Challenge if possible, else deploy, else stop; say which."""
    version = page.locator(".game").get_attribute("data-version")
    for answer in ("challenge", "pass", "deploy", "finish"):
        if answer == "deploy" and page.locator(LIT_BLOCK).count():
            page.locator(LIT_BLOCK).first.click()
            page.locator(".panel button", has_text="Deploy").first.click()
            break
        button = page.locator(f"#answer button[value={answer}]:visible")
        if button.count():
            button.click()
            break
    expect(page.locator(f".game[data-version='{version}']")).to_have_count(0)
    return answer


def bid(page: Page) -> None:
    page.locator("#answer label:has(input[name=card])").first.click()
    page.locator("#answer button", has_text="Bid this card").click()
