"""Games of the archive as responses and streams show them."""

from typing import cast

from games.api import rows
from games.api.answers import finished as answers
from games.api.answers.games import ClubOfGame, Outcome, Players
from games.api.shapes.terms import Side
from games.ladders.statistics.archive import Archived


def archived(row: Archived) -> answers.ArchivedGame:
    """A game as the archive lists it."""
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
