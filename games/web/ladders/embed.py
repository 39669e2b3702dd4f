"""The standings of a ladder in brief: as a page for the frames of other sites."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.ladders.challenges import stored_ranking
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Line, Season
from games.ladders.tables import lines, queries
from games.web.clubs.finding import found_ladder, season_of

EMBEDDED_LINES: Final = 20
"""The most players in a frame. The page of the ladder has all."""
EMBED_KEPT_FOR: Final = 300
"""Seconds for which anybody may keep the page of a frame."""


class Placed(NamedTuple):
    """A player with their place.

    Attributes:
        place: in the table; for the present season of a challenge ladder, in its ranking. None for no place.
        name: of the player; former players are numbered.
        line: the player's line.
    """

    place: int | None
    name: str
    line: Line


def placed(season: Season) -> list[Placed]:
    """The players of a season in the order of their places, and then those without one."""
    table = list(lines.lines_of(season))
    places = _places(season, table)
    names = lines.names_of(season, [line.person for line in table])
    rows = [Placed(places.get(line.person_id), names[line.person_id], line) for line in table]
    return sorted(rows, key=lambda row: (row.place is None, row.place or 0, row.line.position))


def _places(season: Season, table: Iterable[Line]) -> dict[int, int]:
    """By player: the ranking of a challenge ladder is that of its present season."""
    if season.ladder.format != Ladder.Format.CHALLENGE:
        return {line.person_id: line.place for line in table}
    if season != queries.seasons_of(season.ladder).first():
        return {}
    return {person: place for place, person in enumerate(stored_ranking.ranking_of(season.ladder), 1)}


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type] # typed for views without parameters
@cache_control(public=True, max_age=EMBED_KEPT_FOR)
def embedded(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the best players of a season to visitors of other sites; ``theme`` is light or dark.

    It is the same for everybody.
    """
    season = season_of(request, found_ladder(ladder))
    theme = request.GET.get("theme", "")
    context = {
        "ladder": season.ladder,
        "season": season,
        "rows": placed(season)[:EMBEDDED_LINES],
        "theme": theme if theme in ("light", "dark") else "",
    }
    return HttpResponse(render_to_string("games/ladders/embed.html", context))
