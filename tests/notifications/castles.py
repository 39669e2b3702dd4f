"""Webhooks that are told of castles, by events that only these tests know."""

from __future__ import annotations

from typing import Any

from django.utils import translation
from msgspec import Struct

from accounts.models.person import Person
from notifications.registry import Event, EventType
from notifications.webhooks import services
from notifications.webhooks.models import Webhook
from notifications.webhooks.owners import Owner
from tests.kit.receiver import Receiver


class Castle(Struct, frozen=True):
    """A castle, and on which occasion it was told of."""

    castle: str
    occasion: str


FELL = EventType("tests.fell", "A castle fell", Castle)
ROSE = EventType("tests.rose", "A castle rose", Castle)


def tell(about: str, occasion: str) -> Event | None:
    if about == "past":
        return None
    if about == "broken":
        raise KeyError(about)
    words = f"@everyone: told in {translation.get_language()}"
    return Event(FELL if occasion != "rose" else ROSE, Castle(about, occasion), words)


def made(person: Person, server: Receiver, path: str = "in", **chosen: Any) -> Webhook:
    told = {"shape": Webhook.Shape.STANDARD, "types": [FELL.name, ROSE.name], **chosen}
    return services.create(owner=Owner(person.pk), url=f"http://{server.address}/{path}", **told)
