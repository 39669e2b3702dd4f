"""A season's tables as files: for spreadsheets, and the way to those for programs."""

import csv
from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.ladders.models.line import Line
from games.ladders.models.season import Season
from games.ladders.tables import lines
from games.ladders.tables.standings import TieBreak
from games.web.ladders.finding import found_ladder, season_of

IN_A_PART = 500
"""Players of a crosstable in one file, so that none keeps a request for long."""


class Part(NamedTuple):
    """One file of a crosstable that is too long for one.

    Attributes:
        number: from 1.
        first, last: positions of its players in the table.
    """

    number: int
    first: int
    last: int


def parts(count: int) -> list[Part]:
    """The files that the crosstable of a season has; one at least.

    Args:
        count: how many players are in its table.
    """
    firsts = range(1, max(count, 1) + 1, IN_A_PART)
    return [
        Part(number, first, min(first + IN_A_PART - 1, count)) for number, first in enumerate(firsts, start=1)
    ]


@require_safe
@never_cache
def standings_csv(request: HttpRequest, ladder: str) -> HttpResponse:
    """A season's whole table as a file for spreadsheets."""
    season = season_of(request, found_ladder(ladder))
    table = list(lines.lines_of(season))
    names = lines.names_of(season, [line.person for line in table])
    response = _file(f"{ladder}-{season.number}")
    writer = csv.writer(response)
    writer.writerow(["place", "player", "points", "wins", "ties", "losses", *TieBreak])
    for line in table:
        broken = [line.tie_breaks.get(each, 0) for each in TieBreak]
        name = _harmless(names[line.person_id])
        writer.writerow([line.place, name, line.points, line.wins, line.ties, line.losses, *broken])
    return response


@require_safe
@never_cache
def standings_json(request: HttpRequest, ladder: str) -> HttpResponse:
    """Redirect to the standings in the API, which needs no token for them."""
    season = season_of(request, found_ladder(ladder))
    return redirect("games-api:season-standings", ladder, season.number)


@require_safe
@never_cache
def crosstable_csv(request: HttpRequest, ladder: str) -> HttpResponse:
    """Who has played whom in a season: a line for each player and each opponent they have met.

    A square of cells would have a hundred million of them in a large club. That of a long table comes in
    files of ``IN_A_PART`` players.
    """
    season = season_of(request, found_ladder(ladder))
    part = _part(request, season)
    table = list(lines.lines_of(season).filter(position__range=(part.first, part.last)))
    called = f"{ladder}-{season.number}-crosstable"
    response = _file(called if part.number == 1 else f"{called}-{part.number}")
    writer = csv.writer(response)
    writer.writerow(
        ["position", "player", "opponent_position", "opponent", "points", "games", "wins", "ties", "losses"]
    )
    writer.writerows(_meetings(season, table))
    return response


def _meetings(season: Season, table: Sequence[Line]) -> Iterator[list[object]]:
    """What each of these players did against everybody they have met, both in the order of the table."""
    names = lines.names_of(season, [line.person for line in table])
    met = lines.met(season, names)
    # Everybody who was met stands in the table, unless it has not been made anew since.
    others = {opponent for _player, opponent in met}
    entries = {entry.person: entry for entry in lines.entries_of(season, others)}
    opponents: defaultdict[int, list[lines.Entry]] = defaultdict(list)
    for player, opponent in met:
        if opponent in entries:
            opponents[player].append(entries[opponent])
    for line in table:
        for other in sorted(opponents[line.person_id], key=attrgetter("position")):
            tally = met[line.person_id, other.person]
            yield [
                *(line.position, _harmless(names[line.person_id])),
                *(other.position, _harmless(other.name)),
                *(tally.points, tally.games, tally.wins, tally.ties, tally.losses),
            ]


def _part(request: HttpRequest, season: Season) -> Part:
    """The part the address names, or the first.

    Raises:
        Http404: there is none of that number.
    """
    wanted = request.GET.get("part", "1")
    for part in parts(lines.count_of(season)):
        if str(part.number) == wanted:
            return part
    raise Http404


def _file(name: str) -> HttpResponse:
    """An answer that is kept as a file of this name, to be written into."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in tuple("=+-@\t\r") else name
