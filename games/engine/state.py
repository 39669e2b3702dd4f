"""The whole position as one value, and as bytes: small integers, masks and short lists, copied by hand.

Masks hold one bit for each block of one side (see ``components.Block.bit``); pairs are indexed by ``Side``.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from msgspec import Struct, field

from games.engine.decisions import AgendaItem
from games.engine.errors import CorruptLog
from games.engine.side import NOBODY, Side

NO_LEVEL, NONE, MINIMAL, LIMITED, TOTAL = range(5)
LEVELS = ("", "none", "minimal", "limited", "total")
BID_UNSET = -1


class Window(Struct, frozen=True):
    """A deployment made with a card that may still be challenged [8.6]."""

    side: Side
    card: int
    blocks: tuple[int, ...]
    """Block numbers in the order deployed."""
    impact: int
    show: int = -1


class Combat(Struct):
    """A battle or siege being fought. Pairs are by side, not by attacker and defender."""

    location: int
    attacker: Side
    siege: bool
    owner: int
    """Who owned the castle or disk there when combat was declared, or NOBODY [8.8.4]."""
    origins: list[int]
    """Masks of the locations each side's force came from (R-23)."""
    impact: list[int]
    """Each side's total [8.3.1]."""
    finished: list[bool]
    with_card: list[bool]
    """Whether the side has deployed with a card in this combat [8.2.4]."""
    loyal: list[int]
    defected: list[int]
    """Blocks of each owner that fight for the other side."""
    played: list[list[int]]
    """Card kinds each side has played, in order."""
    passing: list[bool]
    """Sealed: the side challenges no further deployment in this battle. Never so since revision 2."""
    lost: list[int]
    retreat_to: int = NOBODY
    """Where the retreat causes a combat next (R-26)."""
    window: Window | None = None

    def copy(self) -> Combat:
        return Combat(
            self.location,
            self.attacker,
            self.siege,
            self.owner,
            self.origins,
            self.impact[:],
            self.finished[:],
            self.with_card[:],
            self.loyal[:],
            self.defected[:],
            [self.played[0][:], self.played[1][:]],
            self.passing[:],
            self.lost[:],
            self.retreat_to,
            self.window,
        )


class Result(Struct, frozen=True):
    """How a game ended."""

    winner: Side
    victory: str
    """``ieyasu``, ``hideyori`` or another leader's id; ``points``; ``points-tie``; or ``resignation``."""
    points: tuple[int, int]


