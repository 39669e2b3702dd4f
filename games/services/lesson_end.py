"""The end of a lesson, when its goal is reached or can no longer be reached."""

from games.engine.actions import Conclude
from games.log import position
from games.rulebook import lessons
from games.services.table import Table


def conclude(table: Table) -> None:
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
