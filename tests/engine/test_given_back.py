"""What a side may take back once the other agrees: an action that drew nothing and told nobody anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games.engine import SIDES, Ruleset, Side, apply, view
from games.engine.actions import Bid, Challenge, Deploy, Discard, Forfeit, Pass, Undo
from games.engine.errors import CorruptLog
from games.engine.history import VIEWERS, LogItem, Retold, effective, retell
from games.engine.redeal import redeal
from games.engine.ruleset import REVISION
from games.rulebook.editions import DEFAULT
from tests.kit.editions import ruleset_of
from tests.kit.random_play import game

AGREED = Undo(agreed=True)
REVISIONS = pytest.mark.parametrize("revision", [1, REVISION])


def played(revision: int, seed: str) -> tuple[Ruleset, list[LogItem], Retold]:
    rules = ruleset_of(DEFAULT, revision)
    log: list[LogItem] = [(step.side, step.outcome) for step in game(rules, seed)]
    return rules, log, retell(rules, log)


def passed_on(log: list[LogItem], retold: Retold) -> Iterator[tuple[int, Side, list[LogItem]]]:
    """The steps that can be given back, with their side, and the log up to them."""
    for index, step in enumerate(retold.steps):
        if step.passed_on:
            assert step.side is not None
            yield index, step.side, log[: step.entries[1]]


def is_refused(rules: Ruleset, log: list[LogItem], side: Side, undo: Undo = AGREED) -> bool:
    with pytest.raises(CorruptLog) as refused:
        retell(rules, [*log, (side, undo)])
    return str(refused.value.parameters["reason"]).startswith("not-undoable")


@REVISIONS
def test_everybody_sees_after_an_agreed_undo_what_they_saw_before_the_action(revision: int) -> None:
    rules, log, retold = played(revision, "given back")
    found = Counter[str]()
    for index, side, until in passed_on(log, retold):
        before, step = retold.steps[index - 1], retold.steps[index]
        now = retell(rules, [*until, (side, AGREED)])
        assert now.state == before.after
        for viewer in VIEWERS:
            assert view(rules, now.state, viewer) == view(rules, before.after, viewer)
        assert now.steps[-1].seen == step.seen
        assert now.steps[-1].takes_back == index
        assert effective([*until, (side, AGREED)]) == until[:-1]
        earlier = retell(rules, log[: before.entries[1]])
        assert [each.index for each in now.open] == [each.index for each in earlier.open]
        assert not now.passed_on
        assert retell(rules, until).final <= index, "a replay would be kept beyond what can be taken back"
        found[type(step.body).__name__] += 1
    assert {"Finish", "Move", "Order", "Stance"} <= found.keys()


def test_side_goes_on_undoing_what_it_could_undo_before() -> None:
    rules, log, retold = played(REVISION, "goes on")
    several = 0
    for index, side, until in passed_on(log, retold):
        mine = [*retell(rules, log[: retold.steps[index - 1].entries[1]]).open]
        for number, each in enumerate(reversed(mine), start=1):
            undone = retell(rules, [*until, (side, AGREED), *[(side, Undo())] * number])
            assert undone.state == each.before
        several += len(mine) > 1
    assert several


@REVISIONS
def test_nothing_else_is_given_back(revision: int) -> None:
    """Not twice, not to the other side, not without consent, and not once anything else was done."""
    rules, log, retold = played(revision, "nothing else")
    for index, side, until in [*passed_on(log, retold)][::6]:
        assert is_refused(rules, until, side.enemy)
        assert is_refused(rules, until, side, Undo())
        assert is_refused(rules, [*until, (side, AGREED)], side)
        after = log[: retold.steps[index + 1].entries[1]]
        assert is_refused(rules, after, side)
    others = [step for step in retold.steps if not step.passed_on]
    for step in Random(revision).sample(others, 20):
        assert all(is_refused(rules, log[: step.entries[1]], side) for side in SIDES)


@REVISIONS
@pytest.mark.parametrize("seed", ["1", "2"])
def test_what_is_given_back_drew_nothing_and_told_its_own_side_nothing(revision: int, seed: str) -> None:
    """Whatever the other side has that is hidden, the action would have led to the same view."""
    rules, log, retold = played(revision, seed)
    random = Random(seed)
    for index, side, until in passed_on(log, retold):
        before, step = retold.steps[index - 1].after, retold.steps[index]
        body = step.body
        assert step.entries[0] == step.entries[1], "a draw"
        assert not isinstance(body, Bid | Discard | Deploy | Challenge)
        assert body is not None
        assert not isinstance(body, Undo | Forfeit)
        assert not (isinstance(body, Pass) and body.rest_of_battle)
        for _ in range(3):
            world = redeal(rules, before, side.enemy, random)
            there = apply(rules, world, side, body)
            assert view(rules, there.state, side) == view(rules, step.after, side)
            assert [event.seen_by(side) for event in there.events] == [
                event.seen_by(side) for event in step.events
            ]
        assert until[-1] == (side, body)


def test_other_side_never_acts_unseen_while_a_request_could_stand() -> None:
    """So by the rules of today nobody who agrees is refused for what the other cannot see."""
    _rules, log, retold = played(1, "unseen")
    for index, side, _until in passed_on(log, retold):
        following = retold.steps[index + 1]
        assert following.side == side.enemy
        assert following.seen[side]
