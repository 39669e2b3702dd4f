"""The layout of every page in a real browser, on a phone and on a desktop."""

import re
from collections.abc import Iterator
from itertools import chain

import pytest
from django.conf import settings
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Place, staged, window
from tests.browser.long_names import RENAMED, assert_long_names_are_cut
from tests.browser.windows import DESK, PHONE, TAP, Size, Window
from tests.kit import pseudo

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("pages")]

FOR_ANYBODY = (
    "/",
    "/sign-in/",
    "/games/open/",
    "/games/computer/",
    "/players/computer-ashigaru/",
    "/editions/kessen/",
    "/archive/",
    "/archive/?player=W",
    "/statistics/",
    "/statistics/kessen/",
    "/statistics/manual/",
    "/rules/?edition=kessen",
    "/editions/manual/aid/",
    "/history/",
    "/lessons/",
    "/link/sent/",
    "/clubs/",
    "club",
    "members",
    "ladder",
    "/privacy/",
    "join",
    "watch",
    "player",
    "history",
    "verify",
    "analysis",
    "war report",
    "over",
)
SEATS_ASKED = ("bid", "movement", "deploy", "losses", "discard", "level", "declare", "window")
OF_A_PERSON = (
    "/games/",
    "/games/new/",
    "/me/",
    "/me/mail/",
    "/me/away/",
    "/me/tokens/",
    "/me/data/",
    "/me/data/close/",
    "invitation",
    "waiting",
    "resign",
    "/clubs/new/",
    "member",
    "requests",
    "announcements",
    "announcement",
    "announce",
    "club news",
    "leave",
    "club settings",
    "my clubs",
    "report",
    "moderation",
    "restrictions",
    "club",
    "club without ladders",
    "desk",
    "my orders",
    "orders for a battle",
    "orders for a game",
    "cancel orders",
    "cancel all orders",
    "usual orders",
    "player",
)
"""Addresses, and names of pages of the stage."""
SHEETS = ".board > svg"
"""Both drawings of the board: rules look at them where they are played on, for there is a lot on them."""
HIDDEN_SHEET = ".board > .wide"
"""The drawing that a phone does not show."""
ROOM_TO_ANSWER = 140
"""How much of an answer is in sight at least, in CSS pixels: what is asked, and its first buttons."""


def sign_in(window: Window, place: Place) -> None:
    """Whoever has the games of the stage, without a mail."""
    window.page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": place.session, "url": place.home.site}]
    )


def walk(window: Window, place: Place, *more: str) -> Iterator[str]:
    """Open every page there is but those of games in which somebody is asked, and more."""
    for path in FOR_ANYBODY:
        window.open(place.paths.get(path, path))
        yield path
    sign_in(window, place)
    for path in (*OF_A_PERSON, *more):
        window.open(place.paths.get(path, path))
        yield path


def unfold(window: Window) -> None:
    window.page.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true")
    window.look_over()


