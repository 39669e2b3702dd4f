"""Chains of cavalry and of firearms: what each earlier one adds [8.4.1], by `special_bonus_per_earlier`."""

import pytest

from games.rulebook.editions import edition_ids, ruleset
from tests.kit.cases import cases
from tests.kit.positions import Table, under

CAVALRY = {
    "base": ("fukushima-cavalry", "maeda-cavalry", "date-cavalry"),
    "kessen": ("fukushima-cavalry", "maeda-cavalry", "ii-naomasa"),
}
"""Cavalry of three clans, so that no clan bonus comes in."""


def battle(edition: str, *, deployed: str, card: str, guests: str = "", chosen: int | None = None) -> Table:
    """East's whole army at Suwa; it has deployed before, perhaps with blocks that turned, and acts."""
    flags = {} if chosen is None else {"special_bonus_per_earlier": chosen}
    return under(
        edition,
        f"""
        east.at.suwa = "rest"
        east.hand = "{card}"
        west.at.suwa = "mori-cavalry, mori-firearms, mori-two-mon"
        west.hand = "west-loyalty"

        [combat]
        location = "suwa"
        west.impact = 60
        east.deployed = "{deployed}"
        west.defected = "{guests}"
        """,
        **flags,
    )


def worth(p: Table, block: str, card: str) -> int:
    """What East's next deployment adds; the menu has said so before."""
    before, _ = p.impact
    rows = [row for row in p.choices("east") if row["action"].get("card") == card]
    alone = [row for row in rows if len(row["action"]["blocks"]) == 1]
    [listed] = {int(row["impact"]) for row in alone if row["action"]["blocks"][0].startswith(block)}
    p.play("east", "deploy", blocks=block, card=card)
    assert p.impact[0] - before == listed
    return listed


def earlier(edition: str, count: int) -> str:
    """That many cavalry blocks deployed before, with plain cards."""
    horsed = any(block.id == "ii-naomasa" and block.arm for block in ruleset(edition).edition.blocks)
    kinds = CAVALRY["kessen" if horsed else "base"][:count]
    cards = ("fukushima-plain", "maeda-plain", "date-plain")
    return ", ".join(f"{kind} with {card}" for kind, card in zip(kinds, cards, strict=False))


@pytest.mark.flag("special_bonus_per_earlier", 1)
@pytest.mark.flag("special_bonus_per_earlier", 2)
@pytest.mark.rule("8.4.1")
@pytest.mark.parametrize("count", range(4), ids=["the first", "the second", "the third", "the fourth"])
@pytest.mark.parametrize(
    ("edition", "each"),
    [(edition, ruleset(edition).edition.flags.special_bonus_per_earlier) for edition in edition_ids()],
)
def test_a_chain_of_cavalry(edition: str, each: int, count: int) -> None:
    """One mon, two for the attack, and one or two for each earlier one: with two before, base makes seven."""
    p = battle(edition, deployed=earlier(edition, count), card="tokugawa-special")
    assert worth(p, "tokugawa-cavalry", "tokugawa-special") == 3 + each * count


@pytest.mark.flag("special_bonus_per_earlier", 2)
@pytest.mark.rule("8.4.1")
@cases(
    "deployed block card expected",
    (
        "firearms chain as cavalry do",
        "tokugawa-firearms with tokugawa-plain, fukushima-firearms with fukushima-plain",
        "maeda-firearms",
        "maeda-special",
        7,
    ),
    ("but not with them", "tokugawa-firearms with tokugawa-plain", "maeda-cavalry", "maeda-special", 3),
    (
        "of one clan: mon, attack, two for the arm, one for the clan",
        "tokugawa-cavalry with tokugawa-plain",
        "tokugawa-cavalry",
        "tokugawa-special",
        6,
    ),
    ("a plain card: no chain", "date-cavalry with date-special", "maeda-cavalry", "maeda-plain", 1),
    ("nor with a double", "date-cavalry with date-special", "maeda-cavalry", "maeda-double", 1),
    ("nor a block without arm", "date-cavalry with date-special", "maeda-two-mon", "maeda-special", 2),
    ("nor Ii, who has none here", "date-cavalry with date-special", "ii-naomasa", "maeda-special", 4),
    (
        "both blocks of a double count afterwards",
        "date-cavalry + date-cavalry with date-double",
        "maeda-cavalry",
        "maeda-special",
        7,
    ),
)
def test_earlier_blocks_of_the_arm_make_the_chain(
    deployed: str, block: str, card: str, expected: int
) -> None:
    assert worth(battle("gmt-2016", deployed=deployed, card=card), block, card) == expected


