"""Long pages: folded, so that each answers its question on its first screens, and searched."""

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Place, window
from tests.browser.windows import PHONE, Size

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("pages")]

SCREEN = Size(390, 844)
MOST_SCREENS = 4
FOLDED = ("/rules/", "/editions/kessen/", "/history/", "history", "ladder", "/me/", "/games/", "/games/open/")
CHAPTER = ".book > details"


def test_long_page_is_at_most_four_screens_of_a_phone(browser: Browser, place: Place) -> None:
    with window(browser, place, SCREEN) as shown:
        for page in FOLDED:
            shown.open(place.paths.get(page, page))
            height = shown.page.evaluate("document.documentElement.scrollHeight") / SCREEN.height
            assert height <= MOST_SCREENS, f"{page}: {height:.1f} screens"


def test_link_to_a_rule_opens_its_chapter(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE) as shown:
        shown.open("/rules/#rule-7-1")
        assert shown.page.locator("#rule-7-1").is_visible()
        assert shown.page.locator(f"{CHAPTER}[open]").count() == 1


def test_search_shows_the_rules_that_have_all_words_and_says_if_none_has(
    browser: Browser, place: Place
) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        shown.open("/rules/")
        field = shown.page.get_by_label("Search the rules:")
        field.fill("special attack")
        found = [each.inner_text().lower() for each in shown.page.locator(".book .rule:visible").all()]
        assert found
        assert all("special" in words and "attack" in words for words in found)
        field.fill("locomotive")
        assert not shown.page.locator(f"{CHAPTER}:visible").count()
        assert shown.page.get_by_text("No rule has these words.").is_visible()
        field.fill("")
        assert shown.page.locator(f"{CHAPTER}:visible").count() == shown.page.locator(CHAPTER).count()
        assert not shown.page.locator(f"{CHAPTER}[open]").count()
