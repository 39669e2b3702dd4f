"""Notifications and installing in a real browser, as far as one without a screen lets them come.

It never allows notifications, and knows no push service. So pages are told that they are allowed, subscribing
fails as where the push service is out of reach, and of the worker is seen what it asks the browser to show.
"""

import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Place, window
from tests.browser.windows import DESK, PHONE, Window

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]

PAGE = "/me/mail/"
ALLOWED = """
Object.defineProperty(Notification, "permission", { get: () => "granted" });
Notification.requestPermission = async () => "granted";
"""
WITHOUT_PUSH = """
delete window.PushManager;
Object.defineProperty(navigator, "userAgent", { get: () => "Mozilla/5.0 (%s)", configurable: true });
"""
NOTED = """
() => {
  self.shown = [];
  self.registration.showNotification = async (...told) => void self.shown.push(told);
  self.navigator.setAppBadge = async (count) => void self.shown.push(count);
  self.clients.openWindow = async (address) => void self.shown.push(address);
}
"""
"""Has the worker note what it shows and opens."""
PUSHED = """
async (data) => {
  const pushed = new PushEvent("push", data === null ? {} : { data });
  await showPushed(pushed.data);
  return self.shown.splice(0);
}
"""
ADDED = """
import django
django.setup()
from accounts.models.person import Person
from notifications.push.models import PushDevice
from sekigahara.db import service_time
for number, kind in enumerate(["Samsung Internet/Android", "Safari/iPhone"]):
    PushDevice.objects.create(
        person=Person.objects.at({email!r}),
        endpoint=f"https://push.example.org/{{number}}",
        kind=kind,
        failed_at=service_time.now() if number else None,
    )
"""


@pytest.fixture
def shown(browser: Browser, place: Place) -> Iterator[Window]:
    """A window of somebody who is signed in."""
    with window(browser, place, PHONE, scripts=True) as opened:
        site = urlsplit(place.home.site)
        cookie = {"name": "sessionid", "value": place.session, "domain": site.hostname or "", "path": "/"}
        opened.page.context.add_cookies([cookie])  # type: ignore[list-item]
        yield opened


STATES = """
() => {
  const shown = [...document.querySelectorAll("[data-push]")].filter((each) => !each.hidden);
  return shown.map((each) => each.dataset.push);
}
"""
"""The names of what the section of devices shows of this browser."""


def states(shown: Window) -> list[str]:
    found: list[str] = shown.page.evaluate(STATES)
    return found


def test_a_browser_that_forbids_notifications_is_told_how_to_allow_them(shown: Window) -> None:
    shown.open(PAGE)
    expect(shown.page.locator("[data-push=denied]")).to_be_visible()
    assert states(shown) == ["denied"]
    assert shown.barriers() == []


def test_a_browser_that_cannot_subscribe_says_so_and_can_be_asked_again(shown: Window) -> None:
    shown.page.add_init_script(ALLOWED)
    shown.open(PAGE)
    shown.page.get_by_role("button", name="Notify me on this device").click()
    expect(shown.page.locator("[data-push=failed]")).to_be_visible()
    shown.forget_complaints()  # that windows without a history are pushed nothing
    shown.look_over()
    assert states(shown) == ["off", "failed"]


def test_an_iphone_is_told_to_put_the_page_on_its_home_screen(shown: Window) -> None:
    shown.page.add_init_script(WITHOUT_PUSH % "iPhone; CPU iPhone OS 18_0 like Mac OS X")
    shown.open(PAGE)
    expect(shown.page.locator("[data-push=install]")).to_be_visible()
    assert states(shown) == ["install"]
    shown.page.add_init_script(WITHOUT_PUSH % "Windows NT 6.1")
    shown.look_again()
    expect(shown.page.locator("[data-push=unable]")).to_be_visible()
    assert states(shown) == ["unable"]


def test_devices_are_listed_and_fit_the_window(shown: Window, place: Place) -> None:
    shown.open(PAGE)
    email = shown.page.locator("main strong").first.inner_text()
    place.home.run("-c", ADDED.format(email=email))
    shown.look_again()
    assert shown.shows("Samsung Internet on Android")
    assert shown.shows("The latest notification did not get there")
    assert shown.barriers() == []
    shown.resize(DESK)
    shown.look_over()


def test_the_worker_shows_what_is_pushed_whatever_it_is(shown: Window) -> None:
    shown.page.add_init_script(ALLOWED)
    shown.open(PAGE)
    shown.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    (worker,) = shown.page.context.service_workers
    worker.evaluate(NOTED)
    told = {
        "title": "East against Ieyasu",
        "body": "It is your turn",
        "lang": "en",
        "tag": "k1",
        "silent": False,
    }
    message = {"web_push": 8030, "notification": {**told, "navigate": "/games/k1/"}, "app_badge": 2}
    (title, options), badge = worker.evaluate(PUSHED, json.dumps(message))
    assert (title, badge) == ("East against Ieyasu", 2)
    del told["title"]
    icon = {"icon": "/static/icons/icon_192.png"}
    assert options == {**told, **icon, "data": {"navigate": "/games/k1/"}}
    for strange in ("nonsense", "{}", "null", None):
        ((title, options),) = worker.evaluate(PUSHED, strange)
        assert (title, options["data"]) == ("Sekigahara", {"navigate": "/games/"})
    assert worker.evaluate("async () => { await open('/games/'); return self.shown.splice(0) }") == [
        f"{shown.site}/games/"
    ]
    assert worker.evaluate("async () => { await open('https://a.example/'); return self.shown }") == []


def test_the_browser_finds_nothing_wrong_with_the_manifest(shown: Window) -> None:
    shown.open("/games/")
    browser = shown.page.context.new_cdp_session(shown.page)
    browser.send("Page.enable")
    found = browser.send("Page.getAppManifest")
    assert found["errors"] == []
    assert json.loads(found["data"])["start_url"] == "/"
    for icon in json.loads(found["data"])["icons"]:
        assert shown.page.request.get(shown.site + icon["src"]).headers["content-type"] == "image/png"
