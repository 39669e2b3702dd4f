"""Writing for a person: in their language, with their time."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone, translation

from accounts.models.person import Person


@contextmanager
def as_read_by(person: Person) -> Iterator[None]:
    """Within the block texts are in the person's language and times in their time zone."""
    with translation.override(person.reads), timezone.override(person.tzinfo):
        yield
