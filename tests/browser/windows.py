"""Windows of a real browser, with checks that hold for every page."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, sync_playwright

from tests.kit.sizes import BROWSER

ARGUMENTS = [
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
"""The rules of axe that a page can pass in the light and break in the dark."""
_READABLE: set[str] = set()
"""The looks of letters that these rules have found nothing wrong with, in this process."""
NOTHING = ":not(*)"
"""A selector of nothing."""
TAP = 44  # CSS pixels, the least a finger hits


class Size(NamedTuple):
    """Of a window, in CSS pixels."""

    width: int
    height: int


PHONE, DESK = Size(360, 740), Size(1280, 900)

CONTROLS = """
() => {
  const controls = "main form :is(input, select, textarea, button), main summary, main .button";
  const target = each => each.matches("[type=checkbox], [type=radio]") ? each.closest("label") ?? each : each;
  return [...document.querySelectorAll(controls)]
    .filter(each => each.type !== "hidden" && !each.closest("details:not([open]) > :not(summary)"))
    .filter(each => each.checkVisibility())
    .map(each => [each.name || each.textContent.trim(), target(each).getBoundingClientRect()])
    .map(([name, box]) => [name, box.width, box.height]);
}
"""
"""What can be tapped to fill a form in: its name, width and height."""

SIDEWAYS = """
() => [...document.querySelectorAll("main *")]
  .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
  .filter(each => !each.closest("svg, .scroll > *, pre, details:not([open]) > :not(summary)"))
  .map(each => each.outerHTML.slice(0, 200))
"""
"""What reaches beyond the window, other than within something that scrolls by itself."""

AXE = (
    AXE_SCRIPT
    + """;
window.broken = async (without, options, only) => {
  const aside = [...document.querySelectorAll(without)].map(each => [each, [...each.childNodes]]);
  for (const [each] of aside) each.replaceChildren();
  const told = { resultTypes: ["violations"], selectors: false, ...options };
  const { violations } = await axe.run(only ?? document, told);
  for (const [each, parts] of aside) each.append(...parts);
  return violations
    .filter(each => ["serious", "critical"].includes(each.impact))
    .flatMap(each => each.nodes.map(node => `${each.id}: ${node.html.slice(0, 160)}`));
};
null  // else it would be called
"""
)
"""To hear all that axe could tell of a page takes longer than its rules do. What is left out is put aside."""

BARRIERS = """
([without, colours]) => {
  const minor = axe._audit.rules.filter(each => !["serious", "critical"].includes(each.impact));
  const off = [...minor.map(each => each.id), ...colours];
  return broken(without, { rules: Object.fromEntries(off.map(id => [id, { enabled: false }])) });
};
"""
"""What is wrong, and where, but for colours."""

FAINT = """
async ([without, colours, known]) => {
  const CLEAR = "rgba(0, 0, 0, 0) none 1  ";
  const hasWords = each => [...each.childNodes].some(child => child.nodeType === 3 && child.data.trim());
  const grounds = new Map();
  const ground = each => {
    if (each && !grounds.has(each)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(each);
      const own = [backgroundColor, backgroundImage, opacity, position === "static" ? "" : each.className];
      const isAll = backgroundColor.startsWith("rgb(");
      grounds.set(each, [...own, isAll ? "" : ground(each.parentElement)].join(" ").replace(CLEAR, ""));
    }
    return grounds.get(each) ?? "";
  };
  const look = each => {
    const { color, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(each);
    const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 56 / 3 : 24);
    const around = each.closest("a") && getComputedStyle(each.parentElement).color;
    return [color, isLarge, textShadow, textDecorationLine, around, ground(each)].join("; ");
  };
  const left = [":disabled", "[aria-disabled=true]", without].join();
  const letters = [...document.querySelectorAll("body *")]
    .filter(each => (each.matches("input, select, textarea") || hasWords(each)) && !each.closest(left))
    .filter(each => each.checkVisibility() && each.getBoundingClientRect().width > 1)
    .map(each => [look(each), each])
    .filter(([each]) => !known.includes(each));
  document.body.style.backgroundImage = "none";  // axe tells nothing of letters on a picture
  const where = letters.map(each => each[1]);
  const found = where.length ? await broken(without, { runOnly: colours }, where) : [];
  document.body.style.backgroundImage = "";
  return [found, letters.map(each => each[0])];
};
"""
"""Letters that do not stand out, and where; and the looks of the letters that were looked at.

