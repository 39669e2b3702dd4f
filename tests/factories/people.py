"""People."""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from factory import LazyAttribute, LazyFunction, Sequence, Trait
from factory.django import DjangoModelFactory

from accounts.models.person import Person


def address_of(name: str) -> str:
    """The mail address of a person with that name."""
    word = "-".join(name.lower().split()).encode("ascii", "ignore").decode() or "unspelt"
    return f"{word}@example.org"


def names_of(people: int | Iterable[str]) -> Iterable[str]:
    """Names, or those of as many numbered people."""
    return people if not isinstance(people, int) else [f"Ashigaru {n}" for n in range(1, people + 1)]


class PersonFactory(DjangoModelFactory[Person]):
    """A person with a name. At an address that is known, it is the person there, who gets the name.

    Traits:
        guest: plays without an address, known only to one browser.
    """

    class Meta:
        model = Person

    class Params:
        guest = Trait(
            email=Sequence(lambda number: f"guest.{number}"),
            name="",
            guest_seen_at=LazyFunction(timezone.now),
            guest_sender=Sequence(str),
        )

    name = Sequence(lambda number: f"Samurai {number}")
    email = LazyAttribute(lambda person: address_of(person.name))

    @classmethod
    def _create(cls, model_class: type[Person], *args: Any, email: str, **fields: Any) -> Person:
        person = model_class.objects.at(email)
        for field, value in fields.items():
            setattr(person, field, value)
        person.save(update_fields=list(fields))
        return person

    @classmethod
    def named(cls, name: str) -> Person:
        """The person of that name, made if there is none."""
        return cls.create(name=name)

    @classmethod
    def numbered(cls, number: int) -> Person:
        """The player of that number, counted from 1, of a ladder or a club."""
        return cls.create(name=f"Ashigaru {number}")
