"""From a game that does not wait one tap leads to the next that does, without a load."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Place, window
from tests.browser.test_pages import sign_in
from tests.browser.windows import Size

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]


def test_next_game_is_shown_in_place_and_back_leads_to_the_one_before(browser: Browser, place: Place) -> None:
    with window(browser, place, Size(390, 844), scripts=True) as shown:
        page = shown.page
        sign_in(shown, place)
        shown.open("/games/")
        page.locator("li.card:not(.waits):not(.over) a").first.click()
        before = page.url
        page.evaluate("window.isStillHere = true")
        page.get_by_role("link", name="Next game waiting for me").click()
        expect(page.locator(".game.deciding")).to_be_visible()
        shown.look_over()
        assert page.evaluate("window.isStillHere")
        assert page.url != before
        assert f"/games/{page.locator('.game').get_attribute('data-game')}/" in page.url
        page.go_back()
        expect(page.get_by_role("link", name="Next game waiting for me")).to_be_visible()
        assert page.url == before
