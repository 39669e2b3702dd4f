"""A position as bytes and back, and what identifies it."""

from __future__ import annotations

import hashlib

import msgspec

from games.engine.errors import CorruptLog
from games.engine.state import State

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(State)


def dump(state: State) -> bytes:
    """The position as MessagePack: for caches that may be thrown away, never for the record."""
    return _encoder.encode(state)


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
    ordered = state.copy()
    # the only mapping in it, with numbers for keys: equal positions may have met its items in another order
    ordered.origin = [dict(sorted(came_from.items())) for came_from in state.origin]
    return hashlib.sha256(_encoder.encode(ordered)).hexdigest()
