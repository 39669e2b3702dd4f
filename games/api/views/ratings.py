"""Ratings: of one player, their changes, the best players, and the pool of bots."""

import csv
import io
from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final, Literal, cast

from django.http import Http404, HttpResponse
from msgspec import to_builtins
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from accounts import services
from accounts.models.person import Person
from accounts.public_keys import identity
from games.api import bodies, parameters
from games.api.answers import ratings as answers
from games.api.bodies import Nothing
from games.api.deprecation import replaced_by_key
from games.api.endpoint import Readable, answer, by_content, page
from games.api.errors import Unknown
from games.api.openapi.operations import TABLE, for_anybody, for_players
from games.api.parameters import OfLadder, RatedEdition
from games.api.rows import TEMPO_WORDS
from games.api.shapes.terms import Side
from games.ladders import bots, person_pages
from games.ladders.models.rating import Player as PlayerRow
from games.ladders.models.rating import RatingChange, RatingStanding
from games.ladders.person_pages import PersonPage
from games.ladders.ratings import queries
from games.ladders.ratings.fold import OVERALL
from games.ladders.ratings.results import LOSS, TIE, WIN
from sekigahara.db import service_time
from sekigahara.errors.exceptions import or_404

MOST_PUBLIC_GAMES: Final = 20
MOST_CHANGES_IN_A_FILE: Final = 5_000
CSV: Final = "text/csv"
RATING_COLUMNS: Final = (
    *("at", "edition", "game", "side", "score", "opponent_key", "points_before", "points", "deviation"),
)
SCORES: dict[int, Literal["won", "tied", "lost"]] = {WIN: "won", TIE: "tied", LOSS: "lost"}


class OfRatings(Readable):
    """A view of ratings. Reading needs no token."""

    @staticmethod
    def shown(request: Request, key: str) -> PersonPage:
        """Find what the caller may see of a player.

        Raises:
            Http404: there is no such player, or the caller may not know of them.
        """
        reader = request.user if isinstance(request.user, Person) else None
        return or_404(person_pages.page_of(key, reader))

    @staticmethod
    def ladder_query(request: Request) -> tuple[OfLadder, str]:
        """Read the query parameters, and the rating ladder that they select.

        Raises:
            Unknown: there is no such edition.
        """
        query = parameters.read(request, OfLadder)
        return query, rating_ladder(query.edition)


class Player(OfRatings):
    """A player, as much of them as the caller may see."""

    @for_anybody("getPlayer", answer=answers.RatedPlayer, deprecated=replaced_by_key("id"))
    def get(self, request: Request, key: str) -> HttpResponse:
        """Get a player.

        Get a player: current ratings, games by edition and side, clubs, and your record against them.
        Players choose what strangers see. Deviations of ratings grow while a player is inactive."""
        return by_content(request, _player(self.shown(request, key)))


class Blocked(OfRatings):
    """Whether the caller blocks a player, who is not told."""

    @for_players("blockPlayer", answer=answers.RatedPlayer, body=Nothing, deprecated=replaced_by_key("id"))
    def put(self, request: Request, key: str) -> HttpResponse:
        """Block a player.

        Block a player. Their invitations do not reach you, and neither of you sees the other's open games.
        They are not told."""
        return self._blocked(request, key, services.block)

    @for_players("unblockPlayer", answer=answers.RatedPlayer, body=Nothing, deprecated=replaced_by_key("id"))
    def delete(self, request: Request, key: str) -> HttpResponse:
        """Unblock a player.

        Block a player no longer."""
        return self._blocked(request, key, services.unblock)

    def _blocked(self, request: Request, key: str, change: Callable[..., None]) -> HttpResponse:
        bodies.decoded(request, Nothing)
        found = self.shown(request, key)
        if found.is_own:
            raise Http404
        change(person=self.person(request), other=found.person)
        return answer(_player(self.shown(request, key)))


