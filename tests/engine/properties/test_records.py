"""A position is its log: replay, dumps, digests and determinism."""

from __future__ import annotations

import msgspec
import pytest

from games.engine import Ruleset, digest, draw, dump, load, new_game, replay
from games.engine import actions as a
from games.engine.core import advance
from games.engine.errors import CorruptLog
from games.engine.play import Play
from tests.kit.random_play import LogItem, Step, game


def _log(played: list[Step]) -> list[LogItem]:
    return [(step.side, step.outcome) for step in played]


def test_the_same_seed_plays_the_same_game(rules: Ruleset, played: list[list[Step]]) -> None:
    again = list(game(rules, "property/0"))
    assert _log(again) == _log(played[0])
    assert [digest(step.after) for step in again] == [digest(step.after) for step in played[0]]
    assert [step.events for step in again] == [step.events for step in played[0]]


def test_every_prefix_of_a_log_replays_to_its_position(rules: Ruleset, played: list[list[Step]]) -> None:
    """One game from the start for some prefixes; all in one pass, looked at after every entry."""
    first = min(played, key=len)
    log = _log(first)
    for length in range(1, len(log) + 1, 9):
        assert replay(rules, log[:length]) == first[length - 1].after
    for one in played:
        play = Play(rules.components, new_game(rules).state)
        for step in one:
            advance(play, step.side, step.outcome)
            assert play.s == step.after


def test_a_log_that_lacks_a_draw_does_not_replay(rules: Ruleset, played: list[list[Step]]) -> None:
    """It is refused with the number of the first entry that does not fit any more."""
    log = _log(played[0])
    draws = [number for number, (_, outcome) in enumerate(log) if isinstance(outcome, a.Drawn)]
    for number in draws[:-1:3]:
        with pytest.raises(CorruptLog) as caught:
            replay(rules, log[:number] + log[number + 1 :])
        assert caught.value.code == "entry-does-not-replay"
        assert caught.value.parameters["entry"] >= number


def test_a_dump_loads_as_it_was(steps: list[Step]) -> None:
    for step in steps[::3]:
        loaded = load(dump(step.after))
        assert loaded == step.after
        assert digest(loaded) == digest(step.after)
        assert dump(loaded) == dump(step.after)


def test_a_copy_is_equal_and_shares_nothing_that_changes(rules: Ruleset, steps: list[Step]) -> None:
    """A whole game played on from a copy leaves the original as it was."""
    for step in steps[::50]:
        copy = step.before.copy()
        assert copy == step.before
        before = msgspec.msgpack.encode(step.before)
        play = Play(rules.components, copy)
        advance(play, step.side, step.outcome)
        assert msgspec.msgpack.encode(step.before) == before
        for field in step.before.__struct_fields__:
            one, two = getattr(step.before, field), getattr(step.before.copy(), field)
            assert one is not two or not isinstance(one, list | dict), f"a copy shares its {field}"


def test_different_positions_have_different_digests(played: list[list[Step]]) -> None:
    """But for an answer that changes nothing, no two positions of a game are alike."""
    digests = [digest(step.after) for step in played[0]]
    repeated = len(digests) - len(set(digests))
    assert repeated < len(digests) / 20


@pytest.mark.parametrize("damage", [b"", b"\x00", b"not a dump", b"\xff" * 40], ids=repr)
def test_bytes_that_are_no_dump_are_refused(damage: bytes) -> None:
    with pytest.raises(CorruptLog):
        load(damage)


def test_every_outcome_goes_through_its_json(steps: list[Step]) -> None:
    """What the log holds is bytes: the entry read back is the entry, and the bytes are always the same."""
    for step in steps:
        body = a.encode(step.outcome)
        assert a.parse_body(body) == step.outcome
        assert a.encode(a.parse_body(body)) == body
        if step.side is not None:
            assert a.parse(body) == step.outcome


def test_chance_cannot_give_what_a_pile_does_not_hold(rules: Ruleset, played: list[list[Step]]) -> None:
    """A logged draw with one more item, one fewer, or another pile's is no outcome."""
    draws = [step for step in played[0] if isinstance(step.outcome, a.Drawn)]
    other = {"east-cards": "west-cards", "west-cards": "east-cards"}
    other |= {"east-blocks": "west-blocks", "west-blocks": "east-blocks"}
    for step in draws[::3]:
        outcome = step.outcome
        assert isinstance(outcome, a.Drawn)
        wrong = [
            a.Drawn(outcome.pile, outcome.items[:-1]),
            a.Drawn(outcome.pile, (*outcome.items, outcome.items[0])),
            a.Drawn(other[outcome.pile], outcome.items),  # type: ignore[arg-type]
            a.Drawn(outcome.pile, ("no-such-thing", *outcome.items[1:])),
        ]
        for damaged in wrong:
            with pytest.raises(CorruptLog):
                draw(rules, step.before, damaged)


def test_a_draw_nobody_owes_is_refused(rules: Ruleset, steps: list[Step]) -> None:
    asked = next(step for step in steps if step.side is not None)
    with pytest.raises(CorruptLog, match="nothing-to-draw"):
        draw(rules, asked.before, a.Drawn("east-cards", ("east-loyalty",)))
