"""Battles played in their scene: rounds, loyalty windows, plans, and two browsers that follow each other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Place, window
from tests.browser.playing import Player, Record, Traffic, counted, go_to, playing
from tests.browser.windows import DESK, PHONE
from tests.kit.counts import COUNTED

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("pages")]

LIT_BLOCK = ".panel .tokens:not(.fan) button:not(.dim)"
"""A block that a card of the hand brings into the battle."""
LIT_CARD = ".panel .fan button:not(.dim)"
MOST_ANSWERS = 60


def test_a_loyalty_window_takes_the_link_of_the_mail_and_one_tap(
    browser: Browser, place: Place, record_property: Record
) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        player, traffic = Player(shown), Traffic(shown.page)
        shown.open(place.paths["a loyalty window to play"])
        player.taps += 1  # on the link of the mail
        expect(shown.page.locator(".battle .open")).not_to_have_count(0)
        button = shown.page.locator("#answer button[value=pass]")
        box = button.bounding_box()
        assert box
        assert box["y"] <= PHONE.height, "it is not on the first screen"
        player.tap(button)
        expect(shown.page.locator("#answer button[value=pass]")).to_have_count(0)
        assert (player.taps, traffic.loads) == (2, 1)
        record_property(
            COUNTED,
            ("a loyalty window, by mail", "3 taps, 2 loads", "2 taps, 1 load", counted(player.taps, traffic)),
        )


def test_form_stays_hidden_while_the_panel_loads(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        shown.page.route("**/orders/?as=*", hold)
        with shown.page.expect_request("**/orders/?as=*"):
            shown.open(place.paths["a round of battle to play"])
        expect(shown.page.locator("#answer")).to_be_visible()
        expect(shown.page.locator("#answer [data-way] button:visible")).to_have_count(0)
        for route in held:
            route.continue_()
        expect(shown.page.locator(LIT_BLOCK).first).to_be_visible()


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


def test_block_is_deployed_with_the_card_that_fits_fewest_other_blocks(
    browser: Browser, place: Place
) -> None:
    """A lord comes with any card: not with the one that another block needs."""
    offers = [
        {"card": "mori-plain", "blocks": ["lord"]},
        {"card": "mori-plain", "blocks": ["mori"]},
        {"card": "uesugi-plain", "blocks": ["lord"]},
    ]
    ask = """async ([offers, hand]) => {
        const { bestFirst } = await import("/static/play/card_to_spend.js");
        const alike = offers.filter(({ blocks }) => blocks[0] === "lord");
        return bestFirst(alike, offers, hand).map(({ card }) => card);
    }"""
    with window(browser, place, PHONE, scripts=True) as shown:
        shown.open("/")
        for hand in (["mori-plain", "uesugi-plain"], ["uesugi-plain", "mori-plain"]):
            assert shown.page.evaluate(ask, [offers, hand]) == ["uesugi-plain", "mori-plain"]


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
        player.tap(page.get_by_label("and stop when I am asked again"))
        assert traffic.sent == []
        player.tap(player.button("Deploy"))
        expect(lines).to_have_count(0)
        assert [address.partition("?")[0].rsplit("/", 2)[1] for address in traffic.sent] == ["orders"]


def test_a_plan_deploys_at_once_while_their_block_could_be_challenged(browser: Browser, place: Place) -> None:
    with playing(browser, place, "a plan past a window", PHONE) as shown:
        page, player = shown.page, Player(shown)
        lines = page.locator(".panel .draft > li")
        total = page.locator(".battle .near .total")
        before = int(total.inner_text())
        for count in (1, 2):
            player.tap(page.locator(LIT_BLOCK).first)
            if lines.count() < count:
                player.tap(player.button("Only this one"))
            expect(lines).to_have_count(count)
        shown.look_over()
        player.tap(player.button("Deploy, and go on like this"))
        expect(total).not_to_have_text(str(before))
        assert int(total.inner_text()) > before


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
        acting, other = pages
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
        expect(other.locator(fought)).to_have_count(acting.locator(fought).count())
        assert [seen.loads for seen in traffic] == [0, 0]


def is_asked(page: Page) -> bool:
    return page.locator("#answer").count() == 1


def is_fighting(page: Page) -> bool:
    return page.locator(".game").get_attribute("data-decision") in ("deploy", "window")


def fight(page: Page) -> str:
    """Challenge if possible, else deploy, else stop; say which."""
    version = page.locator(".game").get_attribute("data-version")
    expect(page.locator(".game[data-live=battle]:not(:has(.panel))")).to_have_count(0)
    for answer in ("challenge", "pass", "deploy", "finish"):
        if answer == "deploy" and page.locator(LIT_BLOCK).count():
            page.locator(LIT_BLOCK).first.click()
            page.locator(".panel").get_by_role("button", name="Deploy", exact=True).click()
            break
        button = page.locator(f"#answer button[value={answer}]:visible")
        if button.count():
            button.click()
            break
    expect(page.locator(f".game[data-version='{version}']")).to_have_count(0)
    return answer
