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


def results_told(names: story.Names, items: list[SeenChange], since: int) -> list[story.Sentence]:
    """The results from the viewer's latest action on. Choosing losses belongs to the fight."""
    if not own_actions(items):
        return []  # nothing that the viewer began has ended
    events = events_of(items_told(items, since))
    return [story.Sentence.of(names, event) for event in events if event["event"] in RESULTS]


def items_told(items: list[SeenChange], since: int) -> list[SeenChange]:
    """The changes after a version, and those from the viewer's latest action on."""
    first = since + 1
    for item in reversed(own_actions(items)):
        first = min(first, item.version)
        if not isinstance(item.action, AFTERMATH):
            break
    return [item for item in items if item.version >= first]


def own_actions(items: list[SeenChange]) -> list[SeenChange]:
    """The viewer's own actions: only the player who acted sees the action itself."""
    return [item for item in items if counts(item) and item.action is not None]


def counts(item: SeenChange) -> bool:
    """Whether a change is an action that was not taken back."""
    return item.type == "action" and not item.undone


def events_of(items: list[SeenChange]) -> list[dict[str, Any]]:
    """The events of changes that were not taken back."""
    return [event for item in items if not item.undone for event in item.events]