@pytest.mark.flag("special_bonus_per_earlier", 1)
@pytest.mark.flag("special_bonus_per_earlier", 2)
@pytest.mark.rule("8.4.1", "8.6.2")
@pytest.mark.parametrize(("edition", "expected"), [("gmt-2016", 5), ("kessen", 4)])
def test_an_enemy_block_that_turned_is_part_of_the_chain(edition: str, expected: int) -> None:
    """A Mori cavalry block fights for East: East's next cavalry attack counts it, and West's would not."""
    guest = "mori-cavalry with mori-plain"
    p = battle(edition, deployed="", guests=guest, card="maeda-special")
    assert worth(p, "maeda-cavalry", "maeda-special") == expected
    p = battle(edition, deployed="", guests="mori-firearms with mori-plain", card="maeda-special")
    assert worth(p, "maeda-cavalry", "maeda-special") == 3, "of another arm"


@pytest.mark.rule("8.6.2", "R-21")
@pytest.mark.parametrize("edition", ["kessen", "gmt-2016"])
def test_the_block_that_turned_is_missing_from_its_own_sides_chain(edition: str) -> None:
    """East's Maeda cavalry was turned; Date's cavalry attacks as if it had never been there."""
    p = under(
        edition,
        """
        east.at.suwa = "maeda-cavalry, date-cavalry"
        east.hand = "date-special"
        west.at.suwa = "mori-two-mon"
        [combat]
        location = "suwa"
        west.impact = 60
        east.defected = "maeda-cavalry with maeda-special"
        """,
    )
    assert worth(p, "date-cavalry", "date-special") == 3


@pytest.mark.flag("special_bonus_per_earlier", 2)
@pytest.mark.rule("8.6.2", "R-21")
@cases("edition lost", ("seven", "gmt-2016", 7), ("five", "kessen", 5))
def test_a_turned_attack_takes_its_whole_chain_with_it(edition: str, lost: int) -> None:
    """The third cavalry attack is challenged: all it was worth is gone, and West gains its one mon."""
    p = battle(edition, deployed=earlier(edition, 2), card="tokugawa-special")
    east, west = p.impact
    assert worth(p, "tokugawa-cavalry", "tokugawa-special") == lost
    p.play("west", "challenge")
    assert p.impact == (east, west + 1)


@pytest.mark.rule("8.9.4")
def test_a_siege_has_no_chain_in_base_either() -> None:
    p = under(
        "gmt-2016",
        """
        east.at.gifu = "maeda-cavalry, date-cavalry, tokugawa-two-mon"
        east.hand = "date-special, tokugawa-plain"
        west.at.gifu = "mori-two-mon"
        [combat]
        location = "gifu"
        siege = true
        east.deployed = "maeda-cavalry with maeda-special"
        """,
    )
    assert worth(p, "date-cavalry", "date-special") == 1


@pytest.mark.flag("special_bonus_per_earlier", 1)
@pytest.mark.flag("special_bonus_per_earlier", 2)
@pytest.mark.parametrize(("edition", "chosen", "expected"), [("kessen", 2, 7), ("gmt-2016", 1, 5)])
def test_chosen_for_a_game_it_holds_whatever_the_edition_says(
    edition: str, chosen: int, expected: int
) -> None:
    p = battle(edition, deployed=earlier(edition, 2), card="tokugawa-special", chosen=chosen)
    assert worth(p, "tokugawa-cavalry", "tokugawa-special") == expected
