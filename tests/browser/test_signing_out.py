"""Signing out in a real browser: what it kept is gone, but for a word that is still to be revealed."""

import pytest
from playwright.sync_api import Browser

from games.engine.chance import hash_of
from tests.browser.conftest import Place, window
from tests.browser.windows import PHONE, Window

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]

PROMISED, REVEALED = f"nonce {hash_of('blue-horse')}", f"revealed {hash_of('red-horse')}"


def kept(shown: Window) -> list[str]:
    return sorted(shown.page.evaluate("() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]"))


def close_seats(shown: Window, place: Place, *keys: str) -> None:
    """Open a seat by its link, keep things as pages do, and leave it for good."""
    shown.open(place.paths["bid"])
    for key in keys:
        shown.page.evaluate("key => localStorage.setItem(key, 'x')", key)
    shown.page.evaluate("() => sessionStorage.setItem('draft', 'x')")
    shown.open("/games/")
    assert shown.shows("random word that you promised") == (PROMISED in keys)
    shown.press("Close these seats in this browser")
    shown.page.wait_for_url("**/sign-in/")


def test_a_promised_word_outlasts_signing_out_and_nothing_else_does(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        close_seats(shown, place, PROMISED, REVEALED, "other")
        assert kept(shown) == [PROMISED]
        close_seats(shown, place, REVEALED, PROMISED)
        assert kept(shown) == [PROMISED]


def test_nothing_is_kept_where_nothing_is_to_be_revealed(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        close_seats(shown, place, REVEALED, "other")
        assert kept(shown) == []
