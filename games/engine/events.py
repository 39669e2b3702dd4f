"""What happened, and what each audience may know of it.

An event has a public part and, for the side it belongs to, a private part. ``seen_by`` builds up what a
viewer may know; it never strips anything down. Kinds and their keys are listed in ``EVENTS``: the tests find
any other.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.engine.side import LABELS, NOBODY

EVENTS: dict[str, tuple[str, str]] = {
    # kind: (public keys, keys that only the event's side can see)
    "game-began": ("", ""),
    "week-began": ("week castles resources", ""),
    "cards-drawn": ("count", "cards"),
    "blocks-drawn": ("count place", "blocks"),
    "pile-reshuffled": ("", ""),
    "discards-sealed": ("count", "cards"),
    "discards-revealed": ("cards", ""),
    "bid-sealed": ("", "card wish"),
    "bids-revealed": ("east west winner", ""),
    "order-chosen": ("order", ""),
    "turn-began": ("turn", ""),
    "level-chosen": ("level cards exchanged", ""),
    "stack-moved": ("source groups force_marches leader", "blocks"),
    "daimyo-led": ("source", "leader"),
    "mustered": ("location count openly kinds", "blocks"),
    "mori-arrived": ("card kinds location", ""),
    "mori-joined": ("kinds location", ""),
    "overrun": ("location by count kinds", ""),
    "movement-ended": ("", ""),
    "combat-declared": ("location attacker", ""),
    "stance-taken": ("location inside", ""),
    "battle-began": ("location attacker east west", ""),
    "siege-began": ("location attacker east west", ""),
    "deployed": ("location card kinds impact total special", ""),
    "finished": ("location", ""),
    "challenged": ("card kinds", ""),
    "window-lapsed": ("location", ""),
    "refuted": ("card", ""),
    "defected": ("kinds impact east west", ""),
    "combat-ended": ("location winner east west siege", ""),
    "blocks-lost": ("location kinds", ""),
    "disk-lost": ("location disk", ""),
    "castle-fell": ("location", ""),
    "retreated": ("source to count stayed", "blocks stay"),
    "game-over": ("winner victory east west", ""),
}


class Event(Struct, frozen=True):
    """One thing that happened. ``side`` is the side that did it (NOBODY for the game itself)."""

    kind: str
    side: int
    public: dict[str, Any]
    private: dict[str, Any]

    def seen_by(self, viewer: int) -> dict[str, Any]:
        """The event as a JSON-ready dict for a side, or for the public with NOBODY."""
        row: dict[str, Any] = {"event": self.kind}
        if self.side != NOBODY:
            row["side"] = LABELS[self.side]
        row.update(self.public)
        if self.private and viewer != NOBODY and viewer == self.side:
            row.update(self.private)
        return row
