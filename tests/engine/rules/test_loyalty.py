"""What a loyalty challenge does: refuted by a card, or the block turns [8.6], R-17, R-21."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position


def challenged(block: str, card: str, hand: str = "", deployed: str = "", defected: str = "") -> Table:
    """West, far behind, has deployed blocks with a card; East has challenged it.

    Args:
        hand: what West holds besides the card it deploys with.
        deployed: what West deployed before.
        defected: what East turned before.
    """
    p = position(
        f"""
        active = "west"
        east.at.suwa = "tokugawa-cavalry x2"
        east.hand = "east-loyalty, tokugawa-special"
        west.at.suwa = ["ukita-daimyo", "ukita-two-mon x3", "ukita-three-mon", "ukita-cavalry",
                        "otani-two-mon", "kobayakawa-hideaki", "sanada-masayuki"]
        west.hand = "{card}, {hand or "west-loyalty"}"

        [combat]
        location = "suwa"
        east.impact = 30
        west.deployed = "{deployed}"
        west.defected = "{defected}"
        """
    )
    p.play("west", "deploy", blocks=block, card=card)
    p.play("east", "challenge")
    return p


@pytest.mark.rule("8.6.1")
def test_a_card_that_could_deploy_the_block_refutes() -> None:
    """The block stays, the shown card goes back to the hand and is known there; the challenge is spent."""
    p = challenged("ukita-two-mon", "ukita-plain", "ukita-special, otani-plain")
    assert p.told("east") == [
        {"event": "challenged", "side": "east", "card": "east-loyalty", "kinds": ["ukita-two-mon"]},
        {"event": "refuted", "side": "west", "card": "ukita-special"},
    ]
    assert p.impact == (30, 2)
    assert p.hand("west") == ["ukita-special", "otani-plain"]
    assert p.shown("west") == ["ukita-special"]
    assert p.view("east")["sides"]["west"]["shown_cards"] == ["ukita-special"]
    assert "east-loyalty" not in p.hand("east")
    assert p.view()["combat"]["played"]["east"] == ["east-loyalty"]
    assert p.allows("west", "deploy", blocks="ukita-cavalry", card="ukita-special"), (
        "the shown card may be used"
    )


@pytest.mark.rule("8.6.1", "R-21")
def test_without_such_a_card_the_block_turns() -> None:
    """West has only an Otani card left: Ukita's two impact go over to East, nothing stays with West."""
    p = challenged("ukita-two-mon", "ukita-plain", "otani-plain")
    assert p.told("west")[-1] == {
        "event": "defected",
        "side": "west",
        "kinds": ["ukita-two-mon"],
        "impact": 2,
        "east": 32,
        "west": 0,
    }
    assert p.impact == (32, 0)
    combat = p.view("east")["combat"]
    assert combat["defected"] == {"east": [], "west": ["ukita-two-mon"]}
    assert combat["loyal"]["west"] == []
    assert p.hand("west") == ["otani-plain"]
    assert p.shown("west") == []
    assert "ukita-two-mon" in p.blocks("west", "suwa"), "it stands there as West's block"


