"""A locked game of a club that someone is about to rule on, with everything a verb needs.

Each ruling is one durable transaction that locks the game first. It is added to the record of the game, and
both players are mailed. Each form has a nonce: if the same form is sent again, it makes no second ruling and
returns the first one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from django.db import transaction

from accounts.models.person import Person
from games.ladders import results_register
from games.ladders.arbitration import jurisdiction, register
from games.ladders.models.club import ClubGame
from games.ladders.models.ruling import Ruling
from games.log.position import refuse_stopped
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict

DECIDED = "clubs.ruling"
"""A mail to a player, of a ruling."""


class Case(NamedTuple):
    """A locked game of a club, and the person who is about to rule.

    Attributes:
        by: None for a rule of the ladder.
        before: the ruling that the same form has already made, if any.
    """

    held: ClubGame
    seats: tuple[Seat, Seat]
    by: Person | None
    nonce: str
    before: Ruling | None

    @property
    def game(self) -> Game:
        """The game as it is now."""
        return self.held.game

    @property
    def arbiter(self) -> Person:
        """The person who is about to rule.

        Raises:
            ValueError: it is a rule of the ladder.
        """
        if self.by is None:
            raise ValueError("no person rules")
        return self.by

    def enter(self, row: Ruling) -> Ruling:
        """Add a ruling to the record and announce it to both players."""
        row.nonce = self.nonce
        register.append(row, held=self.held, by=self.by)
        results_register.enter_ruling(row)
        roles = {seat.player_id: seat.plays.label for seat in reversed(self.seats)}
        if row.former is not None:
            roles[row.former.pk] = "former"
        announce(
            Announcement(DECIDED, row.public_id, f"{role}.{player}", player)
            for player, role in roles.items()
            if player is not None
        )
        return row

    def refuse_not_running(self) -> None:
        """Refuse if the game is not running.

        Raises:
            Conflict: ``not-running``.
        """
        if self.game.status != Game.Status.RUNNING:
            raise Conflict("not-running")

    def stop_clock(self) -> None:
        """Pause the clock of a running game, unless it is already paused."""
        if self.game.status == Game.Status.RUNNING and self.game.paused_at is None:
            self.game.paused_at = service_time.now()
            self.game.pause_asked_by = self.game.pause_days = None
            self.game.save(update_fields=["paused_at", "pause_asked_by", "pause_days"])


@contextmanager
def case(game: Game, by: Person | None, nonce: str, *, lock_first: Callable[[], object]) -> Iterator[Case]:
    """Open the transaction in which someone rules on a game.

    Args:
        by: None for a rule of the ladder.
        nonce: of the form.
        lock_first: locks what must be locked before the game, so that all transactions lock in one order.

    Raises:
        Conflict: ``no-club``: the game belongs to no club.
        Forbidden: ``not-arbiter`` or ``own-case``: the person may not rule on it.
        Frozen: the game is suspended.
    """
    with transaction.atomic(durable=True):
        lock_first()
        east, west = both_seats.to_change(game.pk)
        held = jurisdiction.held(east.game)
        held.game = east.game
        if by is not None:
            jurisdiction.refuse_others(held, (east, west), by)
        before = Ruling.objects.filter(game=east.game, nonce=nonce).first()
        if before is None:
            refuse_stopped(east.game)
        yield Case(held, (east, west), by, nonce, before)
