"""Which ladder and season a page is about."""

from django.http import Http404, HttpRequest

from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Season
from games.ladders.tables import queries


def found_ladder(public_id: str) -> Ladder:
    """The ladder at an address.

    Raises:
        Http404: there is none.
    """
    ladder = queries.ladder_at(public_id)
    if ladder is None:
        raise Http404
    return ladder


def season_of(request: HttpRequest, ladder: Ladder) -> Season:
    """The season the address names, or the latest.

    Raises:
        Http404: there is none of that number.
    """
    seasons = queries.seasons_of(ladder)
    wanted = request.GET.get("season", "")
    season = (
        seasons.filter(number=wanted).first() if wanted.isdecimal() and len(wanted) < 7 else seasons.first()
    )
    if season is None:
        raise Http404
    return season
