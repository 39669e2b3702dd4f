"""Guests: people who play without an address, each known to one browser.

A guest is a row of ``Person`` that is not active: nobody signs in as a guest, no mail is sent to one, and no
page of a signed-in person opens. What a guest has is what their browser holds, the seats of their games.
Once they confirm an address these become that person's, and the guest is gone.
"""

import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import translation
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models.person import Person
from accounts.rate_limits import Limit, network_of, refuse_often, sender_of
from sekigahara.db import service_time

GUESTS_KEPT_FOR = timedelta(days=30)
"""How long a guest is kept after their last visit."""
VISIT_NOTED_EVERY = timedelta(days=1)
FROM_SENDER = Limit.declare("new guests from a sender", 10, 24 * 60 * 60)
FROM_NETWORK = Limit.declare("new guests from a network", 100, 24 * 60 * 60)
PARTS = 5
"""All guests together get one part of so many of what everybody shares, such as the analyses of a day."""

GUEST = "guest"
"""Session key: the guest of this browser, as the primary key and the session hash."""


class Keeping(NamedTuple):
    """What an app does when a guest becomes a person.

    Attributes:
        move: moves what it stores for a guest, who comes first, to a person, in the caller's transaction.
        foretell: sentences about what a person would get of a guest.
    """

    move: Callable[[Person, Person], None]
    foretell: Callable[[Person], list[str]]


_keepings: list[Keeping] = []


def register_keeping(keeping: Keeping) -> None:
    """Register what an app does when a guest becomes a person."""
    _keepings.append(keeping)


def part_of(limit: Limit) -> Limit:
    """What all guests together may use of a limit that everybody shares."""
    return limit._replace(name=f"{limit.name}, for guests", most=limit.most // PARTS)


def guest_in(request: HttpRequest) -> Person | None:
    """The guest whom this browser belongs to; None if there is none, or they have gone since."""
    held = request.session.get(GUEST)
    if not isinstance(held, list) or len(held) != 2 or not isinstance(held[0], int):
        return None
    guest = Person.objects.filter(pk=held[0], guest_seen_at__isnull=False).first()
    if guest is None or not constant_time_compare(str(held[1]), guest.get_session_auth_hash()):
        return None
    return guest


def begin(request: HttpRequest) -> Person:
    """Make a guest for this browser, which is kept as long as one that signed in.

    Raises:
        Limited: there are many new guests from this sender, or from its network.
    """
    sender = sender_of(request)
    for limit, key in ((FROM_SENDER, sender), (FROM_NETWORK, network_of(sender))):
        refuse_often(limit, key)
    guest = Person(email=f"guest.{secrets.token_hex(12)}", guest_seen_at=service_time.now())
    guest.guest_sender = salted_hmac("accounts.guest", sender).hexdigest()[:16]
    guest.language = _language()
    guest.set_unusable_password()
    guest.save(force_insert=True)
    request.session[GUEST] = [guest.pk, guest.get_session_auth_hash()]
    request.session.set_expiry(None)  # that of a browser which only followed links is short
    return guest


def note_visit(request: HttpRequest, guest: Person) -> None:
    """Note that a guest is there, unless it was noted within the day, and renew the browser's session.

    Args:
        request: from the browser.
        guest: who plays there; nothing is noted of somebody who is not a guest.
    """
    now, seen_at = service_time.now(), guest.guest_seen_at
    if seen_at is None or seen_at > now - VISIT_NOTED_EVERY:
        return
    Person.objects.filter(pk=guest.pk, guest_seen_at__isnull=False).update(guest_seen_at=now)
    request.session.modified = True


def unseen() -> QuerySet[Person]:
    """The guests who have not come for as long as ``GUESTS_KEPT_FOR``."""
    return Person.objects.filter(guest_seen_at__lt=service_time.now() - GUESTS_KEPT_FOR)


def kept_of(guest: Person) -> list[str]:
    """Sentences about what a person would keep of a guest, in the active language."""
    return [sentence for keeping in _keepings for sentence in keeping.foretell(guest)]


def keep(guest_pk: int, person: Person) -> bool:
    """Give a person everything of a guest, who is gone then, in the caller's transaction.

    Args:
        guest_pk: the primary key of the guest.
        person: who has just confirmed an address; locked by the caller.

    Returns:
        Whether the guest was still there.
    """
    guests = Person.objects.select_for_update(no_key=True)
    guest = guests.filter(pk=guest_pk, guest_seen_at__isnull=False).first()
    if guest is None:
        return False
    for keeping in _keepings:
        keeping.move(guest, person)
    guest.delete()
    return True


def _language() -> str:
    """The language of the page that is asked for."""
    language = translation.get_language()
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
