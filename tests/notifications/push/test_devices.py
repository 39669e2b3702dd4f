"""The register of devices: what is refused, what is replaced, and how a device is forgotten."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from pytest_django import Settings

from accounts import services as accounts
from accounts.models.person import Person
from notifications import rhythm, tasks
from notifications.delivery import deliver_due
from notifications.models import MailRhythm, Rhythm
from notifications.push import services as devices
from notifications.push.delivery import push_due
from notifications.push.models import PushDevice
from sekigahara.errors.exceptions import RefusalError
from tests.kit.push_browser import AUTH, PushBrowser, encoded
from tests.kit.receiver import Receiver
from tests.notifications.asked import START, of
from tests.notifications.push.conftest import titles

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": ""},
        {"endpoint": "push"},
        {"endpoint": "https://push.example.org/\0"},
        {"endpoint": "https://push.example.org/" + "a" * 500},
        {"p256dh": ""},
        {"p256dh": "…"},
        {"p256dh": encoded(b"\4" + bytes(64))},
        {"auth": encoded(AUTH[:-1])},
        {"auth": "a"},
    ],
)
def test_what_is_no_subscription_is_refused(
    person: Person, browser: PushBrowser, changed: dict[str, Any]
) -> None:
    told = {"endpoint": "https://push.example.org/a", **browser.keys, **changed}
    with pytest.raises(RefusalError, check=lambda error: error.code == "bad-device"):
        devices.add_device(person=person, kind="", **told)


def test_there_are_no_notifications_without_a_key(
    person: Person, browser: PushBrowser, settings: Settings
) -> None:
    rhythm.choose(MailRhythm(person_id=person.pk, rhythm=Rhythm.PUSH))
    settings.PUSH_KEY = ""
    with pytest.raises(RefusalError, check=lambda error: error.code == "no-push"):
        browser.added(person)
    assert of(person, "k1").push_at is None
    deliver_due()
    assert len(mail.outbox) == 1


def test_one_device_too_many_ends_the_one_that_was_not_used_for_longest(
    person: Person, server: Receiver, clock: time_machine.Traveller
) -> None:
    for number in range(devices.MOST_DEVICES + 1):
        PushBrowser(server, f"push/browser-{number}").added(person)
        clock.shift(timedelta(minutes=1))
    left = {device.endpoint.rpartition("-")[2] for device in PushDevice.objects.all()}
    assert left == {str(number) for number in range(1, devices.MOST_DEVICES + 1)}


def test_another_subscription_takes_the_place_of_one_whose_secret_it_knows(
    person: Person, browser: PushBrowser, server: Receiver
) -> None:
    new = PushBrowser(server, "push/new")
    told = {"old_endpoint": browser.endpoint, "endpoint": new.endpoint, **new.keys}
    assert not devices.renew_device(old_auth=encoded(bytes(16)), **told)
    assert devices.renew_device(old_auth=encoded(AUTH), **told)
    assert not devices.renew_device(old_auth=encoded(AUTH), **told)
    of(person, "k1")
    push_due()
    assert (titles(browser), titles(new)) == ([], ["Against k1"])


def test_devices_that_nobody_uses_are_forgotten(
    person: Person, browser: PushBrowser, clock: time_machine.Traveller
) -> None:
    PushDevice.objects.update(used_at=START)
    clock.move_to(START + devices.UNUSED_DEVICES_KEPT_FOR)
    tasks.forget_old()
    assert PushDevice.objects.exists()
    clock.shift(timedelta(seconds=1))
    assert tasks.forget_old() == 1
    assert not PushDevice.objects.exists()


def test_ending_everything_ends_the_notifications_of_devices(person: Person, browser: PushBrowser) -> None:
    accounts.end_everything(person=person)
    assert not PushDevice.objects.exists()


def test_a_test_comes_once_however_often_one_presses(person: Person, browser: PushBrowser) -> None:
    device = PushDevice.objects.get()
    assert devices.send_trial(device=device)
    assert not devices.send_trial(device=device)
    tasks.notify_devices()
    assert titles(browser) == ["Sekigahara: a test"]
