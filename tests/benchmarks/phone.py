"""A slow phone: Chromium with a slower processor and connection, which opens a page for the first time."""

from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any, Final, NamedTuple

from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page

from tests.benchmarks.page_kinds import Kind
from tests.benchmarks.pages import Visit
from tests.browser.windows import PHONE
from tests.kit.processes import answers, free_port, started, wait_until

SLOWER: Final = 4
"""How many times slower the processor is than this machine's."""
CONNECTION: Final = {
    "offline": False,
    "latency": 150,  # milliseconds, for each request
    "downloadThroughput": 1_600_000 / 8,  # bytes per second
    "uploadThroughput": 750_000 / 8,
}
TIMES: Final = 3
"""How often a page is opened; the median counts."""

NOTE_THE_BOARD: Final = """
(() => {
  const look = () => requestAnimationFrame(() => {
    if (!document.querySelector(".board .place")) look();
    else requestAnimationFrame(() => { window.firstBoard = performance.now(); });
  });
  look();
})()
"""
"""Notes in which frame of a page its board was there, in milliseconds."""

TAP: Final = """
async () => {
  const sheets = [...document.querySelectorAll(".board > *")];
  const sheet = sheets.find((each) => getComputedStyle(each).display !== "none");
  const stack = sheet?.querySelector(".place.source");
  if (!stack) return null;
  const begin = performance.now();
  stack.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  return sheet.querySelector(".place.goal") ? performance.now() - begin : null;
}
"""
"""Taps a stack, and returns the milliseconds until lit places were painted; null if there is no stack."""


class Opened(NamedTuple):
    """A page as a browser without anything kept opens it.

    Attributes:
        requests: that it sent, with the page itself.
        rest: bytes received, as they were compressed, without fonts.
        fonts: bytes of fonts.
        screens: how long the page is.
        board: milliseconds until the board was shown; None without a board.
        light: milliseconds from a tap on a stack until places light up; None where there is no stack.
    """

    requests: int
    rest: int
    fonts: int
    screens: float
    board: float | None
    light: float | None


@contextmanager
def served() -> Iterator[str]:
    """The service on the database of this process, behind what compresses its pages; its address."""
    port, module = str(free_port()), "tests.benchmarks.proxied_settings"
    with started("deploy/web", PORT=port, WEB_PROCESSES="1", DJANGO_SETTINGS_MODULE=module):
        site = f"http://127.0.0.1:{port}"
        wait_until(lambda: answers(site), what=f"the service at {site}")
        yield site


def opened(browser: Browser, site: str, visit: Visit, kind: Kind) -> Opened:
    """Open a page several times, each time in a browser that has nothing yet.

    Raises:
        playwright.sync_api.Error: the page was not shown in time.
    """
    found = [_opened(browser, site, visit, kind) for _time in range(TIMES)]
    boards = [each.board for each in found if each.board is not None]
    lights = [each.light for each in found if each.light is not None]
    return found[0]._replace(
        board=median(boards) if boards else None, light=median(lights) if lights else None
    )


def _opened(browser: Browser, site: str, visit: Visit, kind: Kind) -> Opened:
    context = browser.new_context(viewport={"width": PHONE.width, "height": PHONE.height})
    try:
        _sign_in(context, site, visit)
        page = context.new_page()
        received = _Received(context, page)
        page.add_init_script(NOTE_THE_BOARD)
        _open(page, f"{site}{kind.address}", is_followed=kind.is_followed)
        if kind.is_to_move:
            page.wait_for_selector(".game[data-live=board]")
        length = page.evaluate("document.documentElement.scrollHeight")
        return Opened(
            received.requests,
            received.rest,
            received.fonts,
            length / PHONE.height,
            page.evaluate("window.firstBoard") if kind.has_board else None,
            page.evaluate(TAP) if kind.is_to_move else None,
        )
    finally:
        context.close()


def _sign_in(context: BrowserContext, site: str, visit: Visit) -> None:
    cookie = visit.browser.cookies.get(settings.SESSION_COOKIE_NAME)
    if cookie is not None:
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie.value, "url": site}])


def _open(page: Page, address: str, *, is_followed: bool) -> None:
    if is_followed:  # the stream is the last that the page asks for
        with page.expect_request(lambda request: "/stream/" in request.url):
            page.goto(address)
    else:
        page.goto(address)
    page.evaluate("document.fonts.ready.then(() => null)")


class _Received:
    """Counts what a page asks for and gets, on a slow connection.

    Args:
        context: of the page.
        page: that nothing has been opened in yet.
    """

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.requests = self.rest = self.fonts = 0
        self._of_fonts: set[str] = set()
        session = context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._ask)
        session.on("Network.loadingFinished", self._receive)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", dict(CONNECTION))
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    def _ask(self, event: dict[str, Any]) -> None:
        self.requests += 1
        if event["type"] == "Font":
            self._of_fonts.add(event["requestId"])

    def _receive(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._of_fonts:
            self.fonts += event["encodedDataLength"]
        else:
            self.rest += event["encodedDataLength"]
