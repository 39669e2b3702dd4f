"""How much a deployment delivers: mon, clan bonus, special attacks, doubles [8.3, 8.4]."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import position


def worth(deployed: str, blocks: str, card: str | None, west: str = "") -> int:
    """What East's next deployment adds to its impact; also what the options promised."""
    p = position(
        f"""
        east.at.suwa = ["ieyasu", "tokugawa-three-mon x2", "tokugawa-two-mon x3", "tokugawa-cavalry x2",
                        "tokugawa-firearms x2", "date-cavalry", "date-two-mon x2", "fukushima-cavalry"]
        east.hand = "{card or "maeda-plain"}"
        west.at.suwa = "sanada-masayuki, otani-cavalry, mori-two-mon x3"

        [combat]
        location = "suwa"
        attacker = "east"
        east.deployed = "{deployed}"
        west.deployed = "mori-two-mon with mori-plain, mori-two-mon with mori-plain"
        west.impact = 20
        {west}
        """
    )
    before, _ = p.impact
    action = p.action("east", "deploy", blocks=blocks, card=card)
    promised = [row["impact"] for row in p.choices("east") if p.action("east", **row["action"]) == action]
    p.play("east", "deploy", blocks=blocks, card=card)
    added = p.impact[0] - before
    assert promised == [added]
    assert p.told(kind="deployed")[0]["impact"] == added
    return added


@pytest.mark.rule("8.3.1", "8.3.2", "8.3.3")
@cases(
    "deployed block expected",
    ("the mon of the block", "", "tokugawa-three-mon", 3),
    ("two mon", "", "tokugawa-two-mon", 2),
    ("an arm adds nothing without swords", "", "tokugawa-cavalry", 1),
    ("one of the clan before", "tokugawa-three-mon with tokugawa-plain", "tokugawa-two-mon", 3),
    (
        "the printed example: two of the clan before, whatever their mon",
        "tokugawa-three-mon with tokugawa-plain, tokugawa-three-mon with tokugawa-plain",
        "tokugawa-two-mon",
        4,
    ),
    ("a free daimyo counts for the clan", "ieyasu", "tokugawa-two-mon", 3),
    ("another clan does not", "date-two-mon with date-plain", "tokugawa-two-mon", 2),
    ("an earlier arm only helps swords", "tokugawa-cavalry with tokugawa-plain", "tokugawa-cavalry", 2),
)
def test_mon_and_clan_bonus(deployed: str, block: str, expected: int) -> None:
    """East deploys a block with a plain Tokugawa card."""
    assert worth(deployed, block, "tokugawa-plain") == expected


@pytest.mark.rule("8.3.3")
def test_blocks_that_wait_or_fight_for_the_enemy_give_no_bonus() -> None:
    """Six more Tokugawa blocks are present, one of them turned; only deployed loyal ones would count."""
    west = """
        east.defected = "tokugawa-two-mon with tokugawa-plain"
        west.played = "west-loyalty"
        """
    assert worth("", "tokugawa-three-mon", "tokugawa-plain", west) == 3


@pytest.mark.rule("8.4.1")
@cases(
    "deployed block expected",
    ("cavalry: one mon and two", "", "tokugawa-cavalry", 3),
    ("firearms: one mon and two", "", "tokugawa-firearms", 3),
    ("no arm: like a plain card", "", "tokugawa-three-mon", 3),
    ("earlier cavalry of another clan", "date-cavalry with date-plain", "tokugawa-cavalry", 4),
    ("however it was deployed", "date-cavalry with date-special", "tokugawa-cavalry", 4),
    (
        "one for each earlier cavalry",
        "date-cavalry with date-plain, fukushima-cavalry with fukushima-plain",
        "tokugawa-cavalry",
        5,
    ),
    ("clan bonus and bonus of the arm", "tokugawa-cavalry with tokugawa-plain", "tokugawa-cavalry", 5),
    ("cavalry does not help firearms", "tokugawa-cavalry with tokugawa-special", "tokugawa-firearms", 4),
    ("no arm, no bonus of an arm", "date-cavalry with date-special", "tokugawa-three-mon", 3),
)
def test_special_attacks(deployed: str, block: str, expected: int) -> None:
    """East deploys a block with a Tokugawa card that has swords."""
    assert worth(deployed, block, "tokugawa-special") == expected


