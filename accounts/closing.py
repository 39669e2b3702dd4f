"""Closes an account: ends what is running, deletes what is stored about the person, keeps what others share.

What others share with someone, such as a game that both played, keeps the person's row without anything that
identifies them. Someone who comes back with the same address is a new person.

Apps register their part with `register_farewell` when they are ready.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q

from accounts import restrictions
from accounts.guests import GUEST
from accounts.models.api_token import ApiToken
from accounts.models.person import Block, Person, SignInRequest
from accounts.security_log import SecurityEvent, note
from accounts.sessions import SessionStore
from sekigahara.db import service_time


def _nothing(_person: Person) -> None:
    """For an app that has nothing to do at that point."""


def _no_sentence(_person: Person) -> Sequence[str]:
    return ()


class Farewell(NamedTuple):
    """An app's part in closing an account.

    Attributes:
        foretell: what will happen to everything that is running, one sentence each, for the person to read
            first.
        leave: ends what is running, in its own transactions. It is called before and after, may run again
            after a failed attempt, and does what it can.
        erase: deletes what is stored, in the one transaction that closes the account. It gets the person as
            they were, locked, so that nothing new can refer to them.
    """

    foretell: Callable[[Person], Sequence[str]] = _no_sentence
    leave: Callable[[Person], None] = _nothing
    erase: Callable[[Person], None] = _nothing


_farewells: list[Farewell] = []


def register_farewell(farewell: Farewell) -> None:
    """Register what an app does when an account is closed."""
    _farewells.append(farewell)


def foretold(person: Person) -> list[str]:
    """What closing the account now would lead to, a sentence each."""
    return [sentence for farewell in _farewells for sentence in farewell.foretell(person)]


def close(*, person: Person) -> bool:
    """Close an account for good.

    First ends everything running, each part in its own transaction: if one fails, the account is still open
    and can be closed again. At the end this runs once more, for what concurrent requests have begun
    meanwhile.

    Returns:
        Whether it was open: of two concurrent calls only one gets True.
    """
    _leave(person)
    was_open = _erase(person.pk)
    _leave(person)
    if was_open:
        note(SecurityEvent.ACCOUNT_CLOSED, person.pk)
    return was_open


def hold(*people: int) -> None:
    """Keep people's accounts from being closed before the caller's transaction ends.

    For verbs that lock what belongs to an account and then write something that refers to the person. The
    person is locked first, as in ``close``, so that the two cannot deadlock.
    """
    list(Person.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk"))


def _leave(person: Person) -> None:
    for farewell in _farewells:
        farewell.leave(person)


def _erase(pk: int) -> bool:
    with transaction.atomic(durable=True):
        person = Person.objects.select_for_update().filter(pk=pk, closed_at=None).first()
        if person is None:
            return False
        for farewell in _farewells:
            farewell.erase(person)
        restrictions.keep_for(person)
        ApiToken.objects.filter(user=person).delete()
        # Blocks by others against them too: the person would come back as someone new.
        Block.objects.filter(Q(person=person) | Q(blocked=person)).delete()
        SignInRequest.objects.filter(person=person).delete()
        _end_sessions(person)
        _forget(pk)
        return True


def _forget(pk: int) -> None:
    """Empty the row, except for its key and its dates."""
    former = Person(
        pk=pk, email=f"closed.{pk}", language=settings.LANGUAGE_CODE, closed_at=service_time.now()
    )
    former.set_unusable_password()
    kept = {"id", "created_at"}
    names = [field.attname for field in Person._meta.concrete_fields if field.attname not in kept]  # noqa: SLF001
    Person.objects.filter(pk=pk).update(**{name: getattr(former, name) for name in names})


def _end_sessions(person: Person) -> None:
    """Delete the person's sessions, and those in which someone asked to sign in with their address.

    A session has to be read to know whose it is. Other sessions that opened a seat of the person's by a link
    hold only a number, which opens nothing any more. A guest's session is the only way to their games: only
    the address is taken out of it.
    """
    ended = []
    for session in Session.objects.filter(expire_date__gt=service_time.now()).iterator():
        held = SessionStore().decode(session.session_data)
        is_theirs = held.get(SESSION_KEY) == str(person.pk)
        if not is_theirs and person.email not in held.values():
            continue
        if is_theirs or GUEST not in held:
            ended.append(session.pk)
        else:
            kept = {key: value for key, value in held.items() if value != person.email}
            session.session_data = SessionStore().encode(kept)
            session.save(update_fields=["session_data"])
    Session.objects.filter(pk__in=ended).delete()
