"""A rule of a ladder that decides what is plain: both players lose a game in which both are silent for long.

Each such ruling is entered and mailed like an arbiter's, and an arbiter can correct it. It follows from
deadlines alone, which everybody sees. So whether a player has asked for a ruling does not hold it up, or the
other could conclude that they have.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, Final

from django.utils.translation import gettext as _

from games.ladders import isolation
from games.ladders.arbitration import overdue
from games.ladders.arbitration.case import Case
from games.ladders.arbitration.verbs.both_lose import BothLose
from games.ladders.models.ruling import BY_RULE, Ruling
from games.ladders.models.season import Match
from games.models import both_seats, playing_time
from games.models.clocks import PACES, TIMES_OF_SILENCE
from games.models.game import new_public_id
from games.models.seat import Seat
from games.reads import deadlines
from games.services import outages
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, Refused

SILENCE: Final = "silence"
"""The rule, among the parameters of its rulings."""


class BothSilent(BothLose):
    """Both lose by the rule of the ladder, if it applies once the game is locked."""

    parameters: ClassVar[Mapping[str, Any]] = MappingProxyType({BY_RULE: SILENCE})

    def carry_out(self, case: Case) -> Ruling:
        """Enter a loss for each player.

        Raises:
            Conflict: ``not-overdue``: they are not silent for long; or as ``outages.refuse_in_doubt`` and
                ``BothLose`` do.
        """
        now = service_time.now()
        outages.refuse_in_doubt(now)
        if case.game.paused_at is not None or not are_silent(case.seats, now):
            raise Conflict("not-overdue")
        return super().carry_out(case)


def decide_due() -> int:
    """Let both players lose the games of ladders with the rule in which both are silent for long.

    First extends deadlines by the time the service was down; does nothing else while the time is in doubt.
    Several workers may call it at the same time.

    Returns:
        How many games were decided.
    """
    now = service_time.now()
    if not outages.catch_up(now):
        return 0
    late = overdue.overdue(now - TIMES_OF_SILENCE * timedelta(days=min(PACES)))
    ruled = late.filter(game__match__ended_at=None, game__match__season__ladder__silence_loses=True)
    once_each = {seat.game_id: seat for seat in ruled}
    return isolation.attempt_each(partial(_decide, now=now), "decide by rule on", once_each.values())


def are_silent(seats: Sequence[Seat], now: datetime) -> bool:
    """Whether both players of a running game are silent for long.

    One is if their time has been over for ``TIMES_OF_SILENCE`` times as long as they had to answer, without
    the days on which either of the two is away. The other is if it is the same with them, or if the game
    asks nothing of them, and they could have claimed the win all that time. Nobody is while one of the two
    is on holiday.
    """
    if any(deadlines.away_until(seat) is not None for seat in seats):
        return False
    others = [seat for seat in seats if not _is_long_late(seat, seats, now)]
    if len(others) == 1:  # not as agreed for want of an arbiter, which may be so since today
        return others[0].waiting_since is None and others[0].game.time_out_policy.may_be_claimed
    return not others


def _is_long_late(seat: Seat, seats: Sequence[Seat], now: datetime) -> bool:
    time = seat.game.time_to_answer
    if seat.due_at is None or time is None or seat.due_at > now:
        return False
    away = [each.time_away for each in seats]
    return playing_time.deadline(seat.due_at, TIMES_OF_SILENCE * time, *away) <= now


def _decide(seat: Seat, now: datetime) -> bool:
    if not are_silent(both_seats.of_game(seat.game_id), now):
        return False
    match = Match.objects.select_related("season__ladder").get(game=seat.game_id)
    ladder = match.season.ladder
    rule = deadlines.agreed_on_silence(seat.game.pace or ladder.pace, seat.game.time_out_policy)
    reason = _("The rule of %(ladder)s: %(rule)s") % {"ladder": ladder, "rule": rule}
    try:
        BothSilent(reason=reason).decide(game=seat.game, by=None, nonce=new_public_id())
    except Refused:  # somebody was faster
        return False
    return True
