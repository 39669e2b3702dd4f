"""Sentences grouped under headings, by week and phase: a whole story, what is new in it, or one change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Bid, Body, Pass
from games.story.names import Names
from games.story.sentences import given_back, sentence, undone

IMPLIED = frozenset({"game-began", "turn-began", "movement-ended"})
"""Events that are left out of chapters, because the heading implies them."""

OUTDATED_BY = {
    "discards-sealed": "discards-revealed",
    "bid-sealed": "bids-revealed",
    "finished": "combat-ended",
}
"""Events that are left out once another event of the same chapter implies them."""
RECAP_SENTENCES = 30
"""The most sentences in a recap, about one screen. A battle has ten to twenty."""


class Sentence(str):
    """A sentence about an event, which knows what it is about and where on the board that happened.

    Attributes:
        event: the type of the event.
        side: the label of the side that acted; empty where none did.
        ways: the ids of locations: each a way from its beginning to its end, or one location.
    """

    __slots__ = ("event", "side", "ways")
    event: str
    side: str
    ways: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, names: Names, event: dict[str, Any]) -> Sentence:
        """The sentence about an event, as one viewer sees it."""
        made = cls(sentence(names, event))
        made.event = event["event"]
        made.side = event.get("side") or ""
        made.ways = tuple(_ways(event))
        return made

    @property
    def drawn(self) -> str:
        """The ways as scripts read them: slashes between ways, and spaces between the locations of each."""
        return "/".join(" ".join(way) for way in self.ways)


class Chapter(NamedTuple):
    """A phase and what happened in it, in order."""

    heading: str
    sentences: list[Sentence]


class Storyteller:
    """Turns events into chapters as they come.

    Args:
        names: of the game's edition.
        week: the week of the first event, where the event does not say so itself.
    """

    def __init__(self, names: Names, week: int | None = None) -> None:
        self._names = names
        self._week = week
        self._heading = "" if week is None else self._of_week()
        self._turn: dict[str, Any] | None = None

    def tell(self, events: Iterable[dict[str, Any]]) -> Iterator[Chapter]:
        """The chapters of some events, as one viewer sees them; every chapter has a sentence.

        Each is yielded as soon as the next begins. A later call continues where the last one stopped, under
        the same heading.
        """
        for heading, gathered in self.gather(events):
            yield Chapter(heading, [Sentence.of(self._names, event) for event in gathered])

    def gather(self, events: Iterable[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """Like ``tell``, but the heading of each chapter with the events that get a sentence."""
        heading = self._heading
        gathered: list[dict[str, Any]] = []
        for event in events:
            self._turn_page(event)
            if self._heading != heading:
                yield from _chapter(heading, gathered)
                heading, gathered = self._heading, []
            gathered.append(event)
        yield from _chapter(heading, gathered)

    def skip(self, events: Iterable[dict[str, Any]]) -> None:
        """Skip events without a sentence, so that what follows them gets its heading."""
        for event in events:
            self._turn_page(event)

    def _turn_page(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "game-began":
                self._heading = _("Setting up")
            case "week-began":
                self._week = event["week"]
                self._turn = None
                self._heading = self._of_week()
            case "turn-began":
                self._turn = event
                self._heading = self._of_turn(
                    _("Week %(week)d, first turn: %(side)s moves"),
                    _("Week %(week)d, second turn: %(side)s moves"),
                )
            case "combat-declared" if self._turn is not None:
                self._heading = self._of_turn(
                    _("Week %(week)d, first turn: %(side)s fights"),
                    _("Week %(week)d, second turn: %(side)s fights"),
                )
            case "game-over":
                self._heading = _("The end")

    def _of_week(self) -> str:
        return _("Week %(week)d") % {"week": self._week}

    def _of_turn(self, first: str, second: str) -> str:
        turn = self._turn or {}
        text = first if turn["turn"] == "A" else second
        return text % {"week": self._week or 0, "side": self._names.side(turn["side"])}


def _ways(event: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    if "groups" in event:
        yield from ((event["source"], *group["path"]) for group in event["groups"])
    elif event["event"] == "retreated":
        yield (event["source"], event["to"]) if event["to"] else (event["source"],)
    elif "location" in event:
        yield (event["location"],)


def _chapter(heading: str, events: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    if worth := _worth_showing(events):
        yield heading, worth


def _worth_showing(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events that neither the heading covers nor a later event of the chapter outdates."""
    shown: list[dict[str, Any]] = []
    later: set[str] = set()
    for event in reversed(events):
        kind = event["event"]
        if kind not in IMPLIED and OUTDATED_BY.get(kind) not in later:
            shown.insert(0, event)
        later.add(kind)
    return shown


class Recap(NamedTuple):
    """The end of a story.

    Attributes:
        chapters: in order; every one has a sentence.
        left_out: how many sentences before them are left out.
    """

    chapters: list[Chapter]
    left_out: int

    @property
    def note(self) -> str:
        """A note that there was more before; empty if there was not."""
        if not self.left_out:
            return ""
        return ngettext(
            "… and %(count)d thing before that", "… and %(count)d things before that", self.left_out
        ) % {"count": self.left_out}


def latest(
    names: Names,
    events: Iterable[dict[str, Any]],
    *,
    earlier: Iterable[dict[str, Any]] = (),
    most: int = RECAP_SENTENCES,
) -> Recap:
    """The latest events, in chapters.

    Args:
        events: the events to show, as the viewer sees them.
        earlier: the viewer's events before; they only say which week and turn the story continues in.
        most: how many sentences there may be, at least 1.
    """
    teller = Storyteller(names)
    teller.skip(earlier)
    kept: list[Chapter] = []
    chapters = list(teller.gather(events))
    room = most
    for heading, gathered in reversed(chapters):
        if room <= 0:
            break
        kept.insert(0, Chapter(heading, [Sentence.of(names, event) for event in gathered[-room:]]))
        room -= len(gathered)
    total = sum(len(gathered) for _heading, gathered in chapters)
    return Recap(kept, max(0, total - most))


def sentences_worth(names: Names, events: Iterable[dict[str, Any]]) -> int:
    """How many sentences some events are worth, without making them."""
    return sum(len(gathered) for _heading, gathered in Storyteller(names).gather(events))


def change(
    names: Names,
    kind: str,
    *,
    side: str | None,
    action: Body | None,
    events: Iterable[dict[str, Any]],
    agreed: bool = False,
) -> list[str]:
    """Everything that happened, a sentence each; there is always one.

    Args:
        kind: ``undo``, or anything else.
        side: who acted.
        action: what they did, where the viewer may know it.
        events: as the viewer sees them. An undo has none, and neither has what only its own side notices.
        agreed: whether the other side had to agree to an undo.

    Returns:
        For each event a ``Sentence``, which knows where it happened; without events plain text.
    """
    sentences: list[str] = [Sentence.of(names, event) for event in events]
    if sentences or side is None:
        return sentences
    if kind == "undo":
        return [given_back(names, side) if agreed else undone(names, side, 1)]
    return [_quiet(action) % {"side": names.side(side)}]


def _quiet(action: Body | None) -> str:
    match action:
        case Bid():
            return _("%(side)s sealed another bid instead.")
        case Pass(rest_of_battle=True):
            return _("%(side)s did not challenge, and will not again in this battle.")
        case _:
            return _("%(side)s did not challenge.")
