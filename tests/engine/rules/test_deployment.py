"""Which card deploys which block: clans, doubles, wildcards, free daimyo [8.2.2-8.2.4, 8.4.2, 9.4]."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position

WEST_FORCE = """
    active = "west"
    east.at.suwa = "tokugawa-two-mon"
    west.at.suwa = "mori-daimyo, mori-two-mon x3, ukita-two-mon, ishida-mitsunari, kobayakawa-hideaki"
    west.at.kiso = "mori-three-mon"
    west.hand = "mori-plain, mori-special, mori-double, ukita-plain, west-loyalty"
    combat = { location = "suwa" }
"""


@pytest.mark.rule("8.2.2", "8.2.3", "8.4.2", "9.4")
@cases(
    "blocks card",
    ("a card of the block's clan", "mori-two-mon", "mori-plain"),
    ("a special card on a block without an arm", "mori-two-mon", "mori-special"),
    ("one block with a double", "mori-two-mon", "mori-double"),
    ("two blocks with a double", "mori-two-mon x2", "mori-double"),
    ("two of one clan, one of them the daimyo", "mori-two-mon, mori-daimyo", "mori-double"),
    ("a double: clan, then wildcard", "mori-two-mon, kobayakawa-hideaki", "mori-double"),
    ("a double: wildcard, then clan", "kobayakawa-hideaki, mori-two-mon", "mori-double"),
    ("a wildcard with any clan's card", "kobayakawa-hideaki", "ukita-plain"),
    ("a wildcard with a special card", "kobayakawa-hideaki", "mori-special"),
    ("Ishida is a wildcard too", "ishida-mitsunari", "mori-plain"),
)
def test_deployments_that_fit(blocks: str, card: str) -> None:
    """The card leaves the hand, is told to all, and the block or blocks are deployed."""
    p = position(WEST_FORCE)
    assert p.allows("west", "deploy", blocks=blocks, card=card)
    p.play("west", "deploy", blocks=blocks, card=card)
    assert card not in p.hand("west")
    (told,) = p.told("public", "deployed")
    assert told["card"] == card
    assert p.view()["combat"]["played"]["west"] == [card]
    named = [block.removesuffix(" x2") for block in blocks.split(", ")]
    assert told["kinds"] == (named * 2 if "x2" in blocks else named), "in the order they are deployed"
    assert sorted(told["kinds"]) == p.view()["combat"]["loyal"]["west"]


@pytest.mark.rule("8.2.2", "8.2.3", "8.4.2", "9.4", "R-19")
@cases(
    "blocks card code rule",
    ("another clan's card", "ukita-two-mon", "mori-plain", "card-does-not-fit", "8.2.2"),
    ("another clan's swords", "ukita-two-mon", "mori-special", "card-does-not-fit", "8.2.2"),
    ("another clan's double", "ukita-two-mon", "mori-double", "card-does-not-fit", "8.4.2"),
    ("a loyalty challenge", "mori-two-mon", "west-loyalty", "card-does-not-fit", "8.2.2"),
    ("a wildcard with loyalty", "kobayakawa-hideaki", "west-loyalty", "card-does-not-fit", "8.2.2"),
    ("a wildcard alone with a double", "kobayakawa-hideaki", "mori-double", "card-does-not-fit", "8.4.2"),
    (
        "two wildcards with a double",
        "kobayakawa-hideaki, ishida-mitsunari",
        "mori-double",
        "card-does-not-fit",
        "8.4.2",
    ),
    ("two clans with a double", "mori-two-mon, ukita-two-mon", "mori-double", "card-does-not-fit", "8.4.2"),
    ("two with a plain card", "mori-two-mon x2", "mori-plain", "too-many-blocks", "8.4.2"),
    ("two with a special card", "mori-two-mon x2", "mori-special", "too-many-blocks", "8.4.2"),
    ("three with a double", "mori-two-mon x3", "mori-double", "too-many-blocks", "8.4.2"),
    ("one block twice", ["mori-two-mon-1", "mori-two-mon-1"], "mori-double", "block-twice", "8.2.3"),
    ("a block elsewhere", "mori-three-mon", "mori-plain", "block-not-available", "8.2.3"),
    ("a card not in the hand", "mori-two-mon", "uesugi-plain", "card-not-in-hand", "8.2.2"),
    ("the enemy's card", "mori-two-mon", "tokugawa-plain", "unknown-card", "8.2.2"),
    ("the enemy's block", "tokugawa-two-mon", "mori-plain", "unknown-block", "8.2.3"),
    ("no block", [], "mori-plain", "empty-deployment", "8.2.3"),
    ("no card for a block that is no daimyo", "mori-two-mon", None, "card-needed", "8.2.2"),
    ("a wildcard that is no daimyo", "kobayakawa-hideaki", None, "card-needed", "8.2.2"),
    ("two free daimyo at once", "mori-daimyo, ishida-mitsunari", None, "card-needed", "8.2.2"),
)
def test_deployments_that_do_not_fit(blocks: str | list[str], card: str | None, code: str, rule: str) -> None:
    """Refused, offered nowhere, and nothing is spent."""
    p = position(WEST_FORCE)
    assert p.refuses("west", code, "deploy", blocks=blocks, card=card).rule == rule
    assert not p.allows("west", "deploy", blocks=blocks, card=card)


@pytest.mark.rule("8.2.2")
def test_a_block_deploys_once_and_a_card_is_played_once() -> None:
    """East deploys one of two blocks; the same block, and the card that was played, are gone."""
    p = position(
        """
        east.at.suwa = "tokugawa-two-mon, tokugawa-three-mon"
        east.hand = "tokugawa-plain, tokugawa-special"
        west.at.suwa = "mori-two-mon x3"

        [combat]
        location = "suwa"
        west.impact = 9
        """
    )
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    again = p.refuses(
        "east", "deployed-already", "deploy", blocks="tokugawa-two-mon-1", card="tokugawa-special"
    )
    assert again.rule == "8.2.2"
    p.refuses("east", "card-not-in-hand", "deploy", blocks="tokugawa-three-mon", card="tokugawa-plain")
    assert p.allows("east", "deploy", blocks="tokugawa-three-mon", card="tokugawa-special")


@pytest.mark.rule("8.2.2", "8.6.1")
def test_a_defected_block_cannot_be_deployed_again() -> None:
    """Ukita's block fights for East; neither side deploys it a second time."""
    p = position(
        """
        active = "west"
        east.at.suwa = "tokugawa-two-mon"
        west.at.suwa = "ukita-two-mon x2"
        west.hand = "ukita-plain"

        [combat]
        location = "suwa"
        west.defected = "ukita-two-mon-1 with ukita-plain"
        east.played = "east-loyalty"
        """
    )
    p.refuses("west", "deployed-already", "deploy", blocks="ukita-two-mon-1", card="ukita-plain")
    p.play("west", "deploy", blocks="ukita-two-mon", card="ukita-plain")
    assert p.impact == (2, 2), "and it gives no clan bonus to the side it left"


