"""A newcomer without scripts taps once on the first page, and has a board."""

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Place, window
from tests.browser.windows import DESK, PHONE, Size
from tests.kit.processes import wait_until

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_play_now_leads_to_a_decision_with_one_tap(browser: Browser, place: Place, size: Size) -> None:
    with window(browser, place, size) as newcomer:
        newcomer.open("/")
        button = newcomer.page.get_by_role("button", name="Play now")
        box = button.bounding_box()
        assert box
        assert box["y"] + box["height"] < size.height, "it is not on the first screen"
        newcomer.press("Play now")
        assert "/games/" in newcomer.page.url
        assert newcomer.page.locator("#board svg:visible").count()
        bidding = newcomer.page.get_by_role("button", name="Bid this card").bounding_box()
        assert bidding
        assert bidding["y"] + bidding["height"] <= size.height or size == DESK, (
            "one has to look for the answer"
        )
        assert newcomer.shows("Keep this game: add an email address")
        there = newcomer.page.url.partition("?")[0].partition("#")[0]

        def is_asked() -> bool:
            newcomer.look_again()
            return newcomer.page.title().startswith("Your decision")

        wait_until(is_asked, what="the computer's answer")
        newcomer.open("/games/")
        assert newcomer.shows("Another game against the computer")
        newcomer.open("/")
        newcomer.press("Go on playing")
        assert newcomer.page.url.partition("?")[0].partition("#")[0] == there


def test_pages_of_a_guest_pass_the_accessibility_rules(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as newcomer:
        newcomer.open("/")
        newcomer.press("Play now")
        found = {newcomer.page.url: newcomer.barriers()}
        for path in ("/games/", "/sign-in/?next=/games/", "/"):
            newcomer.open(path)
            found[path] = newcomer.barriers()
    assert not {page: barriers for page, barriers in found.items() if barriers}
