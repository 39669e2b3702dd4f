"""A card shown to refute a challenge is known to be in that hand, for as long as that is certain (R-28)."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position

CHALLENGED = """
    pending = "fight"
    east.at.suwa = "tokugawa-two-mon x3"
    east.hand = "{hand}"
    east.shown = "{shown}"
    west.at.suwa = "mori-two-mon x4"
    west.hand = "west-loyalty x2"
    [combat]
    location = "suwa"
    window = "east"
    east.deployed = "tokugawa-two-mon with tokugawa-plain"
"""


def challenged(hand: str, shown: str = "") -> Table:
    """East deployed a Tokugawa block with its last plain card but those in hand, and West challenged it."""
    p = position(CHALLENGED.format(hand=hand, shown=shown))
    p.play("west", "challenge")
    return p


def shown(p: Table) -> list[str]:
    """What West, and everybody, is told to be in East's hand."""
    cards: list[str] = p.view("west")["sides"]["east"]["shown_cards"]
    assert cards == p.view("public")["sides"]["east"]["shown_cards"]
    return cards


@pytest.mark.rule("R-28", "8.6.1")
def test_a_refuting_card_is_known_and_goes_back_to_the_hand() -> None:
    p = challenged("tokugawa-special, date-plain")
    assert p.told("west", "refuted")[0]["card"] == "tokugawa-special"
    assert shown(p) == ["tokugawa-special"]
    assert "tokugawa-special" in p.hand("east")
    assert p.view("west")["sides"]["east"]["hand"] == 2
    assert "date-plain" not in str(p.view("west"))


@pytest.mark.rule("R-28")
def test_the_same_kind_shown_again_is_still_one_card_known() -> None:
    """East holds two plain Tokugawa cards and shows one twice: it may have been the same."""
    p = challenged("tokugawa-plain x2", shown="tokugawa-plain")
    assert shown(p) == ["tokugawa-plain"]


@pytest.mark.rule("R-28")
def test_a_shown_card_is_known_until_it_is_played() -> None:
    """East deploys with another card, then with one of two of that kind: it may have been it."""
    p = position(
        """
        pending = "deploy"
        east.at.suwa = "tokugawa-two-mon x3, date-two-mon"
        east.hand = "tokugawa-special x2, date-plain"
        east.shown = "tokugawa-special"
        west.at.suwa = "mori-two-mon x4"
        [combat]
        location = "suwa"
        west.impact = 20
        """
    )
    p.play("east", "deploy", blocks="date-two-mon", card="date-plain")
    assert shown(p) == ["tokugawa-special"]
    p.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-special")
    assert shown(p) == []
    assert p.hand("east") == ["tokugawa-special"]


@pytest.mark.rule("R-28")
@cases(
    "paid left",
    ("another card is paid", ["date-plain"], ["maeda-double", "tokugawa-plain"]),
    ("it is paid", ["tokugawa-plain"], ["maeda-double"]),
    ("so is the other one", ["maeda-double"], ["tokugawa-plain"]),
)
def test_a_shown_card_is_known_until_it_is_discarded_openly(paid: list[str], left: list[str]) -> None:
    p = position(
        """
        pending = "level"
        east.hand = "tokugawa-plain, date-plain, maeda-double"
        east.shown = "tokugawa-plain, maeda-double"
        """
    )
    p.play("east", "level", level="limited", cards=paid)
    assert sorted(shown(p)) == left


@pytest.mark.rule("R-28", "R-07")
def test_a_sealed_discard_makes_it_uncertain_whatever_was_discarded() -> None:
    """East discards two of four cards, sealed. Whether the card it had shown is among them or not, nothing of
    its hand is known any more, and West sees no difference."""
    text = """
        pending = "begin-week"
        week = 2
        east.hand = "tokugawa-plain, date-plain x3"
        east.shown = "tokugawa-plain"
        west.hand = "mori-plain x4"
    """
    seen = []
    for cards in (["tokugawa-plain", "date-plain"], ["date-plain", "date-plain"]):
        p = position(text)
        assert shown(p) == ["tokugawa-plain"]
        p.play("east", "discard", cards=cards)
        assert shown(p) == []
        seen.append((p.view("west"), p.told("west"), p.pending))
    assert seen[0] == seen[1]


@pytest.mark.rule("R-28", "6.3")
@pytest.mark.parametrize(
    ("card", "known"), [("date-plain", ["tokugawa-plain"]), ("tokugawa-plain", [])], ids=["another", "it"]
)
def test_a_bid_is_known_when_it_is_turned_over(card: str, known: list[str]) -> None:
    """East bids the card it had shown, or another. Sealed, both look the same; revealed, it is known."""
    text = """
        pending = "bid"
        east.hand = "tokugawa-plain, date-plain x3"
        east.shown = "tokugawa-plain"
        west.hand = "west-loyalty"
    """
    p, other = position(text), position(text)
    p.play("east", "bid", card=card)
    other.play("east", "bid", card="date-plain")
    assert p.view("west") == other.view("west")
    p.play("west", "bid", card="west-loyalty", wish="first")
    assert shown(p) == known


@pytest.mark.rule("R-28")
def test_an_unchallenged_hand_is_not_known() -> None:
    """Drawing, bidding and holding cards shows none of them."""
    p = position(
        'pending = "begin-week"\nweek = 2\neast.hand = "date-double, date-plain"\nwest.hand = "mori-plain"'
    )
    p.play("east", "discard", cards=["date-plain"])
    assert shown(p) == []
    for row in p.story("west"):
        assert "date-double" not in str(row)