class PlayerRatings(OfRatings):
    """The rating changes of a player."""

    @for_anybody(
        "listPlayerRatings",
        answer=answers.RatingChanges,
        parameters=OfLadder,
        problems=(422,),
        deprecated=replaced_by_key("changes.opponent.id"),
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        """List the rating changes of a player.

        Get a player's rated games, latest first, with the rating after each."""
        found = self.shown(request, key)
        query, ladder = self.ladder_query(request)
        changes, following = page(request, person_pages.changes_on(found, ladder), query)
        public = queries.public_among([change.game for change in changes])
        listed = [_change(change, public) for change in changes]
        return by_content(request, answers.RatingChanges(listed, following))


class CommaSeparated(BaseRenderer):
    """Let clients accept comma-separated values. The content is made elsewhere."""

    media_type = CSV
    format = "csv"


class RatingsFile(OfRatings):
    """The rating changes of a player, as a file."""

    renderer_classes = (CommaSeparated, JSONRenderer)

    @for_anybody("downloadPlayerRatings", answer=TABLE, kind=CSV, parameters=RatedEdition, problems=(422,))
    def get(self, request: Request, key: str) -> HttpResponse:
        """Download the rating changes of a player.

        Get the player's latest 5,000 rated games as comma-separated values, latest first, with the values
        of `ratings/` of the player in its columns. Of players there is the key, and no name."""
        found = self.shown(request, key)
        edition = parameters.read(request, RatedEdition).edition
        changes = list(person_pages.changes_on(found, rating_ladder(edition))[:MOST_CHANGES_IN_A_FILE])
        public = queries.public_among([change.game for change in changes])
        file = io.StringIO()
        writer = csv.writer(file)
        writer.writerow(RATING_COLUMNS)
        for change in changes:
            row = to_builtins(_change(change, public))
            opponent = row.pop("opponent") or {}
            writer.writerow([(row | {"opponent_key": opponent.get("key")})[name] for name in RATING_COLUMNS])
        response = by_content(request, file.getvalue().encode())
        if response.status_code == HTTPStatus.OK:
            response["Content-Type"] = CSV
        return response


class Ratings(OfRatings):
    """The best players."""

    @for_anybody(
        "listRatings",
        answer=answers.RatingPage,
        parameters=OfLadder,
        problems=(422,),
        deprecated=replaced_by_key("players.id"),
    )
    def get(self, request: Request) -> HttpResponse:
        """List the best players.

        Get all players whose rating is not provisional, best first."""
        query, ladder = self.ladder_query(request)
        now = service_time.now()
        rows, following = page(request, queries.best(ladder, now), query)
        ranked = [answers.RankedPlayer(**_named(row.player), rating=rating_shown(row, now)) for row in rows]
        return by_content(request, answers.RatingPage(ranked, following))


class Bots(Readable):
    """The bots that anyone may challenge."""

    @for_anybody("listBots", answer=answers.Bots)
    def get(self, request: Request) -> HttpResponse:
        """List the bots that anyone may challenge.

        Get the bots that used the API in the last month, those that are up first, up to 100. Challenge one
        by its `key`, as in `createGame`."""
        now = service_time.now()
        rows = [
            answers.PooledBot(
                name=each.person.name,
                is_up=each.is_up,
                seen_at=each.seen_at,
                editions=each.person.bot_editions.split(),
                rating=None if each.rating is None else rating_shown(each.rating, now),
                **identity(each.person),
            )
            for each in bots.pool(now)
        ]
        return by_content(request, answers.Bots(rows), is_public=True)


def rating_ladder(edition: str | None) -> str:
    """The rating ladder of an edition, or of all.

    Raises:
        Unknown: there is no such edition.
    """
    if edition and edition not in queries.ladders():
        raise Unknown("edition", edition, [each for each in queries.ladders() if each])
    return edition or OVERALL


def _player(found: PersonPage) -> answers.RatedPlayer:
    now, person, counted, record = service_time.now(), found.person, found.finished, found.record
    public = person_pages.public_games_of(found)[:MOST_PUBLIC_GAMES]
    return answers.RatedPlayer(
        id=person.key if found.rated_as is None else found.rated_as.key,
        name=person.name,
        bot=person.is_bot,
        ratings=[rating_shown(row, now) for row in person_pages.standings_of(found)],
        shows=cast("answers.PageShows", found.shows.value),
        blocked=found.is_blocked,
        games=[
            answers.GamesOfSide(each.edition, cast("Side", each.side.label), each.won, each.lost)
            for each in counted.sides
        ],
        finished=answers.FinishedCount(counted.games, counted.kept_up) if counted.games else None,
        answers=TEMPO_WORDS.get(counted.tempo),
        record=None if record is None else answers.RecordBetween(record.reader, record.person),
        clubs=[answers.ClubName(club.slug, club.name) for club in found.clubs],
        public_games=[game.public_id for game in public],
        **identity(person),
    )


def _named(player: PlayerRow) -> dict[str, Any]:
    """The fields of ``RatedName``."""
    person = player.person
    return {
        "id": player.key,
        "name": "" if person is None else person.name,
        "bot": person is not None and person.is_bot,
        **identity(person),
    }


def rating_shown(row: RatingStanding, now: datetime) -> answers.Rating:
    """A rating as it is at a time."""
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
