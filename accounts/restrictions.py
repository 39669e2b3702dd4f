"""Restrictions keep somebody from messages, challenges or sign-ups for a time, with a reason and an appeal.

Only moderators of the site restrict people (``Person.is_moderator``, ``manage.py moderator``). A restriction
outlives the account: people who close it and come back with the same address have what is left of it.
"""

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

from accounts.models.person import Person, normalized
from accounts.models.restriction import LONGEST_WORDS, Restricted, Restriction
from accounts.name_rules import is_visible
from accounts.security_log import SecurityEvent, note
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, Forbidden, Unacceptable

RESTRICTION: Final = "accounts.restriction"
BEGUN, LIFTED, CONFIRMED = "begun", "lifted", "confirmed"
MOST_DAYS: Final = 365
RESTRICTIONS_KEPT_FOR: Final = timedelta(days=365)
"""How long a restriction is kept after it has ended."""


def in_force(person: Person) -> QuerySet[Restriction]:
    """What a person is kept from now, also before they sign in again after they closed their account."""
    theirs = Q(person=person) | Q(address=hashed(person.email))
    now = service_time.now()
    return Restriction.objects.filter(theirs, lifted_at=None, ends_at__gt=now).order_by("ends_at")


def refuse_restricted(person: Person, what: Restricted) -> None:
    """Refuse what a person is kept from.

    Raises:
        Forbidden: ``restricted``, with when it ends.
    """
    found = in_force(person).filter(what=what).last()
    if found is not None:
        raise Forbidden("restricted", what=what.label, until=found.ends_at.date().isoformat())


def checked_words(text: str, most: int = LONGEST_WORDS) -> str:
    """What somebody writes to or as a moderator, or to many, without blanks around it.

    Raises:
        Unacceptable: ``bad-words``: it is empty, too long, or holds characters that nobody sees.
    """
    text = "\n".join(line.replace("\t", " ").rstrip() for line in text.strip().splitlines())
    if not text or len(text) > most or not all(map(is_visible, text.splitlines())):
        raise Unacceptable("bad-words", most=most)
    return text


def impose(
    *, person: Person, what: Collection[Restricted], days: int, reason: str, by: Person, address: str = ""
) -> None:
    """Keep a person from something. They are mailed the reason, and how to appeal.

    Args:
        person: who has an account, or has closed it.
        what: at least one thing. A restriction of the same that is in force ends now.
        days: after which it ends, 1 to ``MOST_DAYS``.
        reason: in words for the person.
        by: a moderator, and not the person.
        address: a hash of the address that the person had before they closed their account. Whoever has come
            back with it is restricted, or will be.

    Raises:
        Forbidden: ``not-moderator``; ``own-case``.
        Unacceptable: ``bad-restriction``: nothing is chosen, or the days are out of range; ``bad-words``.
    """
    _refuse_others(by)
    if by == person:
        raise Forbidden("own-case")
    reason, now = checked_words(reason), service_time.now()
    if not what or not 1 <= days <= MOST_DAYS:
        raise Unacceptable("bad-restriction", most=MOST_DAYS)
    whom = person if person.closed_at is None else _come_back(person, address)
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=(whom or person).pk)
        if whom is not None:
            in_force(whom).filter(what__in=what).update(lifted_at=now)
        for each in sorted(what):
            made = Restriction.objects.create(
                person=whom,
                address="" if whom else address,
                what=each,
                by=by,
                reason=reason,
                begun_at=now,
                ends_at=now + timedelta(days),
            )
            _tell(made, BEGUN)
    for each in sorted(what):
        note(SecurityEvent.RESTRICTED, (whom or person).pk, what=each, days=days, by=by.pk)


def lift(*, restriction: Restriction, by: Person) -> None:
    """End a restriction early. The person is mailed. A second time changes nothing.

    Raises:
        Forbidden: ``not-moderator``; ``own-case``.
    """
    _refuse_others(by)
    with transaction.atomic():
        row = Restriction.objects.select_for_update().get(pk=restriction.pk)
        if row.person_id == by.pk:
            raise Forbidden("own-case")
        if row.is_in_force:
            row.lifted_at = service_time.now()
            row.save(update_fields=["lifted_at"])
            _tell(row, LIFTED)
            note(SecurityEvent.RESTRICTION_LIFTED, row.person_id, what=row.what, by=by.pk)


