"""Ratings: of one player, their changes, and the best players."""

from datetime import datetime
from typing import Any, Literal, cast

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.public_keys import identity
from games.api import parameters
from games.api.answers import ratings as answers
from games.api.deprecation import replaced_by_key
from games.api.endpoint import Readable, by_content, page
from games.api.errors import Unknown
from games.api.openapi.operations import for_anybody
from games.api.parameters import OfLadder
from games.api.shapes.terms import Side
from games.ladders.models.rating import Player as PlayerRow
from games.ladders.models.rating import RatingChange, RatingStanding
from games.ladders.ratings import queries
from games.ladders.ratings.fold import OVERALL
from games.ladders.ratings.results import LOSS, TIE, WIN
from sekigahara.db import service_time
from sekigahara.errors.exceptions import or_404

SCORES: dict[int, Literal["won", "tied", "lost"]] = {WIN: "won", TIE: "tied", LOSS: "lost"}


class OfRatings(Readable):
    """A view of ratings. Reading needs no token."""

    @staticmethod
    def player(key: str) -> PlayerRow:
        """Find a player by their id.

        Raises:
            Http404: there is no such player with an account.
        """
        return or_404(queries.player_of(key))

    @staticmethod
    def ladder_query(request: Request) -> tuple[OfLadder, str]:
        """Read the query parameters, and the rating ladder that they select.

        Raises:
            Unknown: there is no such edition.
        """
        query = parameters.read(request, OfLadder)
        if query.edition and query.edition not in queries.ladders():
            raise Unknown("edition", query.edition, [each for each in queries.ladders() if each])
        return query, query.edition or OVERALL


class Player(OfRatings):
    """A player and their ratings."""

    @for_anybody("getPlayer", "Get a player", answer=answers.RatedPlayer, deprecated=replaced_by_key("id"))
    def get(self, request: Request, key: str) -> HttpResponse:
        """Get a player's current ratings. Deviations grow while a player is inactive."""
        found, now = self.player(key), service_time.now()
        ratings = [_rating(row, now) for row in queries.standings_of(found)]
        return by_content(request, answers.RatedPlayer(**_named(found), ratings=ratings))


class PlayerRatings(OfRatings):
    """The rating changes of a player."""

    @for_anybody(
        "listPlayerRatings",
        "List the rating changes of a player",
        answer=answers.RatingChanges,
        parameters=OfLadder,
        problems=(422,),
        deprecated=replaced_by_key("changes.opponent.id"),
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        """Get a player's rated games, latest first, with the rating after each."""
        found = self.player(key)
        query, ladder = self.ladder_query(request)
        changes, following = page(request, queries.changes_of(found, ladder), query)
        public = queries.public_among([change.game for change in changes])
        listed = [_change(change, public) for change in changes]
        return by_content(request, answers.RatingChanges(listed, following))


class Ratings(OfRatings):
    """The best players."""

    @for_anybody(
        "listRatings",
        "List the best players",
        answer=answers.RatingPage,
        parameters=OfLadder,
        problems=(422,),
        deprecated=replaced_by_key("players.id"),
    )
    def get(self, request: Request) -> HttpResponse:
        """Get all players whose rating is not provisional, best first."""
        query, ladder = self.ladder_query(request)
        now = service_time.now()
        rows, following = page(request, queries.best(ladder, now), query)
        ranked = [answers.RankedPlayer(**_named(row.player), rating=_rating(row, now)) for row in rows]
        return by_content(request, answers.RatingPage(ranked, following))


def _named(player: PlayerRow) -> dict[str, Any]:
    """The fields of ``RatedName``."""
    person = player.person
    return {
        "id": player.key,
        "name": "" if person is None else person.name,
        "bot": person is not None and person.is_bot,
        **identity(person),
    }


def _rating(row: RatingStanding, now: datetime) -> answers.Rating:
    rating = row.standing.rating_at(max(now, row.at))
    return answers.Rating(
        edition=row.ladder or None,
        points=rating.points,
        deviation=rating.deviation,
        provisional=rating.is_provisional,
        games=row.games,
        at=row.at,
    )


def _change(change: RatingChange, public: set[str]) -> answers.RatingChange:
    game, side = change.game, change.plays
    opponent = game.players[side.enemy]
    halves = (game.east_halves, game.west_halves)[side]
    known = opponent is not None and queries.has_page(opponent)
    return answers.RatingChange(
        at=change.at,
        edition=game.edition,
        side=cast("Side", side.label),
        score=SCORES[halves],
        opponent=answers.RatedName(**_named(opponent)) if opponent is not None and known else None,
        game=game.game if game.game in public else None,
        points_before=change.points_before,
        points=change.points,
        deviation=change.deviation,
    )
