"""What can occur in a game: one table of everything that is counted. A zero in it is a branch nobody took.

Keys are ``group.branch``. The table depends on the edition: its flags, disks, leaders and kinds of victory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.engine.core import DECISIONS
from games.engine.edition_data import Edition
from games.engine.side import Side

CARD_TYPES = ("plain", "special", "double", "loyalty")

TIE = "points-tie"
"""Counted as West's victory on points: no branch that play takes, but an accident of the sum. Castles count
two and so do disks, so it needs an even number of controlled resource locations, and players who want to win
leave none of the nine alone. One of the recorded games ends so.
"""
EVENT_KINDS: list[Any] = list(DECISIONS)
BRANCHES: dict[str, tuple[str, ...]] = {
    "decision": tuple(str(kind.__struct_config__.tag) for kind in EVENT_KINDS),
    # Half of an odd hand, where that is for the player to round [6.2].
    "discard": ("rounded-down", "rounded-up"),
    # Turn order [6.3] with the wishes of R-07.
    "bid": ("open", "wish-first", "wish-second"),
    "order": ("first", "second"),
    # Movement levels [7.1].
    "level": ("none", "none-with-exchange", "minimal", "limited", "total"),
    # Stack moves [7.3], and what alone gives them the leadership they need [7.3.4].
    "move": (
        "one-group",
        "two-ways",
        "drop-off",
        "force-march",
        "led-by-daimyo",
        "led-by-hidden-daimyo",
        "led-by-castle",
        "led-by-disk",
        "led-by-capital",
        "size-penalty",
        "highway",
    ),
    # Musters [7.2].
    "muster": ("open", "open-several", "hidden"),
    # The Mori box [9.3] and R-41.
    "mori": ("card-brings-one", "double-brings-one", "double-brings-two", "attack-brings-all"),
    # Overruns [7.4] both ways, also by what musters or comes from the Mori box.
    "overrun": ("of-east", "of-west", "by-mover", "of-mover", "by-arrival", "of-retreating"),
    # Inside or outside [8.9.2], also in the own phase.
    "stance": ("inside", "outside", "inside-in-own-phase", "sortie"),
    "battle": ("began", "won-by-attacker", "won-by-defender", "drawn"),
    # Sieges [8.9.3]; a disk may fall in place of a block [9.2].
    "siege": ("began", "of-lone-disk", "disk-for-block", "held", "won"),
    # Deployments [8.2, 8.4].
    "deploy": (
        "free-daimyo",
        "daimyo-with-card",
        "wildcard",
        "special-attack",
        "special-as-plain",
        "double-one-block",
        "double-two-blocks",
        "double-wildcard-alone",
        "double-wildcard-with-clan-block",
        "in-siege",
        "names-refuter",
    ),
    # Loyalty challenges and their windows [8.6].
    "challenge": ("folded", "in-window", "refuted", "succeeded", "turned-two-blocks"),
    "pass": ("folded", "in-window", "by-acting"),
    # Retreats [8.8] and what they cause.
    "retreat": ("plain", "part-into-castle", "all-into-castle", "to-friends", "into-combat"),
    "reshuffle": ("east", "west"),
    # Cards by type: deployed, shown to refute, spent on movement or the Mori, bid, discarded each week.
    "deployed": CARD_TYPES[:3],
    "shown": CARD_TYPES[:3],
    "spent": CARD_TYPES,
    "bid-with": CARD_TYPES,
    "discarded": CARD_TYPES,
}
ONLY_WHERE: dict[str, Callable[[Edition], bool]] = {
    "discard.rounded-down": lambda edition: edition.flags.discard_rounding == "choice",
    "discard.rounded-up": lambda edition: edition.flags.discard_rounding == "choice",
    "move.led-by-daimyo": lambda edition: edition.flags.leader_shown,
    "move.led-by-hidden-daimyo": lambda edition: not edition.flags.leader_shown,
    "move.led-by-disk": lambda edition: edition.flags.disk_leadership,
    "move.led-by-capital": lambda edition: any(location.capital for location in edition.locations),
    "mori.double-brings-two": lambda edition: edition.flags.mori_double_brings_two,
    "siege.disk-for-block": lambda edition: any(disk.falls == "any" for disk in edition.disks),
    "deploy.double-wildcard-alone": lambda edition: edition.flags.double_and_wildcard == "alone",
    "deploy.double-wildcard-with-clan-block": (
        lambda edition: edition.flags.double_and_wildcard == "with-clan-block"
    ),
}
"""The branches that only some editions have; in the others they are not in the table."""


def table(edition: Edition) -> list[str]:
    """Every key that is counted for games of an edition."""
    keys = (f"{group}.{branch}" for group, branches in BRANCHES.items() for branch in branches)
    return [key for key in keys if _has(edition, key)] + list(_of_edition(edition))


def _has(edition: Edition, key: str) -> bool:
    only_where = ONLY_WHERE.get(key)
    return only_where is None or only_where(edition)


def _of_edition(edition: Edition) -> Iterator[str]:
    for block in edition.blocks:
        if block.wildcard or block.fatal:
            yield f"deployed-block.{block.id}"
            yield f"lost-block.{block.id}"
    for disk in edition.disks:
        yield f"lost-disk.{disk.id}"
    for winner, victory in victories(edition):
        if victory != TIE:
            yield f"victory.{winner}-{victory}"


def victories(edition: Edition) -> list[tuple[str, str]]:
    """Every way to win an edition, as (winner, kind) [2]."""
    lost = [(block.side, block.id) for block in edition.blocks if block.fatal]
    lost += [(disk.side, disk.id) for disk in edition.disks if disk.fatal]
    ways = [(Side.named(loser).enemy.label, victory) for loser, victory in lost]
    return [("east", "points"), ("west", "points"), ("west", TIE), *ways]
