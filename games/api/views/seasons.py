"""Seasons of ladders: their standings, crosstables and games."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from django.http import HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework.request import Request

from games.api import parameters
from games.api.answers import ladders as answers
from games.api.deprecation import replaced_by_key
from games.api.endpoint import by_content, by_tag, page
from games.api.openapi.operations import for_anybody
from games.api.paging import Paged
from games.api.parameters import SeasonGames
from games.api.season_rows import matches_shown, players_of
from games.api.versions import content_tag
from games.api.views.ladders import OfLadder, season_shown
from games.ladders.challenges import stored_ranking
from games.ladders.models.ladder import Ladder as LadderRow
from games.ladders.models.season import Line
from games.ladders.models.season import Season as SeasonRow
from games.ladders.tables import lines, queries
from games.ladders.tables.standings import TieBreak
from sekigahara.errors.exceptions import or_404


@dataclass(frozen=True, slots=True)
class Shown:
    """The lines of a table on a page.

    Attributes:
        players: the players in these lines, by the id of the person.
        ranks: their places in the ranking of a challenge ladder, by the id of the person.
        following: the URL of the next page.
    """

    ladder: LadderRow
    season: SeasonRow
    lines: Sequence[Line]
    players: Mapping[int, answers.LadderPlayer]
    ranks: Mapping[int, int]
    following: str | None

    @property
    def tag(self) -> str:
        """The ETag of these lines, known without computing them. Every change of a table is counted; the
        names and ranks of players are not, so the tag includes them."""
        called = [msgspec.structs.astuple(self.players[line.person_id]) for line in self.lines]
        season = (self.season.pk, self.season.changes, self.season.tabled, get_language())
        ranks = [self.ranks.get(line.person_id) for line in self.lines]
        return content_tag(msgspec.json.encode([season, called, ranks, self.following]))


class OfSeasons(OfLadder):
    """A view of seasons."""

    @staticmethod
    def season(ladder: LadderRow, number: int | None) -> SeasonRow:
        """Find a season of a ladder; the latest by default.

        Raises:
            Http404: there is no season with that number.
        """
        seasons = queries.seasons_of(ladder)
        return or_404((seasons if number is None else seasons.filter(number=number)).first())

    def lines_shown(self, request: Request, ladder: str, number: int) -> Shown:
        """Find the lines of a table that a request selects.

        Raises:
            Http404: there is no such ladder or season.
        """
        query = parameters.read(request, Paged)
        row = self.ladder(request, ladder)
        season = self.season(row, number)
        found, following = page(request, lines.lines_of(season), query)
        players = players_of(season, [line.person for line in found])
        standing = stored_ranking.ranking_of(row) if row.format == LadderRow.Format.CHALLENGE else []
        places = {person: place for place, person in enumerate(standing, start=1)}
        return Shown(row, season, found, players, places, following)


class Seasons(OfSeasons):
    """The seasons of a ladder."""

    @for_anybody("listSeasons", answer=answers.SeasonPage, parameters=Paged)
    def get(self, request: Request, ladder: str) -> HttpResponse:
        """List the seasons of a ladder.

        Get the seasons of a ladder, latest first."""
        query = parameters.read(request, Paged)
        seasons = queries.seasons_of(self.ladder(request, ladder))
        found, following = page(request, seasons, query)
        return by_content(request, answers.SeasonPage([season_shown(each) for each in found], following))


class Standings(OfSeasons):
    """The standings of a season."""

    @for_anybody(
        "getStandings",
        answer=answers.SeasonStandings,
        parameters=Paged,
        deprecated=replaced_by_key("lines.player.id"),
    )
    def get(self, request: Request, ladder: str, season: int) -> HttpResponse:
        """Get the standings of a season.

        Get the standings, best first, with the value of every tie-break. A result appears some minutes
        after its game is over, so the standings may change between two pages."""
        shown = self.lines_shown(request, ladder, season)
        return by_tag(request, shown.tag, lambda: _standings(shown))


class Crosstable(OfSeasons):
    """The crosstable of a season."""

    @for_anybody(
        "getCrosstable",
        answer=answers.Crosstable,
        parameters=Paged,
        deprecated=replaced_by_key("rows.player.id", "rows.met.player.id"),
    )
    def get(self, request: Request, ladder: str, season: int) -> HttpResponse:
        """Get the crosstable of a season.

        Get the players in the order of the standings, each with their results against every opponent."""
        # The response also has the names of opponents, which the tag of these lines does not cover.
        shown = self.lines_shown(request, ladder, season)
        return by_content(request, _crosstable(shown))


class Matches(OfSeasons):
    """The games of a season."""

    @for_anybody(
        "listLadderMatches",
        answer=answers.LadderMatches,
        parameters=SeasonGames,
        deprecated=replaced_by_key("matches.east.id", "matches.west.id"),
    )
    def get(self, request: Request, ladder: str) -> HttpResponse:
        """List the games of a ladder.

        Get the games of a season, latest first."""
        query = parameters.read(request, SeasonGames)
        season = self.season(self.ladder(request, ladder), query.season)
        is_over = {"all": None, "running": False, "finished": True}[query.state]
        matches = queries.matches_of(season, is_over=is_over)
        found, following = page(request, matches, query, season=season.number)
        listed = matches_shown(season, found)
        return by_content(request, answers.LadderMatches(listed, following))


def _standings(shown: Shown) -> answers.SeasonStandings:
    return answers.SeasonStandings(
        shown.ladder.public_id,
        season_shown(shown.season),
        [answers.TieBreak(str(each), _(each.explanation)) for each in TieBreak],
        [_line(line, shown) for line in shown.lines],
        shown.following,
    )


def _line(line: Line, shown: Shown) -> answers.StandingsLine:
    return answers.StandingsLine(
        wins=line.wins,
        ties=line.ties,
        losses=line.losses,
        position=line.position,
        place=line.place,
        player=shown.players[line.person_id],
        rank=shown.ranks.get(line.person_id),
        points=line.points,
        tie_breaks=line.tie_breaks,
    )


def _crosstable(shown: Shown) -> answers.Crosstable:
    season = shown.season
    met = lines.met(season, [line.person_id for line in shown.lines])
    found: dict[int, list[answers.Meeting]] = {line.person_id: [] for line in shown.lines}
    of_opponent: defaultdict[int, list[int]] = defaultdict(list)
    for one, other in met:
        of_opponent[other].append(one)
    for entry in lines.entries_of(season, of_opponent.keys()):
        called = answers.LadderPlayer(entry.key, entry.name, entry.is_bot, **entry.identity)
        for one in of_opponent[entry.person]:
            tally = met[one, entry.person]
            found[one].append(
                answers.Meeting(
                    wins=tally.wins,
                    ties=tally.ties,
                    losses=tally.losses,
                    position=entry.position,
                    player=called,
                )
            )
    rows = [
        answers.CrosstableRow(line.position, shown.players[line.person_id], found[line.person_id])
        for line in shown.lines
    ]
    return answers.Crosstable(shown.ladder.public_id, season_shown(season), rows, shown.following)
