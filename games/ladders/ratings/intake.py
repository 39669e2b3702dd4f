"""Rated games become ratings: their results are taken in as they end, and folded one after the other.

Each fold holds the lock of the one row of ``RatingFold``, so there is one order for all workers: that of when
the games ended and, then, of their ids. Each call is one transaction: if a worker dies, it is rolled back,
and the next worker continues. The numbers are the same as after a rebuild, because every stored number is an
integer that each step ends with.

A result may arrive after one that ended later: both games ended within moments, or an old game was suspended
and continues. Then the fold goes back to the time before it, with the numbers stored with every change, and
continues from there. It does the same when an arbiter annuls or corrects a result.
"""

from datetime import datetime
from typing import Any, Final, cast

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.engine.side import EAST, SIDES, WEST
from games.ladders.models.rating import (
    Player,
    RatedGame,
    RatingChange,
    RatingFold,
    RatingStanding,
    SideAdvantage,
)
from games.ladders.models.ruling import ANNUL, BOTH_LOSE, SUBSTITUTE, Ruling
from games.ladders.models.season import Match
from games.ladders.ratings import stored
from games.ladders.ratings.counting import NotRated
from games.ladders.ratings.fold import Fold, Table
from games.ladders.ratings.results import BOTH_LOST, CORRECTED, LOSS, TIE, TIME_OUT, WIN
from games.models.game import Game
from games.models.seat import Seat
from notifications.nudge import nudge
from sekigahara.db import service_time
from sekigahara.db.writes import ensured

VOIDING: Final = {
    ANNUL: NotRated.ANNULLED,
    BOTH_LOSE: NotRated.BOTH_LOST,
    SUBSTITUTE: NotRated.SUBSTITUTED,
}
"""Rulings that keep a game from being rated, and the word for that."""
RESULTS_A_FOLD = 200
"""Games that one transaction takes in, and results that it folds."""


def fold_due() -> int:
    """Take in finished rated games, and fold the results that have not been folded.

    Several workers may call it at the same time: one does it, the others wait and then find nothing left.

    Returns:
        How many results were folded; at most ``RESULTS_A_FOLD``, so call it again until it returns 0.
    """
    if not _to_rate().exists() and not _unfolded().exists():
        return 0
    with transaction.atomic(durable=True):
        row = locked()
        _take_in()
        return _fold(row)


def rebuild() -> int:
    """Delete every rating and fold all results again, in one transaction.

    Returns:
        How many results there are.
    """
    with transaction.atomic(durable=True):
        row = locked()
        _take_in_all()
        RatingChange.objects.all().delete()
        RatingStanding.objects.all().delete()
        SideAdvantage.objects.all().delete()
        Player.objects.filter(timed_out_at__isnull=False).update(timed_out_at=None)
        RatedGame.objects.update(**RatedGame.UNFOLDED)
        stored.keep_last(row, None)
        count = 0
        while done := _fold(row):
            count += done
        return count


def change(game: Game, **results: Any) -> None:
    """Change the result of a game that was taken in, so that it is folded again. Runs in the caller's
    transaction.

    The caller must call `locked` before locking the game, which is the order in which a fold locks.

    Args:
        results: columns of ``RatedGame``.
    """
    row = locked()
    found = RatedGame.objects.filter(game=game.public_id).first()
    if found is not None:
        if found.is_folded:
            _go_back(row, (found.finished_at, found.game))
        RatedGame.objects.filter(pk=found.pk).update(**results)
        nudge()


def halves_of(game: Game) -> tuple[int, int]:
    """East's and West's score in a finished game, if it counts."""
    found = RatedGame.objects.filter(game=game.public_id).first()
    if found is not None:
        return found.east_halves, found.west_halves
    return _score(game)


def _score(game: Game) -> tuple[int, int]:
    """East's and West's: of the game, or of the match where points given by bidding may have turned it."""
    matches = Match.objects.filter(Match.WITH_HANDICAP, game=game, ended_at__isnull=False)
    match = matches.exclude(victory__in=(BOTH_LOST, CORRECTED)).first()  # as ruled while it was played
    if match is not None and match.east_halves is not None and match.west_halves is not None:
        return match.east_halves, match.west_halves
    east, west = (TIE if game.winner is None else WIN if game.winner == side else LOSS for side in SIDES)
    return east, west


def locked() -> RatingFold:
    """Lock the row of the fold until the end of the transaction, so that no one else folds."""
    return ensured(RatingFold.objects.select_for_update(), pk=1)


def _to_rate() -> QuerySet[Game]:
    """Finished rated games that are not taken in. A suspended game is left out, because its result may
    change; so is a game with a handicap whose match is not settled yet.
    """
    over = Game.objects.filter(is_rated=True, status=Game.Status.OVER, counted_at=None)
    unsettled = Match.objects.filter(Match.WITH_HANDICAP, game=OuterRef("pk"), ended_at=None)
    ended = over.filter(~Exists(unsettled), ended_at__isnull=False, frozen_at=None)
    return ended.order_by("ended_at", "public_id")


