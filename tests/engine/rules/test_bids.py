"""Turn order and the sealed discards and bids before it [6.3], R-06, R-07, R-31."""

from typing import Any

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position

BIDS = """
    pending = "bid"
    east.hand = "tokugawa-plain, date-special, maeda-double, east-loyalty"
    west.hand = "mori-plain, uesugi-special, otani-double, west-loyalty"
"""
DISCARDS = """
    pending = "begin-week"
    week = 2
    east.hand = "tokugawa-plain x2, date-special, east-loyalty"
    west.hand = "mori-plain x2, ukita-special, west-loyalty"
    chance.seed = "sealed"
"""


def orders(p: Table) -> list[Any]:
    return [row["order"] for row in p.told("public", "order-chosen")]


# ---- who wins


@pytest.mark.rule("R-31")
@pytest.mark.parametrize(
    ("side", "numbers"),
    [
        ("east", {"tokugawa-plain": 2, "date-special": 4, "maeda-double": 6, "east-loyalty": 8}),
        ("west", {"mori-plain": 1, "uesugi-special": 3, "otani-double": 5, "west-loyalty": 7}),
    ],
)
def test_bid_numbers_are_even_for_east_and_odd_for_west(side: str, numbers: dict[str, int]) -> None:
    """Every card may be bid, a loyalty challenge too, which is the highest."""
    rows = position(BIDS).choices(side)
    assert {row["action"]["card"]: row["number"] for row in rows} == numbers


@pytest.mark.rule("6.3", "R-31")
@pytest.mark.parametrize(
    ("east", "west", "winner"),
    [
        ("tokugawa-plain", "mori-plain", "east"),
        ("tokugawa-plain", "uesugi-special", "west"),
        ("date-special", "uesugi-special", "east"),
        ("date-special", "otani-double", "west"),
        ("maeda-double", "otani-double", "east"),
        ("maeda-double", "west-loyalty", "west"),
        ("east-loyalty", "west-loyalty", "east"),
        ("east-loyalty", "mori-plain", "east"),
    ],
)
def test_the_higher_number_chooses_the_order(east: str, west: str, winner: str) -> None:
    """Both bids are shown and discarded, and the winner alone is asked."""
    p = position(BIDS)
    p.play("east", "bid", card=east)
    p.play("west", "bid", card=west)
    [told] = p.told("public", "bids-revealed")
    assert told == {"event": "bids-revealed", "east": east, "west": west, "winner": winner}
    assert (p.discards("east"), p.discards("west")) == ([east], [west])
    assert (len(p.hand("east")), len(p.hand("west"))) == (3, 3)
    assert p.pending == [(winner, "order")]
    loser = "west" if winner == "east" else "east"
    p.refuses(loser, "not-your-decision", "order", order="first")


@pytest.mark.rule("6.3")
def test_only_one_card_of_ones_own_hand_is_bid() -> None:
    p = position(BIDS)
    assert p.refuses("east", "card-not-in-hand", "bid", card="date-plain").rule == "6.3"
    p.refuses("east", "unknown-card", "bid", card="mori-plain")
    p.refuses("east", "malformed-action", "bid", card="date-special", wish="third")
    p.play("east", "bid", card="date-special")
    assert p.pending == [("west", "bid")]


@pytest.mark.rule("R-06")
@pytest.mark.parametrize(
    ("empty", "bidder", "card"), [("east", "west", "mori-plain"), ("west", "east", "tokugawa-plain")]
)
def test_an_empty_hand_bids_below_every_card(empty: str, bidder: str, card: str) -> None:
    """The side without a card is not asked; the lowest card of the other wins."""
    p = position(f'pending = "begin-week"\nweek = 1\n{bidder}.hand = "{card}"')
    assert p.pending == [(bidder, "bid")]
    p.play(bidder, "bid", card=card)
    assert p.told("public", "bids-revealed")[0][empty] is None
    assert p.pending == [(bidder, "order")]


@pytest.mark.rule("R-06")
def test_west_chooses_if_neither_side_has_a_card() -> None:
    p = position('pending = "begin-week"\nweek = 1')
    assert p.pending == [("west", "order")]
    p.play("west", "order", order="second")
    assert p.pending == [("east", "level")]


# ---- what is sealed


@pytest.mark.rule("R-07", "R-28")
def test_a_bid_is_sealed_until_both_are_in() -> None:
    """West learns that East has bid and holds a card less; only East sees which, and its wish."""
    p = position(BIDS)
    p.play("east", "bid", card="maeda-double", wish="second")
    for viewer in ("west", "public"):
        assert p.told(viewer) == [{"event": "bid-sealed", "side": "east"}]
        assert p.view(viewer)["sides"]["east"]["hand"] == 3
        assert "maeda-double" not in str(p.view(viewer))
    mine = p.view("east")["mine"]
    assert (mine["bid"], mine["wish"]) == ("maeda-double", "second")
    assert "maeda-double" not in mine["hand"]


