"""The stored ranking of a challenge ladder: it is kept in the places of the ladder's entrants.

``ranking`` computes changes; here rankings are read and written. Places need not be consecutive, so that few
rows are written. Everything runs in the caller's transaction, and writing needs the lock of the ladder's row.
"""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import F, Max, QuerySet

from games.ladders.challenges.ranking import entered
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.rating import RatingStanding
from games.ladders.ratings.fold import OVERALL
from games.ladders.ratings.glicko import NEWCOMER


def ranked(ladder: Ladder) -> QuerySet[Entrant]:
    """The entrants on the ranking, the top first. Former members of the club are left out."""
    of_club = Entrant.objects.filter(ladder=ladder, person__memberships__club=ladder.club_id)
    return of_club.filter(left_at=None, place__isnull=False).order_by("place", "pk")


def ranking_of(ladder: Ladder) -> list[int]:
    """The ids of the people on the ranking, the top first."""
    return list(ranked(ladder).values_list("person", flat=True))


def keep(ladder: Ladder, after: Sequence[int]) -> None:
    """Store a new order of the ranking. People who are not in it lose their place.

    Writes only the rows between the first and the last that moved.
    """
    entrants = Entrant.objects.filter(ladder=ladder, place__isnull=False).order_by("place", "pk")
    places = {person: place or 0 for person, place in entrants.values_list("person", "place")}
    staying = set(after)
    if gone := places.keys() - staying:
        take_off(ladder, gone)
    before = [person for person in places if person in staying]
    found = [person for person in after if person in places]  # an account may have been closed since
    moved = [index for index, person in enumerate(before) if person != found[index]]
    if moved:
        first, last = moved[0], moved[-1] + 1
        _reorder(entrants, before[first:last], found[first:last], places)


def enter(ladder: Ladder, person: int, *, is_new: bool = False) -> None:
    """Put an entrant at the bottom, or a new one at the place of their rating where the ladder has that rule.

    Players who come back begin at the bottom, or leaving would be a way up.
    """
    places = dict(ranked(ladder).values_list("person", "place"))
    if person in places:
        return
    standing = list(places)
    if is_new and ladder.challenge_rules.enters_by_rating:
        points = ratings_of([person, *standing])
        index = entered(standing, person, points, usual=NEWCOMER.points).index(person)
    else:
        index = len(standing)
    everybody = Entrant.objects.filter(ladder=ladder)
    if index < len(standing):
        place = places[standing[index]] or 0
        everybody.filter(place__gte=place).update(place=F("place") + 1)
    else:
        place = (everybody.aggregate(place=Max("place"))["place"] or 0) + 1
    everybody.filter(person=person).update(place=place)


def ratings_of(people: Collection[int]) -> dict[int, int]:
    """The overall ratings of those who have one, by person."""
    standings = RatingStanding.objects.filter(player__person__in=people, ladder=OVERALL)
    return dict(standings.values_list("player__person", "points"))


def take_off(ladder: Ladder, people: Collection[int]) -> None:
    """Remove people. Those below move up, which needs no write."""
    Entrant.objects.filter(ladder=ladder, person__in=people, place__isnull=False).update(place=None)


def _reorder(
    entrants: QuerySet[Entrant], before: list[int], after: list[int], places: Mapping[int, int]
) -> None:
    """Give the same places to the same people in another order; one statement moves all others when one
    moved.
    """
    top, bottom = places[before[0]], places[before[-1]]
    between = entrants.filter(place__range=(top, bottom))
    if before[:-1] == after[1:]:
        climber = before[-1]
        between.exclude(person=climber).update(place=F("place") + 1)
        entrants.filter(person=climber).update(place=top)
    elif before[1:] == after[:-1]:
        faller = before[0]
        between.exclude(person=faller).update(place=F("place") - 1)
        entrants.filter(person=faller).update(place=bottom)
    else:
        slots = [places[person] for person in before]
        new = dict(zip(after, slots, strict=True))
        rows = list(between)
        for row in rows:
            row.place = new[row.person_id]
        Entrant.objects.bulk_update(rows, ["place"])
