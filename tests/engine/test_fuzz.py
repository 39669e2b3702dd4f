"""The fuzzer runs clean on the engine, and finds bugs that are put there."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine import core, load
from games.engine.options import Choice
from games.engine.play import Play
from games.engine.position import read
from games.engine.rules import control, naming
from games.rulebook.editions import edition_ids, ruleset
from games.simulation import fuzz
from games.simulation.fuzz import FindingError, Fuzzed

KESSEN = ruleset("kessen")


def run(games: int, edition: str = "kessen") -> list[Fuzzed]:
    played = []
    for number in range(games):
        fuzzed = Fuzzed(ruleset(edition), f"test/{number}")
        for _ in fuzzed.play():
            pass
        played.append(fuzzed)
    return played


@pytest.mark.parametrize("edition", edition_ids())
def test_the_engine_is_clean(edition: str) -> None:
    games = 5
    played = run(games, edition)
    assert all(fuzzed.state.result is not None for fuzzed in played)
    assert sum(fuzzed.actions for fuzzed in played) > games * 40
    assert sum(fuzzed.refusals for fuzzed in played) > games * 40


def test_the_same_seed_finds_the_same() -> None:
    (first,), (second,) = run(1), run(1)
    assert first.state == second.state
    assert (first.actions, first.refusals) == (second.actions, second.refusals)


def forgets_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that is not in the hand may be played."""

    def card(play: Play, side: Any, name: str, rule: str) -> int:
        index: dict[str, int] = play.c.card_index[side]
        return index.get(name, 0)

    monkeypatch.setattr(naming, "card", card)


def leaks_a_key_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown location is not refused but breaks."""
    monkeypatch.setattr(naming, "location", lambda play, name: play.c.location_index[name])


def offers_too_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """The options deny what the rules allow."""
    contains = Choice.contains

    def fewer(self: Choice, action: Any) -> bool:
        return getattr(action, "rest_of_battle", False) is False and contains(self, action)

    monkeypatch.setattr(Choice, "contains", fewer)


def loses_a_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """Destroyed blocks vanish."""

    def destroy(play: Play, side: int, location: int, blocks: int) -> None:
        control.leave(play, side, location, blocks)

    monkeypatch.setattr(control, "destroy", destroy)


def forgets_in_a_dump(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dump leaves the used roads out."""

    def forgetful(dumped: bytes) -> Any:
        state = load(dumped)
        state.roads_used = 0
        return state

    monkeypatch.setattr(fuzz, "load", forgetful)


def replays_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay counts a week too many."""

    def wrong(rules: Any, log: Any) -> Any:
        state = core.replay(rules, log)
        state.week += 1
        return state

    monkeypatch.setattr(fuzz, "replay", wrong)


def acts_on_the_given_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused action leaves something behind."""
    check = core.apply

    def hasty(rules: Any, state: Any, side: Any, action: Any) -> Any:
        state.turn ^= 1
        turned = check(rules, state, side, action)
        state.turn ^= 1
        return turned

    monkeypatch.setattr(fuzz, "apply", hasty)


BUGS = [
    forgets_the_hand,
    leaks_a_key_error,
    offers_too_little,
    loses_a_block,
    forgets_in_a_dump,
    replays_wrongly,
    acts_on_the_given_state,
]


@pytest.mark.parametrize("plant", BUGS, ids=lambda plant: plant.__name__)
def test_a_planted_bug_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(FindingError):
        run(15)


def test_a_finding_is_kept_as_a_position_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    leaks_a_key_error(monkeypatch)
    with pytest.raises(CommandError) as failed:
        call_command("fuzz", "--minutes", "1", "--seed", "kept", "--into", str(tmp_path))
    assert failed.value.returncode == 1
    (kept,) = tmp_path.iterdir()
    assert str(kept) in str(failed.value)
    position = read(kept.read_text(encoding="utf-8"), lambda *_: KESSEN)
    assert position.state.week >= 1


def test_time_is_kept_and_the_numbers_are_told() -> None:
    out = io.StringIO()
    call_command("fuzz", "--minutes", "0.01", "--seed", "short", stdout=out)
    assert out.getvalue().startswith("seed short: ")
    assert "all clean" in out.getvalue()


def test_no_time_is_refused() -> None:
    with pytest.raises(CommandError) as refused:
        call_command("fuzz", "--minutes", "0")
    assert refused.value.returncode == 2
