"""The fights of a week, each with what a viewer saw of it, and which part of that is new to them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.engine.side import LABELS, Side
from games.story.names import Names, Seen, blocks_counted, listing
from games.story.sentences import EventView, sentence

BEGINNINGS = ("battle-began", "siege-began")
NAMING = (*BEGINNINGS, "deployed", "combat-ended")
"""The events that name the place of a fight. A lesson may begin within one."""
CLOSINGS = ("combat-declared", "turn-began", "game-over")
"""The events after which nothing belongs to a fight any more."""
TOLD_AFTER = ("disk-lost", "castle-fell", "retreated", "overrun")
"""What else came of a fight, in sentences of their own."""


class Fight(NamedTuple):
    """A battle or siege.

    Attributes:
        place: the id of its location.
        number: which fight it is at that place in that week, from 1.
        before: its events that are not new to the viewer.
        fresh: its events that are.
    """

    place: str
    number: int
    before: list[EventView]
    fresh: list[EventView]

    @property
    def events(self) -> list[EventView]:
        """All its events."""
        return [*self.before, *self.fresh]

    @property
    def ended(self) -> EventView | None:
        """The event that says who won; None while it is fought."""
        return next((event for event in self.events if event["event"] == "combat-ended"), None)

    def lost(self, side: str) -> list[str]:
        """The kinds of the blocks that a side has lost so far."""
        losses = [event for event in self.events if event["event"] == "blocks-lost" and event["side"] == side]
        return [kind for event in losses for kind in event["kinds"]]

    def overrun(self, side: str) -> list[str]:
        """The kinds of the blocks of a side that were overrun where its own or the other's retreat led."""
        swept = [event for event in self.events if event["event"] == "overrun" and event["side"] == side]
        return [kind for event in swept for kind in event["kinds"]]

    def retreat(self, side: str) -> EventView | None:
        """The event that says where a side went; None if it did not retreat."""
        went = (event for event in self.events if event["event"] == "retreated" and event["side"] == side)
        return next(went, None)

    def impact_before(self, now: dict[str, int]) -> dict[str, int]:
        """The impact of each side before what is new.

        Args:
            now: the impact of each side by now.
        """
        return {side: self._impact_before(side, now[side]) for side in LABELS}

    def _impact_before(self, side: str, now: int) -> int:
        for event in reversed(self.before):
            if event["event"] == "defected":
                return int(event[side])
            if event["event"] == "deployed" and event["side"] == side:
                return int(event["total"])
        for event in self.fresh:
            if event["event"] == "deployed" and event["side"] == side:
                return int(event["total"] - event["impact"])
            if event["event"] == "defected" and Side.named(side).enemy.label == event["side"]:
                return int(event[side] - event["impact"])
        return now


def fights(events: Iterable[EventView], fresh: int) -> list[Fight]:
    """The fights among some events, in order.

    Args:
        events: as one viewer sees them, best from the beginning of a week on.
        fresh: how many of the last of them are new to the viewer.
    """
    told = list(events)
    found: list[Fight] = []
    numbers = Counter[str]()
    is_on = False
    for left, event in zip(range(len(told), 0, -1), told, strict=True):
        kind = event["event"]
        if kind == "week-began":
            numbers.clear()
        if kind in BEGINNINGS or (kind in NAMING and not is_on):
            place = event["location"]
            numbers[place] += 1
            found.append(Fight(place, numbers[place], [], []))
            is_on = True
        elif kind in CLOSINGS:
            is_on = False
        if is_on:
            (found[-1].fresh if left <= fresh else found[-1].before).append(event)
    return found


def attack(names: Names, seen: Seen, events: Iterable[EventView]) -> str:
    """Who attacks where, with how many blocks and where these came from, until the viewer fights.

    Empty once the viewer has deployed a block or stopped; for the public, once either side has.

    Args:
        names: of the edition.
        seen: the view of any viewer.
        events: what that viewer saw, best from the beginning of the turn on.
    """
    combat, viewer = seen["combat"], seen["viewer"]
    if (
        combat is None
        or seen["result"] is not None
        or any(
            combat["loyal"][side] or combat["defected"][side] or combat["finished"][side]
            for side in ([viewer] if viewer in LABELS else LABELS)
        )
    ):
        return ""
    attacker, place = combat["attacker"], combat["location"]
    defender = Side.named(attacker).enemy.label
    came = _came(events, attacker, place)
    count = _count(seen, place, attacker)
    sources = [
        _("%(count)d from %(place)s") % {"count": came[each], "place": names.place(each)} for each in came
    ]
    values = {
        "attacker": names.side(attacker),
        "defender": names.side(defender),
        "place": names.place(place),
        "force": blocks_counted(count),
        "source": names.place(next(iter(came), place)),
        "sources": listing(sources),
        "other": blocks_counted(_count(seen, place, defender)),
    }
    if list(came.values()) == [count]:
        text = _(
            "%(attacker)s attacks at %(place)s with %(force)s from %(source)s; %(defender)s has %(other)s."
        )
    elif came:
        text = _(
            "%(attacker)s attacks at %(place)s with %(force)s (%(sources)s); %(defender)s has %(other)s."
        )
    else:
        text = _("%(attacker)s attacks at %(place)s with %(force)s; %(defender)s has %(other)s.")
    return text % values


def _came(events: Iterable[EventView], side: str, place: str) -> Counter[str]:
    """How many blocks of a side came to a place in the latest turn, by where they started."""
    came = Counter[str]()
    for event in events:
        if event["event"] == "turn-began":
            came.clear()
        elif event["event"] == "stack-moved" and event["side"] == side:
            for group in event["groups"]:
                if group["path"][-1] == place:
                    came[event["source"]] += group["count"]
    return came


def _count(seen: Seen, place: str, side: str) -> int:
    return int(seen["locations"].get(place, {}).get(side, {"count": 0})["count"])


def outcome(names: Names, fight: Fight) -> Iterator[str]:
    """Sentences for who won a fight that ended, and by how much, and for what else came of it."""
    for event in fight.events:
        if event["event"] in ("combat-ended", *TOLD_AFTER):
            yield sentence(names, event)
