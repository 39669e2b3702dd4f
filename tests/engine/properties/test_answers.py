"""Options, samples, containment and refusals agree, in whole games."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from games.bots import players
from games.engine import EngineError, Ruleset, Side, apply, options, pending, view
from games.engine import actions as a
from games.engine.errors import CorruptLog, GameIsOver, Malformed, NotYourDecision
from games.engine.state import State
from games.rulebook.rules import rule_text
from games.simulation.mutations import Mutator
from tests.kit.random_play import Step, offered_to, refusal

SAMPLES = 4


def _asked(steps: list[Step], stride: int) -> list[tuple[State, Side]]:
    positions = [step.after for step in steps if pending(step.after)][::stride]
    return [(state, decision.side) for state in positions for decision in pending(state)]


def test_every_sampled_answer_is_offered_and_accepted(rules: Ruleset, steps: list[Step]) -> None:
    random = Random(1)
    for state, side in _asked(steps, 3):
        offered = offered_to(rules, state, side)
        for _ in range(SAMPLES):
            action = offered.sample(random)
            assert action in offered
            apply(rules, state, side, action)


def test_every_listed_choice_is_offered_and_accepted(rules: Ruleset, steps: list[Step]) -> None:
    """Each row of a choice, as it comes out of JSON, and each card that may be shown with it."""
    shown = 0
    for state, side in _asked(steps, 5):
        offered = offered_to(rules, state, side)
        for shape in json.loads(msgspec.json.encode(offered.describe()))["answers"]:
            for row in shape.get("choices", ()):
                for extra in ({}, *({"show": card} for card in row.get("may_show", ()))):
                    action = a.parse(json.dumps({**row["action"], **extra}))
                    assert action in offered
                    apply(rules, state, side, action)
                    shown += bool(extra)
    assert shown, "no deployment here may name a card to refute with"


def test_every_answer_built_from_the_options_json_is_accepted(rules: Ruleset, steps: list[Step]) -> None:
    """The random player knows the options as JSON only: whatever it answers, the rules take."""
    printed = json.loads(msgspec.json.encode(rules.edition))
    player = players.create("random", printed, 5)
    kinds = Counter[str]()
    for state, side in _asked(steps, 2):
        offered = offered_to(rules, state, side)
        described = json.loads(msgspec.json.encode(offered.describe()))
        seen = json.loads(msgspec.json.encode(view(rules, state, side)))
        answer = player.choose(seen, described)
        action = a.parse(json.dumps(answer))
        assert action in offered
        apply(rules, state, side, action)
        kinds[answer["type"]] += 1
    assert set(kinds) >= {"discard", "bid", "level", "move", "muster", "mori", "deploy", "losses"}


def test_the_options_are_plain_json(rules: Ruleset, steps: list[Step]) -> None:
    """They go through JSON and come out as the same data, with the rule that asks, and rows as counted."""
    for state, side in _asked(steps, 5):
        offered = offered_to(rules, state, side)
        described = offered.describe()
        text = msgspec.json.encode(described)
        assert msgspec.json.encode(msgspec.json.decode(text)) == text
        assert set(described) == {"decision", "rule", "answers"}
        assert rule_text(offered.rule) is not None
        assert len(offered) == sum(_rows(shape) for shape in json.loads(text)["answers"])


def test_changing_a_view_or_options_does_not_affect_later_ones(rules: Ruleset, steps: list[Step]) -> None:
    """Whatever somebody does to the view and the options they got, the next to ask is told the same."""
    for state, side in _asked(steps, 20):
        first = msgspec.json.encode(_told(rules, state, side))
        _spoil(_told(rules, state, side))
        assert msgspec.json.encode(_told(rules, state, side)) == first


def _told(rules: Ruleset, state: State, side: Side) -> list[Any]:
    offered = offered_to(rules, state, side)
    return [view(rules, state, side), offered.describe()]


def _spoil(told: Any) -> None:
    """Empty every list and mapping there is in it."""
    if isinstance(told, dict | list | tuple):
        for each in told.values() if isinstance(told, dict) else told:
            _spoil(each)
    if isinstance(told, dict | list):
        told.clear()


def _rows(shape: dict[str, Any]) -> int:
    if shape["shape"] == "choice":
        return len(shape["choices"])
    if shape["shape"] == "subset":
        return sum(len(tier) for tier in shape["of"])
    return sum(len(source["reach"]) for source in shape["sources"])


def test_a_bent_answer_is_judged_as_the_options_say(rules: Ruleset, steps: list[Step]) -> None:
    """Carried out if and only if it is offered; else refused with a typed code and nothing changed."""
    random = Random(2)
    mutator = Mutator(rules, random)
    refused = Counter[str]()
    for state, side in [*_asked(steps, 1), *_asked(steps, 2)]:
        offered = offered_to(rules, state, side)
        before = msgspec.msgpack.encode(state)
        try:
            action = a.parse(mutator.bend(offered.sample(random)))
        except Malformed:
            continue
        error = refusal(rules, state, side, action)
        assert (error is None) == (action in offered)
        if error is not None:
            _is_a_good_refusal(error)
            refused[error.code] += 1
        assert msgspec.msgpack.encode(state) == before
    assert len(refused) > 12, "too few kinds of refusals to prove anything"


def _is_a_good_refusal(error: EngineError) -> None:
    """Typed, with a code, a rule that has words, and parameters that are plain JSON."""
    assert not isinstance(error, CorruptLog | GameIsOver)
    assert error.code
    assert error.code == error.code.lower()
    assert not error.rule or rule_text(error.rule) is not None
    msgspec.json.encode(dict(error.parameters))
    assert error.code in str(error)


def test_a_side_that_is_not_asked_is_refused_with_that_reason(rules: Ruleset, steps: list[Step]) -> None:
    """The other side's own answer, given by the wrong side, is not its decision; after the end nothing is."""
    replaced = 0
    for step in steps:
        if step.side is None or isinstance(step.outcome, a.Drawn):
            continue
        wrong = step.side.enemy
        if options(rules, step.before, wrong) is not None:
            replaced += 1
            continue
        with pytest.raises(NotYourDecision) as caught:
            apply(rules, step.before, wrong, step.outcome)
        assert caught.value.parameters["waiting"] == [step.side.label]
    assert replaced, "at no time could both sides answer"
    over = steps[-1].after
    for side in Side:
        with pytest.raises(GameIsOver):
            apply(rules, over, side, a.Finish())
