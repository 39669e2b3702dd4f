"""A season's tables as CSV files, and a redirect to the JSON in the API."""

import csv
from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Line, Season
from games.ladders.tables import lines
from games.ladders.tables.standings import TieBreak
from games.web.clubs.finding import found_ladder, kept_by_anybody, season_of
from games.web.ladders.embed import STANDINGS_KEPT_FOR, placed

PLAYERS_A_PART = 500
"""The most players in one file of a crosstable, which bounds the time of a request."""


class CrosstablePart(NamedTuple):
    """A range of players whose crosstable is one file.

    Attributes:
        number: from 1.
        first, last: the positions of its players in the table.
    """

    number: int
    first: int
    last: int


def parts(count: int) -> list[CrosstablePart]:
    """The files of a season's crosstable, at least one.

    Args:
        count: how many players are in its table.
    """
    firsts = range(1, max(count, 1) + 1, PLAYERS_A_PART)
    return [
        CrosstablePart(number, first, min(first + PLAYERS_A_PART - 1, count))
        for number, first in enumerate(firsts, start=1)
    ]


@require_safe
@kept_by_anybody(STANDINGS_KEPT_FOR, found_ladder)
def standings_csv(request: HttpRequest, ladder: Ladder) -> HttpResponse:
    """Download the standings of a season as CSV."""
    season = season_of(request, ladder)
    response = _file(f"{ladder.public_id}-{season.number}")
    writer = csv.writer(response)
    breaks = [each for each in TieBreak if each != TieBreak.WINS]  # these have a column in any case
    writer.writerow(["place", "player", "points", "wins", "ties", "losses", *breaks, "key"])
    for place, name, line in placed(season):
        broken = [line.tie_breaks.get(each, 0) for each in breaks]
        counts = (line.points, line.wins, line.ties, line.losses)
        key = line.person.public_key or ""
        writer.writerow(["" if place is None else place, _harmless(name), *counts, *broken, key])
    return response


@require_safe
@kept_by_anybody(STANDINGS_KEPT_FOR, found_ladder)
def standings_json(request: HttpRequest, ladder: Ladder) -> HttpResponse:
    """Redirect to the standings in the API, which needs no token for them."""
    season = season_of(request, ladder)
    return redirect("games-api:season-standings", ladder.public_id, season.number)


@require_safe
@kept_by_anybody(STANDINGS_KEPT_FOR, found_ladder)
def crosstable_csv(request: HttpRequest, ladder: Ladder) -> HttpResponse:
    """Download the crosstable of a season as CSV, with a line for each player and opponent.

    A line for each pair that met keeps the file small: a matrix of 10,000 players has a hundred million
    cells. A long table is split into files of ``PLAYERS_A_PART`` players.
    """
    season = season_of(request, ladder)
    part = _part(request, season)
    table = list(lines.lines_of(season).filter(position__range=(part.first, part.last)))
    called = f"{ladder.public_id}-{season.number}-crosstable"
    response = _file(called if part.number == 1 else f"{called}-{part.number}")
    writer = csv.writer(response)
    counts = ("points", "games", "wins", "ties", "losses", "key", "opponent_key")
    writer.writerow(["position", "player", "opponent_position", "opponent", *counts])
    writer.writerows(_meetings(season, table))
    return response


def _meetings(season: Season, table: Sequence[Line]) -> Iterator[list[object]]:
    """The lines of the crosstable for some players, both columns in the order of the table."""
    names = lines.names_of(season, [line.person for line in table])
    met = lines.met(season, names)
    # An opponent is missing from the table only if it has not been recomputed since.
    others = {opponent for _player, opponent in met}
    entries = {entry.person: entry for entry in lines.entries_of(season, others)}
    opponents: defaultdict[int, list[lines.TableEntry]] = defaultdict(list)
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
                *(line.person.public_key or "", other.identity["key"] or ""),
            ]


def _part(request: HttpRequest, season: Season) -> CrosstablePart:
    """The part that the query names, by default the first.

    Raises:
        Http404: there is no part of that number.
    """
    number = request.GET.get("part", "1")
    for part in parts(lines.count_of(season)):
        if str(part.number) == number:
            return part
    raise Http404


def _file(name: str) -> HttpResponse:
    """An empty response that browsers save as a CSV file of this name."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _harmless(name: str) -> str:
    """Quote a name that a spreadsheet would take for a formula."""
    return f"'{name}" if name[:1] in tuple("=+-@\t\r") else name
