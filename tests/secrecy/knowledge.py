"""What a viewer may want to try at each moment of a game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from games import engine
from games.engine import EngineError, Ruleset, Side, core
from games.engine import actions as a
from games.engine.options import Options
from games.engine.side import NOBODY
from games.engine.state import State
from games.simulation.mutations import Mutator
from tests.kit.random_play import lively
from tests.secrecy.schedule import Beat
from tests.secrecy.script import Script
from tests.web.answers.filling import FILL, Reader

TRIES = 4
SAMPLES = 8


class Known(NamedTuple):
    """See ``asks.Case``."""

    own: list[str]
    form: str
    refused: list[str]
    tried: list[str]


NOTHING = Known([], "", [], [])


def known(script: Script, viewer: int, beat: Beat, random: Random) -> Known:
    """What the viewer may try before a beat.

    Args:
        script: the first of the twins; the other would give the same.
    """
    if viewer == NOBODY:
        return NOTHING
    side = Side(viewer)
    state = script.points[beat.before - 1].after
    own = [
        body
        for deed in beat.seen
        if deed.side == side
        for body in deed.bodies
        if not isinstance(body, a.Undo)
    ]
    return around(script.rules, state, side, own, random)


def around(rules: Ruleset, state: State, side: Side, own: list[a.Action], random: Random) -> Known:
    """What a side may try before it does what it is about to do, if anything."""
    bent = _bent(rules, state, side, own, random)
    return Known(
        own=[a.encode(body).decode() for body in own],
        form=_form(rules, state, side, own[0]) if own else "",
        refused=[body for body in bent if not _is_legal(rules, state, side, body)],
        tried=[body for body in bent if _is_legal(rules, state, side, body)],
    )


def _bent(rules: Ruleset, state: State, side: Side, own: list[a.Action], random: Random) -> list[str]:
    """Actions that are right or wrong or none: bent ones name blocks and cards of either side."""
    offered = engine.options(rules, state, side)
    legal = (
        [] if offered is None else [*_drawing(rules, state, side, offered, random), lively(offered, random)]
    )
    mutator = Mutator(rules, random)
    models = [*own, *legal, a.Challenge(), a.Pass()]
    bent = [mutator.bend(random.choice(models)) for _ in range(TRIES)]
    bodies = [*(a.encode(body) for body in legal), *bent]
    return [body.decode("latin-1") for body in bodies]


def _drawing(
    rules: Ruleset, state: State, side: Side, offered: Options, random: Random
) -> Iterator[a.Action]:
    """An action that makes chance draw, if one is easily found: trying it out could give something away."""
    for _ in range(SAMPLES):
        action = offered.sample(random)
        if core.pending_draw(engine.apply(rules, state, side, action).state) is not None:
            yield action
            return


def _is_legal(rules: Ruleset, state: State, side: Side, body: str) -> bool:
    try:
        engine.apply(rules, state, side, a.parse(body.encode("latin-1")))
    except EngineError:
        return False
    return True


def _form(rules: Ruleset, state: State, side: Side, action: a.Action) -> str:
    """The action as the form of the page sends it."""
    offered = engine.options(rules, state, side)
    assert offered is not None
    reader = Reader(rules, engine.view(rules, state, side), offered)
    return str(FILL[type(action)](reader, action).urlencode())
