"""Positions as bytes, back again, and the digest that identifies one."""

from __future__ import annotations

import hashlib

import msgspec

from games.engine.errors import CorruptLog
from games.engine.state import State

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
