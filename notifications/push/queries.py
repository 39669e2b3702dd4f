"""Queries about devices."""

from django.db.models import Model, QuerySet

from notifications.push.models import PushDevice


def devices_of(person: Model) -> QuerySet[PushDevice]:
    """The devices of a person, the one that was added last first."""
    return PushDevice.objects.filter(person=person.pk).order_by("-created_at", "-pk")


def device_of(person: Model, key: str) -> PushDevice | None:
    """A person's device by its name in addresses; None if they have none of that name."""
    return PushDevice.objects.filter(person=person.pk, key=key).first()
