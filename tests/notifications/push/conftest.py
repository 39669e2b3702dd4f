"""A kind of message of which devices are told, and a browser that is notified."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from accounts.models.person import Person
from notifications.models import Notification
from notifications.registry import Kind, Message, Part, register
from notifications.services import Announcement, announce
from tests.kit.push_browser import PushBrowser
from tests.kit.receiver import Receiver

ASKED = "tests.asked"
START = datetime(2026, 3, 4, 12, 30, tzinfo=UTC)
deadlines: dict[str, datetime] = {}


def ask(about: str, occasion: str) -> Message | None:
    return Message("someone@example.org", f"The question of {about}", ".")


def part(about: str, occasion: str) -> Part | None:
    if occasion == "answered":
        return None
    if occasion == "broken":
        raise KeyError(about)
    link = f"https://games.example.org/{about}/"
    return Part(f"Against {about}", "Fight?", link, "Until tomorrow.", deadlines.get(about), None)


@pytest.fixture(autouse=True)
def asked(kind: Kind) -> Iterator[Kind]:
    asked = Kind(
        ASKED,
        "A game waits",
        ask,
        optional=True,
        part=part,
        expires=lambda about, _occasion: deadlines.get(about),
    )
    register(asked)
    yield asked
    deadlines.clear()


@pytest.fixture
def browser(server: Receiver, person: Person) -> PushBrowser:
    """Of the person, and added."""
    server.status = 201
    browser = PushBrowser(server)
    browser.added(person)
    return browser


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as clock:
        yield clock


def of(person: Person, about: str, occasion: str = "1") -> Notification:
    announce([Announcement(ASKED, about, occasion, person.pk)])
    return Notification.objects.get(kind=ASKED, about=about, occasion=occasion)


def titles(browser: PushBrowser) -> list[str]:
    return [shown.message["notification"]["title"] for shown in browser.shown()]
