"""What waits for somebody is shown on their devices: at once, encrypted, and by nobody but us."""

import json
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from pytest_django import Settings

from accounts.models.person import Person
from notifications import registry, rhythm, services, tasks
from notifications.delivery import deliver_due
from notifications.models import MailOutcome, MailRhythm, Notification, Rhythm
from notifications.outbox import MOST_ATTEMPTS
from notifications.push import services as devices
from notifications.push.delivery import push_due
from notifications.push.encryption import public_key
from notifications.push.models import Push, PushDevice
from notifications.registry import Kind
from notifications.services import Announcement, announce
from sekigahara.errors.exceptions import RefusalError
from tests.kit.processes import free_port
from tests.kit.push_browser import PushBrowser
from tests.kit.receiver import Receiver, receiver
from tests.notifications.asked import ASKED, START, deadlines, of
from tests.notifications.conftest import owe
from tests.notifications.posting import named
from tests.notifications.push.conftest import titles

pytestmark = [pytest.mark.django_db, pytest.mark.both]

# --- what is sent ---


def test_a_message_is_declarative_and_says_when_and_against_whom(
    person: Person, browser: PushBrowser, clock: time_machine.Traveller
) -> None:
    deadlines["k1.east"] = START + timedelta(hours=5)
    of(person, "k1.east")
    assert tasks.notify_devices() > 0
    (shown,) = browser.shown()
    assert shown.message == {
        "web_push": 8030,
        "notification": {
            "title": "Against k1.east",
            "body": "A game waits\nUntil 17:30.",
            "navigate": "https://games.example.org/k1.east/",
            "tag": "k1",
            "renotify": True,
            "lang": "en",
            "silent": False,
        },
        "app_badge": 0,
    }
    headers = shown.headers
    assert (headers["ttl"], headers["urgency"]) == (str(5 * 60 * 60), "normal")
    assert (headers["content-encoding"], headers["content-type"]) == (
        "aes128gcm",
        "application/octet-stream",
    )
    assert len(headers["topic"]) == 32
    assert "k1" not in headers["topic"]
    assert push_due() == 0


def test_an_urgent_message_is_sent_as_urgent(
    person: Person, browser: PushBrowser, asked: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry._kinds, ASKED, asked._replace(is_urgent=True))
    of(person, "k1")
    push_due()
    (shown,) = browser.shown()
    assert (shown.headers["urgency"], shown.headers["ttl"]) == ("high", str(7 * 24 * 60 * 60))


@pytest.mark.parametrize(
    ("site", "told", "subject"),
    [
        ("https://games.example.org:8443", "", "https://games.example.org"),
        ("http://games", "", "mailto:sekigahara@games"),
        ("http://games", "mailto:somebody@example.org", "mailto:somebody@example.org"),
    ],
)
def test_the_signature_names_the_push_service_and_us(
    person: Person, browser: PushBrowser, settings: Settings, site: str, told: str, subject: str
) -> None:
    settings.SITE_URL, settings.PUSH_SUBJECT = site, told
    settings.DEFAULT_FROM_EMAIL = "Sekigahara <sekigahara@games>"
    of(person, "k1")
    push_due()
    (shown,) = browser.shown()
    token, key = shown.headers["authorization"].removeprefix("vapid t=").split(",k=")
    claims = json.loads(encoded_part(token))
    assert claims["aud"] == browser.endpoint.removesuffix("/push/browser")
    assert claims["sub"] == subject
    assert timedelta(0) < datetime.fromtimestamp(claims["exp"], UTC) - datetime.now(UTC) < timedelta(hours=24)
    assert key == public_key()


def encoded_part(token: str) -> bytes:
    import base64

    body = token.split(".")[1]
    return base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))


def test_every_device_of_a_person_and_nobody_elses_is_notified(
    person: Person, browser: PushBrowser, server: Receiver
) -> None:
    second, stranger = PushBrowser(server, "push/second"), PushBrowser(server, "push/stranger")
    second.added(person)
    stranger.added(Person.objects.at("stranger@example.org"))
    of(person, "k1")
    push_due()
    assert (titles(browser), titles(second), titles(stranger)) == (["Against k1"], ["Against k1"], [])


