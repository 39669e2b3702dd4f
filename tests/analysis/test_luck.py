"""Luck: good draws are good luck, bad ones bad, and on average it is none."""

import math
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from statistics import fmean, stdev

import pytest

from games.analysis import luck
from games.analysis.course import Draw, course_of
from games.analysis.luck import DrawLuck, Luck
from games.analysis.rehearsing import Stage
from games.analysis.work import WeekLuck, luck_of
from games.engine import ask_chance
from games.engine.actions import Drawn
from games.engine.chance import Seeded
from games.engine.state import State
from tests.kit.recorded import recorded

NAME = "revision-2"


@cache
def stage() -> Stage:
    return Stage.of(recorded(NAME).rules)


@cache
def draws() -> Sequence[Draw]:
    game = recorded(NAME)
    return course_of(game.rules, game.log).draws


def of_a_week(week: int, side: str) -> Draw:
    """The cards and blocks that a side drew at the beginning of a week."""
    return next(each for each in draws() if (each.week, each.side.label) == (week, side))


def redrawn(draw: Draw, seed: int) -> Draw:
    """A draw with other cards and the blocks it had."""
    outcome = ask_chance(stage().rules, draw.before, Seeded(Random(seed).randbytes(32)))
    assert isinstance(outcome, Drawn)
    assert outcome.pile == draw.drawn[0].pile
    return draw._replace(drawn=(outcome, *draw.drawn[1:]))


def test_a_draw_has_the_same_luck_whenever_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck, "WORLDS", 1)
    draw = of_a_week(3, "east")
    assert luck.of_draw(stage(), draw) == luck.of_draw(stage(), draw)


def specials(draw: Draw, state: State) -> int:
    cards = stage().rules.components.cards[draw.side]
    held = zip(cards, state.hand[draw.side], strict=True)
    return sum(count for card, count in held if card.type == "special")


@pytest.fixture
def _worth_its_specials(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position is worth as much as there are special attacks in the hand, and is not rehearsed."""

    def worth(of: Stage, draw: Draw, number: int, other: int) -> float:
        return specials(draw, luck._drawn(of, draw, number, other))

    monkeypatch.setattr(luck, "_worth", worth)
    monkeypatch.setattr(luck, "WORLDS", 1)


@pytest.mark.usefixtures("_worth_its_specials")
def test_the_best_draw_is_good_luck_the_worst_is_bad_and_the_average_is_none() -> None:
    draw = of_a_week(2, "east")
    drawn = [redrawn(draw, seed) for seed in range(60)]
    found = {specials(each, luck._drawn(stage(), each, 0, 0)): each for each in drawn}
    best, worst = (luck.of_draw(stage(), found[count]).luck for count in (max(found), min(found)))
    assert worst.castles < 0 < best.castles


@pytest.mark.usefixtures("_worth_its_specials")
def test_luck_is_none_on_average_over_all_that_could_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck, "OTHERS", 30)
    draw = of_a_week(2, "east")
    found = [luck.of_draw(stage(), redrawn(draw, seed)).luck for seed in range(40)]
    usual = fmean(each.usual for each in found)
    assert abs(fmean(each.castles for each in found)) < 3 * usual / math.sqrt(20)
    assert stdev(each.castles for each in found) == pytest.approx(usual, rel=0.4)


def worlds_needed(monkeypatch: pytest.MonkeyPatch, worth: Callable[[int, int], float]) -> int:
    """In how many worlds outcomes are rehearsed that are worth so much by world and outcome."""
    seen = set()

    def of_one(of: Stage, draw: Draw, number: int, other: int) -> float:
        seen.add(number)
        return worth(number, other)

    monkeypatch.setattr(luck, "_worth", of_one)
    luck.of_draw(stage(), of_a_week(2, "east"))
    return len(seen)


def test_a_draw_on_which_a_leader_hangs_is_rehearsed_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    steady = worlds_needed(monkeypatch, lambda number, other: 0.5 + 0.01 * other)
    assert steady == luck.WORLDS
    coin = Random(1)
    assert worlds_needed(monkeypatch, lambda number, other: coin.randrange(2)) == luck.MOST_WORLDS


def test_luck_adds_up_and_its_usual_range_as_squares() -> None:
    assert luck.together([Luck(1.0, 3.0), Luck(-3.0, 4.0)]) == Luck(-2.0, 5.0)
    assert luck.together([]) == Luck(0.0, 0.0)


def test_luck_is_listed_by_side_and_week() -> None:
    found = [
        DrawLuck(0, 1, "east", Luck(1.0, 3.0)),
        DrawLuck(0, 1, "west", Luck(2.0, 1.0)),
        DrawLuck(4, 1, "east", Luck(1.0, 4.0)),
        DrawLuck(9, 3, "east", Luck(-1.0, 1.0)),
    ]
    east, west = (luck_of(label, found) for label in ("east", "west"))
    assert east.weeks == [WeekLuck(1, Luck(2.0, 5.0)), WeekLuck(3, Luck(-1.0, 1.0))]
    assert west.weeks == [WeekLuck(1, Luck(2.0, 1.0))]
    assert west.total == Luck(2.0, 1.0)


def test_the_set_up_is_a_draw_of_each_side() -> None:
    east, west = (each for each in draws() if each.step == 0)
    assert (east.side.label, west.side.label) == ("east", "west")
    assert {body.pile for body in east.drawn} == {"east-cards", "east-blocks"}
