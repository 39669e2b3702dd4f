"""A kind of message that only these tests know, whom to send it to, and a server that webhooks lead to."""

import pytest
from django.utils import timezone, translation
from pytest_django import Settings

from accounts.models.person import Person
from notifications import registry
from notifications.models import Notification
from notifications.registry import Kind, Message, register
from notifications.services import Announcement, announce
from notifications.webhooks.event_types import Topic
from tests.kit.receiver import server
from tests.notifications.castles import FELL, ROSE, tell

__all__ = ["server"]

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
    monkeypatch.setattr(registry, "_kinds", dict(registry._kinds))
    kind = Kind(NEWS, "News & rumours", compose, optional=True)
    register(kind)
    return kind


@pytest.fixture
def castles(kind: Kind, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """Events that are announced by the kind."""
    settings.WEBHOOK_TOPICS = f"{__name__}.castle_topics"
    told = kind._replace(events=(FELL, ROSE), compose_event=tell)
    monkeypatch.setitem(registry._kinds, NEWS, told)


def castle_topics(person_id: int) -> list[Topic]:
    return [Topic("osaka", "The castle of Ōsaka")]


@pytest.fixture
def person() -> Person:
    return Person.objects.at("someone@example.org")


def owe(person: Person, about: str = "someone", occasion: str = "1", kind: str = NEWS) -> Notification:
    announce([Announcement(kind, about, occasion, person.pk)])
    return Notification.objects.get(kind=kind, about=about, occasion=occasion)


def make_due(message: Notification) -> None:
    """As if the pause, or the lease of whoever took it in hand, were over."""
    Notification.objects.filter(pk=message.pk).update(due_at=timezone.now())
