"""Separate loyalty windows that nobody answers by hand: by order after the hold, or by silence.

A window is asked, held and announced in the same way whether or not there are orders, and whatever the hand
holds. Until the hold is over nobody reads the orders: the request that opened the window does not, and what
everyone sees is the same. Then one job looks at all windows that are due.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import ParamSpec

from django.db.models import QuerySet

from games.engine.actions import Silence
from games.engine.errors import EngineError
from games.models.game import Game
from games.models.seat import Seat
from games.services import outages, running_orders, suspension
from games.services.order_book import OrderBook
from games.services.table import held
from sekigahara import batch
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Refused

log = logging.getLogger(__name__)

P = ParamSpec("P")


def answer_held(now: datetime | None = None) -> int:
    """Let orders answer the windows whose hold is over, and go on where they had not finished.

    Several workers may call it at the same time: each window is looked at once.

    Args:
        now: the present time by default.

    Returns:
        The number of windows that were answered, and of games that went on.
    """
    now = now or service_time.now()
    count = 0
    for game_id in batch.in_time(with_orders_due().values_list("pk", flat=True)):
        count += _in_one_game(running_orders.go_on, game_id)
    for seat in batch.in_time(_asked().filter(held_until__lte=now)):
        count += _in_one_game(_answer, seat, now)
    return count


def lapse(now: datetime) -> int:
    """Let deployments stand that were not challenged within the time to react.

    The caller has made sure that the time can be trusted.

    Returns:
        How many windows have lapsed.
    """
    count = 0
    for seat in batch.in_time(outages.reacting().filter(lapses_at__lte=now)):
        count += _in_one_game(_lapse, seat, now)
    return count


def _in_one_game(act: Callable[P, bool], *about: P.args, **named: P.kwargs) -> bool:
    """Act in one game. If that fails, log it, so that other games go on."""
    try:
        with suspension.stopping():
            return act(*about, **named)
    except (Refused, EngineError) as error:
        log.warning("a loyalty window was not answered: %s", type(error).__name__)
        return False


def with_orders_due() -> QuerySet[Game]:
    """The running games in which orders have to act before anybody is asked."""
    return _running_games().filter(orders_due=True)


def _running_games() -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.RUNNING, frozen_at=None)


def _asked() -> QuerySet[Seat]:
    return Seat.objects.filter(game__in=_running_games())


def _answer(seat: Seat, now: datetime) -> bool:
    """Let the orders of a seat answer its window, unless it was answered in the meantime."""
    with held(seat.game_id) as table:
        locked = table.seats[seat.plays]
        if locked.held_until is None or locked.held_until > now:
            return False
        locked.held_until = None
        table.load()
        book = OrderBook(table.seats)
        is_answered = running_orders.answer_window(table, book, seat.plays)
        running_orders.finish(table, book)
        return is_answered


def _lapse(seat: Seat, now: datetime) -> bool:
    """Let a window lapse, unless it was answered in the meantime or its clock has stopped."""
    with held(seat.game_id) as table:
        locked = table.seats[seat.plays]
        if locked.lapses_at is None or locked.lapses_at > now or table.game.paused_at is not None:
            return False
        table.load()
        table.take(seat.plays, Silence())
        book = OrderBook(table.seats)
        running_orders.run(table, book)
        running_orders.finish(table, book)
        return True
