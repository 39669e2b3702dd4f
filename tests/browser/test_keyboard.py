"""A newcomer plays a week by keyboard alone, and finds everything by its role and name."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import Error as Gone

from tests.browser.conftest import Place, window
from tests.browser.windows import PHONE

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]

WISHES = (
    *("Skip to my decision", "Bid this card", "Go second", "Discard"),
    *("Tap again to end the phase", "Send, and end the phase", "End the phase", "Minimal movement"),
    *(
        "Fight here",
        "Stay inside",
        "Come out",
        "Tap again",
        "Stop deploying",
        "Don.t challenge",
        "Let their block",
    ),
    *("Lose", "Retreat", "Yes", "Send"),
)
"""What the newcomer presses: the first of these buttons that is there."""
FREE = re.compile(r"^Move to [^,]+(, leader)?$")
"""A place to go to that costs no card."""
MOST_STEPS = 80
MOST_TABS = 150


def test_week_is_played_by_keyboard_with_what_has_a_role_and_a_name(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as shown:
        shown.open("/")
        newcomer = Newcomer(shown.page)
        newcomer.press(shown.page.get_by_role("button", name="Play now"))
        for _step in range(MOST_STEPS):
            newcomer.wait_to_be_asked()
            if newcomer.week == "Week 2":
                break
            newcomer.decide()
        assert newcomer.week == "Week 2"
        assert newcomer.moved, "no stack moved"


class Newcomer:
    """Somebody without a mouse, who knows what stands in the accessibility tree.

    Attributes:
        moved: whether a stack has been moved on the board.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._main = page.get_by_role("main")
        self.moved = False

    @property
    def week(self) -> str:
        found = re.search(r"Week \d", self._main.inner_text())
        return found[0] if found else ""

    def wait_to_be_asked(self) -> None:
        """Until the page asks something that has a button."""
        expect(self._page).to_have_title(re.compile("^Your decision"), timeout=60_000)
        expect(self._page.locator(".game[data-live]:not([data-busy])")).to_be_visible()
        wished = self._main.get_by_role("button", name=re.compile(f"^({'|'.join(WISHES)})"))
        expect(wished.first).to_be_visible()

    def decide(self) -> None:
        """Answer with whatever is named first, and move a stack where that is possible."""
        told = (
            self._main.aria_snapshot()
        )  # to ask for roles and names once takes less time than for each wish
        if not self.moved and (stacks := self._there("button", re.compile("^Move from "))):
            self.press(stacks[0])
            if goals := self._there("button", FREE):
                self.press(goals[0])
                self.moved = True
                return
            self.press(self._main.get_by_role("button", name="Back"))
        for role in ("radio", "checkbox"):
            for choice in self._there(role, re.compile(""))[:1]:
                self.press(choice, "Space")
        named = [wish for wish in WISHES if re.search(f'button "{wish}', told)]
        wished = (self._there("button", re.compile(f"^{wish}")) for wish in named)
        for buttons in filter(None, wished):
            self.press(buttons[0])
            return

    def _there(self, role: str, name: re.Pattern[str]) -> list[Locator]:
        found = self._main.get_by_role(role, name=name)  # type: ignore[arg-type]
        # ``is_enabled`` would wait for a button whose label has just changed.
        enabled = found.and_(self._main.locator(":not(:disabled, [aria-disabled=true])"))
        return [each for each in enabled.all() if each.is_visible()]

    def press(self, what: Locator, key: str = "Enter") -> None:
        """Go there with Tab, press the key, and see that something comes of it."""
        before = self._main.text_content() or ""
        try:
            # Found once: to look for a role and a name at each step takes most of the time.
            there = what.element_handle(timeout=2000)
            for _tab in range(MOST_TABS):
                if not there.is_visible():
                    return  # what was pressed before has only now come to an end
                if there.evaluate("there => there === document.activeElement"):
                    break
                self._page.keyboard.press("Tab")
            else:
                pytest.fail(f"Tab does not lead to {what}")
        except Gone:
            return  # it has come to an end in this moment
        self._page.keyboard.press(key)
        if key == "Enter":
            expect(self._main).not_to_have_text(before)
            expect(self._page.locator(".game[data-busy]")).to_have_count(0)
