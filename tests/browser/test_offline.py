"""Without a connection a page of ours says so, and the browser keeps nothing but that page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Place, window
from tests.browser.windows import DESK, PHONE, Window

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]

ACTIVE = """
async (ending) => {
  const found = await navigator.serviceWorker.getRegistration();
  await new Promise((resolve) => {
    const look = () => {
      if (found.active?.state === "activated" && found.active.scriptURL.endsWith(ending)) resolve();
      for (const worker of [found.installing, found.waiting, found.active].filter(Boolean))
        worker.onstatechange = look;
    };
    found.onupdatefound = look;
    look();
  });
}
"""
"""Waits for a worker whose address ends so."""
KEPT = """
async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url));
  return found.map((url) => url.pathname + url.search).sort();
}
"""


@pytest.fixture
def player(browser: Browser, place: Place) -> Iterator[Window]:
    """Somebody who has had the page of a game open, so that the worker is there."""
    with window(browser, place, PHONE, scripts=True) as opened:
        opened.open(place.paths["movement"])
        opened.page.evaluate(ACTIVE, "/worker.js?en.")
        yield opened


def test_a_page_that_does_not_load_says_why_and_can_be_tried_again(player: Window) -> None:
    address = player.page.url
    player.page.context.set_offline(True)
    player.page.reload()
    expect(player.page.locator("h1")).to_have_text("No connection")
    assert player.page.url == address
    assert player.page.locator("html").get_attribute("lang") == "en"
    assert player.barriers() == []
    player.forget_complaints()  # that there is no connection
    for size in (DESK, PHONE):
        player.resize(size)
        player.look_over()
    player.page.context.set_offline(False)
    player.press("Try again")
    assert player.page.url == address
    assert player.page.locator(".game").count() == 1


def test_the_page_has_its_colours_without_a_connection(player: Window) -> None:
    colours = []
    player.page.context.set_offline(True)
    for scheme in ("light", "dark"):
        player.page.emulate_media(color_scheme=scheme)
        player.page.reload()
        colours.append(player.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert colours == ["rgb(243, 234, 215)", "rgb(23, 19, 15)"]


def test_the_page_follows_the_colours_that_are_chosen(player: Window) -> None:
    page, address = player.page, player.page.url
    page.goto(f"{player.site}/rules/")
    page.get_by_role("button", name="Dark").click()
    page.goto(address)
    page.evaluate(ACTIVE, "/worker.js?en.dark")
    page.context.set_offline(True)
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 19, 15)"


def test_the_browser_keeps_that_page_and_its_files_and_nothing_of_a_game(player: Window) -> None:
    game = player.page.url.partition("?")[0]
    for path in ("?as=public", "history/", "moments/1/"):
        player.page.goto(game + path)
    files = ("dark.css", "emblem.svg", "forms.css", "frame.css", "offline.css", "sekigahara.css")
    assert player.page.evaluate(KEPT) == ["/offline/", *(f"/static/{name}?offline" for name in files)]
