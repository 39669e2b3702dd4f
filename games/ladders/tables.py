"""Reading ladders: the table of a season, its games, and who takes part."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import QuerySet

from accounts.former import told_apart
from accounts.models.person import Person
from games.ladders.models.club import Club
from games.ladders.models.entrant import Entrant
from games.ladders.models.ladder import Ladder
from games.ladders.models.match import Match
from games.ladders.models.season import Season
from games.ladders.results import Result
from games.ladders.standings import SeasonTable, standings


class Table(NamedTuple):
    """A season's table, and what to call the people in it, by their ids."""

    season: Season
    table: SeasonTable
    names: dict[int, str]


def ladder_at(public_id: str) -> Ladder | None:
    """The ladder at an address, with its club."""
    return Ladder.objects.select_related("club").filter(public_id=public_id).first()


def ladders_of(club: Club) -> QuerySet[Ladder]:
    """The ladders of a club: those that go on first, by name."""
    return Ladder.objects.filter(club=club).order_by("-closed_at", "name", "pk")


def seasons_of(ladder: Ladder) -> QuerySet[Season]:
    """All there have been, the latest first."""
    return Season.objects.filter(ladder=ladder).order_by("-number")


def table_of(season: Season) -> Table:
    """The table of a season: everybody who was paired in it, or takes part while it is the latest."""
    matches = list(Match.objects.filter(season=season).select_related("game", "east", "west"))
    people = {person.pk: person for match in matches for person in (match.east, match.west)}
    if season == seasons_of(season.ladder).first():
        entrants = Entrant.objects.filter(ladder=season.ladder, left_at=None).select_related("person")
        people |= {entrant.person_id: entrant.person for entrant in entrants}
    return Table(season, standings(people, _results(matches)), told_apart(people.values()))


def running(ladder: Ladder) -> QuerySet[Match]:
    """Its games that go on, the latest paired first."""
    matches = Match.objects.filter(season__ladder=ladder, ended_at=None)
    return matches.select_related("game", "east", "west").order_by("-paired_at", "-pk")


def entrant_of(ladder: Ladder, person: Person | None) -> Entrant | None:
    """How somebody takes part; None for who does not."""
    return (
        None if person is None else Entrant.objects.filter(ladder=ladder, person=person, left_at=None).first()
    )


def _results(matches: list[Match]) -> Iterator[Result]:
    for match in matches:
        if match.ended_at is not None and match.east_halves is not None and match.west_halves is not None:
            yield Result(
                match.game.public_id,
                match.ended_at,
                match.game.edition,
                (match.east_id, match.west_id),
                (match.east_halves, match.west_halves),
                match.week,
                match.victory,
            )
