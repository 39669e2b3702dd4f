"""Any state is written down so that it reads back exactly, and a failing action with it."""

import tomllib

import pytest

from games.engine import EAST, WEST, EngineError, new_game, pending
from games.engine.actions import Bid, Group, Move, Pass
from games.engine.core import pending_draw
from games.engine.edition_layers import OPTIONAL
from games.engine.position import read, run, write
from games.engine.position.shape import toml_value as value
from games.engine.state import State
from games.rulebook.editions import edition_ids, layered, ruleset
from tests.kit.positions import position
from tests.kit.random_play import game
from tests.kit.searches import given, st

KESSEN = ruleset("kessen")


def reread(text: str) -> State:
    return read(text, ruleset).state


@pytest.mark.parametrize("seed", range(2))
def test_every_position_of_a_game_reads_back_exactly_and_asks_in_one_word(seed: int) -> None:
    """The long agenda is for positions in which chance is to act."""
    for step in game(KESSEN, f"written down {seed}"):
        text = write(KESSEN, step.after)
        assert reread(text) == step.after, text
        if pending(step.after) and pending_draw(step.after) is None:
            assert "pending = " in text


def test_the_set_up_reads_back_before_anything_is_drawn() -> None:
    state = new_game(KESSEN).state
    assert reread(write(KESSEN, state)) == state


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("which", [0, -1], ids=["the first of each", "the last of each"])
def test_rules_chosen_for_the_game_are_written_and_read_back(edition: str, which: int) -> None:
    own = layered(edition).own.flags
    chosen = {flag: values[which] for flag, values in OPTIONAL.items()}
    rules = ruleset(edition, chosen)
    assert rules.chosen == {flag: value for flag, value in chosen.items() if value != getattr(own, flag)}
    kept = read(write(rules, new_game(rules).state, title="chosen"), ruleset)
    assert kept.rules.digest == rules.digest != ruleset(edition).digest
    assert kept.state == new_game(rules).state


BATTLE = """
east.at.gifu = "ieyasu, tokugawa-three-mon x2, tokugawa-two-mon x2"
east.hand = "tokugawa-plain, tokugawa-special"
east.came_from.kiyosu = "all at gifu"
west.at.gifu = "ukita-daimyo, ukita-two-mon x2, kobayakawa-hideaki"
west.hand = "ukita-plain x2, west-loyalty"
[combat]
location = "gifu"
window = "east"
show = "tokugawa-special"
east.deployed = "ieyasu, tokugawa-three-mon-2 + tokugawa-two-mon with tokugawa-double"
east.passing = true
west.deployed = "ukita-daimyo"
west.defected = "kobayakawa-hideaki with ukita-plain"
west.played = "west-loyalty"
"""


def test_a_battle_in_its_middle_reads_back() -> None:
    state = position(BATTLE).state
    assert state.combat is not None
    assert state.combat.window is not None
    text = write(KESSEN, state)
    assert reread(text) == state
    assert "tokugawa-three-mon-2 + tokugawa-two-mon-1 with tokugawa-double" in text


def test_values_a_reader_would_assume_are_left_out() -> None:
    text = write(KESSEN, position('east.at.edo = "ieyasu"\neast.hand = "date-plain x2"').state)
    told = tomllib.loads(text)
    assert told["east"] == {"at": {"edo": "ieyasu"}, "hand": "date-plain x2"}
    assert not {"west", "holder", "control", "combat", "chance", "declared", "disks"} & set(told)


def test_actions_seed_and_title_are_kept_so_that_a_failure_happens_again() -> None:
    state = position('east.at.edo = "tokugawa-two-mon x2"\nlevel = "minimal"').state
    march = Move(
        "edo", (Group(("tokugawa-two-mon-1",), ("mito",)), Group(("tokugawa-two-mon-2",), ("oshi",)))
    )
    text = write(KESSEN, state, [(EAST, march), (WEST, Pass())], title='two "roads"\nat once', seed="s é")
    kept = read(text, ruleset)
    assert (kept.actions, kept.title, kept.seed) == (
        [(EAST, march), (WEST, Pass())], 'two "roads"\nat once', "s é"
    )  # fmt: skip
    with pytest.raises(EngineError, match="another-decision"):
        run(kept)


def test_the_same_seed_draws_the_same_in_the_middle_of_a_game() -> None:
    """How much was drawn before is part of what decides a draw."""
    for step in game(KESSEN, "draws"):
        if step.side is not None and step.after.week == 3 and not pending(step.after):
            text = write(KESSEN, step.after, seed="x")
            again = write(KESSEN, reread(text), seed="x")
            assert run(read(text, ruleset)) == run(read(again, ruleset))
            assert run(read(text, ruleset)) != run(read(text, ruleset), "y")
            return
    pytest.fail("the game had no draw in week 3")


def test_a_sealed_bid_is_kept_with_its_wish() -> None:
    p = position("pending = 'bid'\neast.hand = 'date-plain'\nwest.hand = 'west-loyalty'")
    p.play("west", "bid", card="west-loyalty", wish="second")
    kept = read(write(KESSEN, p.state, [(EAST, Bid("date-plain"))]), ruleset)
    assert kept.state == p.state
    assert run(kept).state.first == EAST, "West bid more, and wished to go second"


@given(st.text())
def test_any_text_is_written_as_toml(text: str) -> None:
    assert tomllib.loads(f"x = {value(text)}") == {"x": text}


PLAIN = st.booleans() | st.integers(-99, 99) | st.text(max_size=5)
NESTED = st.recursive(
    PLAIN, lambda each: st.lists(each) | st.dictionaries(st.text(max_size=5), each), max_leaves=8
)


@given(NESTED)
def test_any_value_is_written_as_toml(told: object) -> None:
    assert tomllib.loads(f"x = {value(told)}") == {"x": told}
