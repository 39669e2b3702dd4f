"""A kind of message that only these tests know, and somebody to send it to."""

import pytest
from django.utils import timezone, translation

from accounts.models.person import Person
from notifications import kinds
from notifications.kinds import Kind, Message, register
from notifications.models import Notification
from notifications.services import Announcement, announce

NEWS = "tests.news"


def compose(about: str, occasion: str) -> Message | None:
    if about == "past":
        return None
    if about == "broken":
        raise KeyError(about)
    told = f"Told in {translation.get_language()}, {timezone.get_current_timezone_name()}."
    return Message(f"{about}@example.org", f"Occasion {occasion}", told)


@pytest.fixture(autouse=True)
def kind(monkeypatch: pytest.MonkeyPatch) -> Kind:
    """The kind, optional."""
    monkeypatch.setattr(kinds, "_kinds", dict(kinds._kinds))
    kind = Kind(NEWS, compose, "News & rumours", optional=True)
    register(kind)
    return kind


@pytest.fixture
def person() -> Person:
    return Person.objects.at("someone@example.org")


def owe(person: Person, about: str = "someone", occasion: str = "1", kind: str = NEWS) -> Notification:
    announce([Announcement(kind, about, occasion, person.pk)])
    return Notification.objects.get(kind=kind, about=about, occasion=occasion)


def make_due(message: Notification) -> None:
    """As if the pause, or the lease of whoever took it in hand, were over."""
    Notification.objects.filter(pk=message.pk).update(due_at=timezone.now())
