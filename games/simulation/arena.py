"""One game between two computer players, entry by entry, with the invariants checked after each."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec

from games.bots import players
from games.bots.characters import character
from games.bots.levels import Budget
from games.engine import (
    Ruleset,
    apply,
    ask_chance,
    core,
    draw,
    invariants,
    new_game,
    options,
    pending,
    view,
)
from games.engine.actions import Action, Drawn, EndMovement, parse
from games.engine.chance import Seeded
from games.engine.errors import EngineError
from games.engine.events import Event
from games.engine.invariants import InvariantBroken
from games.engine.side import EAST, WEST, Side
from games.engine.state import Result, State
from games.engine.worlds import Worlds
from games.simulation.ordering import Book

MOST_ACTIONS = 10_000
"""Far beyond any game: one that is longer does not end."""
Seated = tuple[players.Player, players.Player]


class ArenaError(Exception):
    """A game went wrong, by a player or by the engine."""


class Played(NamedTuple):
    """One step of a game: an action, a draw of chance, or (without an outcome) the set-up.

    Attributes:
        side: who acted, None for chance.
        decision: the word of the decision, empty for chance.
        before: the position the outcome was applied to.
        after: the position it led to.
        events: what happened.
        seconds: processor time that the player took to choose.
    """

    side: Side | None
    decision: str
    outcome: Action | Drawn | None
    before: State
    after: State
    events: list[Event]
    seconds: float = 0.0


class PlayedGame(NamedTuple):
    """A finished game: its log, what happened in it, its last position and how it ended."""

    log: list[tuple[Side | None, Action | Drawn]]
    events: list[Event]
    state: State
    result: Result


def number(seed: str, purpose: str) -> int:
    """A number that depends only on a game's seed and on its purpose."""
    return int.from_bytes(_bytes(seed, purpose)[:8], "big")


def _bytes(seed: str, purpose: str) -> bytes:
    return hashlib.sha256(f"{seed}|{purpose}".encode()).digest()


def seat(
    rules: Ruleset,
    names: tuple[str, str],
    seed: str,
    *,
    have_characters: bool = False,
    budget: Budget | None = None,
) -> Seated:
    """The players of a game by name, East's first.

    Args:
        have_characters: whether each has the character that follows from the seed, as in games with people.
        budget: of players that rehearse; their own by default.

    Raises:
        UnknownPlayerError: when there is no player of one of the names.
    """
    printed = json_of(rules.edition)

    def one(name: str, side: Side) -> players.Player:
        own = number(seed, side.label)
        kind = character(printed, side.label, own) if have_characters else ""
        return players.create(name, printed, own, kind, budget=budget)

    return one(names[EAST], EAST), one(names[WEST], WEST)


def json_of(data: Any) -> Any:
    """Data as it comes out of JSON: what a player gets shares nothing with the game."""
    return msgspec.json.decode(msgspec.json.encode(data))


def play(
    rules: Ruleset, seated: Seated, seed: str, book: Book | None = None, *, is_checked: bool = True
) -> Iterator[Played]:
    """Play a game to its end.

    Args:
        seated: East's and West's player.
        seed: decides what chance does; the same seed and players give the same game.
        book: the orders of the players; None for none.
        is_checked: whether the invariants are checked after every entry.

    Raises:
        ArenaError: when a player answers what it may not, the game does not end, or the engine makes a
            position that cannot be.
    """
    source = Seeded(_bytes(seed, "chance"))
    begun = new_game(rules)
    entry = Played(None, "", None, begun.state, *begun)
    for _ in range(MOST_ACTIONS):
        yield _checked(rules, entry, is_checked)
        while (outcome := ask_chance(rules, entry.after, source)) is not None:
            entry = Played(None, "", outcome, entry.after, *draw(rules, entry.after, outcome))
            yield _checked(rules, entry, is_checked)
        if entry.after.result is not None:
            return
        entry = _go_on(rules, entry.after, seated, book)
    raise ArenaError(f"the game has not ended after {MOST_ACTIONS} actions")


def _checked(rules: Ruleset, entry: Played, is_checked: bool) -> Played:
    try:
        if is_checked:
            invariants.check(rules, entry.after)
    except InvariantBroken as error:
        raise ArenaError(f"after {entry.outcome}: {error}") from error
    return entry


def _go_on(rules: Ruleset, state: State, seated: Seated, book: Book | None) -> Played:
    """Have orders answer, or the side with the pending decision; of two at once, East."""
    if book is None:
        return _ask(rules, state, seated)
    ordered = book.next(state)
    if ordered is None:
        book.visit(state, pending(state)[0].side)
        ordered = book.next(state)
    if ordered is None:
        entry = _ask(rules, state, seated)
        if isinstance(entry.outcome, EndMovement) and entry.side is not None:
            book.lay(state, entry.side)
        return entry
    decision = next(core.word(each) for each in pending(state) if each.side == ordered.side)
    turned = apply(rules, state, ordered.side, ordered.action)
    return Played(ordered.side, decision, ordered.action, state, *turned)


def _ask(rules: Ruleset, state: State, seated: Seated) -> Played:
    side = pending(state)[0].side
    offered = options(rules, state, side)
    if offered is None:
        raise ArenaError(f"{side.label} is asked, but offered nothing")
    question = json_of({"view": view(rules, state, side), "options": offered.describe()})
    player = seated[side]
    began = time.process_time()
    if isinstance(player, players.Rehearser):
        answer = player.rehearse(**question, worlds=Worlds(rules, state, side, Random))
    else:
        answer = player.choose(**question)
    seconds = time.process_time() - began
    try:
        action = parse(msgspec.json.encode(answer))
        turned = apply(rules, state, side, action)
    except EngineError as error:
        raise ArenaError(f"{side.label} answered {offered.decision} with {answer}: {error}") from error
    return Played(side, offered.decision, action, state, *turned, seconds)


def record(
    rules: Ruleset, seated: Seated, seed: str, watch: Callable[[Played], None] | None = None
) -> PlayedGame:
    """Play a game to its end and keep all of it.

    Args:
        watch: is called with every entry.

    Raises:
        ArenaError: as ``play`` does.
    """
    log: list[tuple[Side | None, Action | Drawn]] = []
    events: list[Event] = []

    def keep(entry: Played) -> None:
        if watch is not None:
            watch(entry)
        events.extend(entry.events)
        if entry.outcome is not None:
            log.append((entry.side, entry.outcome))

    return PlayedGame(log, events, *ended(play(rules, seated, seed), keep))


def ended(entries: Iterable[Played], watch: Callable[[Played], None] | None = None) -> tuple[State, Result]:
    """Play a game on to its end: its last position, and how it ended.

    Args:
        watch: is called with every entry.

    Raises:
        ArenaError: as ``play`` does.
    """
    state = None
    for entry in entries:
        if watch is not None:
            watch(entry)
        state = entry.after
    if state is None or state.result is None:
        raise ArenaError("the game ended without a result")
    return state, state.result
