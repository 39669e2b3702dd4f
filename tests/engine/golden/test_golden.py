"""Recorded games end as they ended: the facts here were read off their stories, by hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from games.engine import NOBODY, Side, digest, invariants, replay, view
from games.engine.actions import encode
from games.engine.events import Event
from games.engine.state import State
from tests.engine.golden.record import RECIPES
from tests.engine.golden.recording import FOLDER, Recording, end_of, names, positions, read


class Holding(NamedTuple):
    """What a side has at the end, and what it is worth."""

    castles: int
    resources: int
    disks: int
    points: int


class End(NamedTuple):
    """How a game ended.

    Attributes:
        how: the event that ended it, and where; nothing where the points were counted.
        actions: what the players did in it, draws not counted.
    """

    winner: str
    victory: str
    how: tuple[str, str] | None
    east: Holding
    west: Holding
    week: int
    actions: int


ENDS = {
    "ieyasu-slain-in-battle": End(
        "west", "ieyasu", ("blocks-lost", "oshi"), Holding(3, 4, 1, 12), Holding(6, 4, 1, 18), 6, 258
    ),
    "ieyasu-slain-in-siege": End(
        "west", "ieyasu", ("castle-fell", "ueda"), Holding(3, 2, 1, 10), Holding(6, 7, 1, 21), 8, 276
    ),
    "ieyasu-overrun": End(
        "west", "ieyasu", ("overrun", "hakone"), Holding(6, 4, 1, 18), Holding(3, 5, 1, 13), 4, 232
    ),
    "hideyori-captured": End(
        "east", "hideyori", ("castle-fell", "osaka"), Holding(5, 7, 1, 19), Holding(4, 2, 0, 10), 4, 229
    ),
    "points-for-east": End("east", "points", None, Holding(5, 9, 1, 21), Holding(4, 0, 1, 10), 8, 297),
    "points-for-west": End("west", "points", None, Holding(4, 3, 0, 11), Holding(5, 5, 1, 17), 8, 300),
    "points-tied": End("west", "points-tie", None, Holding(4, 4, 2, 16), Holding(5, 4, 1, 16), 8, 132),
    "ashigaru-1": End("east", "points", None, Holding(4, 8, 1, 18), Holding(5, 1, 1, 13), 8, 351),
    "ashigaru-2": End("east", "points", None, Holding(5, 8, 0, 18), Holding(4, 1, 1, 11), 8, 315),
    "ashigaru-3": End("west", "points", None, Holding(3, 7, 1, 15), Holding(6, 2, 1, 16), 8, 373),
}
"""Castles, resource locations and disks of either side, as the last lines of the story list them."""

FATES = ("blocks-lost", "castle-fell", "overrun")
OWN_DISKS = {"east": {"torii", "mogami"}, "west": {"hideyori"}}


class Played(NamedTuple):
    """A recorded game played again: its last position and what happened last."""

    name: str
    recording: Recording
    state: State
    events: list[Event]


@pytest.fixture(scope="module", params=names())
def played(request: pytest.FixtureRequest) -> Played:
    recording = read(request.param)
    *_, (state, events) = positions(recording)
    return Played(request.param, recording, state, events)


def test_every_game_ends_as_it_ended(played: Played) -> None:
    """Winner, kind of victory, points, week and number of actions, and how it came about."""
    end = ENDS[played.name]
    result = played.state.result
    assert result is not None
    assert (result.winner.label, result.victory) == (end.winner, end.victory)
    assert result.points == (end.east.points, end.west.points)
    assert played.state.week == end.week
    assert sum(side is not None for side, _ in played.recording.log) == end.actions
    fates = [(event.kind, event.public["location"]) for event in played.events if event.kind in FATES]
    assert (fates[-1] if fates and end.how else None) == end.how


@pytest.mark.rule("2.2")
def test_the_points_are_made_of_what_is_held(played: Played) -> None:
    """Two points a castle and a disk, one a resource location [2.2, 9.1]."""
    seen: dict[str, Any] = view(played.recording.rules, played.state, NOBODY)
    for label, holding in (("east", ENDS[played.name].east), ("west", ENDS[played.name].west)):
        side = seen["sides"][label]
        assert (side["castles"], side["resources"]) == (holding.castles, holding.resources)
        assert len(OWN_DISKS[label] & set(seen["disks"])) == holding.disks
        assert holding.points == 2 * holding.castles + holding.resources + 2 * holding.disks


def test_every_game_replays_to_the_position_it_ended_in(played: Played) -> None:
    """The digest in the file is that of the last position. After a change of what a position is made of it is
    renewed with ``python -m tests.engine.golden.record --digests``."""
    state = replay(played.recording.rules, played.recording.log)
    assert state == played.state
    assert digest(state) == played.recording.digest
    assert end_of(state, played.recording.log) == played.recording.end


def test_every_position_on_the_way_is_possible(played: Played) -> None:
    for state, _ in positions(played.recording):
        invariants.check(played.recording.rules, state)


def test_every_way_of_ending_is_recorded() -> None:
    """And each file has its facts here and its recipe."""
    ways = {(end.victory, end.winner, end.how[0] if end.how else "") for end in ENDS.values()}
    assert ways >= {
        ("ieyasu", "west", "blocks-lost"),
        ("ieyasu", "west", "castle-fell"),
        ("ieyasu", "west", "overrun"),
        ("hideyori", "east", "castle-fell"),
        ("points", "east", ""),
        ("points", "west", ""),
        ("points-tie", "west", ""),
    }
    assert set(names()) == set(ENDS) == set(RECIPES)


def test_a_file_holds_its_log_byte_for_byte(played: Played) -> None:
    """One entry a line, each as the log of a game would hold it."""
    lines = (FOLDER / f"{played.name}.json").read_text(encoding="utf-8").splitlines()
    rows = [line.strip().rstrip(",") for line in lines if line.startswith("    [")]
    assert len(rows) == len(played.recording.log)
    for row, (side, outcome) in zip(rows, played.recording.log, strict=True):
        label = "null" if side is None else f'"{Side(side).label}"'
        assert row == f"[{label}, {encode(outcome).decode()}]"
