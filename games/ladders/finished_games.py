"""What people's finished games against other people add up to.

Games for practice and games against computer players do not count.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import F, FilteredRelation, Q, QuerySet

from games.engine.side import SIDES, Side
from games.ladders.ratings.results import TIME_OUT
from games.models.game import Game
from games.models.seat import Seat, Tempo
from sekigahara.db.writes import executed, this_database

FEWEST_GAMES: Final = 3
"""Of fewer finished games it is not said how somebody plays in time."""


class SideCount(NamedTuple):
    """How many finished games a person won and lost with a side of an edition."""

    edition: str
    side: Side
    won: int
    lost: int


class FinishedGames(NamedTuple):
    """What a person's games add up to.

    Attributes:
        sides: by edition and side, East's first.
        games: how many there are.
        kept_up: how many of them did not end because the person's time was over.
        tempo: how the person plays in time; unknown where a reader is not to see it, or of too few games.
    """

    sides: Sequence[SideCount] = ()
    games: int = 0
    kept_up: int = 0
    tempo: Tempo = Tempo.UNKNOWN


_COUNTS = """
    SELECT seat.player_id, game.edition, seat.side, game.winner, game.victory, seat.tempo,
        game.is_public OR game.is_rated, count(*)
    FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
    JOIN games_seat other ON other.game_id = game.id AND other.side <> seat.side
    WHERE seat.player_id IN ({}) AND game.status = 'over' AND game.lesson = '' AND game.source_moment IS NULL
        AND other.computer = '' AND (other.player_id IS NULL OR other.player_id <> seat.player_id)
    GROUP BY 1, 2, 3, 4, 5, 6, 7
"""
"""The seats of ``against_people``, which takes several times as long."""


class _Counted(NamedTuple):
    player: int
    edition: str
    side: int
    winner: int
    victory: str
    tempo: int | None
    is_open: bool
    games: int


def against_people(people: Collection[int]) -> QuerySet[Any]:
    """The seats of people in these games, each with the id of its ``opponent``."""
    seats = Seat.objects.filter(
        player__in=people, game__status=Game.Status.OVER, game__lesson="", game__source_moment=None
    )
    other_side = FilteredRelation("game__seats", condition=~Q(game__seats__side=F("side")))
    paired = seats.annotate(other=other_side)
    named = paired.annotate(opponent=F("other__player"), computer_opponent=F("other__computer"))
    return named.filter(Q(opponent=None) | ~Q(opponent=F("player")), computer_opponent="")


def finished_games(people: Mapping[int, bool]) -> dict[int, FinishedGames]:
    """Count the games of several people by one statement.

    Args:
        people: by primary key, whether everything counts and is told. Otherwise public and rated games alone
            count, and nothing is said of how they play in time.
    """
    if not people:
        return {}
    text = _COUNTS.format(", ".join(["%s"] * len(people)))
    with executed(text, [*people], this_database()) as cursor:
        rows = [_Counted(*row) for row in cursor.fetchall()]
    return {
        person: _sum([row for row in rows if row.player == person], is_all=is_all)
        for person, is_all in people.items()
    }


def usual_tempo(games: Iterable[tuple[int | None, int]]) -> Tempo:
    """How somebody plays in time, as in the middle one of their games.

    Args:
        games: pairs of a tempo, and how many games had it.
    """
    known = sorted(tempo for tempo, count in games if tempo for _game in range(count))
    return Tempo(known[len(known) // 2]) if len(known) >= FEWEST_GAMES else Tempo.UNKNOWN


def _sum(rows: Sequence[_Counted], *, is_all: bool) -> FinishedGames:
    counted = [row for row in rows if is_all or row.is_open]
    won: Counter[tuple[str, int]] = Counter()
    lost: Counter[tuple[str, int]] = Counter()
    for row in counted:
        (won if row.winner == row.side else lost)[row.edition, row.side] += row.games
    late = sum(row.games for row in counted if row.winner != row.side and row.victory == TIME_OUT)
    games = won.total() + lost.total()
    return FinishedGames(
        [
            SideCount(edition, SIDES[side], won[edition, side], lost[edition, side])
            for edition, side in sorted(won.keys() | lost.keys())
        ],
        games,
        games - late,
        usual_tempo((row.tempo, row.games) for row in rows) if is_all else Tempo.UNKNOWN,
    )
