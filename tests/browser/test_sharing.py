"""The address of a finished game is copied with one tap; without scripts it stands there to be copied."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Place, window
from tests.browser.windows import PHONE

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]


def test_the_address_is_copied(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as player:
        player.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        player.open(place.paths["over"])
        button = player.page.get_by_role("button", name="Share")
        button.click()
        expect(player.page.get_by_role("button", name="Copied")).to_be_visible()
        copied = player.page.evaluate("navigator.clipboard.readText()")
        assert copied == player.page.url.partition("?")[0]
        player.look_over()
        assert player.barriers() == []


def test_address_is_shown_without_scripts(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE) as player:
        player.open(place.paths["over"])
        address = player.page.url.partition("?")[0]
        assert player.page.locator(".share a").inner_text() == address
        expect(player.page.locator(".share button")).to_be_hidden()