class State(Struct):
    """Everything the rules need to continue a game; nothing about persons or clocks."""

    at: list[list[int]]
    """``at[side][place]``: mask of the blocks there; after the locations come bag, box, lost, Mori box."""
    hand: list[list[int]]
    deck: list[list[int]]
    discards: list[list[int]]
    """Counts by card kind of the side."""
    holder: list[int]
    """By location: the side that has had units there first without a break, or NOBODY (R-04)."""
    control: list[int]
    """By location: who controls the resource location, or NOBODY [4.2]."""
    disks: int
    known: list[int]
    """Blocks publicly known to be where they are (R-28)."""
    shown: list[list[int]]
    """Counts of cards publicly known to be in a hand (R-28)."""
    origin: list[dict[int, int]]
    """By contested location: mask of the locations the side's blocks came there from over a road (R-23).
    Kept by location, since which block came from where is not for all to know."""
    drawn: list[int]
    """How many items chance has taken from east-cards, west-cards, east-blocks, west-blocks."""
    agenda: list[AgendaItem]
    week: int = 1
    turn: int = 0
    first: int = NOBODY
    active: int = NOBODY
    level: int = NO_LEVEL
    moves_left: int = 0
    mustered: bool = False
    spent: int = 0
    """The active side's blocks that moved, mustered or arrived this turn [7.3.1]."""
    fresh: int = 0
    """The active side's blocks that mustered this turn [7.2]."""
    roads_used: int = 0
    declared: int = 0
    """Mask of locations where combat was declared this phase (R-16)."""
    sealed: list[list[int] | None] = field(default_factory=lambda: [None, None])
    """Sealed discards by kind, until both are in (R-07)."""
    bids: list[int] = field(default_factory=lambda: [BID_UNSET, BID_UNSET])
    wishes: list[str] = field(default_factory=lambda: ["", ""])
    combat: Combat | None = None
    result: Result | None = None

    def clear_turn(self) -> None:
        """Reset the fields of one side's movement and combat phases, which do not outlast the turn."""
        self.level, self.moves_left, self.mustered = NO_LEVEL, 0, False
        self.spent = self.fresh = self.roads_used = self.declared = 0

    def copy(self) -> State:
        """A value that shares nothing mutable with this one. Written out because it runs on every action."""
        at, hand, deck, discards = self.at, self.hand, self.deck, self.discards
        known, shown, origin, combat = self.known, self.shown, self.origin, self.combat
        return State(
            [at[0][:], at[1][:]],
            [hand[0][:], hand[1][:]],
            [deck[0][:], deck[1][:]],
            [discards[0][:], discards[1][:]],
            self.holder[:],
            self.control[:],
            self.disks,
            known[:],
            [shown[0][:], shown[1][:]],
            [origin[0].copy(), origin[1].copy()],
            self.drawn[:],
            self.agenda[:],
            self.week,
            self.turn,
            self.first,
            self.active,
            self.level,
            self.moves_left,
            self.mustered,
            self.spent,
            self.fresh,
            self.roads_used,
            self.declared,
            self.sealed[:],
            self.bids[:],
            self.wishes[:],
            None if combat is None else combat.copy(),
            self.result,
        )


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(State)


def dump(state: State) -> bytes:
    """The position as MessagePack: for shortcuts that may be thrown away, never for the record.

    Equal positions have equal dumps.
    """
    return _encoder.encode(_in_order(state))


def load(dumped: bytes) -> State:
    """The position that was dumped.

    Raises:
        CorruptLog: when the bytes are not a dump of this version.
    """
    try:
        return _decoder.decode(dumped)
    except msgspec.DecodeError as error:
        raise CorruptLog("unreadable-dump", reason=str(error)) from None


def differing(dumped: bytes, state: State) -> list[str]:
    """The fields in which a dump differs from a position, whichever release made the dump.

    Fields that only one of the two releases has are left out, in the position and in what is in it.

    Raises:
        CorruptLog: when the bytes are no dump.
    """
    try:
        old = msgspec.msgpack.decode(dumped, type=dict[str, Any], strict=False)
    except msgspec.DecodeError as error:
        raise CorruptLog("unreadable-dump", reason=str(error)) from None
    new = msgspec.msgpack.decode(dump(state))
    return [name for name in new if name in old and not _alike(old[name], new[name])]


def _alike(old: Any, new: Any) -> bool:
    if isinstance(old, dict) and isinstance(new, dict):
        # Keys that are numbers are data, and names are those of fields.
        numbers = [{key for key in each if isinstance(key, int)} for each in (old, new)]
        return numbers[0] == numbers[1] and all(_alike(old[key], new[key]) for key in old.keys() & new.keys())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(_alike, old, new))
    return bool(old == new)


def digest(state: State) -> str:
    """SHA-256, hex, of everything in the position, hidden things too: never shown to a player."""
    return digest_of(dump(state))


def digest_of(dumped: bytes) -> str:
    """The digest of the position that was dumped."""
    return hashlib.sha256(dumped).hexdigest()


def _in_order(state: State) -> State:
    """The position with the only mapping in it sorted: equal ones may have met its items in another order."""
    east, west = state.origin
    if (len(east) < 2 or _is_sorted([*east])) and (len(west) < 2 or _is_sorted([*west])):
        return state
    ordered = state.copy()
    ordered.origin = [dict(sorted(came_from.items())) for came_from in state.origin]
    return ordered


def _is_sorted(numbers: list[int]) -> bool:
    return numbers == sorted(numbers)
