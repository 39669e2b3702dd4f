"""Links in mails that let their holder choose to have no more of a kind, without signing in.

A link is signed over the person and the kind, and never expires: it must work in the oldest mail.
"""

from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import signing
from django.db.models import Model
from django.urls import reverse

from notifications.registry import Kind, kind_named

_signer = signing.Signer(salt="notifications.stop")


class Stop(NamedTuple):
    """A valid link: its person and its subject."""

    person: Model
    kind: Kind


def unsubscribe_url(person: Model, kind_name: str) -> str:
    """The full address at which the holder of the link can mute a kind for a person."""
    token = _signer.sign_object([person.pk, kind_name])
    return f"{settings.SITE_URL}{reverse('notifications:stop', args=[token])}"


def read(token: str) -> Stop | None:
    """What a link is about; None where we never made it, the person is gone, or there is no choice."""
    try:
        signed: Any = _signer.unsign_object(token)
    except signing.BadSignature:
        return None
    person_id, kind_name = signed
    kind = kind_named(kind_name)
    person = get_user_model().objects.filter(pk=person_id).first()
    return Stop(person, kind) if person is not None and kind is not None and kind.optional else None


def settings_url() -> str:
    """The full address of the page with a person's mail and mail settings."""
    return f"{settings.SITE_URL}{reverse('notifications:mail')}"
