"""Who was only ever named to us is forgotten; nobody else is."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import retention, services
from accounts.models.person import Block, Person
from accounts.scopes import Scope
from notifications.models import Notification
from notifications.services import Announcement, announce
from tests.accounts.conftest import new_address
from tests.kit.table import Table

pytestmark = pytest.mark.django_db
LONG_AGO = retention.FORGOTTEN_AFTER + timedelta(hours=1)


def named(ago: timedelta = LONG_AGO) -> Person:
    """Somebody who was named so long ago, and nothing else."""
    person = Person.objects.at(new_address())
    Person.objects.filter(pk=person.pk).update(created_at=timezone.now() - ago)
    return Person.objects.get(pk=person.pk)


def is_known(person: Person) -> bool:
    return Person.objects.filter(pk=person.pk).exists()


def write_to(person: Person) -> None:
    announce([Announcement(services.SIGN_IN, str(person.pk), new_address()[:40], person.pk)])


def test_unconfirmed_address_is_forgotten() -> None:
    people = [named(), named()]
    assert retention.forget_unconfirmed() == 2
    assert not any(is_known(person) for person in people)
    assert retention.forget_unconfirmed() == 0


def test_recent_unconfirmed_address_is_kept() -> None:
    person = named(retention.FORGOTTEN_AFTER - timedelta(hours=1))
    assert retention.forget_unconfirmed() == 0
    assert is_known(person)


def test_confirmed_address_is_kept() -> None:
    person = named()
    Person.objects.filter(pk=person.pk).update(confirmed_at=timezone.now())
    assert retention.forget_unconfirmed() == 0


def blocks(person: Person) -> None:
    Block.objects.create(person=person, blocked=Person.objects.at(new_address()))


def is_blocked(person: Person) -> None:
    Block.objects.create(person=Person.objects.at(new_address()), blocked=person)


def has_token(person: Person) -> None:
    services.create_token(person=person, name="bot", scopes=[Scope.PLAY])


@pytest.mark.parametrize("refer", [blocks, is_blocked, has_token, write_to])
def test_unconfirmed_person_whom_a_row_refers_to_is_kept(refer: Callable[[Person], None]) -> None:
    person = named()
    refer(person)
    other = named()
    assert retention.forget_unconfirmed() == 1
    assert (is_known(person), is_known(other)) == (True, False)


def test_old_messages_go_with_whom_they_were_sent_to() -> None:
    person = named()
    write_to(person)
    Notification.objects.update(created_at=timezone.now() - LONG_AGO)
    assert retention.forget_unconfirmed() == 1
    assert not Notification.objects.exists()


def test_every_relation_to_people_is_looked_at() -> None:
    """Also those of apps that this one does not know: a seat keeps its player."""
    table = Table()
    players = [seat.player for seat in table.game.seats.all()]
    assert all(players)
    Person.objects.update(created_at=timezone.now() - LONG_AGO, confirmed_at=None)
    retention.forget_unconfirmed()
    table.game.refresh_from_db()
    assert [seat.player for seat in table.game.seats.all()] == players
