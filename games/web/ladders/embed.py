"""The standings of a ladder in brief, for other sites: as a page for frames, and as a picture."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.drawing.standings_picture import PictureRow, standings_png
from games.ladders.challenges import stored_ranking
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Line, Season
from games.ladders.tables import lines, queries
from games.web.clubs.finding import found_ladder, kept_by_anybody, season_of

EMBEDDED_LINES: Final = 20
"""The most players in a frame or a picture. The page of the ladder has all."""
STANDINGS_KEPT_FOR: Final = 300
"""Seconds for which anybody may keep standings for other sites."""


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
@csp_replace({"frame-ancestors": ["*"]})
@kept_by_anybody(STANDINGS_KEPT_FOR, found_ladder)
def embedded(request: HttpRequest, ladder: Ladder) -> HttpResponse:
    """Show the best players of a season to visitors of other sites; ``theme`` is light or dark.

    It is the same for everybody.
    """
    season = season_of(request, ladder)
    theme = request.GET.get("theme", "")
    context = {
        "ladder": season.ladder,
        "season": season,
        "rows": placed(season)[:EMBEDDED_LINES],
        "theme": theme if theme in ("light", "dark") else "",
    }
    return HttpResponse(render_to_string("games/ladders/embed.html", context))


@require_safe
@kept_by_anybody(STANDINGS_KEPT_FOR, found_ladder)
def picture(request: HttpRequest, ladder: Ladder) -> HttpResponse:
    """Show the best players of a season as a picture, where neither frames nor scripts are possible."""
    season = season_of(request, ladder)
    ends = date_format(season.ends_at, "DATE_FORMAT")
    line = _("%(club)s, season %(number)d, until %(end)s") % {
        "club": season.ladder.club,
        "number": season.number,
        "end": ends,
    }
    rows = [
        PictureRow(
            str(row.place or "\N{EN DASH}"),
            row.name,
            str(row.line.points),
            "\N{EN DASH}".join(map(str, (row.line.wins, row.line.ties, row.line.losses))),
        )
        for row in placed(season)[:EMBEDDED_LINES]
    ]
    png = standings_png(season.ladder.name, line, rows, _("Nobody has played yet."))
    return HttpResponse(png, "image/png")
