"""The shapes that are published are those of what is really told: in whole games and in odd corners."""

import functools
import types
import typing
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
import pytest
from msgspec import UNSET, Struct, UnsetType

from games.api.shapes.events import Event as SeenEvent
from games.api.shapes.options import Options
from games.api.shapes.terms import Decision
from games.api.shapes.view import PublicView, SideView
from games.engine import NOBODY, SIDES, Ruleset, apply, new_game, options, pending, view
from games.engine.actions import Action, Drawn, Resign, Silence, Undo
from games.engine.decisions import AnswerDeployment, PlayerDecision
from games.engine.events import EVENTS, Event
from games.engine.state import State
from tests.engine.golden import recording
from tests.kit.positions import position

ROOTS = (Action, Options, SeenEvent, SideView, PublicView)

WITHOUT_CARDS = ["", 'east.hand = "tokugawa-plain"', 'west.hand = "mori-plain"']
"""Who has one, in weeks that begin with nobody, or one side, able to bid."""

TELLING = ["ashigaru-3", "manual-ieyasu-slain-in-battle", "manual-ishida-mitsunari-slain-in-siege"]
"""Recorded games in which all occurs that the shapes allow, but what weeks without cards are for."""

Occurred = dict[tuple[type[Struct], str], set[object]]


class Census:
    """What occurred, by class and field: words and flags, and whether it was there, null or left out."""

    def __init__(self) -> None:
        self.found: Occurred = defaultdict(set)

    def read(self, data: object, shape: Any) -> None:
        """Take in something told. It must have just that shape, and nothing that the shape does not say."""
        told = msgspec.json.encode(data)
        read = msgspec.json.decode(told, type=shape)
        assert msgspec.json.decode(msgspec.json.encode(read)) == msgspec.json.decode(told)
        self._count(read)

    def _count(self, value: object) -> None:
        if isinstance(value, Struct):
            self.found[type(value), ""].add("there")
            for name in value.__struct_fields__:
                part = getattr(value, name)
                self.found[type(value), name] |= _sorts(part)
                self._count(part)
        elif isinstance(value, dict):
            self._count(tuple(value.values()))
        elif isinstance(value, tuple):
            for part in value:
                self._count(part)

    def position(self, rules: Ruleset, state: State) -> None:
        """What everybody sees there and is asked."""
        self.read(view(rules, state, NOBODY), PublicView)
        for side in SIDES:
            self.read(view(rules, state, side), SideView)
            if (offered := options(rules, state, side)) is not None:
                self.read(offered.describe(), Options)

    def events(self, events: list[Event]) -> None:
        """What everybody is told."""
        for event in events:
            for viewer in (*SIDES, NOBODY):
                self.read(event.seen_by(viewer), SeenEvent)


def _sorts(value: object) -> set[object]:
    if isinstance(value, str | bool):
        return {value, "there"}
    return {"left out" if value is UNSET else "null" if value is None else "there"}


@functools.cache
def of_game(name: str) -> Occurred:
    """What occurred in a recorded game."""
    census = Census()
    game = recording.read(name)
    census.events(new_game(game.rules).events)
    for _, outcome in game.log:
        if not isinstance(outcome, Drawn | Resign | Undo):
            census.read(outcome, Action)
    for state, events in recording.positions(game):
        census.position(game.rules, state)
        census.events(events)
        for asked in pending(state):
            if isinstance(asked, AnswerDeployment):  # it might have lapsed
                census.events(apply(game.rules, state, asked.side, Silence()).events)
    return census.found


@functools.cache
def of_week_without_cards(hand: str) -> Occurred:
    """What occurs when somebody has no card to bid."""
    census = Census()
    table = position(f'pending = "begin-week"\nweek = 1\n{hand}')
    for side, decision in table.pending:
        if decision == "bid":
            card = table.hand(side)[0]
            table.play(side, "bid", card=card)
    census.events(table.events)
    census.position(table.rules, table.state)
    return census.found


@pytest.mark.overnight
@pytest.mark.parametrize("name", sorted(set(recording.names()) - set(TELLING)))
def test_a_recorded_game_is_told_in_these_shapes(name: str) -> None:
    """Every view, option, event and action of it, to everybody."""
    found = of_game(name)
    assert {shape for shape, _ in found} >= {SideView, PublicView, Options}


@pytest.mark.parametrize("hand", WITHOUT_CARDS)
def test_a_week_without_cards_is_told_in_these_shapes(hand: str) -> None:
    assert (SideView, "mine") in of_week_without_cards(hand)


def classes(hint: Any) -> Iterator[type[Struct]]:
    """Every class a type is made of."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
        for part in typing.get_type_hints(hint).values():
            yield from classes(part)
    for part in typing.get_args(hint):
        yield from classes(part)


def allowed(hint: Any) -> Iterator[object]:
    """What a field of that type may be."""
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        for part in typing.get_args(hint):
            yield from allowed(part)
    elif typing.get_origin(hint) is Literal:
        yield from typing.get_args(hint)
    elif hint is bool:
        yield from (True, False)
    else:
        yield {types.NoneType: "null", UnsetType: "left out"}.get(hint, "there")


def test_everything_that_the_shapes_allow_occurs() -> None:
    """Every class, every word and flag, every field both null and not, both left out and not.

    In games of which every view, option, event and action is told to everybody, and has its shape.
    """
    found: Occurred = defaultdict(set)
    for each in (*map(of_game, TELLING), *map(of_week_without_cards, WITHOUT_CARDS)):
        for field, occurred in each.items():
            found[field] |= occurred
    wanted: Occurred = {}
    for shape in {each for root in ROOTS for each in classes(root)}:
        wanted[shape, ""] = {"there"}
        wanted |= {(shape, name): set(allowed(hint)) for name, hint in typing.get_type_hints(shape).items()}
    never = {field: may - found[field] for field, may in wanted.items() if may - found[field]}
    assert never == {}


def test_every_kind_of_event_has_its_class_with_its_fields() -> None:
    """What only one side is told may be left out, and nothing else."""
    told = {}
    for each in typing.get_args(SeenEvent):
        fields = [field for field in msgspec.structs.fields(each) if field.name != "side"]
        public, private = (
            {field.name for field in fields if field.required is required} for required in (True, False)
        )
        told[each.__struct_config__.tag] = (public, private)
    assert told == {
        kind: (set(public.split()), set(private.split())) for kind, (public, private) in EVENTS.items()
    }


def test_every_decision_has_its_word() -> None:
    assert set(typing.get_args(Decision)) == {
        each.__struct_config__.tag for each in typing.get_args(PlayerDecision)
    }


def test_a_view_names_single_blocks_of_the_viewer_alone() -> None:
    """As the descriptions promise: wherever own blocks are, and nowhere else."""
    game = recording.read("ashigaru-1")
    for state, _ in recording.positions(game):
        for side in SIDES:
            seen = msgspec.convert(view(game.rules, state, side), SideView)
            for location in seen.locations.values():
                mine, theirs = (location.east, location.west)[:: -1 if side else 1]
                assert mine is UNSET or mine.blocks
                assert theirs is UNSET or theirs.blocks is UNSET