@pytest.mark.rule("R-07")
@cases("wish first", ("first", "first", "east"), ("second", "second", "west"))
def test_a_bid_may_carry_what_to_do_when_it_wins(wish: str, first: str) -> None:
    """East wins with a wish: nothing is asked, the first turn begins."""
    p = position(BIDS)
    p.play("east", "bid", card="east-loyalty", wish=wish)
    p.play("west", "bid", card="west-loyalty")
    assert orders(p) == [wish]
    assert p.view()["first"] == first
    assert p.pending == [(first, "level")]


@pytest.mark.rule("R-07")
def test_the_wish_of_a_beaten_bid_is_never_told() -> None:
    """Whether East, who loses, wished to go first or second or nothing, West is told and shown the same."""
    seen = []
    for wish in ("first", "second", None):
        p = position(BIDS)
        p.play("east", "bid", card="tokugawa-plain", wish=wish)
        p.play("west", "bid", card="west-loyalty")
        seen.append((p.story("west"), p.view("west"), p.pending))
        assert p.view("east")["mine"]["wish"] is None
    assert seen[0] == seen[1] == seen[2]
    assert seen[0][2] == [("west", "order")]


@pytest.mark.rule("R-07")
def test_a_bid_may_be_replaced_while_the_other_is_not_in() -> None:
    """East bids a double, thinks better of it and bids a plain card; the double is in its hand again."""
    p = position(BIDS)
    p.play("east", "bid", card="maeda-double", wish="first")
    offered = p.options("east")
    assert offered is not None
    assert offered["decision"] == "replace-bid"
    assert {row["action"]["card"] for row in p.choices("east")} >= {"maeda-double", "east-loyalty"}
    p.play("east", "bid", card="tokugawa-plain")
    assert sorted(p.hand("east")) == ["date-special", "east-loyalty", "maeda-double"]
    assert p.view("east")["mine"]["wish"] is None
    p.refuses("east", "not-your-decision", "discard", cards=[])
    p.play("west", "bid", card="mori-plain")
    assert p.told("public", "bids-revealed")[0]["east"] == "tokugawa-plain"
    p.refuses("west", "not-your-decision", "bid", card="west-loyalty")
    p.refuses("east", "another-decision", "bid", card="maeda-double")


@pytest.mark.rule("R-07", "3.3")
def test_discards_are_sealed_until_both_have_discarded() -> None:
    """East discards: West is told that it did, and how many. When West has too, both learn both."""
    p = position(DISCARDS)
    p.play("east", "discard", cards=["date-special", "tokugawa-plain"])
    for viewer in ("west", "public"):
        assert p.told(viewer, "discards-sealed") == [{"event": "discards-sealed", "side": "east", "count": 2}]
        assert p.told(viewer, "discards-revealed") == []
        assert "date-special" not in str(p.view(viewer))
        assert p.view(viewer)["sides"]["east"]["discards"] == 2
    assert p.view("east")["mine"]["sealed_discards"] == ["date-special", "tokugawa-plain"]
    p.play("west", "discard", cards=["mori-plain", "mori-plain"])
    told = {row["side"]: row["cards"] for row in p.told("public", "discards-revealed")}
    assert told == {"east": ["date-special", "tokugawa-plain"], "west": ["mori-plain", "mori-plain"]}


@pytest.mark.rule("R-07")
def test_discards_are_shown_at_once_if_the_other_side_has_none_to_make() -> None:
    """West has one card and so discards none: East's discards are shown at once."""
    p = position('pending = "begin-week"\nweek = 2\neast.hand = "date-plain x2"\nwest.hand = "mori-plain"')
    p.play("east", "discard", cards=["date-plain"])
    assert [row["cards"] for row in p.told("west", "discards-revealed")] == [["date-plain"]]


@pytest.mark.rule("R-07")
def test_a_player_does_everything_in_one_visit() -> None:
    """East discards, sees what it drew and bids while West has done nothing."""
    p = position(DISCARDS)
    p.refuses("east", "another-decision", "bid", card="east-loyalty")
    p.play("east", "discard", cards=["date-special", "tokugawa-plain"])
    assert len(p.hand("east")) == 8
    p.play("east", "bid", card="east-loyalty")
    assert p.pending == [("west", "discard")]
    assert p.view("west")["phase"] == "reinforcement"
    assert p.told("public", "bids-revealed") == []
    p.play("west", "discard", cards=["mori-plain", "mori-plain"])
    p.play("west", "bid", card="west-loyalty")
    assert p.pending == [("east", "order")]


@pytest.mark.rule("R-07")
def test_the_order_of_acting_changes_nobodys_draw() -> None:
    """The two players' weeks do not depend on each other: either order leads to the same hands and boxes."""
    ends = []
    for first, second in (("east", "west"), ("west", "east")):
        p = position(DISCARDS)
        discards = {"east": ["date-special", "tokugawa-plain"], "west": ["mori-plain", "ukita-special"]}
        for side in (first, second):
            p.play(side, "discard", cards=discards[side])
            p.play(side, "bid", card=f"{side}-loyalty")
        ends.append([p.view(side) for side in ("east", "west", "public")])
    assert ends[0] == ends[1]
