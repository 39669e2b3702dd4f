"""Recorded games end as they ended, in every edition."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from games.engine import NOBODY, Side, digest, replay, view
from games.engine.actions import encode
from games.engine.events import Event
from games.engine.state import State
from games.rulebook.editions import DEFAULT, edition_ids, ruleset
from tests.engine.golden.record import FOUND
from tests.engine.golden.recording import FOLDER, Recording, end_of, ending, names, positions, read

OWN_DISKS = {"east": {"torii", "mogami"}, "west": {"hideyori", "sanada"}}
UNTITLED = {"ashigaru-1", "ashigaru-2", "ashigaru-3", "revision-2"}
"""Games recorded for their course, not for their end."""


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


@pytest.mark.rule("2.2")
def test_the_points_are_made_of_what_is_held(played: Played) -> None:
    """Two points a castle, one a resource location, and what the edition gives for a disk [2.2, 9.1]."""
    of_a_disk = played.recording.rules.edition.flags.disk_points
    seen: dict[str, Any] = view(played.recording.rules, played.state, NOBODY)
    for label, disks in OWN_DISKS.items():
        side = seen["sides"][label]
        held = of_a_disk * len(disks & set(seen["disks"]))
        assert side["points"] == 2 * side["castles"] + side["resources"] + held
        assert side["points"] == played.recording.end["points"][label]


def test_every_game_replays_to_the_position_it_ended_in(played: Played) -> None:
    """The digest in the file is that of the last position. After a change of what a position is made of it is
    renewed with ``python -m tests.engine.golden.record --digests``."""
    state = replay(played.recording.rules, played.recording.log)
    assert state == played.state
    assert digest(state) == played.recording.digest
    assert end_of(state, played.recording.log) == played.recording.end


@pytest.mark.parametrize("edition", edition_ids())
def test_every_way_of_ending_is_recorded(edition: str) -> None:
    """Leaders are lost in battle, in a siege or by an overrun; a disk the game hangs on is captured."""
    printed = ruleset(edition).edition
    ways = {"points-for-east", "points-for-west", "points-tied"}
    for block in printed.blocks:
        if block.fatal:
            ways |= {f"{block.id}-{fate}" for fate in ("slain-in-battle", "slain-in-siege", "overrun")}
    ways |= {f"{disk.id}-captured" for disk in printed.disks if disk.fatal}
    missing = ways - set(FOUND.get(edition, {}))
    assert not missing, f"no recipes in record.py for {missing}; --search {edition} finds some"
    assert set(FOUND[edition]) - UNTITLED == ways
    prefix = "" if edition == DEFAULT else f"{edition}-"
    assert set(names(edition)) == {f"{prefix}{way}" for way in FOUND[edition]}


def test_a_game_is_named_after_its_edition_and_its_end(played: Played) -> None:
    if played.name.removeprefix(f"{played.recording.edition}-") not in UNTITLED:
        way = ending(played.recording.rules, played.state, played.events)
        assert played.name.removeprefix(f"{played.recording.edition}-") == way


def test_a_file_holds_its_log_byte_for_byte(played: Played) -> None:
    """One entry a line, each as the log of a game would hold it."""
    lines = (FOLDER / f"{played.name}.json").read_text(encoding="utf-8").splitlines()
    rows = [line.strip().rstrip(",") for line in lines if line.startswith("    [")]
    assert len(rows) == len(played.recording.log)
    for row, (side, outcome) in zip(rows, played.recording.log, strict=True):
        label = "null" if side is None else f'"{Side(side).label}"'
        assert row == f"[{label}, {encode(outcome).decode()}]"
