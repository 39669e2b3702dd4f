"""A double card and a wildcard: alone, or only beside a block of the clan [8.4.2], R-18, R-19."""

import pytest

from games.rulebook.editions import edition_ids, ruleset
from tests.kit.cases import cases
from tests.kit.positions import Table, under

ALONE = "gmt-2016"
BESIDE = "kessen"


def battle(edition: str, card: str, hand: str = "", **flags: str) -> Table:
    """East is to deploy at Suwa with the card, and West may challenge."""
    return under(
        edition,
        f"""
        east.at.suwa = "ii-naomasa, tokugawa-two-mon x2, date-two-mon"
        east.hand = "{card}, {hand}"
        west.at.suwa = "mori-two-mon"
        west.hand = "west-loyalty"
        [combat]
        location = "suwa"
        west.impact = 60
        """,
        **flags,
    )


def shown(p: Table) -> str | None:
    """The card that refutes when West challenges, or None when the block turns."""
    p.play("west", "challenge")
    refuted = p.told("west", "refuted")
    assert bool(refuted) != bool(p.told("west", "defected"))
    return refuted[0]["card"] if refuted else None


# ---- who may be deployed


@pytest.mark.flag("double_and_wildcard", "alone")
@pytest.mark.flag("double_and_wildcard", "with-clan-block")
@pytest.mark.rule("8.4.2")
@cases(
    "blocks beside alone",
    ("a wildcard by itself", "ii-naomasa", None, 4),
    ("a wildcard and a block of the clan", "ii-naomasa, tokugawa-two-mon", 4, None),
    ("the block of the clan first", "tokugawa-two-mon, ii-naomasa", 4, None),
    ("one block of the clan", "tokugawa-two-mon", 2, 2),
    ("two of the clan: two, and three", "tokugawa-two-mon x2", 5, 5),
    ("a block of another clan", "date-two-mon", None, None),
    ("one of another clan beside", "tokugawa-two-mon, date-two-mon", None, None),
    ("a wildcard and one of another clan", "ii-naomasa, date-two-mon", None, None),
)
@pytest.mark.parametrize("edition", edition_ids())
def test_a_double_card_deploys_what_the_edition_allows(
    edition: str, blocks: str, beside: int | None, alone: int | None
) -> None:
    """By a Tokugawa double, with the impact it makes, or refused. Ii has two mon in Kessen, four in base."""
    printed = ruleset(edition).edition
    goes_alone = printed.flags.double_and_wildcard == "alone"
    expected = alone if goes_alone else beside
    if expected and blocks == "ii-naomasa":
        expected = next(block.mon for block in printed.blocks if block.id == "ii-naomasa")
    p = battle(edition, "tokugawa-double")
    assert p.allows("east", "deploy", blocks=blocks, card="tokugawa-double") is (expected is not None)
    if expected is None:
        refusal = p.refuses("east", "card-does-not-fit", "deploy", blocks=blocks, card="tokugawa-double")
        assert refusal.rule == "8.4.2"
    else:
        p.play("east", "deploy", blocks=blocks, card="tokugawa-double")
        assert p.impact[0] == expected


@pytest.mark.flag("double_and_wildcard", "alone")
@pytest.mark.rule("8.4.2")
def test_the_second_block_is_forfeited() -> None:
    """Ii came with the double: no block of the clan follows without a card of its own."""
    p = battle(ALONE, "tokugawa-double", "date-plain")
    p.play("east", "deploy", blocks="ii-naomasa", card="tokugawa-double")
    p.play("west", "pass")
    p.refuses("east", "card-not-in-hand", "deploy", blocks="tokugawa-two-mon", card="tokugawa-double")
    p.refuses("east", "card-needed", "deploy", blocks="tokugawa-two-mon")
    p.play("east", "deploy", blocks="date-two-mon", card="date-plain")
    assert p.impact[0] == 4 + 2


@pytest.mark.flag("double_and_wildcard", "alone")
@pytest.mark.rule("8.4.2", "R-42")
@pytest.mark.parametrize("card", ["mori-double", "kobayakawa-double", "ukita-double", "uesugi-double"])
def test_ishida_comes_with_any_double_of_west(card: str) -> None:
    """He could come free, but by choice comes with a double: alone, for one mon, and to be challenged."""
    p = under(
        ALONE,
        f"""
        active = "west"
        west.at.suwa = "ishida-mitsunari, mori-two-mon"
        west.hand = "{card}"
        east.at.suwa = "date-two-mon"
        east.hand = "east-loyalty"
        combat = {{ location = "suwa", east = {{ impact = 20 }} }}
        """,
    )
    p.refuses("west", "card-does-not-fit", "deploy", blocks="ishida-mitsunari, mori-two-mon", card=card)
    p.play("west", "deploy", blocks="ishida-mitsunari", card=card)
    assert p.impact == (20, 1)
    assert p.pending == [("east", "window")]


# ---- who can be refuted, and by what


