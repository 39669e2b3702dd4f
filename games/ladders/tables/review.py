"""What came of a ladder: who is at its top, how many games were played, and which stand out."""

from typing import NamedTuple

from django.db.models import Count, Q

from accounts.models.person import Person
from games.ladders.challenges.stored_ranking import ranked
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match, Season
from games.ladders.ratings.results import BOTH_LOST, WIN
from games.ladders.tables import lines


class Leading(NamedTuple):
    """One of the best of a ladder.

    Attributes:
        points: of the season; None on a challenge ladder.
    """

    place: int
    name: str
    points: int | None


class LadderReview(NamedTuple):
    """The whole course of a ladder.

    Attributes:
        seasons: how many have had games.
        games: how many were played to a result; not those that both players lost by a ruling.
        running: how many are still played.
        players: how many have been paired in them.
        east_won: how many of them East has won.
        longest, closest: of games that are over, by days and by victory points; None where none is known.
    """

    seasons: int
    games: int
    running: int
    players: int
    east_won: int
    longest: Match | None
    closest: Match | None


def review_of(ladder: Ladder) -> LadderReview:
    """What came of a ladder until now."""
    matches = Match.objects.filter(season__ladder=ladder)
    played = ~Q(east_halves=None) & ~Q(victory=BOTH_LOST)
    counted = matches.filter(played)
    numbers = matches.aggregate(
        seasons=Count("season", distinct=True),
        games=Count("pk", filter=played),
        running=Count("pk", filter=Q(ended_at=None)),
        east_won=Count("pk", filter=Q(east_halves=WIN)),
    )
    paired = matches.order_by()
    known = counted.exclude(game__summary=None).select_related("east", "west", "game__summary")
    by_points = known.exclude(game__summary__margin=None)
    return LadderReview(
        **numbers,
        players=paired.values_list("east").union(paired.values_list("west")).count(),
        longest=known.order_by("-game__summary__days", "pk").first(),
        closest=by_points.order_by("game__summary__margin", "pk").first(),
    )


def leaders_of(season: Season) -> list[Person]:
    """Who is at the top: of the ranking, or all who share the first place of the table with any points."""
    if season.ladder.format == Ladder.Format.CHALLENGE:
        return [each.person for each in ranked(season.ladder).select_related("person")[:1]]
    return [each.person for each in lines.lines_of(season).filter(place=1, points__gt=0)]


def best_of(season: Season, count: int) -> list[Leading]:
    """The top of the ranking, or of the table."""
    if season.ladder.format == Ladder.Format.CHALLENGE:
        ranking = ranked(season.ladder).select_related("person")[:count]
        return [Leading(place, str(each.person), None) for place, each in enumerate(ranking, start=1)]
    return [
        Leading(each.place, str(each.person), each.points)
        for each in lines.lines_of(season).filter(position__lte=count)
    ]
