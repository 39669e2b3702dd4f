"""Reads ladders: the table of a season, its games, and who takes part."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.db.models import Case, Count, IntegerField, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from accounts.models.person import Person
from games.ladders.clubs.privacy import known_to
from games.ladders.models.club import Club
from games.ladders.models.ladder import MOST_MISSED, Entrant, Ladder
from games.ladders.models.season import Line, Match, Season
from games.ladders.ratings.results import GameResult
from games.ladders.tables.forecast import Forecast, PacedGame, forecast
from games.ladders.tables.standings import TableRow, standings

GAMES_FORESEEN = 500
"""The latest games of a season from which its end is foreseen."""


def ladder_at(public_id: str, reader: Person | None) -> Ladder | None:
    """The ladder at an address, with its club, if the reader knows of it.

    Args:
        reader: None for nobody known.
    """
    found = Ladder.objects.select_related("club").filter(known_to(reader, "club"), public_id=public_id)
    return found.first()


def ladders_of(club: Club) -> QuerySet[Ladder]:
    """The ladders of a club by name, open ones first, with ``is_closed`` as 0 or 1."""
    is_closed = Case(When(closed_at=None, then=Value(0)), default=Value(1), output_field=IntegerField())
    return Ladder.objects.filter(club=club).annotate(is_closed=is_closed).order_by("is_closed", "name")


def seasons_of(ladder: Ladder) -> QuerySet[Season]:
    """All seasons of a ladder, the latest first."""
    return Season.objects.filter(ladder=ladder).order_by("-number")


def table_of(season: Season) -> list[TableRow]:
    """The whole table of a season, computed from its matches.

    It contains everyone who was paired in it and, while it is the latest, everyone who takes part. Pages read
    the stored ``lines`` instead.
    """
    matches = list(Match.objects.filter(season=season).values_list(*_COLUMNS))
    people = {person for match in matches for person in match[:2]}
    if season == seasons_of(season.ladder).first():
        people.update(
            Entrant.objects.filter(ladder=season.ladder, left_at=None).values_list("person", flat=True)
        )
    return standings(people, _results(season.ladder.edition, matches))


def running(ladder: Ladder) -> QuerySet[Match]:
    """The running games of a season, the latest paired first."""
    matches = Match.objects.filter(season__ladder=ladder, ended_at=None)
    return matches.select_related("game", "east", "west").order_by("-paired_at", "-pk")


def matches_of(season: Season, *, is_over: bool | None = None) -> QuerySet[Match]:
    """The games of a season, the latest first.

    Args:
        is_over: those that are over, or those that are not; both by default.
    """
    matches = Match.objects.filter(season=season)
    if is_over is not None:
        matches = matches.filter(ended_at__isnull=not is_over)
    return matches.select_related("game", "east__rated_as", "west__rated_as").order_by("-pk")


def forecast_of(season: Season, now: datetime) -> Forecast | None:
    """When a season will be over; of a large one the latest games say it."""
    begun = Match.objects.filter(season=season).order_by("-pk")[:GAMES_FORESEEN]
    columns = ("paired_at", "ended_at", "week", "game__week")
    games = [
        PacedGame(paired_at, ended_at, running_week if ended_at is None else week)
        for paired_at, ended_at, week, running_week in begun.values_list(*columns)
    ]
    return forecast(games, pairs_until=season.ladder.closed_at or season.ends_at, now=now)


def entrant_of(ladder: Ladder, person: Person | None) -> Entrant | None:
    """The person's entry in a ladder; None where they do not take part."""
    return (
        None if person is None else Entrant.objects.filter(ladder=ladder, person=person, left_at=None).first()
    )


def entered_in(club: Club, person: Person) -> QuerySet[Any]:
    """How a person takes part in the open ladders of a club, by name, with ``shown_place``.

    That is the place in the ranking of a challenge ladder, elsewhere in the table of the latest season; None
    for none.
    """
    above = Entrant.objects.filter(ladder=OuterRef("ladder"), left_at=None, place__lt=OuterRef("place"))
    ranked = above.order_by().values("ladder").values(count=Count("pk"))
    lines = Line.objects.filter(season__ladder=OuterRef("ladder"), person=person).order_by("-season__number")
    entered = Entrant.objects.select_related("ladder").filter(
        ladder__club=club, ladder__closed_at=None, person=person, left_at=None
    )
    shown_place = Case(
        When(place__isnull=False, then=Coalesce(Subquery(ranked), 0) + 1),
        default=Subquery(lines.values("place")[:1]),
        output_field=IntegerField(),
    )
    return entered.annotate(shown_place=shown_place).order_by("ladder__name", "pk")


def absent_in(ladder: Ladder) -> QuerySet[Entrant]:
    """The participants who have missed so many check-ins that no game begins for them, by name."""
    absent = Entrant.objects.filter(ladder=ladder, left_at=None, missed__gte=MOST_MISSED)
    return absent.select_related("person").order_by("person__name", "pk")


def absent_in_clubs(clubs: Iterable[Club]) -> QuerySet[Entrant]:
    """Likewise in all open ladders of clubs, with the ladders, by their names."""
    absent = Entrant.objects.filter(
        ladder__club__in=clubs, ladder__closed_at=None, left_at=None, missed__gte=MOST_MISSED
    )
    return absent.select_related("person", "ladder").order_by("ladder__name", "person__name", "pk")


def unpairable_in(clubs: Iterable[Club]) -> QuerySet[Ladder]:
    """The open ladders whose next round has nobody to pair: fewer than two players want games; by name."""
    wanting = Entrant.objects.filter(
        ladder=OuterRef("pk"),
        left_at=None,
        most__gt=0,
        missed__lt=MOST_MISSED,
        person__memberships__club=OuterRef("club"),
    )
    count = wanting.order_by().values("ladder").values(count=Count("pk"))
    ladders = Ladder.objects.filter(club__in=clubs, closed_at=None, format=Ladder.Format.FREE)
    return ladders.annotate(wanting=Coalesce(Subquery(count), 0)).filter(wanting__lt=2).order_by("name", "pk")


def ending_in(clubs: Iterable[Club], now: datetime, until: datetime) -> QuerySet[Season]:
    """The seasons of open ladders that end within a time, with the ladders, the earliest first."""
    seasons = Season.objects.filter(ladder__club__in=clubs, ladder__closed_at=None)
    ending = seasons.filter(ends_at__gt=now, ends_at__lte=until)
    return ending.select_related("ladder").order_by("ends_at", "ladder__name", "pk")


_COLUMNS = (
    "east",
    "west",
    "ended_at",
    "east_halves",
    "west_halves",
    "game__public_id",
    "week",
    "victory",
)
"""Of a match, as a row without a model's weight: a season may have hundreds of thousands."""


def _results(edition: str, matches: Iterable[tuple[Any, ...]]) -> Iterator[GameResult]:
    for east, west, ended_at, *halves, game, week, victory in matches:
        if ended_at is not None and None not in halves:
            yield GameResult(game, ended_at, edition, (east, west), (halves[0], halves[1]), week, victory)