@pytest.mark.rule("R-21", "8.6.2", "8.6.3")
@cases(
    "block card deployed defected expected",
    ("no special attack: its mon only", "ukita-cavalry", "ukita-special", "", "", 1),
    ("nor by a wildcard", "sanada-masayuki", "ukita-special", "", "", 2),
    (
        "no bonus from the clan on the side it left",
        "ukita-two-mon",
        "ukita-plain",
        "ukita-two-mon with ukita-plain, ukita-two-mon with ukita-plain",
        "",
        2,
    ),
    (
        "a bonus from earlier defectors",
        "ukita-two-mon",
        "ukita-plain",
        "",
        "ukita-two-mon with ukita-plain",
        3,
    ),
    ("a double: the second counts the first", "ukita-two-mon x2", "ukita-double", "", "", 5),
    (
        "a double beside an earlier defector",
        "ukita-two-mon x2",
        "ukita-double",
        "",
        "ukita-three-mon with ukita-plain",
        7,
    ),
    ("seven with Kobayakawa", "ukita-three-mon, kobayakawa-hideaki", "ukita-double", "", "", 7),
    ("another clan's", "ukita-two-mon", "ukita-plain", "", "otani-two-mon with otani-plain", 2),
)
def test_a_defector_is_worth_its_mon_and_clan_bonus(
    block: str, card: str, deployed: str, defected: str, expected: int
) -> None:
    """East gains that much, and West is left with what it had before the deployment."""
    before = (
        position(
            f"""
        active = "west"
        east.at.suwa = "tokugawa-cavalry x2"
        west.at.suwa = "ukita-two-mon x3, ukita-three-mon, otani-two-mon"
        [combat]
        location = "suwa"
        west.deployed = "{deployed}"
        west.defected = "{defected}"
        """
        ).impact[1]
        if deployed
        else 0
    )
    p = challenged(block, card, "west-loyalty", deployed, defected)
    assert p.impact == (30 + expected, before)


@pytest.mark.rule("8.6.3")
def test_one_card_refutes_for_both_blocks_of_a_double() -> None:
    """Two blocks, one challenge, one shown card: both stay."""
    p = challenged("ukita-two-mon x2", "ukita-double", "ukita-plain")
    assert p.impact == (30, 5)
    assert p.view()["combat"]["loyal"]["west"] == ["ukita-two-mon", "ukita-two-mon"]


@pytest.mark.rule("8.6.3", "R-17")
def test_both_blocks_of_a_double_turn_together() -> None:
    """Kobayakawa and Ukita came with one card and leave with one challenge."""
    p = challenged("kobayakawa-hideaki, ukita-three-mon", "ukita-double", "otani-plain")
    assert p.view()["combat"]["defected"]["west"] == ["kobayakawa-hideaki", "ukita-three-mon"]
    assert p.view()["combat"]["loyal"]["west"] == []


@pytest.mark.rule("8.6.1", "8.2.1")
def test_after_the_battle_the_defector_belongs_to_its_owner() -> None:
    """East wins with two defectors' help; one of them is lost first, the other retreats with West."""
    p = position(
        """
        active = "west"
        east.at.suwa = "tokugawa-two-mon x3"
        east.hand = "east-loyalty"
        west.at.suwa = "kobayakawa-hideaki, sanada-masayuki, otani-two-mon"
        west.hand = "otani-double"

        [combat]
        location = "suwa"
        east.finished = true
        """
    )
    p.play("west", "deploy", blocks="otani-two-mon, kobayakawa-hideaki", card="otani-double")
    p.play("east", "challenge")
    assert p.impact == (6, 0)
    assert p.pending == [("west", "losses")], "one of the two defectors, West's choice"
    p.refuses("west", "loss-order", "losses", blocks="sanada-masayuki")
    p.play("west", "losses", blocks="otani-two-mon")
    p.play("west", "retreat", to="kiso")
    assert p.blocks("west", "kiso") == ["kobayakawa-hideaki", "sanada-masayuki"]
    assert p.count("east", "suwa") == 3


@pytest.mark.rule("8.6.1")
@cases(
    "side code",
    ("not by the deployer", "west", "not-your-decision"),
    ("not without the card", "east", "no-challenge-card"),
)
def test_challenges_that_are_refused(side: str, code: str) -> None:
    """West has deployed and is still behind; East, with a plain card only, has the window."""
    p = position(
        """
        active = "west"
        east.at.suwa = "tokugawa-two-mon"
        east.hand = "date-plain"
        west.at.suwa = "ukita-two-mon x2"
        west.hand = "west-loyalty"

        [combat]
        location = "suwa"
        window = "west"
        east.impact = 9
        west.deployed = "ukita-two-mon with ukita-plain"
        """
    )
    assert p.pending == [("east", "window")]
    p.refuses(side, code, "challenge")
