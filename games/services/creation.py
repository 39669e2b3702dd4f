"""New games: making them, and beginning them once both seats are taken, or calling them off.

The caller checks who may create one.
"""

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from accounts.models.person import Person
from games.engine.actions import Begin
from games.engine.chance import NONCE
from games.engine.edition_layers import OPTIONAL, ChoiceError
from games.engine.editions import digest
from games.engine.ruleset import REVISION
from games.engine.side import Side
from games.log import position, record, seat_register
from games.models.clocks import HOLD, LONGEST_HOLD, PACES, REACTION, REACTIONS, TIME_BANKS
from games.models.game import EditionText, Game, Origin, new_public_id
from games.models.seat import Invitation, Seat
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import text_with
from games.services import orders
from games.services.table import Table
from sekigahara.db import service_time
from sekigahara.db.writes import ensured
from sekigahara.errors.exceptions import Unacceptable

SEED_BYTES = 32


class Terms(NamedTuple):
    """The terms of a game other than its rules, as the columns of its row.

    Attributes:
        is_public: whether anybody may watch.
        pace: one of PACES, or None for no clock.
        time_bank: one of TIME_BANKS, or None for no time bank. It is ignored without a clock.
        on_time_out: the time-out policy, which is ignored without a clock.
        is_rated: whether the result counts for ratings. Both players must be people.
        hold: in minutes, from 0 to LONGEST_HOLD.
        reaction: one of REACTIONS, or None if silence is no answer.
        holidays_count: whether the days on which a player is away stop that player's clock.
    """

    is_public: bool = False
    pace: int | None = None
    time_bank: int | None = None
    on_time_out: OnTimeOut = OnTimeOut.NOTHING
    is_rated: bool = False
    hold: int = HOLD
    reaction: int | None = REACTION
    holidays_count: bool = True

    def for_one(self) -> "Terms":
        """The terms of a game in which one person meets a computer player or themselves.

        Nobody waits for a secret to be kept, and nobody stays silent, so there is neither hold nor reaction
        clock.
        """
        return self._replace(hold=0, reaction=None)


PRIVATE = Terms()
"""The terms of a private game without a clock."""


class Chance(NamedTuple):
    """What the draws of a game between two people follow from.

    Attributes:
        origin: of the game; its commitment was published before the nonces.
        nonces: of East and of West; None for a player who has not checked in.
        first: which side came first; None if neither has checked in.
    """

    origin: Origin
    nonces: tuple[str | None, str | None] = (None, None)
    first: Side | None = None


def text_of(edition: str, flags: Mapping[str, Any], terms: Terms) -> str:
    """The edition text for a new game with the chosen flags.

    Raises:
        UnknownEditionError: there is no such edition.
        Unacceptable: the pace, the time bank, the hold or the reaction clock is not allowed, or a flag cannot
            be chosen or has an invalid value.
    """
    if terms.pace is not None and terms.pace not in PACES:
        raise Unacceptable("no-such-pace", paces=list(PACES))
    refuse_tempo(terms.hold, terms.reaction, terms.time_bank)
    try:
        return text_with(edition, flags)
    except ChoiceError as error:
        if error.allowed:
            raise Unacceptable("bad-flag", flag=error.flag, allowed=list(error.allowed)) from None
        raise Unacceptable("no-such-flag", flag=error.flag, allowed=list(OPTIONAL)) from None


def refuse_tempo(hold: int, reaction: int | None, time_bank: int | None = None) -> None:
    """Refuse a hold, a reaction clock or a time bank that no game can have.

    Raises:
        Unacceptable: ``no-such-hold``, ``no-such-reaction`` or ``no-such-time-bank``.
    """
    if time_bank is not None and time_bank not in TIME_BANKS:
        raise Unacceptable("no-such-time-bank", banks=list(TIME_BANKS))
    if not 0 <= hold <= LONGEST_HOLD:
        raise Unacceptable("no-such-hold", most=LONGEST_HOLD)
    if reaction is not None and reaction not in REACTIONS:
        raise Unacceptable("no-such-reaction", reactions=list(REACTIONS))