@pytest.mark.flag("double_and_wildcard", "alone")
@pytest.mark.flag("double_and_wildcard", "with-clan-block")
@pytest.mark.rule("R-18", "R-19", "8.6.1", "8.6.3")
@cases(
    "blocks card hand alone beside",
    ("any clan", "ii-naomasa", "tokugawa-plain", "date-plain", "date-plain", "date-plain"),
    ("any clan's double", "ii-naomasa", "tokugawa-plain", "date-double", "date-double", None),
    ("the clan's own double", "ii-naomasa", "tokugawa-plain", "tokugawa-double", "tokugawa-double", None),
    ("no challenge card", "ii-naomasa", "tokugawa-plain", "east-loyalty", None, None),
    (
        "a block of a clan: its double",
        "tokugawa-two-mon",
        "tokugawa-plain",
        "tokugawa-double",
        "tokugawa-double",
        "tokugawa-double",
    ),
    ("not another's double", "tokugawa-two-mon", "tokugawa-plain", "date-double", None, None),
    (
        "two blocks: one card of the clan",
        "tokugawa-two-mon x2",
        "tokugawa-double",
        "tokugawa-special",
        "tokugawa-special",
        "tokugawa-special",
    ),
    ("but of the clan", "tokugawa-two-mon x2", "tokugawa-double", "date-plain", None, None),
)
def test_a_card_refutes_if_it_could_have_deployed_the_block(
    blocks: str, card: str, hand: str, alone: str | None, beside: str | None
) -> None:
    """A card refutes that could have deployed the block: a double for a wildcard where that may be alone."""
    for edition, expected in ((ALONE, alone), (BESIDE, beside)):
        p = battle(edition, card, hand)
        p.play("east", "deploy", blocks=blocks, card=card)
        assert shown(p) == expected, edition


@pytest.mark.flag("double_and_wildcard", "alone")
@pytest.mark.rule("R-18", "R-19")
@cases(
    "hand expected",
    ("a plain card of another clan", "date-plain", "date-plain"),
    ("swords of another clan", "maeda-special", "maeda-special"),
    ("a double of another clan", "fukushima-double", "fukushima-double"),
    ("plain before double", "fukushima-double, date-plain", "date-plain"),
    ("no challenge card", "east-loyalty", None),
)
def test_a_wildcard_that_came_with_a_double(hand: str, expected: str | None) -> None:
    """The double is spent and cannot refute for itself; any other clan's card can."""
    p = battle(ALONE, "tokugawa-double", hand)
    p.play("east", "deploy", blocks="ii-naomasa", card="tokugawa-double")
    assert shown(p) == expected
    assert p.impact == ((4, 60) if expected else (0, 64)), "loyal with four, or four for West"


@pytest.mark.flag("double_and_wildcard", "alone")
@pytest.mark.flag("double_and_wildcard", "with-clan-block")
@pytest.mark.rule("R-19", "R-20")
def test_a_double_is_named_to_refute_only_where_it_can() -> None:
    p = battle(ALONE, "tokugawa-plain", "date-double, date-plain")
    p.play("east", "deploy", blocks="ii-naomasa", card="tokugawa-plain", show="date-double")
    assert shown(p) == "date-double"
    p = battle(BESIDE, "tokugawa-plain", "date-double, date-plain")
    fields = {"blocks": "ii-naomasa", "card": "tokugawa-plain", "show": "date-double"}
    assert p.refuses("east", "cannot-refute", "deploy", **fields).rule == "R-20"


@pytest.mark.flag("double_and_wildcard", "alone")
@pytest.mark.rule("8.9.4")
def test_a_double_deploys_a_wildcard_alone_in_a_siege() -> None:
    p = under(
        ALONE,
        """
        east.at.gifu = "ii-naomasa, tokugawa-two-mon x2"
        east.hand = "tokugawa-double, tokugawa-plain"
        west.at.gifu = "mori-two-mon"
        combat = { location = "gifu", siege = true }
        """,
    )
    p.refuses(
        "east", "card-does-not-fit", "deploy", blocks="ii-naomasa, tokugawa-two-mon", card="tokugawa-double"
    )
    p.play("east", "deploy", blocks="ii-naomasa", card="tokugawa-double")
    assert p.impact == (4, 0)
    assert p.pending == [("east", "deploy")]


@pytest.mark.flag("double_and_wildcard", "alone")
@pytest.mark.flag("double_and_wildcard", "with-clan-block")
@pytest.mark.parametrize(
    ("edition", "chosen", "alone"), [("kessen", "alone", True), ("gmt-2016", "with-clan-block", False)]
)
def test_chosen_for_a_game_it_holds_whatever_the_edition_says(edition: str, chosen: str, alone: bool) -> None:
    p = battle(edition, "tokugawa-double", double_and_wildcard=chosen)
    assert p.allows("east", "deploy", blocks="ii-naomasa", card="tokugawa-double") is alone
    pair = {"blocks": "ii-naomasa, tokugawa-two-mon", "card": "tokugawa-double"}
    assert p.allows("east", "deploy", **pair) is not alone
