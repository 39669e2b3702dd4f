"""Finds the ladder and the season of a page."""

from django.http import Http404, HttpRequest

from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Season
from games.ladders.tables import queries


def found_ladder(public_id: str) -> Ladder:
    """The ladder with an id.

    Raises:
        Http404: there is no such ladder.
    """
    ladder = queries.ladder_at(public_id)
    if ladder is None:
        raise Http404
    return ladder


def season_of(request: HttpRequest, ladder: Ladder) -> Season:
    """The season that the query names, by default the latest.

    Raises:
        Http404: there is no season of that number.
    """
    seasons = queries.seasons_of(ladder)
    number = request.GET.get("season", "")
    season = (
        seasons.filter(number=number).first() if number.isdecimal() and len(number) < 7 else seasons.first()
    )
    if season is None:
        raise Http404
    return season