def test_a_device_is_of_whoever_added_it_last(person: Person, browser: PushBrowser) -> None:
    other = Person.objects.at("other@example.org")
    browser.added(other)
    of(person, "k1")
    of(other, "k2")
    push_due()
    assert titles(browser) == ["Against k2"]


# --- whether and when ---


def test_only_what_waits_is_pushed_and_what_is_muted_is_not(person: Person, browser: PushBrowser) -> None:
    owe(person)
    services.mute(person=person, kind=ASKED)
    of(person, "k1")
    of(person, "k2", "answered")
    tasks.notify_devices()
    assert titles(browser) == []
    assert not Push.objects.exists()
    assert not Notification.objects.exclude(push_at=None).exists()


@pytest.mark.parametrize(
    ("chosen", "pushed", "mailed"),
    [
        (Rhythm.AT_ONCE, 1, 1),
        (Rhythm.DAILY, 1, 0),
        (Rhythm.PUSH, 1, 0),
        (Rhythm.NEVER, 0, 0),
    ],
)
def test_a_rhythm_of_mail_holds_back_no_notification_but_never_does(
    person: Person,
    browser: PushBrowser,
    clock: time_machine.Traveller,
    chosen: Rhythm,
    pushed: int,
    mailed: int,
) -> None:
    rhythm.choose(MailRhythm(person_id=person.pk, rhythm=chosen, hour=18))
    of(person, "k1")
    deliver_due()
    tasks.notify_devices()
    assert (len(titles(browser)), len(mail.outbox)) == (pushed, mailed)


def test_quiet_hours_hold_notifications_back_too_but_for_what_expires(
    person: Person, browser: PushBrowser, clock: time_machine.Traveller
) -> None:
    rhythm.choose(MailRhythm(person_id=person.pk, rhythm=Rhythm.PUSH, quiet_from=12, quiet_until=14))
    deadlines["k1"] = START + timedelta(hours=1)
    of(person, "k1")
    of(person, "k2")
    of(person, "k2", "2")
    tasks.notify_devices()
    assert titles(browser) == ["Against k1"]
    clock.move_to(START + timedelta(minutes=90))
    tasks.notify_devices()
    assert titles(browser) == ["Against k2"]


def test_what_is_announced_for_later_is_pushed_later(
    person: Person, browser: PushBrowser, clock: time_machine.Traveller
) -> None:
    announce([Announcement(ASKED, "k1", "1", person.pk, START + timedelta(minutes=5))])
    tasks.notify_devices()
    assert titles(browser) == []
    clock.shift(timedelta(minutes=5))
    tasks.notify_devices()
    assert titles(browser) == ["Against k1"]


def test_of_one_game_only_the_latest_waits_for_a_device(
    person: Person, browser: PushBrowser, server: Receiver, clock: time_machine.Traveller
) -> None:
    server.status = 503
    of(person, "k1.east", "1")
    tasks.notify_devices()
    latest = of(person, "k1.east", "2")
    server.status = 201
    browser.shown()
    tasks.notify_devices()
    assert titles(browser) == ["Against k1.east"]
    assert latest.pk
    assert not Push.objects.exists()


# --- what goes wrong ---


def test_a_message_that_is_not_taken_is_tried_again_like_mail(
    person: Person, browser: PushBrowser, server: Receiver, clock: time_machine.Traveller
) -> None:
    server.status = 503
    of(person, "k1")
    tasks.notify_devices()
    tasks.notify_devices()
    assert len(browser.shown()) == 1
    clock.shift(timedelta(seconds=31))
    server.status = 429
    tasks.notify_devices()
    assert len(browser.shown()) == 1
    clock.shift(timedelta(seconds=61))
    server.status = 201
    tasks.notify_devices()
    assert titles(browser) == ["Against k1"]
    assert not Push.objects.exists()
    device = PushDevice.objects.get()
    assert (device.used_at, device.failed_at) == (datetime.now(UTC), None)


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten_and_mail_comes_in_its_place(
    person: Person, browser: PushBrowser, server: Receiver, status: int
) -> None:
    rhythm.choose(MailRhythm(person_id=person.pk, rhythm=Rhythm.PUSH))
    message = of(person, "k1")
    deliver_due()
    message.refresh_from_db()
    assert (message.status, message.outcome) == (Notification.Status.SKIPPED, MailOutcome.PUSHED)
    server.status = status
    tasks.notify_devices()
    assert not PushDevice.objects.exists()
    deliver_due()
    assert [sent.subject for sent in mail.outbox] == ["The question of k1"]


