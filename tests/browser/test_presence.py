"""Two players who both agree see at once that the other has the page open, and do not once one says no."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Place, window
from tests.browser.windows import DESK, PHONE, Window

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]

LINE = ".presence"


def switch(opened: Window, name: str) -> None:
    """In place: the page is not left."""
    about = opened.page.locator("details.about")
    if about.get_attribute("open") is None:
        about.locator("summary").click()
    about.get_by_role("button", name=name).click()
    expect(opened.page.locator(".messages")).to_contain_text("Presence is")


def test_two_players_see_each_other_come(browser: Browser, place: Place) -> None:
    with (
        window(browser, place, PHONE, scripts=True) as east,
        window(browser, place, DESK, scripts=True) as west,
    ):
        east.open(place.paths["bid of east to play"])
        west.open(place.paths["bid of west to play"])
        switch(east, "Switch presence on")
        expect(east.page.locator(LINE)).to_be_hidden()
        switch(west, "Switch presence on")
        for opened, name in ((east, "B"), (west, "Wolfe")):
            line = opened.page.locator(LINE)
            expect(line).to_be_visible()
            expect(line).to_contain_text(name)
            expect(line).to_contain_text("is looking at the game.")
            opened.look_over()
            assert opened.barriers() == []
        switch(west, "Switch presence off")
        expect(east.page.locator(LINE)).to_be_hidden()
        expect(west.page.locator(LINE)).to_have_count(0)
        switch(east, "Switch presence off")