def free_daimyo(p: Table, side: str) -> list[str]:
    """The daimyo that a side may deploy without a card."""
    rows = [row["action"] for row in p.choices(side)]
    return [row["blocks"][0] for row in rows if row["type"] == "deploy" and "card" not in row]


THREE_DAIMYO = """
    active = "west"
    east.at.suwa = "maeda-daimyo, tokugawa-two-mon"
    west.at.suwa = "mori-daimyo, ukita-daimyo, ishida-mitsunari, mori-two-mon"
    east.hand = "maeda-plain, tokugawa-plain"
    west.hand = "mori-plain, west-loyalty"

    [combat]
    location = "suwa"
"""


@pytest.mark.rule("8.2.4", "9.4.1")
def test_daimyo_deploy_without_a_card_one_after_the_other() -> None:
    """Mori, Ukita and Ishida may all come free; none of them can be challenged, so no window opens."""
    p = position(THREE_DAIMYO + "east.impact = 9\n")
    assert sorted(free_daimyo(p, "west")) == ["ishida-mitsunari", "mori-daimyo", "ukita-daimyo"]
    for number, block in enumerate(["ishida-mitsunari", "mori-daimyo", "ukita-daimyo"], start=1):
        p.play("west", "deploy", blocks=block)
        assert p.impact == (9, number)
        assert p.pending == [("west", "deploy")]
        assert p.view()["combat"]["window"] is None
    assert len(p.hand("west")) == 2


@pytest.mark.rule("8.2.4")
def test_no_free_daimyo_after_a_deployment_with_a_card() -> None:
    """West has deployed with a card: its daimyo need cards too. East has not: Maeda is still free."""
    p = position(THREE_DAIMYO + 'west.deployed = "mori-two-mon with mori-plain"\n')
    assert free_daimyo(p, "east") == ["maeda-daimyo"]
    p.play("east", "deploy", blocks="maeda-daimyo")
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    assert free_daimyo(p, "west") == []
    assert p.refuses("west", "daimyo-not-free", "deploy", blocks="mori-daimyo").rule == "8.2.4"


@pytest.mark.rule("8.2.4")
def test_a_loyalty_challenge_is_no_deployment() -> None:
    """West has played a challenge but no card of its own deployment: the daimyo are still free."""
    p = position(THREE_DAIMYO + 'west.played = "west-loyalty"\n')
    assert sorted(free_daimyo(p, "west")) == ["ishida-mitsunari", "mori-daimyo", "ukita-daimyo"]


@pytest.mark.rule("R-42", "8.6.1")
def test_a_daimyo_deployed_with_a_card_by_choice_can_be_challenged() -> None:
    """East pays a Maeda card for Maeda, who would have been free; West challenges and he changes sides."""
    p = position(THREE_DAIMYO + "west.impact = 5\n")
    p.play("east", "deploy", blocks="maeda-daimyo", card="maeda-plain")
    assert p.pending == [("west", "window")]
    p.play("west", "challenge")
    assert p.impact == (0, 6)
