"""The first page in a real browser: one screen says what this is, and a campaign plays itself on it."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Place, window
from tests.browser.windows import Size

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]

SIZES = pytest.mark.parametrize("size", [Size(390, 844), Size(1440, 900)], ids=["phone", "desk"])
SHIFTED = """
() => new Promise((resolve) => new PerformanceObserver((list) => resolve(
  list.getEntries().filter((each) => !each.hadRecentInput).reduce((sum, each) => sum + each.value, 0)
)).observe({ type: "layout-shift", buffered: true }) ?? setTimeout(() => resolve(0), 500))
"""
"""How far what was shown has moved; fonts that come late move it a little."""

SLOW = {"offline": False, "latency": 20, "downloadThroughput": 40_000, "uploadThroughput": 40_000}
"""A bad line, in milliseconds and bytes a second: the page is drawn before all of it is there."""

ONCE_ROUND = 90_000
"""Milliseconds in which the campaign surely begins again."""


@SIZES
@pytest.mark.parametrize("scripts", [True, False], ids=["moving", "still"])
def test_the_first_screen_has_name_pitch_button_and_board(
    browser: Browser, place: Place, size: Size, *, scripts: bool
) -> None:
    with window(browser, place, size, scripts=scripts) as shown:
        shown.open("/")
        for part in ("h1", ".lead", ".opening form button", ".stage .board", ".stage .scene"):
            found = shown.page.locator(part)
            box = found.bounding_box()
            assert box, part
            assert box["y"] + box["height"] <= size.height, part


@SIZES
def test_the_campaign_plays_itself_until_it_is_paused(browser: Browser, place: Place, size: Size) -> None:
    with window(browser, place, size, scripts=True) as shown:
        shown.open("/")
        page, told = shown.page, shown.page.locator(".film .told")
        page.get_by_role("button", name="Pause").wait_for()
        expect(told).to_have_text("West stopped deploying.", timeout=ONCE_ROUND)
        expect(told).to_have_text("East won the battle of Kyoto, impact 10 to 9.", timeout=ONCE_ROUND)
        expect(page.locator(".stage .fought .has-won")).to_contain_text("East")
        page.locator(".board .trail").first.wait_for(state="attached")
        page.get_by_role("button", name="Pause").click()
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        assert page.evaluate(SHIFTED) < 0.02
        assert shown.barriers() == []


def test_nothing_shifts_while_the_page_arrives_slowly(browser: Browser, place: Place) -> None:
    with window(browser, place, Size(390, 844), scripts=True) as shown:
        network = shown.page.context.new_cdp_session(shown.page)
        network.send("Network.enable")
        network.send("Network.emulateNetworkConditions", SLOW)
        shown.open("/")
        shown.page.evaluate("document.fonts.ready")
        assert shown.page.evaluate(SHIFTED) < 0.005


def test_nothing_moves_for_who_wants_no_motion(browser: Browser, place: Place) -> None:
    with window(browser, place, Size(390, 844), scripts=True) as shown:
        asked: list[str] = []
        shown.page.on("request", lambda request: asked.append(request.url))
        shown.page.emulate_media(reduced_motion="reduce")
        shown.open("/")
        expect(shown.page.locator(".stage .battle")).to_be_visible()
        assert not [each for each in asked if "/film/" in each]
        assert not shown.page.locator(".film .toggle").count()
