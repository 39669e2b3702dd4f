"""What players are told above their decision: how fights, challenges, bids and weeks ended."""

from typing import Any

from games import story
from games.engine.actions import Losses, Retreat
from games.reads.chronicle import SeenChange

RESULTS_OF_FIGHT = ("combat-ended", "overrun", "blocks-lost", "castle-fell")
"""The events that say how a fight ended."""
RESULTS = (
    *RESULTS_OF_FIGHT,
    "challenged",
    "refuted",
    "defected",
    "bids-revealed",
    "order-chosen",
    "week-began",
)
"""These, and those that say how a challenge, the bids or a week ended."""
AFTERMATH = (Losses, Retreat)
"""The actions that follow from how a fight ended."""


def results_told(names: story.Names, items: list[SeenChange], told: list[SeenChange]) -> list[story.Sentence]:
    """The results among the ``items_told`` of some changes. Choosing losses belongs to the fight."""
    if not any(map(is_own, items)):
        return []  # nothing that the viewer began has ended
    return [story.Sentence.of(names, event) for event in events_of(told) if event["event"] in RESULTS]


def items_told(items: list[SeenChange], since: int) -> list[SeenChange]:
    """The changes after a version, and those from the viewer's latest action on."""
    first = since + 1
    for item in filter(is_own, reversed(items)):
        first = min(first, item.version)
        if not isinstance(item.action, AFTERMATH):
            break
    return [item for item in items if item.version >= first]


def is_own(item: SeenChange) -> bool:
    """Whether a change is an action of the viewer: only the player who acted sees the action itself."""
    return item.action is not None and counts(item)


def counts(item: SeenChange) -> bool:
    """Whether a change is an action that was not taken back."""
    return item.type == "action" and not item.undone


def events_of(items: list[SeenChange]) -> list[dict[str, Any]]:
    """The events of changes that were not taken back."""
    return [event for item in items if not item.undone for event in item.events]
