"""Recorded games: files of fixtures/games, one entry a line, so that a change reads as a diff."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from games.engine import Ruleset, Side, apply, digest, draw, new_game
from games.engine import actions as a
from games.engine.events import Event
from games.engine.state import State
from games.rulebook.editions import FIXTURES
from games.simulation.coverage import TIE
from tests.kit.editions import ruleset_of
from tests.kit.random_play import LogItem, recorded

FOLDER = FIXTURES / "games"


class Recording(NamedTuple):
    """A whole game.

    Attributes:
        players: who played East and West.
        seed: what it was recorded with.
        digest: of the last position.
        end: what the file says of the end.
        revision: of the rules.
    """

    edition: str
    players: tuple[str, str]
    seed: str
    digest: str
    end: dict[str, Any]
    log: list[LogItem]
    revision: int = 1

    @property
    def rules(self) -> Ruleset:
        return ruleset_of(self.edition, self.revision)


def names(edition: str | None = None) -> list[str]:
    """The names of all recorded games, or of those of one edition."""
    found = sorted(path.stem for path in FOLDER.glob("*.json"))
    return found if edition is None else [name for name in found if _told(name)["edition"] == edition]


def read(name: str) -> Recording:
    """The recorded game of that name."""
    told = _told(name)
    log = [
        (None if side is None else Side.named(side), recorded(json.dumps(body))) for side, body in told["log"]
    ]
    east, west = (told["players"][side.label] for side in Side)
    revision = told.get("revision", 1)
    return Recording(told["edition"], (east, west), told["seed"], told["digest"], told["end"], log, revision)


def write(name: str, recording: Recording) -> None:
    """Write the file again."""
    east, west = recording.players
    head = {
        "edition": recording.edition,
        **({"revision": recording.revision} if recording.revision > 1 else {}),
        "players": {"east": east, "west": west},
        "seed": recording.seed,
        "digest": recording.digest,
        "end": recording.end,
    }
    rows = [f'  "{key}": {json.dumps(value)},' for key, value in head.items()]
    entries = [
        f"    [{json.dumps(None if side is None else side.label)}, {a.encode(outcome).decode()}]"
        for side, outcome in recording.log
    ]
    FOLDER.mkdir(exist_ok=True)
    text = "\n".join(["{", *rows, '  "log": [', ",\n".join(entries), "  ]", "}", ""])
    _path(name).write_text(text, encoding="utf-8")


def _told(name: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(_path(name).read_text(encoding="utf-8"))
    return told


def _path(name: str) -> Path:
    return FOLDER / f"{name}.json"


def end_of(state: State, log: list[LogItem]) -> dict[str, Any]:
    """What is told of the end of a game: winner, victory, points, the week, the number of actions."""
    result = state.result
    assert result is not None
    east, west = result.points
    return {
        "winner": result.winner.label,
        "victory": result.victory,
        "points": {"east": east, "west": west},
        "week": state.week,
        "actions": sum(side is not None for side, _ in log),
    }


FATES = {"blocks-lost": "slain-in-battle", "castle-fell": "slain-in-siege", "overrun": "overrun"}
"""Events that can decide a game, and what they are to a leader."""


def how(state: State, events: Sequence[Event]) -> tuple[str, str] | None:
    """The event that decided a game, and where; nothing where the points were counted.

    Args:
        events: the last that happened in it, the deciding one among them.
    """
    result = state.result
    assert result is not None
    if result.victory.startswith("points"):
        return None
    fates = [(event.kind, event.public["location"]) for event in events if event.kind in FATES]
    return fates[-1]


def ending(rules: Ruleset, state: State, events: Sequence[Event]) -> str:
    """The way a game ended, as the names of recorded games say it."""
    result = state.result
    assert result is not None
    decided = how(state, events)
    if decided is None:
        return "points-tied" if result.victory == TIE else f"points-for-{result.winner.label}"
    captured = result.victory in {disk.id for disk in rules.edition.disks}
    return f"{result.victory}-{'captured' if captured else FATES[decided[0]]}"


def positions(recording: Recording) -> Iterator[tuple[State, list[Event]]]:
    """The position after each entry, with what happened in it; each entry judged as when it was played."""
    rules = recording.rules
    state = new_game(rules).state
    for side, outcome in recording.log:
        if isinstance(outcome, a.Drawn):
            turned = draw(rules, state, outcome)
        else:
            assert side is not None
            turned = apply(rules, state, side, outcome)
        state = turned.state
        yield turned


def described(recording: Recording, state: State) -> Recording:
    """The recording with the digest and the end that belong to its last position."""
    return recording._replace(digest=digest(state), end=end_of(state, recording.log))
