"""The ranking of those who challenge each other, as it is stored: in the places of a ladder's entrants.

What changes it is pure, in ``ranking``; here it is read and written. Places need not follow each other, so
that few rows are written. All of it is done in the transaction of whoever calls, and writing needs the lock
of the ladder's row.
"""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import F, Max, QuerySet

from games.ladders.models.entrant import Entrant
from games.ladders.models.ladder import Ladder


def ranked(ladder: Ladder) -> QuerySet[Entrant]:
    """Who stands on the ranking, the top first. Whoever is no member of the club any more does not."""
    of_club = Entrant.objects.filter(ladder=ladder, person__memberships__club=ladder.club_id)
    return of_club.filter(left_at=None, place__isnull=False).order_by("place", "pk")


def ranking_of(ladder: Ladder) -> list[int]:
    """Their people's ids."""
    return list(ranked(ladder).values_list("person", flat=True))


def keep(ladder: Ladder, after: Sequence[int]) -> None:
    """Write down a ranking of people who have places: they have those again, in this order.

    Nobody else has one any more. Only those between the first and the last who moved are written.
    """
    everybody = Entrant.objects.filter(ladder=ladder, place__isnull=False).order_by("place", "pk")
    places = {person: place or 0 for person, place in everybody.values_list("person", "place")}
    staying = set(after)
    if gone := places.keys() - staying:
        take_off(ladder, gone)
    before = [person for person in places if person in staying]
    found = [person for person in after if person in places]  # an account may have been closed meanwhile
    moved = [index for index, person in enumerate(before) if person != found[index]]
    if moved:
        first, last = moved[0], moved[-1] + 1
        _reorder(everybody, before[first:last], found[first:last], places)


def enter(ladder: Ladder, person: int) -> None:
    """Put somebody on at the bottom, who has just come to take part."""
    if ranked(ladder).filter(person=person).exists():
        return
    lowest = Entrant.objects.filter(ladder=ladder).aggregate(place=Max("place"))["place"] or 0
    Entrant.objects.filter(ladder=ladder, person=person).update(place=lowest + 1)


def take_off(ladder: Ladder, people: Collection[int]) -> None:
    """Take people off; all below them go up, which needs no writing."""
    Entrant.objects.filter(ladder=ladder, person__in=people, place__isnull=False).update(place=None)


def _reorder(
    everybody: QuerySet[Entrant], before: list[int], after: list[int], places: Mapping[int, int]
) -> None:
    """Give the same people the same places in another order; where one alone moved, all others at once."""
    top, bottom = places[before[0]], places[before[-1]]
    between = everybody.filter(place__range=(top, bottom))
    if before[:-1] == after[1:]:
        climber = before[-1]
        between.exclude(person=climber).update(place=F("place") + 1)
        everybody.filter(person=climber).update(place=top)
    elif before[1:] == after[:-1]:
        faller = before[0]
        between.exclude(person=faller).update(place=F("place") - 1)
        everybody.filter(person=faller).update(place=bottom)
    else:
        slots = [places[person] for person in before]
        new = dict(zip(after, slots, strict=True))
        rows = list(between)
        for row in rows:
            row.place = new[row.person_id]
        Entrant.objects.bulk_update(rows, ["place"])
