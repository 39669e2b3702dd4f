"""Recorded play as everybody saw it: what the first page and the printed examples show."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from games import engine, story
from games.engine.events import Event
from games.engine.ruleset import Ruleset
from games.engine.side import NOBODY
from games.engine.state import State
from games.web.battle_scene import scene, still


class RecordedStep(NamedTuple):
    """What an action led to. It holds no words, since each reader has their own language.

    Attributes:
        view: of the public after it.
        events: all so far, as the public sees them.
        fresh: how many of the last of them it caused.
    """

    view: dict[str, Any]
    events: list[dict[str, Any]]
    fresh: int

    @property
    def latest(self) -> list[dict[str, Any]]:
        """What it caused."""
        return self.events[len(self.events) - self.fresh :]


def recorded_steps(
    rules: Ruleset, results: Iterable[tuple[State, Sequence[Event]]]
) -> Iterator[RecordedStep]:
    """Follow actions.

    Args:
        rules: of the game.
        results: the position and the events of one action after another.
    """
    events: list[dict[str, Any]] = []
    for state, caused in results:
        seen = [event.seen_by(NOBODY) for event in caused]
        events = [*events, *seen]
        yield RecordedStep(engine.view(rules, state, NOBODY), events, len(seen))


def step_sentences(rules: Ruleset, step: RecordedStep) -> list[story.Sentence]:
    """What happened in a step, in the active language."""
    chapters = story.Storyteller(story.Names(rules), step.view["week"]).tell(step.latest)
    return [sentence for chapter in chapters for sentence in chapter.sentences]


def step_scene(rules: Ruleset, step: RecordedStep) -> dict[str, Any]:
    """The fight of a step, as ``battle`` and ``fought`` of the templates; None where nobody fights."""
    names = story.Names(rules)
    fights = story.fights(step.events, step.fresh)
    latest = fights[-1] if fights else None
    return {
        "battle": scene(rules, names, step.view, latest, is_past=True),
        "fought": still(rules, names, latest),
    }
