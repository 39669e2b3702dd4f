"""The archive of finished public games."""

from typing import cast

from django.http import HttpResponse
from msgspec import structs
from rest_framework.request import Request

from games.api import parameters, rows
from games.api.answers import finished as answers
from games.api.answers.games import ClubOfGame, Outcome, Players
from games.api.endpoint import Readable, by_content, page
from games.api.errors import MalformedParameter, Unknown
from games.api.openapi.operations import for_anybody
from games.api.parameters import OfArchive
from games.api.shapes.terms import Side
from games.ladders.statistics import archive
from games.ladders.statistics import figures as edition_statistics
from games.ladders.statistics.archive import Archived, Filters, NotFoundError

REFUSED = {
    "no-victory": "no game in the archive ended with that victory",
    "no-club": "there is no such club",
    "no-ladder": "there is no such ladder",
    "no-season": "the ladder has no such season",
    "too-many-people": "too many players match: give more of the name",
}


class Archive(Readable):
    """Finished games."""

    @for_anybody(
        "listArchive",
        "List finished games",
        answer=answers.ArchivePage,
        parameters=OfArchive,
        problems=(422,),
    )
    def get(self, request: Request) -> HttpResponse:
        """Get finished public games, latest first. A game appears some minutes after its end."""
        query = parameters.read(request, OfArchive)
        filters = structs.asdict(query)
        del filters["limit"], filters["cursor"]
        try:
            games = archive.find(Filters(**filters))
        except NotFoundError as error:
            if error.code == "no-edition":
                raise Unknown("edition", query.edition, edition_statistics.editions()) from None
            raise MalformedParameter(REFUSED[error.code]) from None
        found, following = page(request, games, query)
        listed = [_shown(row) for row in archive.with_players(found)]
        return by_content(request, answers.ArchivePage(listed, following))


def _shown(row: Archived) -> answers.ArchivedGame:
    game, (east, west) = row.summary, row.seats
    club, season = row.club, row.season
    return answers.ArchivedGame(
        id=game.public_id,
        edition=game.edition,
        ended_at=game.ended_at,
        outcome=Outcome(cast("Side", game.won_by.label), game.victory),
        week=game.week,
        days=game.days,
        actions=game.actions,
        rated=game.is_rated,
        players=Players(rows.player(east), rows.player(west)),
        club=None if club is None else ClubOfGame(club.slug, club.name),
        season=None if season is None else answers.ArchivedSeason(season.ladder.public_id, season.number),
    )
