"""The names of people who are listed together: no two look alike."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from accounts.look_alikes import looks
from accounts.models.person import Person


def distinct_names(people: Iterable[Person]) -> dict[int, str]:
    """The names of people who are listed together.

    Several former players are numbered in the order in which they left, so that their numbers do not change
    when the next one leaves. Of several whose names look alike, whoever came
    first keeps the plain one.

    Returns:
        The names by primary key.
    """
    names = {person.pk: person for person in people}
    former = sorted((person.closed_at, pk) for pk, person in names.items() if person.closed_at is not None)
    called = {pk: str(person) for pk, person in names.items()}
    if len(former) > 1:
        for number, (_closed_at, pk) in enumerate(former, start=1):
            called[pk] = _("former player %(number)d") % {"number": number}
    seen: dict[str, int] = {}
    for pk in sorted(called):
        number = seen[looks(called[pk])] = seen.get(looks(called[pk]), 0) + 1
        if number > 1:
            called[pk] = _("%(name)s (%(number)d)") % {"name": called[pk], "number": number}
    return called