def test_every_page_fits_a_phone_and_a_desk_in_a_language_of_longer_words_without_scripts(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """With names of 150 letters for everybody and everything, so that all else is shorter."""
    folder = tmp_path_factory.mktemp("home")
    with staged(folder, "tests.kit.pseudo_settings") as place, window(browser, place, PHONE) as shown:
        place.paths["ranking"] = place.home.run("-c", RENAMED).strip()
        for page in chain(walk(shown, place, "ranking"), asked(shown, place, scripts=False)):
            assert pseudo.OPENING in (shown.page.text_content("main") or "")
            assert_long_names_are_cut(shown, page)
            unfold(shown)
            shown.resize(DESK)
            shown.look_over()
            shown.clear()
            shown.resize(PHONE)


def test_pages_pass_the_accessibility_rules(browser: Browser, place: Place) -> None:
    """In English with scripts, where each page is unfolded too, and everything on it can be tapped."""
    barriers = {}
    with window(browser, place, PHONE, scripts=True) as shown:
        for page in walk(shown, place):
            barriers[page] = shown.barriers()
            unfold(shown)
    assert not {page: found for page, found in barriers.items() if found}


def test_page_of_a_game_asks_on_its_first_screen_is_short_and_passes_the_accessibility_rules(
    browser: Browser, place: Place
) -> None:
    barriers = {}
    with window(browser, place, PHONE, scripts=True) as shown:
        for seat in asked(shown, place):
            assert_answer_starts_on_the_first_screen(shown, seat)
            barriers[seat] = shown.barriers(without=SHEETS)
            assert screens(shown, PHONE) <= 2.5, seat
            shown.resize(DESK)
            assert screens(shown, DESK) <= 1.5, seat
            shown.resize(PHONE)
            unfold(shown)
        shown.open(place.paths["movement"])
        shown.page.locator(".board > :visible .place.source > .lit").first.click()
        barriers["an open stack"] = shown.barriers(without=HIDDEN_SHEET)
        shown.open(place.paths["a choice of places to play"])
        expect(shown.page.locator(".game[data-live]")).to_be_visible()
        barriers["places to choose"] = shown.barriers(without=HIDDEN_SHEET)
        shown.open(place.paths["deploy"])
        shown.page.locator(".panel .tokens button:not(.dim)").first.click()
        expect(shown.page.locator(".panel .draft > li, .panel [aria-pressed=true]").first).to_be_visible()
        barriers["a plan"] = shown.barriers(without=SHEETS)
    assert not {page: found for page, found in barriers.items() if found}


def test_menu_on_a_phone_unfolds_without_scripts_from_one_line(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE) as shown:
        sign_in(shown, place)
        shown.open("/archive/")
        top, ways = shown.page.locator("header.top"), shown.page.locator("header nav a")
        folded = top.bounding_box()
        assert folded
        assert folded["height"] < 1.5 * TAP
        assert not ways.first.is_visible()
        shown.page.locator(".menu summary").click()
        mine, *others = (way.inner_text() for way in ways.all())
        assert re.fullmatch(r"My games \(\d+ waiting\)", mine)
        assert others == ["New game", "Join or watch", "Clubs", "To do", "Editions", "Settings"]
        for way in ways.all():
            box = way.bounding_box()
            assert box
            assert box["height"] >= TAP
            assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE.width
        ways.first.click()
        shown.page.wait_for_url("**/games/")


def test_menu_on_a_desk_is_open(browser: Browser, place: Place) -> None:
    with window(browser, place, DESK) as shown:
        shown.open("/")
        assert all(way.is_visible() for way in shown.page.locator("header nav a").all())
        assert not shown.page.locator(".menu summary").is_visible()


def asked(window: Window, place: Place, *, scripts: bool = True) -> Iterator[str]:
    """Open the page of a game in every state in which somebody is asked."""
    for seat in SEATS_ASKED:
        window.open(place.paths[seat])
        if scripts:
            expect(window.page.locator(".game[data-live]")).to_be_visible()
        yield seat


def assert_answer_starts_on_the_first_screen(shown: Window, seat: str) -> None:
    answer = shown.page.locator(".panel, #answer form").first.bounding_box()
    assert answer
    is_whole = answer["y"] + answer["height"] <= PHONE.height
    assert answer["y"] >= 0
    assert is_whole or answer["y"] <= PHONE.height - ROOM_TO_ANSWER, seat


def screens(shown: Window, size: Size) -> float:
    """How long the page is, with its news folded, which are as long as they are."""
    for opened in shown.page.locator("details.story[open] > summary").all():
        opened.click()
    height: int = shown.page.evaluate("document.querySelector('main').scrollHeight")
    return height / size.height


def test_answer_starts_on_the_first_screen_of_a_phone_without_scripts(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE) as shown:
        for seat in asked(shown, place, scripts=False):
            assert_answer_starts_on_the_first_screen(shown, seat)


def test_board_on_a_desk_fills_most_of_the_window_and_stays_in_sight(browser: Browser, place: Place) -> None:
    with window(browser, place, DESK) as shown:
        shown.open(place.paths["movement"])
        for button in shown.page.locator("#answer button:visible").all():
            button.scroll_into_view_if_needed()
        board = shown.page.locator("#board .wide").bounding_box()
        assert board
        assert board["width"] >= 0.6 * DESK.width
        assert 0 <= board["y"] <= board["y"] + board["height"] <= DESK.height


def test_new_game_asks_only_what_matters_for_what_is_chosen(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE) as shown:
        sign_in(shown, place)
        shown.open("/games/new/")
        page = shown.page
        address, computer = page.locator("#id_invited"), page.locator(".for-computer")
        lost_time = page.locator("fieldset", has_text="When time runs out")
        silence = page.locator("summary", has_text="Loyalty challenges: silence, and orders")
        minutes = page.locator("#id_hold")
        shown.press("More choices")
        assert [each.is_visible() for each in (silence, minutes, lost_time)] == [True, False, False]
        shown.choose("3 days per decision")
        assert lost_time.is_visible()
        silence.click()
        assert minutes.is_visible()
        shown.look_over()
        assert (address.is_visible(), computer.is_visible()) == (True, False)
        shown.choose("A computer player")
        assert (address.is_visible(), computer.is_visible()) == (False, True)
        assert not silence.is_visible()
        shown.choose("Myself, both sides")
        assert (address.is_visible(), computer.is_visible()) == (False, False)


def test_choice_of_light_or_dark_works_without_scripts_and_returns_to_the_page(
    browser: Browser, place: Place
) -> None:
    with window(browser, place, PHONE) as shown:
        shown.open("/archive/?player=W")
        page, switch = shown.page, shown.page.locator("#theme")
        papers = {}
        for name, theme in (("Dark", "dark"), ("Light", "light"), ("System", None)):
            switch.get_by_role("button", name=name).click()
            shown.look_over()
            assert page.url.endswith("/archive/?player=W#theme")
            assert page.locator("html").get_attribute("data-theme") == theme
            assert switch.locator("[name=theme][aria-pressed=true]").inner_text() == name
            assert page.evaluate("scrollY + innerHeight") == page.evaluate("document.body.scrollHeight")
            papers[name] = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert papers["Dark"] != papers["Light"] == papers["System"]
        switch.get_by_role("button", name="Plain").click()
        assert page.locator("html").get_attribute("data-board") == "plain"
        page.emulate_media(color_scheme="dark")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == papers["Dark"]
        page.emulate_media(media="print")
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(35, 28, 22)"


def test_my_orders_name_the_place_of_each_battle_on_a_phone(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE) as shown:
        sign_in(shown, place)
        shown.open(place.paths["my orders"])
        names = shown.page.locator(".battle > h2")
        assert names.count() > 0
        assert all(names.nth(at).is_visible() for at in range(names.count()))