Those of a look that is known are not: to look at all of them takes longer than all other rules.
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a screen."""
    path = shutil.which(BROWSER)
    assert path, f"no {BROWSER} on the PATH"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


class Window:
    """A window with cookies of its own.

    Args:
        site: the only place it may ask for anything.
        scripts: whether pages may run scripts; of ours only the one that checks a game has one.
    """

    def __init__(self, browser: Browser, site: str, size: Size, *, scripts: bool = False) -> None:
        self.site = site
        self._context = browser.new_context(
            viewport={"width": size.width, "height": size.height}, java_script_enabled=scripts
        )
        self._context.set_default_timeout(10_000)  # milliseconds
        self.page: Page = self._context.new_page()
        self._complaints: list[str] = []
        self.page.on("console", self._note_console)
        self.page.on("pageerror", lambda error: self._complaints.append(str(error)))
        self.page.on("request", self._note_request)

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complaints.append(message.text)

    def _note_request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.site}/", "data:")):
            self._complaints.append(f"asked {request.url}")

    def close(self) -> None:
        """Close it and forget its cookies."""
        self._context.close()

    def open(self, address: str) -> None:
        """Go to a path of the site, or to a link of a mail; the page is looked over."""
        self.page.goto(address if "://" in address else f"{self.site}{address}")
        self.look_over()

    def resize(self, size: Size) -> None:
        """Make it wider or narrower."""
        self.page.set_viewport_size({"width": size.width, "height": size.height})

    def clear(self) -> None:
        """Take away what is shown, which would be laid out again in each size."""
        self.page.evaluate("document.documentElement.replaceChildren()")

    def look_again(self) -> None:
        """Load the page once more."""
        self.page.reload()
        self.look_over()

    def press(self, name: str) -> None:
        """Press a button, or follow a link that looks like one; the page that comes is looked over."""
        self._named(name).click()
        self.look_over()

    def choose(self, name: str) -> None:
        """Tap on the label of a radio button or a box."""
        self.page.locator("main label", has_text=name).first.click()

    def _named(self, name: str) -> Locator:
        buttons = self.page.locator("main button:visible, main a:visible, main summary:visible")
        return buttons.filter(has_text=re.compile(rf"^\s*{re.escape(name)}\s*$")).first

    def shows(self, text: str) -> bool:
        """Whether some words stand on the page."""
        return text in self.page.inner_text("main")

    def look_over(self) -> None:
        """Nobody has to scroll sideways, everything can be tapped, and the browser complains of nothing.

        A page that is just coming is waited for.
        """
        self.page.wait_for_load_state()
        where = self.page.url
        wide = self.page.evaluate(SIDEWAYS)
        assert not wide, f"beyond the window at {where}: {wide}"
        width = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1], f"{where} is {width[0]} wide"
        small = [each for each in self.page.evaluate(CONTROLS) if min(each[1:]) < TAP - 0.5]
        assert not small, f"too small for a finger at {where}: {small}"
        assert not self._complaints, f"{where}: {self._complaints}"

    def forget_complaints(self) -> None:
        """Forget what the browser complained of, where it had to."""
        self._complaints.clear()

    def barriers(self, *, without: str = NOTHING) -> list[str]:
        """What keeps people out who do not see, or do not use a pointer, as far as a program can tell.

        All rules look at the light page, and those about colours at the same page in the dark.

        Args:
            without: a selector of what is left out.
        """
        self.page.emulate_media(color_scheme="light")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE)
        found: list[str] = self.page.evaluate(BARRIERS, [without, COLOUR_RULES])
        found += self._faint(without)
        self.page.emulate_media(color_scheme="dark")
        found += [f"in the dark, {each}" for each in self._faint(without)]
        self.page.emulate_media(color_scheme="light")
        return found

    def _faint(self, without: str) -> list[str]:
        found, looks = self.page.evaluate(FAINT, [without, COLOUR_RULES, [*_READABLE]])
        if not found:
            _READABLE.update(looks)
        return [*found]
