"""Positions written by hand: what is left out, what names mean, and the questions that fixtures settle."""

import re
from pathlib import Path

import pytest

from games.engine.errors import EngineError
from games.engine.position import read, run
from games.rulebook.editions import FIXTURES, ruleset
from tests.kit.cases import cases
from tests.kit.positions import position

README = (FIXTURES / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
ANSWERS = sorted((FIXTURES / "positions").glob("*.toml"))


def test_an_empty_text_is_an_empty_board() -> None:
    p = position("")
    assert (p.count("east", "bag"), p.count("west", "bag")) == (48, 48)
    assert (len(p.deck("east")), p.hand("east"), p.discards("east")) == (55, [], [])
    assert p.disks == ["hideyori", "torii", "mogami"]
    assert (p.holder("kyoto"), p.holder("osaka"), p.holder("edo")) == ("east", "west", "nobody")
    assert p.control("edo") == "nobody"


def test_a_movement_phase_without_more_ado_is_easts_in_week_1_with_any_number_of_moves() -> None:
    p = position('east.at.edo = "ieyasu"')
    assert p.pending == [("east", "movement")]
    seen = p.view()
    assert (seen["week"], seen["turn"], seen["first"]) == (1, "A", "east")
    assert seen["movement"] == {"level": "total", "moves_left": None, "mustered": False, "roads_used": []}


# ---- names ----


IEYASU_AND_TWO = ["ieyasu", "tokugawa-two-mon-1", "tokugawa-two-mon-2"]


@cases(
    "text expected",
    ("kinds", '"ieyasu, tokugawa-two-mon x2"', IEYASU_AND_TWO),
    ("list", '["ieyasu", "tokugawa-two-mon x2"]', IEYASU_AND_TWO),
    ("ids first", '"tokugawa-two-mon, ieyasu, tokugawa-two-mon-1"', IEYASU_AND_TWO),
    ("id", '"tokugawa-two-mon-6"', ["tokugawa-two-mon-6"]),
    ("nobody", '""', []),
)
def test_blocks_are_kinds_with_numbers_or_ids(text: str, expected: list[str]) -> None:
    assert position(f"east.at.edo = {text}").ids("east", "edo") == expected


def test_rest_is_all_that_is_named_nowhere() -> None:
    p = position(
        'east.lost = "rest"\neast.at.edo = "ieyasu"\neast.hand = "tokugawa-plain"\neast.discards = "rest"'
    )
    assert (p.count("east", "bag"), p.count("east", "lost"), p.count("east", "edo")) == (0, 47, 1)
    assert (len(p.deck("east")), len(p.discards("east")), p.hand("east")) == (0, 54, ["tokugawa-plain"])


def test_blocks_that_stand_somewhere_can_be_told_apart_by_where() -> None:
    p = position(
        """
        east.at.edo = "tokugawa-two-mon x2, ieyasu"
        east.at.mito = "tokugawa-two-mon x2"
        east.known = "tokugawa-two-mon at mito, ieyasu"
        spent = "all at mito"
        """
    )
    assert (p.known("east", "mito"), p.known("east", "edo")) == (["tokugawa-two-mon"], ["ieyasu"])
    assert p.view("east")["mine"]["spent"] == p.ids("east", "mito")


def test_an_action_need_not_name_one_of_identical_blocks() -> None:
    p = position(
        'east.at.edo = "tokugawa-two-mon x3"\nspent = "tokugawa-two-mon-1"\neast.hand = "tokugawa-plain"'
    )
    p.march("east", "edo", "mito", blocks="tokugawa-two-mon")
    assert p.ids("east", "mito") == ["tokugawa-two-mon-2"]
    refusal = p.march_refused("east", "block-already-moved", "edo", "oyama", blocks="tokugawa-two-mon x2")
    assert refusal.rule == "7.3.1"
    p.march("east", "edo", "oyama")
    assert p.ids("east", "oyama") == ["tokugawa-two-mon-3"], "all means all that can"


def test_two_groups_do_not_take_the_same_blocks() -> None:
    p = position('east.at.edo = "tokugawa-two-mon x2, ieyasu"')
    groups = [{"blocks": ["tokugawa-two-mon"], "path": [end]} for end in ("mito", "oyama")]
    p.play("east", "move", source="edo", groups=groups)
    assert p.ids("east", "mito") + p.ids("east", "oyama") == ["tokugawa-two-mon-1", "tokugawa-two-mon-2"]


# ---- holders and controllers ----


@pytest.mark.rule("R-04")
@cases(
    "location more holder",
    ("castle: its natural side", "gifu", "", "west"),
    ("disk: its side", "kyoto", "", "east"),
    ("neither: the side that is not active", "kiyosu", "", "west"),
    ("neither, in West's turn", "kiyosu", 'active = "west"', "east"),
    ("as written", "gifu", 'holder.gifu = "east"', "east"),
)
def test_the_holder_is_the_side_that_was_there_first(location: str, more: str, holder: str) -> None:
    both = f'east.at.{location} = "date-two-mon x2"\nwest.at.{location} = "ukita-two-mon x2"'
    free = 'east.at.soma = "ieyasu"\nwest.at.ueda = "sanada-masayuki"'
    assert position(f"{more}\n{both}\n{free}").holder(location) == holder


@pytest.mark.rule("4.2")
def test_a_resource_location_is_of_who_is_there_and_came_last() -> None:
    p = position(
        """
        east.at.edo = "ieyasu"
        west.at.kiso = "ukita-two-mon"
        east.at.kuwana = "date-two-mon"
        west.at.kuwana = "ukita-two-mon"
        control.niigata = "west"
        """
    )
    assert [p.control(name) for name in ("edo", "kiso", "kuwana", "niigata", "kyoto")] == [
        *("east", "west", "east", "west", "nobody")
    ]


# ---- the fixtures ----


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_examples_of_the_readme_are_positions(text: str) -> None:
    assert run(read(text, ruleset)).state.agenda


REFUSED = {"besieged-stay": ("besieged", "8.9.5"), "road-used-by-another-stack": ("road-used", "7.3.1")}


@pytest.mark.parametrize("path", ANSWERS, ids=lambda path: path.stem)
def test_the_questions_are_answered_as_their_files_say(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path.stem in REFUSED:
        with pytest.raises(EngineError) as caught:
            position(text)
        assert (caught.value.code, caught.value.rule) == REFUSED[path.stem]
        return
    p = position(text)
    match path.stem:
        case "double-turns-coat":
            assert p.impact == (0, 7)
        case "siege-without-special":
            assert [e["impact"] for e in p.told("public", "deployed")] == [2]
            assert p.blocks("west", "gifu") == ["otani-two-mon"]
        case "beaten-relief-force":
            assert p.blocks("west", "gifu") == ["otani-daimyo", "ukita-three-mon"]
            assert p.count("west", "sawayama") == 2
        case "attack-on-osaka":
            assert (p.count("west", "osaka"), p.pending) == (5, [("east", "deploy")])
        case "sealed-bids":
            assert p.told("public", "bids-revealed")[0]["winner"] == "east"
        case "way-of-those-who-left":
            answers = (p.options("east") or {})["answers"]
            assert sorted(shape["action"]["to"] for shape in answers) == ["iwamura", "kiyosu"]
        case "reshuffle-while-discarding":
            assert p.hand("east").count("tokugawa-plain") == 5
        case _:
            pytest.fail(f"say here what the answer to {path.name} is")
