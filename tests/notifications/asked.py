"""A kind of message that asks something, by some time, for tests of when and how somebody is told."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from accounts.models.person import Person
from notifications.models import Notification
from notifications.registry import Kind, Message, Part, register
from notifications.services import Announcement, announce

ASKED = "tests.asked"
START = datetime(2026, 3, 4, 12, 30, tzinfo=UTC)
deadlines: dict[str, datetime] = {}


def ask(about: str, occasion: str) -> Message | None:
    return None if occasion == "answered" else Message("someone@example.org", f"The question of {about}", ".")


def part(about: str, occasion: str) -> Part | None:
    if occasion == "answered":
        return None
    if occasion == "broken":
        raise KeyError(about)
    at = deadlines.get(about)
    until = "" if at is None else f"Until {at:%H:%M}."
    link = f"https://games.example.org/{about}/"
    return Part(f"Against {about}", "Fight?", link, until, at, lambda: b"\x89PNG")


def expires(about: str, occasion: str) -> datetime | None:
    return deadlines.get(about)


@pytest.fixture(autouse=True)
def asked(kind: Kind) -> Iterator[Kind]:
    asked = Kind(ASKED, "A game waits", ask, optional=True, part=part, expires=expires)
    register(asked)
    yield asked
    deadlines.clear()


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as clock:
        yield clock


def of(person: Person, about: str, occasion: str = "1") -> Notification:
    announce([Announcement(ASKED, about, occasion, person.pk)])
    return Notification.objects.get(kind=ASKED, about=about, occasion=occasion)
