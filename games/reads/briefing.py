"""Everything a viewer is told of a game at one moment, for a page or a mail to show."""

from typing import Any, NamedTuple

from games import engine, story
from games.engine.options import Options
from games.engine.ruleset import Ruleset
from games.engine.side import NOBODY, SIDES, Side
from games.log import position
from games.models.game import Game
from games.reads import chronicle
from games.reads.chronicle import Item


class Telling(NamedTuple):
    """A game as a viewer may know it.

    Attributes:
        seen: the view.
        options: what the viewer may answer; None for the public and while nothing is asked.
        asked: the same in words. A bid that is in may be replaced: then there are options, but nothing is
            waited for.
        recap: what happened after the version asked for.
        before: the last of what happened up to that version.
        taken_back: a sentence for what was told before and has been undone since; empty for none.
        own: what the viewer did last, in a sentence; empty where somebody else has acted since.
    """

    rules: Ruleset
    names: story.Names
    seen: dict[str, Any]
    options: Options | None
    asked: story.Question | None
    recap: story.Recap
    before: story.Recap
    taken_back: str
    own: str


def tell(game: Game, viewer: int, *, since: int, most: int = story.recap.MOST, again: int = 0) -> Telling:
    """A game that has begun, as a side or the public (NOBODY) may know it.

    Args:
        since: the version the viewer saw last.
        most: how many sentences of the story at most.
        again: how many sentences of what was told before at most.
    """
    rules, state = position.load(game)
    names = story.Names(rules)
    seen = engine.view(rules, state, viewer)
    options = None if viewer == NOBODY else engine.options(rules, state, SIDES[viewer])
    items = chronicle.changes_seen(game, viewer)
    old = [item for item in items if item.version <= since]
    new = [item for item in items if item.version > since]
    return Telling(
        rules,
        names,
        seen,
        options,
        None if options is None else story.question(names, seen, options),
        story.latest(names, _events(new), earlier=_events(old), most=most),
        story.latest(names, _events(old) if again else (), most=again),
        _taken_back(names, new, since),
        _own(names, items),
    )


def last_taken_back(game: Game, side: Side) -> str:
    """What a side took back last, in a sentence; empty where it never did."""
    items = chronicle.changes_seen(game, side)
    undos = [item for item in items if item.takes_back is not None and item.side == side.label]
    undone = [item for item in items if undos and item.version == undos[-1].takes_back]
    names = story.Names(position.rules_of(game))
    return story.deed(names, undone[0].events) if undone else ""


def _events(items: list[Item]) -> list[dict[str, Any]]:
    return [event for item in items if not item.undone for event in item.events]


def _own(names: story.Names, items: list[Item]) -> str:
    counting = [item for item in items if item.type == "action" and not item.undone]
    # The action itself is there only for whoever took it.
    is_own = bool(counting) and counting[-1].action is not None
    return story.deed(names, counting[-1].events) if is_own else ""


def _taken_back(names: story.Names, new: list[Item], since: int) -> str:
    known = [item for item in new if item.takes_back is not None and item.takes_back <= since]
    return story.undone(names, str(known[0].side), len(known)) if known else ""
