"""A pause by consent: one player asks for it, and the clock stops once the other has agreed.

To ask stops nothing, so that nobody escapes a deadline by it. While the game is paused both can act. Either
ends the pause, and it ends by itself after the days that were asked for, if any. Arbiters pause games too:
those pauses only arbiters end.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from notifications.models import Notification
from notifications.services import Announcement, announce
from sekigahara import batch
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, Frozen

GAMES_AT_ONCE = 100
"""Games whose pauses one transaction ends."""
PAUSE = "games.pause"
ASKED, AGREED, DECLINED, ENDED = "asked", "agreed", "declined", "ended"


def may_ask(seats: Sequence[Seat]) -> bool:
    """Whether a player of a game can ask the other for a pause now.

    Args:
        seats: East's and West's, with their game.
    """
    return _refusal(seats) is None and seats[0].game.pause_asked_by is None


def ask(*, seat: Seat, days: int | None) -> None:
    """Ask the opponent for a pause. Asking for another number of days replaces what one asked for.

    Args:
        seat: of the player who asks.
        days: after which it ends by itself; None for when either ends it.

    Raises:
        Conflict: ``not-running``; ``no-clock``; ``no-pauses``: the opponent is not another person, or time
            away does not count in the ladder of the game; ``paused-already``; ``pause-asked``: the opponent
            has asked for one.
        Frozen: the game is suspended.
    """
    with transaction.atomic(durable=True):
        seats = _locked(seat)
        game = seats[0].game
        if (refusal := _refusal(seats)) is not None:
            raise refusal
        if game.pause_asked_by == seat.plays.enemy:
            raise Conflict("pause-asked")
        if (game.pause_asked_by, game.pause_days) == (seat.side, days):
            return
        game.pause_asked_by, game.pause_days = seat.side, days
        game.save(update_fields=["pause_asked_by", "pause_days"])
        _tell([seats[seat.plays.enemy]], ASKED)


def agree(*, seat: Seat) -> None:
    """Agree to the pause that the opponent asked for: the clock stops. Repeating it has no effect.

    Raises:
        Conflict: ``no-pause-asked``: the opponent asks for none; others as in ``ask``.
        Frozen: as in ``ask``.
    """
    with transaction.atomic(durable=True):
        seats = _locked(seat)
        game, now = seats[0].game, service_time.now()
        if game.is_paused_by_players:
            return
        if (refusal := _refusal(seats)) is not None:
            raise refusal
        if game.pause_asked_by != seat.plays.enemy:
            raise Conflict("no-pause-asked")
        game.paused_at = now
        game.paused_until = None if game.pause_days is None else now + timedelta(days=game.pause_days)
        game.save(update_fields=["paused_at", "paused_until"])
        _tell([seats[seat.plays.enemy]], AGREED)


def drop(*, seat: Seat) -> None:
    """Decline the pause that the opponent asked for, or withdraw what one asked for. It may be repeated.

    Raises:
        Conflict: ``paused-already``: it was agreed on.
    """
    with transaction.atomic(durable=True):
        seats = _locked(seat)
        game = seats[0].game
        if game.is_paused_by_players:
            raise Conflict("paused-already")
        if game.pause_asked_by == seat.plays.enemy:
            _tell([seats[seat.plays.enemy]], DECLINED)
        game.pause_asked_by = game.pause_days = None
        game.save(update_fields=["pause_asked_by", "pause_days"])


def end(*, seat: Seat) -> None:
    """End a pause that was agreed on. Deadlines move by its length.

    Raises:
        Conflict: ``not-paused``: there is none, or an arbiter paused the game.
        Frozen: as in ``ask``.
    """
    with transaction.atomic(durable=True):
        seats = _locked(seat)
        if not seats[0].game.is_paused_by_players:
            raise Conflict("not-paused")
        go_on(seats)
        _tell([seats[seat.plays.enemy]], ENDED)


PAUSE_ANSWERS = {"agree": agree, "drop": drop, "end": end}


def end_those_over(now: datetime) -> int:
    """End the pauses whose days are over, and tell both players.

    Returns:
        The number of games.
    """
    over = Game.objects.filter(paused_until__lte=now, frozen_at=None, status=Game.Status.RUNNING)
    count = 0
    for games in batch.sets_in_time(over.order_by("pk").values_list("pk", flat=True), GAMES_AT_ONCE):
        with transaction.atomic(durable=True):
            both_seats.count_write(*games)
            paused = Seat.objects.select_related("game", "player").filter(game__in=over.filter(pk__in=games))
            seats = list(paused.order_by("game", "side"))
            _resume(seats)
            _tell(seats, ENDED)
            count += len({seat.game_id for seat in seats})
    return count


def go_on(seats: Sequence[Seat]) -> None:
    """Resume the clock of a paused game in the caller's transaction, which has locked its seats."""
    if seats[0].game.paused_at is not None:
        _resume(seats)


def _resume(seats: Sequence[Seat]) -> None:
    """Resume the clocks of paused games, by both seats of each."""
    for seat in seats:
        if seat.game.paused_at is not None:
            seat.resume_deadlines(seat.game.paused_at)
    for seat in seats:
        seat.game.paused_at = seat.game.pause_asked_by = None
        seat.game.pause_days = seat.game.paused_until = None
    Seat.objects.bulk_update(seats, ["due_at", "lapses_at"])
    Game.objects.filter(pk__in={seat.game_id for seat in seats}).update(
        paused_at=None, pause_asked_by=None, pause_days=None, paused_until=None
    )


def _locked(seat: Seat) -> list[Seat]:
    seats = both_seats.to_change(seat.game_id)
    if seats[0].game.frozen_at is not None:
        raise Frozen
    return seats


def _refusal(seats: Sequence[Seat]) -> Conflict | None:
    """Why there can be no pause now; None if there can."""
    game, players = seats[0].game, {seat.player_id for seat in seats}
    if game.status != Game.Status.RUNNING:
        return Conflict("not-running")
    if game.pace is None:
        return Conflict("no-clock")
    if not game.holidays_count or None in players or len(players) < len(seats):
        return Conflict("no-pauses")
    return None if game.paused_at is None else Conflict("paused-already")


def _tell(seats: Sequence[Seat], what: str) -> None:
    """Tell players what happened to a pause, once a day, however often the other changes their mind."""
    occasion = f"{what}.{service_time.now():%Y%m%d}"
    about = [seat.reference for seat in seats]
    known = Notification.objects.filter(kind=PAUSE, about__in=about, occasion=occasion)
    told = {*known.values_list("about", flat=True)}
    announce(
        Announcement(PAUSE, seat.reference, occasion, seat.player_id)
        for seat in seats
        if seat.player_id is not None and seat.reference not in told
    )
