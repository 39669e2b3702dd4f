"""The secret address of a person's calendar.

Calendar programs cannot sign in, so anyone who knows the address may read it. It is signed over the person
and the moment when it was made, and nothing but that moment is stored: another address makes an earlier one
void.
"""

from datetime import UTC

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models.person import Person

_signer = signing.Signer(sep=".", salt="games.calendar")


def address_of(person: Person) -> str | None:
    """The whole address; None while the person has none."""
    if person.calendar_at is None:
        return None
    return f"{settings.SITE_URL}{reverse('games:calendar', args=[_signer.sign(_signed(person))])}"


def person_at(token: str) -> Person | None:
    """Whose calendar it is; None if the address is no one's, or not theirs any more."""
    try:
        signed = _signer.unsign(token)
    except signing.BadSignature:
        return None
    found = Person.objects.filter(
        key=signed.partition(".")[0], closed_at=None, calendar_at__isnull=False
    ).first()
    return found if found is not None and _signed(found) == signed else None


def _signed(person: Person) -> str:
    made = person.calendar_at
    return "" if made is None else f"{person.key}.{made.astimezone(UTC):%Y%m%d%H%M%S%f}"
