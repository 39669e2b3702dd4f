"""People are told apart by their address."""

import pytest

from accounts.models.person import Person
from tests.accounts.conftest import new_address
from tests.kit.concurrency import at_once


@pytest.mark.django_db(transaction=True)
def test_address_named_by_many_at_once_makes_one_person() -> None:
    address = new_address()
    found = at_once(*[lambda: Person.objects.at(address)] * 4)
    assert len(set(found)) == 1
    assert Person.objects.filter(email=address).count() == 1


@pytest.mark.django_db
def test_naming_somebody_again_changes_nothing_of_them(person: Person) -> None:
    before = Person.objects.filter(pk=person.pk).values().get()
    assert Person.objects.at(f" {person.email.upper()}") == person
    assert Person.objects.filter(pk=person.pk).values().get() == before


@pytest.mark.django_db
def test_nobody_has_a_password(person: Person) -> None:
    assert not person.has_usable_password()
    assert person.password != Person.objects.at(new_address()).password


@pytest.mark.parametrize("zone", ["Mars/Olympus_Mons", "", "../../etc/passwd"])
def test_a_zone_the_machine_does_not_know_is_utc(zone: str) -> None:
    assert str(Person(zone=zone).tzinfo) == "UTC"
