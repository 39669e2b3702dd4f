"""The player aid of every edition: one screen of a phone, and one page of A5."""

import pytest
from playwright.sync_api import Browser

from games.rulebook.editions import edition_ids
from tests.browser.conftest import Place, window
from tests.browser.windows import DESK, Size

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("pages")]

SCREEN = Size(390, 844)
A5 = b"/MediaBox [0 0 420 594"
"""Its size in points, as a file for printers has it."""


def test_an_aid_fits_one_screen_of_a_phone(browser: Browser, place: Place) -> None:
    with window(browser, place, SCREEN) as shown:
        for edition in edition_ids():
            shown.open(f"/editions/{edition}/aid/")
            box = shown.page.locator(".aid").bounding_box()
            assert box
            assert box["y"] + box["height"] <= SCREEN.height, edition


def test_an_aid_is_printed_on_one_page_of_a5(browser: Browser, place: Place) -> None:
    with window(browser, place, DESK) as shown:
        for edition in edition_ids():
            shown.open(f"/editions/{edition}/aid/")
            assert shown.page.pdf(prefer_css_page_size=True).count(A5) == 1, edition
