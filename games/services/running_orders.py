"""Running orders: what they answer after an action, in the same transaction, before anybody is asked.

Only this module decides what an order does. A step of a plan that fails never refuses the action of the other
side: the plan ends, and its player is asked.
"""

from typing import NamedTuple

import msgspec

from games.engine import core
from games.engine.actions import Action, Conclude, Pass
from games.engine.errors import EngineError
from games.engine.orders import answering
from games.engine.orders.answering import OrderedAnswer
from games.engine.orders.keeping import Deed, Progress
from games.engine.orders.shapes import AllOfIt, BattleOrders, NeverChallenge, Plan
from games.engine.side import SIDES, Side
from games.log import position
from games.rulebook import lessons
from games.services.order_book import OrderBook
from games.services.table import Table, held

ORDERED_ACTIONS_AT_ONCE = 20
"""The most actions that orders take in one transaction. A job takes the others at once."""
ALWAYS_ASKED = 2
"""The revision of the rules since which a window is always asked."""


class _Found(NamedTuple):
    """An answer of the orders of one side, for the battle at one location."""

    side: Side
    location: str
    answer: OrderedAnswer


def run(table: Table, book: OrderBook) -> None:
    """Let orders act until somebody is to be asked, or ``ORDERED_ACTIONS_AT_ONCE`` actions are taken.

    Args:
        table: where somebody has acted. If more is to do, it marks the game.
        book: the orders of its seats.
    """
    table.game.orders_due = False
    for _ in range(ORDERED_ACTIONS_AT_ONCE):
        found = _next(table, book)
        if found is None or not _carry_out(table, book, found):
            return
    table.game.orders_due = _next(table, book) is not None


def go_on(game_id: int) -> bool:
    """Let orders act that had not finished. Return whether there were any."""
    with held(game_id) as table:
        if not table.game.orders_due:
            return False
        table.load()
        book = OrderBook(table.seats)
        run(table, book)
        finish(table, book)
        return True


def answer_window(table: Table, book: OrderBook, side: Side) -> bool:
    """Let the loyalty order of a side answer its separate window, and orders go on. Return whether it did."""
    kept = book.of(side)
    answering.tidy(table.rules, table.state, kept)
    answer = answering.window_answer(table.rules, table.state, side, kept)
    if answer is None:
        return False
    found = _Found(side, _location(table), answer)
    if _carry_out(table, book, found):
        run(table, book)
    return bool(table.steps)


def finish(table: Table, book: OrderBook) -> None:
    """Record what was done at a table, and what changed in the orders. A lesson that is over ends first."""
    if table.steps:
        _end_lesson(table)
        table.record()
    else:
        table.record_rows()
    for statement in book.statements():
        table.add(statement)


def translated(table: Table, book: OrderBook, side: Side, action: Action) -> Action:
    """An action of an older client in the terms of today.

    To pass for the rest of a battle is to pass, and to order never to challenge in it.
    """
    if not (isinstance(action, Pass) and action.rest_of_battle) or table.state.combat is None:
        return action
    if table.rules.revision < ALWAYS_ASKED:
        return action
    kept, location = book.of(side), _location(table)
    answering.tidy(table.rules, table.state, kept)
    battle = kept.orders.battles.get(location, BattleOrders())
    progress = kept.progress.get(location) or answering.beginning(
        table.rules, table.state, side, location, table.version_of(side)
    )
    kept.set_battle(location, msgspec.structs.replace(battle, loyalty=NeverChallenge()), progress)
    return Pass()


def stop_when_asked_again(table: Table, book: OrderBook, side: Side, fought: int) -> None:
    """Order a side that has just deployed to stop deploying as soon as it is asked again.

    Args:
        fought: where it has deployed. Nothing is ordered if that combat is over.
    """
    combat = table.state.combat
    if combat is None or combat.location != fought:
        return
    kept, location = book.of(side), _location(table)
    answering.tidy(table.rules, table.state, kept)
    battle = kept.orders.battles.get(location, BattleOrders())
    stopping = msgspec.structs.replace(battle, plan=Plan((), AllOfIt(), then="stop"))
    version = table.version_of(side)
    kept.set_battle(
        location, stopping, answering.beginning(table.rules, table.state, side, location, version)
    )


def _next(table: Table, book: OrderBook) -> _Found | None:
    """What orders do next. Whose orders are read follows from what everyone sees is to be decided."""
    for side in SIDES:
        if not answering.is_for_orders(table.state, side):
            continue
        kept, location = book.of(side), _location(table)
        answering.tidy(table.rules, table.state, kept)
        before = kept.plan_at(location)
        answer = answering.answer(table.rules, table.state, side, kept)
        if before is not None and kept.plan_at(location) is None:
            _note(table, book, side, location, kept.progress[location])
        if answer is not None:
            return _Found(side, location, answer)
    return None


def _carry_out(table: Table, book: OrderBook, found: _Found) -> bool:
    """Take an action by order. Return False if the rules refuse it; then the player is asked."""
    side, location, answer = found
    kept = book.of(side)
    try:
        table.take(side, answer.action, by_order=answer.kind)
    except EngineError:
        if kept.plan_at(location) is not None:
            answering.end(kept, location, "impossible")
            _note(table, book, side, location, kept.progress[location])
        return False
    if answer.kind == "plan" and kept.plan_at(location) is not None:
        answering.carried_out(kept, table.state, side, location)
    word = answer.action.__struct_config__.tag
    kept.note(Deed(table.version_of(side), table.state.week, location, answer.kind, str(word)))
    return True


def _note(table: Table, book: OrderBook, side: Side, location: str, progress: Progress) -> None:
    """Note why a plan ended."""
    deed = Deed(table.version_of(side), table.state.week, location, "plan", "ended", progress.ended)
    book.of(side).note(deed)


def _location(table: Table) -> str:
    """Where combat is being fought. Orders answer only decisions of a combat."""
    combat = table.state.combat
    if combat is None:
        decisions = [core.word(each) for each in core.pending(table.state)]
        raise RuntimeError(f"no combat, but {decisions}")
    return table.rules.components.locations[combat.location]


def _end_lesson(table: Table) -> None:
    """End a lesson if its goal is reached by what was done at a table, or can no longer be reached.

    Args:
        table: where somebody has acted. Nothing happens if its game is no lesson, or is over by the rules.
    """
    lesson = lessons.lesson_named(table.game.lesson) if table.game.lesson else None
    if lesson is None or table.state.result is not None:
        return
    start = position.beginning(table.game, table.rules).state
    if any(lesson.is_reached(start, step.after) for step in table.steps):
        table.lose(lesson.side.enemy, Conclude())
    elif lesson.is_past(start, table.state):
        table.lose(lesson.side, Conclude())
