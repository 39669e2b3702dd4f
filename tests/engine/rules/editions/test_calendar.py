"""Seven weeks or eight and the blocks of each [6.2, 6.4]: `weeks`, `reinforcement_blocks`; the beginning."""

import pytest

from games.engine import NOBODY, WEST, new_game, settle, view
from games.engine.chance import Seeded
from games.engine.position import PositionError
from games.rulebook.editions import edition_ids, ruleset
from tests.kit.cases import cases
from tests.kit.positions import under

EDITIONS = edition_ids()
WEEKS = {edition: ruleset(edition).edition.flags.weeks for edition in EDITIONS}


@pytest.mark.flag("weeks", 7)
@pytest.mark.flag("weeks", 8)
@pytest.mark.rule("6.4", "2.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_game_ends_after_turn_b_of_the_last_week(edition: str) -> None:
    """Nobody has anything to move in the last two weeks; after the last the points are counted."""
    last = WEEKS[edition]
    for week in (last - 1, last):
        p = under(edition, f'pending = "order west"\nweek = {week}')
        p.play("west", "order", order="first")
        for side in ("west", "east", "west"):
            p.play(side, "level", level="minimal")
            assert p.over is None
        p.play("east", "level", level="minimal")
        assert p.view()["week"] == last
        counted = p.over is not None and p.over[1] in {"points", "points-tie"}
        assert counted is (week == last)


@pytest.mark.flag("weeks", 7)
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_week_follows_the_last(edition: str) -> None:
    with pytest.raises(PositionError, match=f"the game has weeks 1 to {WEEKS[edition]}"):
        under(edition, f"week = {WEEKS[edition] + 1}")


@pytest.mark.flag("reinforcement_blocks", (0, 2, 2, 2, 1, 1, 1))
@pytest.mark.flag("reinforcement_blocks", (0, 2, 2, 2, 1, 1, 1, 1))
@pytest.mark.rule("6.2")
@pytest.mark.parametrize(
    ("edition", "week"), [(edition, week) for edition in EDITIONS for week in range(2, WEEKS[edition] + 1)]
)
def test_the_blocks_of_a_week(edition: str, week: int) -> None:
    """As many as the edition says; one more for East, which controls more resource locations."""
    count = ruleset(edition).edition.flags.reinforcement_blocks[week - 1]
    p = under(edition, f'pending = "begin-week"\nweek = {week}\ncontrol.kiso = "east"')
    assert (p.count("east", "recruitment"), p.count("west", "recruitment")) == (count + 1, count)


@pytest.mark.rule("5.2.3", "4.4")
@cases(
    "edition recruits bags mori",
    ("kessen", "kessen", (4, 2), (20, 20), 6),
    ("gmt-2016", "gmt-2016", (4, 4), (22, 18), 5),
    ("gmt-2011", "gmt-2011", (4, 4), (22, 20), 5),
    ("manual", "manual", (4, 2), (20, 20), 6),
)
def test_a_game_starts_with_the_hands_boxes_and_bags_of_its_edition(
    edition: str, recruits: tuple[int, int], bags: tuple[int, int], mori: int
) -> None:
    """Five cards each; the recruitment boxes, what is left in the bags, and the Mori box face up."""
    rules = ruleset(edition)
    state, _ = settle(rules, new_game(rules).state, Seeded(b"begin"))
    seen = view(rules, state, NOBODY)
    sides = [seen["sides"][side] for side in ("east", "west")]
    assert tuple(side["recruitment"] for side in sides) == recruits
    assert tuple(side["bag"] for side in sides) == bags
    assert [side["hand"] for side in sides] == [5, 5]
    assert len(seen["mori_box"]) == mori
    assert seen["pending"] == [{"side": side, "decision": "bid"} for side in ("east", "west")]


@pytest.mark.rule("5.2.2", "R-02")
@cases(
    "edition east west resources",
    (
        "gmt-2016",
        "gmt-2016",
        {"edo": 6, "hakone": 1, "kiyosu": 4, "anotsu": 1, "kanazawa": 5, "miyazu": 1, "sendai": 4},
        {"osaka": 8, "kyoto": 2, "gifu": 2, "ueda": 3, "aizu": 6},
        {"edo": "east", "kyoto": "west"},
    ),
    (
        "gmt-2011",
        "gmt-2011",
        {"edo": 6, "hakone": 1, "kiyosu": 4, "anotsu": 1, "kanazawa": 5, "miyazu": 1, "sendai": 4},
        {"osaka": 8, "kyoto": 2, "gifu": 2, "ueda": 3, "aizu": 4},
        {"edo": "east", "kyoto": "west"},
    ),
)
@pytest.mark.parametrize("seed", [b"one", b"two", b"three"])
def test_starting_blocks_and_resources_are_those_of_the_edition(
    edition: str, east: dict[str, int], west: dict[str, int], resources: dict[str, str], seed: bytes
) -> None:
    """Whatever is drawn; and both capitals are controlled from the start, as the rules say."""
    rules = ruleset(edition)
    state, _ = settle(rules, new_game(rules).state, Seeded(seed))
    places = view(rules, state, WEST)["locations"]
    for side, expected in (("east", east), ("west", west)):
        assert {name: place[side]["count"] for name, place in places.items() if side in place} == expected
    held = {name: place["resource"] for name, place in places.items() if place.get("resource")}
    assert held == resources
