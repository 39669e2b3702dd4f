"""Lessons: positions with a task, a goal in terms of the rules, and two hints, read from their files.

fixtures/README.md explains how to write one.
"""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from games.engine import core
from games.engine import position as positions
from games.engine.components import Components
from games.engine.edition_lint import BLOCKS_A_SIDE
from games.engine.position.shape import PositionError, SideName, parse
from games.engine.rules import control
from games.engine.side import Side
from games.engine.state import State
from games.rulebook.editions import FIXTURES, ruleset

LESSONS = FIXTURES / "lessons"
MOST_WORDS = 40
"""The most words of a text that is read before one acts."""

Text = Annotated[str, Meta(min_length=1)]
Count = Annotated[int, Meta(ge=1, le=BLOCKS_A_SIDE)]


class LessonError(ValueError):
    """The file of a lesson is wrong; the message has a sentence for each fault."""


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """What a side must reach. All that is said must be so at the same time.

    Attributes:
        holds: locations where the side has blocks and the enemy has none.
        blocks: by location, how many of the side's blocks are there at least.
        mustered: how many blocks have left the recruitment box.
        enemy_lost: how many blocks the enemy has lost since the beginning.
        defected: how many enemy blocks fight for the side, in the combat that goes on.
        wins: whether the side must win the game.
    """

    holds: tuple[str, ...] = ()
    blocks: dict[str, Count] = {}
    mustered: Count | None = None
    enemy_lost: Count | None = None
    defected: Count | None = None
    wins: bool = False

    def is_reached(self, c: Components, side: Side, start: State, state: State) -> bool:
        """Whether a position is what the side must reach in a game that began with another."""
        return all(self._judged(c, side, start, state))

    def is_out_of_reach(self, c: Components, side: Side, state: State) -> bool:
        """Whether the side can no longer reach it, although its turn goes on: it lacks a card for it.

        Args:
            c: the tables of the edition.
            side: that was to reach it, and has not.
            state: the position.
        """
        return self.defected is not None and not state.hand[side][c.loyalty[side]]

    def _judged(self, c: Components, side: Side, start: State, state: State) -> Iterator[bool]:
        own, enemy = state.at[side], state.at[side.enemy]
        for name in self.holds:
            place = c.location_index[name]
            yield control.has_units(c, state, side, place) and not enemy[place]
        for name, count in self.blocks.items():
            yield own[c.location_index[name]].bit_count() >= count
        if self.mustered is not None:
            yield (start.at[side][c.box] & ~own[c.box]).bit_count() >= self.mustered
        if self.enemy_lost is not None:
            lost = enemy[c.lost] & ~start.at[side.enemy][c.lost]
            yield lost.bit_count() >= self.enemy_lost
        if self.defected is not None:
            combat = state.combat
            yield combat is not None and combat.defected[side.enemy].bit_count() >= self.defected
        if self.wins:
            yield state.result is not None and state.result.winner == side

    def places(self) -> list[str]:
        """The locations that it names."""
        return [*self.holds, *self.blocks]


class LessonData(Struct, frozen=True, forbid_unknown_fields=True):
    """The table ``lesson`` of a file, beside the position.

    Attributes:
        number: its place in the list.
        side: who learns; it acts first.
        about: what it teaches, for its card in the list.
        task: what to do.
        goal: when it is done.
        hints: shown one after the other.
        learned: what to keep in mind, shown at the end.
    """

    number: Annotated[int, Meta(ge=1)]
    side: SideName
    about: Text
    task: Text
    goal: Goal
    hints: Annotated[list[Text], Meta(min_length=2, max_length=2)]
    learned: Text


class Lesson(NamedTuple):
    """A lesson.

    Attributes:
        name: of its file, in addresses and stored with its games.
        title: in a few words.
        said: everything that its file says beside the position.
        position: how the position reads.
        text: the position as games keep it, without the rest.
    """

    name: str
    title: str
    said: LessonData
    position: positions.Position
    text: str

    @property
    def side(self) -> Side:
        """Who learns."""
        return Side.named(self.said.side)

    def is_reached(self, start: State, state: State) -> bool:
        """Whether the goal is reached in a position of a game that began with the lesson's."""
        return self.said.goal.is_reached(self.position.rules.components, self.side, start, state)

    def is_past(self, start: State, state: State) -> bool:
        """Whether a goal that is not reached is out of reach: the turn is over, or a card is missing."""
        turn = (start.week, start.turn, start.active)
        is_over = (state.week, state.turn, state.active) != turn
        return is_over or self.said.goal.is_out_of_reach(self.position.rules.components, self.side, state)


@cache
def all_lessons() -> tuple[Lesson, ...]:
    """All lessons, in their order.

    Raises:
        LessonError: a file is wrong.
    """
    files = sorted(LESSONS.glob("*.toml"))
    lessons = [read(path.stem, path.read_text(encoding="utf-8")) for path in files]
    lessons.sort(key=lambda lesson: lesson.said.number)
    if [lesson.said.number for lesson in lessons] != list(range(1, len(lessons) + 1)):
        raise LessonError("number: the lessons must be numbered from 1, without a gap")
    return tuple(lessons)


def lesson_named(name: str) -> Lesson | None:
    """The lesson with a name; None if there is none, as after a release that took it out."""
    return next((lesson for lesson in all_lessons() if lesson.name == name), None)


def after(lesson: Lesson) -> Lesson | None:
    """The lesson that follows one; None after the last."""
    return next((each for each in all_lessons() if each.said.number > lesson.said.number), None)


def read(name: str, text: str) -> Lesson:
    """A lesson from the text of its file.

    Raises:
        LessonError: something in it is wrong.
    """
    try:
        position = positions.read(text, ruleset)
        said = msgspec.convert(parse(text).lesson, LessonData)
    except (PositionError, msgspec.ValidationError) as error:
        raise LessonError(f"{name}: {error}") from None
    lesson = Lesson(name, position.title, said, position, positions.write(position.rules, position.state))
    if faults := list(_faults(lesson)):
        raise LessonError("".join(f"\n- {name}: {fault}" for fault in faults))
    return lesson


def _faults(lesson: Lesson) -> Iterator[str]:
    """What is wrong with a lesson, a sentence each."""
    said, state = lesson.said, lesson.position.state
    known = lesson.position.rules.components.location_index
    if unknown := [place for place in said.goal.places() if place not in known]:
        yield f'goal: there is no location "{unknown[0]}"'
    elif said.goal == Goal():
        yield "goal: it says nothing"
    elif state.result is not None or lesson.is_reached(state, state):
        yield "goal: it is reached at the beginning"
    elif lesson.is_past(state, state):
        yield "goal: it is out of reach at the beginning"
    if core.pending_for(state, lesson.side) is None:
        yield f"side: nothing is asked of {said.side} at the beginning"
    if state.active != lesson.side:
        yield f"side: it is not the turn of {said.side}, and a lesson lasts as long as that"
    if not lesson.title:
        yield "title: it is missing"
    texts = {"about": said.about, "task": said.task, "learned": said.learned}
    for key, text in (*texts.items(), *(("hints", hint) for hint in said.hints)):
        if len(text.split()) > MOST_WORDS:
            yield f'{key}: more than {MOST_WORDS} words, from "{" ".join(text.split()[:4])}"'