def _unfolded() -> QuerySet[RatedGame]:
    return RatedGame.objects.filter(is_folded=False).order_by("finished_at", "game")


def _take_in_all() -> None:
    while _take_in():
        pass


def _take_in() -> int:
    """Store the results of finished games; how many."""
    games = list(_to_rate()[:RESULTS_A_FOLD])
    if not games:
        return 0
    seated = {(seat.game_id, seat.side): seat.player_id for seat in Seat.objects.filter(game__in=games)}
    numbers = _numbers({person for person in seated.values() if person is not None})
    players = {place: None if person is None else numbers[person] for place, person in seated.items()}
    void = _void(games)
    RatedGame.objects.bulk_create(
        _result(game, players[game.pk, EAST], players[game.pk, WEST], void.get(game.pk, "")) for game in games
    )
    Game.objects.filter(pk__in=[game.pk for game in games]).update(counted_at=service_time.now())
    return len(games)


def _void(games: list[Game]) -> dict[int, str]:
    """Why some of the games do not count: by a rule of their ladder, or by rulings of arbiters."""
    apart = Match.objects.filter(game__in=games, is_apart=True).values_list("game", flat=True)
    decided = Ruling.objects.filter(game__in=games, kind__in=VOIDING).order_by("number")
    found: dict[int, str] = dict.fromkeys(apart, NotRated.BOT)
    for game, kind in decided.values_list("game", "kind"):
        if found.get(game) != NotRated.ANNULLED:
            found[game] = VOIDING[kind]
    return found


def _numbers(persons: set[int]) -> dict[int, int]:
    """The number of each person; new players get the next one."""
    known = set(Player.objects.filter(person__in=persons).values_list("person", flat=True))
    Player.objects.bulk_create(Player(person_id=person) for person in sorted(persons - known))
    return dict(Player.objects.filter(person__in=persons).values_list("person", "pk"))


def _result(game: Game, east: int | None, west: int | None, void: str) -> RatedGame:
    halves = _score(game)
    return RatedGame(
        game=game.public_id,
        finished_at=cast("datetime", game.ended_at),
        edition=game.edition,
        east_id=east,
        west_id=west,
        east_halves=halves[EAST],
        west_halves=halves[WEST],
        week=game.week,
        victory=game.victory,
        void=void,
    )


def _fold(row: RatingFold) -> int:
    """Fold the next results; how many."""
    games = list(_unfolded()[:RESULTS_A_FOLD])
    if not games:
        return 0
    last, first = stored.latest(row), (games[0].finished_at, games[0].game)
    if last is not None and first <= last:
        _go_back(row, first)
        games = list(_unfolded()[:RESULTS_A_FOLD])
    table = stored.table_for(row, games)
    fold = Fold(table)
    done = [fold.add(game.result) for game in games]
    stored.keep(row, table, games, done)
    return len(games)


# ---- going back ----


def _go_back(row: RatingFold, moment: tuple[datetime, str]) -> None:
    """Make everything as it was before the first result that is not before a moment; that one too is undone,
    if it was folded."""
    folded = RatedGame.objects.filter(is_folded=True)
    at, game = moment
    undone = folded.filter(Q(finished_at__gt=at) | Q(finished_at=at, game__gte=game))
    before = folded.filter(Q(finished_at__lt=at) | Q(finished_at=at, game__lt=game))
    table = Table()
    for edition, advantage in undone.order_by("-finished_at", "-game").values_list("edition", "advantage"):
        table.advantages[edition] = advantage  # what counts is the first one's, which comes last
    late = undone.filter(victory=TIME_OUT, reason="").only("east", "west", "east_halves", "west_halves")
    losers = {number for each in late if (number := each.result.loser) is not None}
    changes = RatingChange.objects.filter(game__in=undone)
    moved = set(changes.values_list("player", "ladder").distinct())
    changes.delete()
    undone.update(**RatedGame.UNFOLDED)
    _restore_standings(table, moved)
    stored.keep_advantages(table, table.advantages)
    for number in losers:
        Player.objects.filter(pk=number).update(timed_out_at=_timed_out_at(number, before))
    stored.keep_last(row, before.order_by("-finished_at", "-game").values_list("finished_at", "game").first())


def _restore_standings(table: Table, moved: set[tuple[int, str]]) -> None:
    """Set these players' standings to what their latest change says, or delete them."""
    for player, ladder in moved:
        changes = RatingChange.objects.filter(player=player, ladder=ladder)
        change = changes.order_by("-at", "-id").first()
        if change is None:
            RatingStanding.objects.filter(player=player, ladder=ladder).delete()
        else:
            table.standings[player, ladder] = change.standing
    stored.keep_standings(table, table.standings)


def _timed_out_at(number: int, games: QuerySet[RatedGame]) -> datetime | None:
    """When the latest of some games ended in which a time-out counted against a player."""
    lost = Q(east=number, east_halves=LOSS) | Q(west=number, west_halves=LOSS)
    late = games.filter(lost, victory=TIME_OUT, reason="")
    return late.order_by("-finished_at").values_list("finished_at", flat=True).first()
