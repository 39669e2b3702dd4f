"""Somebody who plays on the page of a game with scripts, and what the page asks for meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Place, window
from tests.browser.windows import Size, Window

Record = Callable[[str, object], None]
FREE = ".place.goal:not(.fights):not(:has(.price))"
"""A place to go to that costs nothing and where nobody is."""


class Traffic:
    """What a page asks for.

    Attributes:
        loads: how many pages were loaded.
        sent: the addresses of the requests that changed something.
    """

    def __init__(self, page: Page) -> None:
        self.loads = 0
        self.sent: list[str] = []
        page.on("framenavigated", lambda _frame: self._note_load())
        page.on("request", lambda request: self._note(request.method, request.url))

    def _note_load(self) -> None:
        self.loads += 1

    def _note(self, method: str, address: str) -> None:
        if method != "GET" and "/preview/" not in address and "/outlook/" not in address:
            self.sent.append(address)


def counted(taps: int, traffic: Traffic) -> str:
    return f"{taps} taps, {traffic.loads} {'load' if traffic.loads == 1 else 'loads'}"


class Player:
    """Somebody who plays on the board and counts taps."""

    def __init__(self, shown: Window) -> None:
        self.page = shown.page
        self.taps = 0

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.click()
        expect(self.page.locator(".game[data-busy]")).to_have_count(0)

    def at(self, look: str) -> Locator:
        """Places of that look on the sheet that is shown."""
        return self.page.locator(f".board > :visible {look}")

    def button(self, name: str) -> Locator:
        return self.page.locator(".panel button", has_text=name).first

    def choose_limited_movement(self) -> None:
        self.tap(self.button("Limited movement"))
        self.tap(self.page.locator(".panel .tokens button").first)
        expect(self.page.locator(".panel .draft > li")).to_have_count(1)

    def march(self) -> None:
        """Move the first stack that can go somewhere at no cost."""
        steps = self.page.locator(".panel .draft > li").count()
        for number in range(self.at(".place.source").count()):
            taps = self.taps
            self.tap(self.at(".place.source > .lit").nth(number))
            if self.at(FREE).count():
                self.tap(self.at(f"{FREE} > .lit").first)
                expect(self.page.locator(".panel .draft > li")).to_have_count(steps + 1)
                return
            self.button("Back").click()
            self.taps = taps  # a player sees which stack to move
        pytest.fail("no stack can go anywhere at no cost")


@contextmanager
def playing(browser: Browser, place: Place, what: str, size: Size) -> Iterator[Window]:
    with window(browser, place, size, scripts=True) as shown:
        shown.open(place.paths[f"{what} to play"])
        expect(shown.page.locator(".game[data-live]")).to_be_visible()
        yield shown


def go_to(page: Page, there: str) -> None:
    """Press Tab until the focus is there, and Enter."""
    for _press in range(150):
        page.keyboard.press("Tab")
        if page.evaluate(there):
            page.keyboard.press("Enter")
            return
    pytest.fail(f"Tab does not lead to {there}")
