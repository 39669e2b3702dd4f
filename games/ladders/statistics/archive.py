"""The archive: finished games that everyone may see, the latest first, with their players.

It lists game summaries, which have the indexes for it. What a summary does not contain (the players, the
club, the ladder) is looked up from the other tables, so that every filter stays fast among hundreds of
thousands of games.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models.person import Person
from games.engine.side import EAST, WEST
from games.ladders.models.club import Club, ClubGame
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match, Season
from games.ladders.models.statistics import GameSummary
from games.ladders.statistics import figures as edition_statistics
from games.models.game import Game
from games.models.seat import Seat

MOST_PEOPLE = 100
"""A search by name may match at most this number of people; more matches require a longer name."""


class Filters(NamedTuple):
    """Which games to list; what is empty or None does not matter.

    Attributes:
        edition: its id.
        player: a part of the name of either player.
        club: its slug.
        ladder: its id.
        season: its number; of a ladder only.
        victory: the kind, in the game's word.
        rated: whether the game was.
        games: any of these, as their rows' primary keys.
        ended_from, ended_until: the first and the last day on which it may have ended, in UTC.
    """

    edition: str = ""
    player: str = ""
    club: str = ""
    ladder: str = ""
    season: int | None = None
    victory: str = ""
    rated: bool | None = None
    games: QuerySet[Game] | None = None
    ended_from: date | None = None
    ended_until: date | None = None


class NotFoundError(Exception):
    """A filter names something that does not exist.

    Attributes:
        code: ``no-edition``, ``no-club``, ``no-ladder``, ``no-season`` or ``too-many-people``.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Archived(NamedTuple):
    """A game of the archive.

    Attributes:
        seats: East's and West's.
        club: that it was played in.
        season: of a ladder, that it was paired in.
    """

    summary: GameSummary
    seats: tuple[Seat, Seat]
    club: Club | None
    season: Season | None


def find(filters: Filters) -> QuerySet[GameSummary]:
    """The games, the latest first, in a strict order.

    Raises:
        NotFoundError: a filter names something that does not exist.
    """
    # A club that has become private has taken its games from everybody.
    games = GameSummary.objects.filter(game__is_public=True).order_by("-ended_at", "-public_id")
    if filters.edition:
        games = games.filter(edition=_known(filters.edition, edition_statistics.editions(), "no-edition"))
    if filters.victory:
        games = games.filter(victory=filters.victory)
    if filters.rated is not None:
        games = games.filter(is_rated=filters.rated)
    if filters.club:
        if not Club.objects.filter(slug=filters.club, is_private=False).exists():
            raise NotFoundError("no-club")
        games = games.filter(game__in=ClubGame.objects.filter(club__slug=filters.club).values("game"))
    if filters.ladder or filters.season is not None:
        games = games.filter(game__in=_matches(filters).values("game"))
    if filters.games is not None:
        games = games.filter(game__in=filters.games.order_by().values("pk"))
    games = games.filter(_within(filters.ended_from, filters.ended_until))
    if player := filters.player.strip():
        games = games.filter(game__in=Seat.objects.filter(player__in=_people(player)).values("game"))
    return games


def after(games: QuerySet[GameSummary], public_id: str) -> QuerySet[GameSummary]:
    """The games listed after one; all of them where it is empty or not in the archive."""
    if not public_id.isalnum():
        return games
    last = GameSummary.objects.filter(public_id=public_id).values_list("ended_at", "public_id").first()
    if last is None:
        return games
    ended_at, name = last
    # The first of the two is what an index is read by, the second leaves out who ended at the very moment.
    later = games.filter(ended_at__lte=ended_at)
    return later.filter(Q(ended_at__lt=ended_at) | Q(public_id__lt=name))


def with_players(summaries: Sequence[GameSummary]) -> list[Archived]:
    """The games with their players, club and season, in a fixed number of queries."""
    games = [row.game_id for row in summaries]
    seats: dict[tuple[int, int], Seat] = {}
    for seat in Seat.objects.select_related("player", "game").defer("game__dump").filter(game__in=games):
        seats[seat.game_id, seat.side] = seat
    clubs = {row.game_id: row.club for row in ClubGame.objects.select_related("club").filter(game__in=games)}
    matches = Match.objects.select_related("season__ladder").filter(game__in=games)
    seasons = {match.game_id: match.season for match in matches}
    return [
        Archived(row, (seats[game, EAST], seats[game, WEST]), clubs.get(game), seasons.get(game))
        for row, game in zip(summaries, games, strict=True)
    ]


def _within(first: date | None, last: date | None) -> Q:
    """That a game ended on one of some days."""
    days = Q()
    if first is not None:
        days &= Q(ended_at__gte=datetime.combine(first, time(), UTC))
    if last is not None:
        days &= Q(ended_at__lte=datetime.combine(last, time.max, UTC))
    return days


def _known(value: str, there_are: Sequence[str] | set[str], code: str) -> str:
    if value not in there_are:
        raise NotFoundError(code)
    return value


def _matches(filters: Filters) -> QuerySet[Match]:
    """The games of a ladder, or of one of its seasons."""
    ladder = Ladder.objects.filter(public_id=filters.ladder, club__is_private=False).first()
    if ladder is None:
        raise NotFoundError("no-ladder")
    if filters.season is None:
        return Match.objects.filter(season__ladder=ladder)
    season = Season.objects.filter(ladder=ladder, number=filters.season).first()
    if season is None:
        raise NotFoundError("no-season")
    return Match.objects.filter(season=season)


def _people(name: str) -> list[int]:
    """People with this name who have an account and a game in the archive; others have no name there.

    Raises:
        NotFoundError: too many people match.
    """
    seated = Seat.objects.filter(player=OuterRef("pk"), game__summary__isnull=False, game__is_public=True)
    called = Person.objects.filter(Exists(seated), name__icontains=name, closed_at=None)
    people = list(called.order_by("pk").values_list("pk", flat=True)[: MOST_PEOPLE + 1])
    if len(people) > MOST_PEOPLE:
        raise NotFoundError("too-many-people")
    return people
