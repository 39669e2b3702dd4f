"""Webhooks that are told of castles, by events that only these tests know."""

from __future__ import annotations

from typing import Any

from django.utils import translation

from accounts.models.person import Person
from notifications.models import Webhook
from notifications.webhooks import services
from notifications.webhooks.event_types import Event
from notifications.webhooks.owners import Owner
from tests.kit.receiver import Receiver

FELL = "tests.fell"
ROSE = "tests.rose"


def tell(about: str, occasion: str) -> Event | None:
    if about == "past":
        return None
    if about == "broken":
        raise KeyError(about)
    words = f"@everyone: told in {translation.get_language()}"
    return Event(FELL if occasion != "rose" else ROSE, {"castle": about, "occasion": occasion}, words)


def made(person: Person, server: Receiver, path: str = "in", **chosen: Any) -> Webhook:
    told = {"shape": Webhook.Shape.STANDARD, "types": [FELL, ROSE], **chosen}
    return services.create(owner=Owner(person.pk), url=f"http://{server.address}/{path}", **told)
