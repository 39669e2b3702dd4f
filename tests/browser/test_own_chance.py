"""A player's own randomness in a real browser: promised by its hash, kept there, and revealed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from games.engine.chance import hash_of
from tests.browser.conftest import Place, window
from tests.browser.test_pages import sign_in
from tests.browser.windows import PHONE, Window

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]


@pytest.fixture
def phone(browser: Browser, place: Place) -> Iterator[Window]:
    """The form for a new game, unfolded."""
    with window(browser, place, PHONE, scripts=True) as shown:
        sign_in(shown, place)
        shown.open("/games/new/")
        shown.press("More choices")
        shown.press("Add your own randomness")
        yield shown


def promise(shown: Window, word: str) -> str:
    """Promise a word. Return the hash that would be sent, once the page has dealt with it."""
    shown.page.fill("input[name=nonce]", word)
    shown.choose("Reveal it only when my opponent has joined")
    shown.page.locator("input[name=nonce]:disabled, [data-refused]:visible").first.wait_for()
    return shown.page.locator("input[name=nonce_hash]").input_value()


def test_own_words_are_promised_as_the_service_will_read_them(phone: Window) -> None:
    assert promise(phone, " blue  horse 7 ") == hash_of("blue-horse-7")
    assert phone.page.locator("[data-word]").inner_text() == "blue-horse-7"
    kept = phone.page.evaluate("hash => localStorage.getItem(`nonce ${hash}`)", hash_of("blue-horse-7"))
    assert kept == "blue-horse-7"
    phone.look_over()


@pytest.mark.parametrize("word", ["", "blaues Roß", "x" * 65])
def test_words_that_could_never_be_revealed_are_not_promised(phone: Window, word: str) -> None:
    phone.page.eval_on_selector("input[name=nonce]", "field => field.removeAttribute('maxlength')")
    assert promise(phone, word) == ""
    assert not phone.page.locator("[data-promise] input[type=checkbox]").is_checked()
    assert phone.shows("letters, digits and + / = _ . - only")
    assert phone.page.locator("input[name=nonce]").is_editable()
    phone.look_over()
