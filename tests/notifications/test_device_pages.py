"""The section of devices on the page of one's mail, and what browsers post."""

import json
import re

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import closing, export
from accounts.models.person import Person
from notifications import tasks
from notifications.push.encryption import public_key
from notifications.push.models import PushDevice
from tests.kit.pages import words_of
from tests.kit.push_browser import AUTH, PushBrowser, encoded
from tests.kit.receiver import Receiver

pytestmark = pytest.mark.django_db

PAGE = "/me/mail/"
PHONE = "Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0"


@pytest.fixture
def browser(person: Person) -> Client:
    browser = Client(headers={"User-Agent": PHONE})
    browser.force_login(person)
    return browser


@pytest.fixture
def push(server: Receiver) -> PushBrowser:
    server.status = 201
    return PushBrowser(server)


def form(push: PushBrowser) -> dict[str, str]:
    return {"endpoint": push.endpoint, **push.keys}


def test_a_device_is_added_listed_tried_and_ended(browser: Client, push: PushBrowser) -> None:
    page = words_of(browser.get(PAGE))
    assert "No device is notified yet." in page
    assert "To be notified on this device, allow this page to run scripts" in page
    assert f'data-push-key="{public_key()}"' in page
    for _click in range(2):
        added = browser.post("/me/devices/", form(push))
        assert added["Location"] == "/me/mail/#devices"
    page = words_of(browser.get(PAGE))
    assert "This device is notified from now on." in page
    device = PushDevice.objects.get()
    assert page.count("<b>Firefox on Android</b>") == 1
    assert f'data-mark="{device.mark}"' in page
    assert push.endpoint not in page
    browser.post(f"/me/devices/{device.key}/test/")
    browser.post(f"/me/devices/{device.key}/test/")
    assert "on its way already" in words_of(browser.get(PAGE))
    tasks.notify_devices()
    (shown,) = push.shown()
    assert shown.message["notification"]["navigate"] == "http://testserver/me/mail/"
    for _click in range(2):
        assert browser.post(f"/me/devices/{device.key}/end/").status_code == 302
    assert not PushDevice.objects.exists()
    assert browser.post(f"/me/devices/{device.key}/test/").status_code == 404


def test_wrong_input_is_refused_in_words(browser: Client, push: PushBrowser) -> None:
    browser.post("/me/devices/", form(push) | {"endpoint": "http://push.example.org"})
    assert "This is no subscription that a browser has made" in words_of(browser.get(PAGE))
    assert not PushDevice.objects.exists()


def test_a_device_that_is_not_reached_is_shown_as_such(
    browser: Client, person: Person, push: PushBrowser, server: Receiver
) -> None:
    device = push.added(person)
    server.status = 403
    browser.post(f"/me/devices/{device.key}/test/")
    tasks.notify_devices()
    assert "The latest notification did not get there" in words_of(browser.get(PAGE))


def test_a_browser_renews_its_subscription_without_a_page(person: Person, server: Receiver) -> None:
    old, new = PushBrowser(server, "push/old"), PushBrowser(server, "push/new")
    old.added(person)
    told = {"old_endpoint": old.endpoint, "old_auth": encoded(AUTH), **form(new)}
    worker = Client(enforce_csrf_checks=True)
    assert worker.post("/me/devices/renew/", {**told, "old_auth": encoded(bytes(16))}).status_code == 404
    assert worker.post("/me/devices/renew/", {**told, "endpoint": "none"}).status_code == 400
    assert worker.post("/me/devices/renew/", told).status_code == 204
    assert PushDevice.objects.get().endpoint == new.endpoint


def test_nothing_of_devices_is_shown_without_a_key(
    browser: Client, push: PushBrowser, settings: Settings
) -> None:
    settings.PUSH_KEY = ""
    assert "devices" not in re.sub(r"on my devices", "", words_of(browser.get(PAGE)))
    browser.post("/me/devices/", form(push))
    assert "This service does not notify devices." in words_of(browser.get(PAGE))


def test_the_export_names_the_push_service_and_not_the_address(person: Person, push: PushBrowser) -> None:
    push.added(person)
    text = export.document(person).decode()
    (told,) = json.loads(text)["devices"]
    assert told["endpoint"] == "https://127.0.0.1/…"
    assert told["kind"] == "Firefox/Android"
    assert "/push/browser" not in text
    assert encoded(AUTH) not in text


def test_a_closed_account_has_no_devices(person: Person, push: PushBrowser) -> None:
    push.added(person)
    closing.close(person=person)
    assert not PushDevice.objects.exists()