def appeal(*, person: Person, key: str, words: str) -> Restriction:
    """Say something against a restriction, once. Moderators see it on their desk.

    Raises:
        Conflict: ``no-appeal``: there is no such restriction, it has ended, or the person has appealed.
        Unacceptable: ``bad-words``.
    """
    words = checked_words(words)
    with transaction.atomic(durable=True):
        row = Restriction.objects.select_for_update().filter(person=person, key=key.replace("\0", "")).first()
        if row is None or not row.may_appeal:
            raise Conflict("no-appeal")
        row.appeal, row.appealed_at = words, service_time.now()
        row.save(update_fields=["appeal", "appealed_at"])
    return row


def answer_appeal(*, restriction: Restriction, by: Person, words: str, lifts: bool) -> None:
    """Answer an appeal: lift the restriction, or let it stand. The person is mailed the answer.

    The moderator who imposed it answers only if there is no other.

    Raises:
        Forbidden: ``not-moderator``; ``own-case``; ``own-restriction``: another moderator has to answer.
        Conflict: ``no-appeal``: there is none that waits for an answer.
        Unacceptable: ``bad-words``.
    """
    _refuse_others(by)
    words = checked_words(words)
    with transaction.atomic(durable=True):
        row = Restriction.objects.select_for_update().get(pk=restriction.pk)
        if row.person_id == by.pk:
            raise Forbidden("own-case")
        others = moderators().exclude(pk__in=[each for each in (row.by_id, row.person_id) if each])
        if row.by_id == by.pk and others.exists():
            raise Forbidden("own-restriction")
        if row.appealed_at is None or row.answered_at is not None or not row.is_in_force:
            raise Conflict("no-appeal")
        row.answer, row.answered_at = words, service_time.now()
        row.lifted_at = row.answered_at if lifts else None
        row.save(update_fields=["answer", "answered_at", "lifted_at"])
        _tell(row, LIFTED if lifts else CONFIRMED)
    note(SecurityEvent.APPEAL_ANSWERED, row.person_id, what=row.what, by=by.pk, lifted=int(lifts))


def moderators() -> QuerySet[Person]:
    """The moderators of the site."""
    return Person.objects.filter(is_moderator=True, closed_at=None).order_by("pk")


def keep_for(person: Person) -> None:
    """Keep what is left of the restrictions of an account that is being closed, in case they come back.

    The rest is deleted.
    """
    in_force(person).update(address=hashed(person.email), person=None, appeal="", answer="")
    Restriction.objects.filter(person=person).delete()


def give_back(person: Person) -> None:
    """Restrict somebody again who closed their account and came back."""
    Restriction.objects.filter(address=hashed(person.email)).update(person=person, address="")


def forget_ended() -> int:
    """Delete the restrictions that ended ``RESTRICTIONS_KEPT_FOR`` ago.

    Returns:
        The number of restrictions.
    """
    long_ago = service_time.now() - RESTRICTIONS_KEPT_FOR
    ended = Restriction.objects.filter(ends_at__lt=long_ago) | Restriction.objects.filter(
        lifted_at__lt=long_ago
    )
    return ended.delete()[0]


def _refuse_others(by: Person) -> None:
    if not by.is_moderator:
        raise Forbidden("not-moderator")


def _tell(row: Restriction, what: str) -> None:
    if row.person_id is not None:
        announce([Announcement(RESTRICTION, row.key, what, row.person_id)])


def _come_back(former: Person, address: str) -> Person | None:
    """Who has the address of a closed account now; None for nobody yet."""
    since = Person.objects.filter(created_at__gte=former.closed_at, closed_at=None)
    return next((each for each in since.iterator() if hashed(each.email) == address), None)


def hashed(email: str) -> str:
    """A keyed hash of an address, to know it again without keeping it."""
    return salted_hmac("accounts.restriction", normalized(email), algorithm="sha256").hexdigest()
