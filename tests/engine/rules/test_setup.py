"""Set-up [5]: what starts where, what is drawn, and what nobody may see of it; R-02."""

import pytest

from games.engine import NOBODY, SIDES, new_game, settle, view
from games.engine.chance import Seeded
from games.engine.events import Event
from games.engine.state import State
from games.rulebook.editions import ruleset

PLACED = {
    ("east", "edo"): "ieyasu, ii-naomasa, tokugawa-three-mon, tokugawa-three-mon",
    ("east", "aoba"): "date-daimyo, date-three-mon, date-cavalry, date-firearms",
    ("east", "yamagata"): "",
    ("east", "kanazawa"): "maeda-daimyo, maeda-two-mon",
    ("east", "tanabe"): "",
    ("east", "kyoto"): "tokugawa-two-mon, tokugawa-two-mon",
    ("east", "anotsu"): "",
    ("east", "kiyosu"): "kuroda-nagamasa, hosokawa-tadaoki, fukushima-daimyo, fukushima-two-mon",
    ("west", "osaka"): "kobayakawa-hideaki, ukita-daimyo, shimazu-daimyo, shimazu-firearms",
    ("west", "sawayama"): "ishida-mitsunari, otani-daimyo, otani-firearms",
    ("west", "gifu"): "",
    ("west", "ueda"): "sanada-masayuki, otani-cavalry",
    ("west", "aizu"): "uesugi-daimyo, uesugi-three-mon, uesugi-three-mon, uesugi-cavalry, uesugi-firearms",
}
RANDOM = {
    "east": {"edo": 2, "yamagata": 2, "kanazawa": 2, "tanabe": 1, "anotsu": 1, "recruitment": 4},
    "west": {"osaka": 2, "sawayama": 1, "gifu": 2, "aizu": 1, "recruitment": 2},
}
MORI = ["mori-cavalry", "mori-daimyo", "mori-firearms"] + ["mori-three-mon"] * 3
SEEDS = [b"one", b"two", b"three"]


def begun(seed: bytes) -> tuple[State, list[Event]]:
    """A game that is set up, and everything that was told."""
    rules = ruleset("kessen")
    state, events = new_game(rules)
    state, drawn = settle(rules, state, Seeded(seed))
    return state, events + [event for _, told in drawn for event in told]


def kinds(ids: list[str]) -> list[str]:
    c = ruleset("kessen").components
    names = {block.id: block.kind for army in c.blocks for block in army}
    return sorted(names[name] for name in ids)


@pytest.mark.rule("5.1")
def test_the_game_begins_with_the_bids_of_week_one() -> None:
    """Five cards each out of fifty-five, nothing discarded, no reinforcement: both are asked for a bid."""
    state, _ = begun(b"one")
    seen = view(ruleset("kessen"), state, NOBODY)
    assert (seen["week"], seen["turn"], seen["first"]) == (1, "A", None)
    assert seen["pending"] == [{"side": "east", "decision": "bid"}, {"side": "west", "decision": "bid"}]
    for side in ("east", "west"):
        piles = seen["sides"][side]
        assert (piles["hand"], piles["draw_pile"], piles["discards"]) == (5, 50, 0)
        assert (piles["lost"], piles["shown_cards"]) == ((), [])


@pytest.mark.rule("5.2.1", "5.2.2", "9.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_place_has_its_fixed_blocks_and_its_number_of_random_ones(seed: bytes) -> None:
    state, _ = begun(seed)
    for side in SIDES:
        places = view(ruleset("kessen"), state, side)["locations"]
        found = {name: place[side.label] for name, place in places.items() if side.label in place}
        assert set(found) == {place for owner, place in PLACED if owner == side.label}
        for name, force in found.items():
            fixed = sorted(PLACED[side.label, name].split(", ")) if PLACED[side.label, name] else []
            drawn = kinds(list(force["blocks"]))
            for kind in fixed:
                drawn.remove(kind)
            assert len(drawn) == RANDOM[side.label].get(name, 0), name
            unique = {"ieyasu", "ii-naomasa", "ishida-mitsunari", "ukita-daimyo", "mori-daimyo"}
            assert not unique & set(drawn)


@pytest.mark.rule("5.2.2")
def test_blocks_are_drawn_for_one_place_after_another() -> None:
    """The place is said before its blocks are drawn, and they are in that place then."""
    state, events = begun(b"one")
    for side in SIDES:
        told = [
            event.seen_by(side) for event in events if event.kind == "blocks-drawn" and event.side == side
        ]
        assert [(row["place"], row["count"]) for row in told] == list(RANDOM[side.label].items())
        mine = view(ruleset("kessen"), state, side)
        for row in told:
            there = mine["locations"].get(row["place"], {}).get(side.label, {}).get("blocks")
            there = mine["mine"]["recruitment"] if there is None else there
            assert set(row["blocks"]) <= set(there)


@pytest.mark.rule("5.1", "3.1", "R-28")
def test_the_mori_box_lies_open_and_nothing_else_does() -> None:
    """East sees the six Mori blocks; of all others only how many stand where. So it is for onlookers."""
    seen = view(ruleset("kessen"), begun(b"one")[0], SIDES[0])
    assert list(seen["mori_box"]) == MORI
    for place in seen["locations"].values():
        assert set(place.get("west", {"count": 0})) == {"count"}
    seen = view(ruleset("kessen"), begun(b"one")[0], NOBODY)
    for place in seen["locations"].values():
        for side in ("east", "west"):
            assert set(place.get(side, {"count": 0})) == {"count"}


@pytest.mark.rule("5.1")
def test_no_draw_shows_in_what_everybody_is_told() -> None:
    """Games with other draws look the same to an onlooker, and only East's own draws differ for it."""
    seen = [view(ruleset("kessen"), begun(seed)[0], NOBODY) for seed in SEEDS]
    assert seen[0] == seen[1] == seen[2]
    told = [[event.seen_by(NOBODY) for event in begun(seed)[1]] for seed in SEEDS]
    assert told[0] == told[1] == told[2]
    hands = [view(ruleset("kessen"), begun(seed)[0], SIDES[0])["mine"]["hand"] for seed in SEEDS]
    assert not hands[0] == hands[1] == hands[2], "the seeds do make a difference"


@pytest.mark.rule("R-02")
def test_setting_up_takes_the_resource_locations() -> None:
    """East begins with blocks at Edo and Kyoto; all other resource locations are nobody's."""
    seen = view(ruleset("kessen"), begun(b"one")[0], NOBODY)
    held = {name: place["resource"] for name, place in seen["locations"].items() if "resource" in place}
    assert {name for name, side in held.items() if side == "east"} == {"edo", "kyoto"}
    assert {side for name, side in held.items() if name not in ("edo", "kyoto")} == {None}