@pytest.mark.rule("8.4.1", "8.6.2")
def test_the_enemys_cavalry_helps_only_once_it_has_changed_sides() -> None:
    """Sanada's cavalry deployed for West adds nothing to East's attack; after it has turned it adds one."""
    loyal = 'west.deployed = "sanada-masayuki with mori-plain"'
    p = position(
        f"""
        east.at.suwa = "tokugawa-cavalry"
        east.hand = "tokugawa-special"
        west.at.suwa = "sanada-masayuki, mori-two-mon"
        west.hand = "mori-plain"

        [combat]
        location = "suwa"
        {loyal}
        """
    )
    p.play("east", "deploy", blocks="tokugawa-cavalry", card="tokugawa-special")
    assert p.impact == (3, 2)
    turned = """
        west.defected = "sanada-masayuki with mori-plain"
        east.played = "east-loyalty"
        """
    assert worth("", "tokugawa-cavalry", "tokugawa-special", turned) == 4


@pytest.mark.rule("8.4.2", "8.3.3")
@cases(
    "deployed blocks expected",
    ("one block", "", "tokugawa-two-mon", 2),
    ("the second counts the first", "", "tokugawa-two-mon x2", 5),
    ("three and two and one", "", "tokugawa-three-mon, tokugawa-two-mon", 6),
    ("never a special attack", "", "tokugawa-cavalry x2", 3),
    ("the daimyo among them", "", "ieyasu, tokugawa-three-mon", 5),
    ("both count one before them", "tokugawa-two-mon with tokugawa-plain", "tokugawa-two-mon x2", 7),
    ("no bonus of an arm", "tokugawa-cavalry with tokugawa-special", "tokugawa-cavalry, tokugawa-two-mon", 6),
)
def test_double_cards(deployed: str, blocks: str, expected: int) -> None:
    """East deploys one or two blocks with the Tokugawa double card."""
    assert worth(deployed, blocks, "tokugawa-double") == expected


@pytest.mark.rule("8.4.2", "9.4")
@pytest.mark.parametrize(
    "blocks", ["kobayakawa-hideaki, mori-three-mon", "mori-three-mon, kobayakawa-hideaki"]
)
def test_kobayakawa_beside_a_three_mon_block_delivers_seven(blocks: str) -> None:
    """The design notes reckon it so: a double gives 4 and 3, without a bonus either way."""
    p = position(
        """
        active = "west"
        east.at.suwa = "tokugawa-two-mon"
        west.at.suwa = "kobayakawa-hideaki, mori-three-mon"
        west.hand = "mori-double"
        combat = { location = "suwa" }
        """
    )
    p.play("west", "deploy", blocks=blocks, card="mori-double")
    assert p.impact == (0, 7)


@pytest.mark.rule("8.3.1")
def test_the_totals_of_the_two_sides_are_kept_apart() -> None:
    """East's Tokugawa blocks and West's Mori blocks each add to their own side only."""
    p = position(
        """
        east.at.suwa = "tokugawa-two-mon x2"
        east.hand = "tokugawa-plain x2"
        west.at.suwa = "mori-three-mon x2"
        west.hand = "mori-plain x2"
        combat = { location = "suwa" }
        """
    )
    totals = []
    for side, block in [("east", "tokugawa-two-mon"), ("west", "mori-three-mon")] * 2:
        p.play(side, "deploy", blocks=block, card=block.split("-", maxsplit=1)[0] + "-plain")
        totals.append((side, p.told(kind="deployed")[0]["total"]))
    assert totals == [("east", 2), ("west", 3), ("east", 5), ("west", 7)]
    (ended,) = p.told(kind="combat-ended")
    assert (ended["east"], ended["west"]) == (5, 7)
