"""Ratings, which everybody may know: of one player, how they came about, and who is best."""

from datetime import datetime
from typing import Literal, cast

from django.http import Http404, HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from games.api import answers, parameters
from games.api.endpoint import Endpoint, by_content, page
from games.api.errors import Unknown
from games.api.openapi.operations import described
from games.api.parameters import OfLadder
from games.api.permissions import HasScopeOrWatches
from games.api.shapes.terms import Side
from games.ladders.models.rating_change import RatingChange
from games.ladders.models.rating_player import Player as PlayerRow
from games.ladders.models.rating_standing import RatingStanding
from games.ladders.ratings import queries
from games.ladders.ratings.fold import OVERALL
from games.ladders.ratings.results import LOSS, TIE, WIN

SCORES: dict[int, Literal["won", "tied", "lost"]] = {WIN: "won", TIE: "tied", LOSS: "lost"}


class OfRatings(Endpoint):
    """A view that anybody may read."""

    permission_classes = (HasScopeOrWatches,)

    @staticmethod
    def player(key: str) -> PlayerRow:
        """Whose key that is.

        Raises:
            Http404: nobody's who has an account.
        """
        found = queries.player_of(key)
        if found is None:
            raise Http404
        return found

    @staticmethod
    def wanted(request: Request) -> tuple[OfLadder, str]:
        """What is asked for, and the ladder.

        Raises:
            Unknown: there is no such edition.
        """
        wanted = parameters.read(request, OfLadder)
        if wanted.edition and wanted.edition not in queries.ladders():
            raise Unknown("edition", wanted.edition, [each for each in queries.ladders() if each])
        return wanted, wanted.edition or OVERALL


class Player(OfRatings):
    """One player."""

    @described(
        "getPlayer", "Where a player stands", answer=answers.RatedPlayer, is_for_anybody=True, problems=(404,)
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        """A player's ratings as they are now: time away has widened their deviations."""
        found, now = self.player(key), timezone.now()
        ratings = [_rating(row, now) for row in queries.standings_of(found)]
        name = _name(found)
        return by_content(request, answers.RatedPlayer(name.id, name.name, name.bot, ratings))


class PlayerRatings(OfRatings):
    """How one player's rating came about."""

    @described(
        "listPlayerRatings",
        "What games did to a player's rating",
        answer=answers.RatingChanges,
        parameters=OfLadder,
        is_for_anybody=True,
        problems=(404, 422),
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        """A page of the games that counted, the latest first, with the rating after each."""
        found = self.player(key)
        wanted, ladder = self.wanted(request)
        changes, following = page(request, queries.changes_of(found, ladder), wanted)
        public = queries.public_among([change.game for change in changes])
        listed = [_change(change, public) for change in changes]
        return by_content(request, answers.RatingChanges(listed, following))


class Ratings(OfRatings):
    """Who is best."""

    @described(
        "listRatings",
        "Whose rating is best",
        answer=answers.RatingPage,
        parameters=OfLadder,
        is_for_anybody=True,
        problems=(422,),
    )
    def get(self, request: Request) -> HttpResponse:
        """A page of everybody whose rating is not provisional, the best first."""
        wanted, ladder = self.wanted(request)
        now = timezone.now()
        rows, following = page(request, queries.best(ladder, now), wanted)
        ranked = []
        for row in rows:
            name = _name(row.player)
            ranked.append(answers.RankedPlayer(name.id, name.name, name.bot, _rating(row, now)))
        return by_content(request, answers.RatingPage(ranked, following))


def _name(player: PlayerRow) -> answers.RatedName:
    person = player.person
    return answers.RatedName(
        player.key, "" if person is None else person.name, person is not None and person.is_bot
    )


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
        opponent=_name(opponent) if opponent is not None and known else None,
        game=game.game if game.game in public else None,
        points_before=change.points_before,
        points=change.points,
        deviation=change.deviation,
    )