def test_mail_comes_in_the_place_of_a_device_that_was_ended(
    person: Person, browser: PushBrowser, clock: time_machine.Traveller
) -> None:
    rhythm.choose(MailRhythm(person_id=person.pk, rhythm=Rhythm.PUSH, quiet_from=12, quiet_until=14))
    of(person, "k1")
    deliver_due()
    tasks.notify_devices()
    devices.end_device(device=PushDevice.objects.get())
    clock.shift(timedelta(hours=2))
    tasks.notify_devices()
    deliver_due()
    assert [sent.subject for sent in mail.outbox] == ["The question of k1"]


@pytest.mark.parametrize(("status", "attempts"), [(400, 1), (403, 1), (503, MOST_ATTEMPTS)])
def test_a_message_that_cannot_be_sent_is_given_up_and_mailed_instead(
    person: Person,
    browser: PushBrowser,
    server: Receiver,
    clock: time_machine.Traveller,
    status: int,
    attempts: int,
) -> None:
    rhythm.choose(MailRhythm(person_id=person.pk, rhythm=Rhythm.PUSH))
    of(person, "k1")
    deliver_due()
    server.status = status
    for _attempt in range(attempts):
        tasks.notify_devices()
        clock.shift(timedelta(hours=2, seconds=1))
    assert len(browser.shown()) == attempts
    assert not Push.objects.exists()
    assert PushDevice.objects.get().failed_at is not None
    deliver_due()
    assert len(mail.outbox) == 1
    of(person, "k2")
    deliver_due()
    assert len(mail.outbox) == 2, "no notification is relied on that does not get there"
    server.status = 201
    tasks.notify_devices()
    of(person, "k3")
    deliver_due()
    assert len(mail.outbox) == 2, "until one gets there"


def test_a_service_that_is_away_and_a_message_that_cannot_be_made_up_keep_no_other(
    person: Person, browser: PushBrowser, settings: Settings, server: Receiver
) -> None:
    port = free_port()
    settings.WEBHOOK_TEST_ADDRESSES = [*settings.WEBHOOK_TEST_ADDRESSES, f"127.0.0.1:{port}"]
    endpoint = f"http://127.0.0.1:{port}/away"
    devices.add_device(person=person, endpoint=endpoint, kind="", **browser.keys)
    of(person, "k1", "broken")
    of(person, "k2")
    tasks.notify_devices()
    assert titles(browser) == ["Against k2"]
    assert Push.objects.filter(attempts=1).count() == 3


def test_nobody_makes_us_post_to_an_inner_address(
    person: Person, browser: PushBrowser, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOK_TEST_ADDRESSES = []
    keys = browser.keys
    for endpoint in ("http://push.example.org/a", "https://127.0.0.1/a", "https://push.example.org:8443/a"):
        with pytest.raises(RefusalError, check=lambda error: error.code == "bad-device"):
            devices.add_device(person=person, endpoint=endpoint, kind="", **keys)
    device = devices.add_device(person=person, endpoint="https://push.example.org/a", kind="", **keys)
    PushDevice.objects.exclude(pk=device.pk).delete()
    named(monkeypatch, "10.0.0.1")
    of(person, "k1")
    push_due()
    assert Push.objects.get().attempts == 1


def test_a_push_service_proves_who_it_is(
    person: Person, browser: PushBrowser, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with receiver(is_tls=True) as secure:
        settings.WEBHOOK_TEST_ADDRESSES = [secure.address]
        named(monkeypatch, "127.0.0.1")
        endpoint = f"https://hooks.example.test:{secure.server_port}/push"
        devices.end_all_devices(person)
        devices.add_device(person=person, endpoint=endpoint, kind="", **browser.keys)
        of(person, "k1")
        push_due()
        assert secure.got == []
    assert Push.objects.get().attempts == 1


def test_addresses_of_devices_are_never_logged(
    person: Person, browser: PushBrowser, server: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "notifications")
    for status in (503, 403, 410):
        server.status = status
        of(person, f"k{status}")
        push_due()
    assert "device" in caplog.text
    assert "/push/browser" not in caplog.text