def new_seed() -> bytes:
    """A new secret seed."""
    return secrets.token_bytes(SEED_BYTES)


def new_origin() -> Origin:
    """A new id with a new secret seed."""
    seed = new_seed()
    return Origin(new_public_id(), seed)


def new_game(
    edition: str, text: str, terms: Terms, creator: Person | None, origin: Origin | None = None
) -> Game:
    """A new game without seats, not yet saved.

    Args:
        origin: whose commitment is known already; a new one by default.
    """
    pinned = ensured(EditionText.objects.all(), {"text": text}, digest=digest(text))
    origin = origin or new_origin()
    if terms.pace is None:
        terms = terms._replace(time_bank=None, on_time_out=OnTimeOut.NOTHING)
    return Game(
        public_id=origin.public_id,
        creator=creator,
        **terms._asdict(),
        edition=edition,
        edition_text=pinned,
        revision=REVISION,
        seed=origin.seed,
        commitment=origin.commitment,
    )


def refuse_nonce(nonce: str) -> None:
    """Refuse what cannot be a nonce.

    Raises:
        Unacceptable: it is invalid.
    """
    if not NONCE.fullmatch(nonce):
        raise Unacceptable("bad-nonce", most=64)


def begin_if_ready(game: Game, seats: tuple[Seat, Seat]) -> bool:
    """Begin a game whose seats are both taken if both players have checked in. Return whether it has."""
    if None in game.nonces:
        return False
    begin(game, seats)
    return True


def begin(game: Game, seats: tuple[Seat, Seat], position_text: str = "") -> None:
    """Begin a game whose seats are both taken, and set it up, in the caller's transaction.

    Sides are drawn first if they are to be drawn and were not, so the players of the seats may change.

    Args:
        game: that is new.
        seats: East's and West's.
        position_text: the position that it begins from; empty for that of its edition.
    """
    if draw_sides(game, seats):
        _save_changed_sides(seats)
    game.status, game.started_at = Game.Status.RUNNING, service_time.now()
    game.chain = record.genesis(game)
    # A game from a position has no record. Of one that a release up to 0.2 created it is not known who came
    # first.
    if not game.begins_from_position and game.first is not None:
        seat_register.enter((seat_register.Kind.SEATED, seat) for seat in seats)
    game.save(update_fields=["status", "started_at", "nonces", "first", "chain", "register"])
    if not game.lesson:  # nobody's usual orders should answer what a lesson asks
        orders.begin(seats)
    table = Table(seats)
    table.set_up(Begin(position_text) if position_text else None)
    table.record()
    table.write_locked()


def draw_sides(game: Game, seats: tuple[Seat, Seat]) -> bool:
    """Draw the sides of a game whose nonces are known, if they are to be drawn. Nothing is saved.

    Returns:
        Whether each seat now has the player of the other, with what belongs to the player before the game.
    """
    if not game.sides_drawn or position.drawn_side(game) == game.first:
        return False
    east, west = seats
    east.player, west.player = west.player, east.player
    east.computer, west.computer = west.computer, east.computer
    east.links_after, west.links_after = west.links_after, east.links_after
    game.nonces = game.nonces[::-1]
    game.first = None if game.first is None else 1 - game.first
    return True


def _save_changed_sides(seats: tuple[Seat, Seat]) -> None:
    for seat in seats:
        seat.save(update_fields=["player", "computer", "links_after"])
    for invitation in Invitation.objects.filter(seat__in=seats):
        invitation.seat = seats[invitation.seat.plays.enemy]
        invitation.save(update_fields=["seat"])


def close(game: Game) -> None:
    """Call off a game that has not begun, in the caller's transaction, which has locked it."""
    game.status, game.ended_at = Game.Status.CALLED_OFF, service_time.now()
    game.save(update_fields=["status", "ended_at"])
