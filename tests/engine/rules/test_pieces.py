"""Blocks, cards, piles and disks [3], R-01, R-14, R-30, R-32."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position

WILDCARDS = {
    "east": {"ii-naomasa", "kuroda-nagamasa", "hosokawa-tadaoki"},
    "west": {"ishida-mitsunari", "kobayakawa-hideaki", "sanada-masayuki"},
}
CLANS = {
    "east": ("tokugawa", "fukushima", "maeda", "date"),
    "west": ("mori", "uesugi", "ukita", "otani", "shimazu"),
}


def deployable(p: Table, side: str) -> dict[str, set[str]]:
    """For each kind of block the cards that deploy it alone; no card is ''."""
    kinds = {block.id: block.kind for army in p.c.blocks for block in army}
    found: dict[str, set[str]] = {}
    for row in p.choices(side):
        if row["action"]["type"] == "deploy" and len(row["action"]["blocks"]) == 1:
            card = row["action"].get("card") or ""
            found.setdefault(kinds[row["action"]["blocks"][0]], set()).add(card)
    return found


@pytest.mark.rule("R-30", "3.2")
@pytest.mark.parametrize("side", ["east", "west"])
def test_only_the_six_wildcards_go_with_a_card_of_another_clan(side: str) -> None:
    """Every block of a side fights with a plain card of every clan in hand: the three wildcards fit them all,
    all others their own clan's alone."""
    other = "west" if side == "east" else "east"
    hand = ", ".join(f"{clan}-plain" for clan in CLANS[side])
    p = position(
        f"""
        pending = "deploy"
        active = "{side}"
        {side}.at.suwa = "rest"
        {side}.hand = "{hand}"
        {other}.at.suwa = "rest"
        [combat]
        location = "suwa"
        """
    )
    for kind, cards in deployable(p, side).items():
        cards.discard("")
        own = {f"{clan}-plain" for clan in CLANS[side] if kind.startswith(clan) or kind == "ieyasu"}
        if kind == "ieyasu":
            own = {"tokugawa-plain"}
        assert cards == (set(hand.split(", ")) if kind in WILDCARDS[side] else own), kind
    assert len(deployable(p, side)) == len({block.kind for block in p.c.blocks[side == "west"]})


@pytest.mark.rule("3.2")
def test_a_daimyo_is_more_than_a_strong_block() -> None:
    """Ieyasu has a banner and fights without a card; a three-mon block does not."""
    p = position(
        """
        pending = "deploy"
        east.at.suwa = "ieyasu, tokugawa-three-mon"
        west.at.suwa = "mori-two-mon x2"
        [combat]
        location = "suwa"
        """
    )
    assert deployable(p, "east") == {"ieyasu": {""}}
    assert p.refuses("east", "card-needed", "deploy", blocks="tokugawa-three-mon").rule == "8.2.2"
    p.play("east", "deploy", blocks="ieyasu")
    assert p.impact == (1, 0)


@pytest.mark.rule("3.3")
def test_each_side_plays_from_its_own_deck_only() -> None:
    p = position('pending = "level"\neast.hand = "date-plain"\nwest.hand = "mori-plain"')
    p.refuses("east", "unknown-card", "level", level="limited", cards=["mori-plain"])
    p.refuses("east", "card-not-in-hand", "level", level="limited", cards=["maeda-plain"])
    p.refuses("east", "card-not-in-hand", "level", level="total", cards=["date-plain", "date-plain"])


@pytest.mark.rule("3.3", "R-32")
def test_discards_are_seen_by_all_when_they_are_made_but_the_pile_is_not_browsed() -> None:
    """East pays two cards: West is told which. Afterwards it sees only how many lie there."""
    p = position('pending = "level"\neast.hand = "date-plain, maeda-double, east-loyalty"')
    p.play("east", "level", level="total", cards=["maeda-double", "date-plain"])
    for viewer in ("west", "public", "east"):
        [told] = p.told(viewer, "level-chosen")
        assert told["cards"] == ["date-plain", "maeda-double"]
        assert p.view(viewer)["sides"]["east"]["discards"] == 2
        assert "maeda-double" not in str(p.view(viewer))


@pytest.mark.rule("R-32")
@pytest.mark.parametrize("viewer", ["east", "west", "public"])
def test_the_size_of_everything_hidden_is_public(viewer: str) -> None:
    """Hand, draw pile, discards, bag and recruitment box: everybody may count them."""
    p = position(
        """
        east.at.edo = "ieyasu, tokugawa-two-mon x2"
        east.hand = "date-plain x3, east-loyalty"
        east.discards = "tokugawa-plain x5"
        east.recruitment = "maeda-daimyo, maeda-cavalry"
        west.mori_box = "mori-daimyo"
        west.lost = "otani-cavalry"
        """
    )
    east, west = p.view(viewer)["sides"]["east"], p.view(viewer)["sides"]["west"]
    sizes = ("hand", "draw_pile", "discards", "bag", "recruitment")
    assert [east[size] for size in sizes] == [4, 46, 5, 43, 2]
    assert [west[size] for size in sizes] == [0, 55, 0, 46, 0]
    assert p.view(viewer)["locations"]["edo"]["east"]["count"] == 3


@pytest.mark.rule("3.3")
def test_an_exhausted_pile_is_made_anew_from_the_discards() -> None:
    """One card is left to draw, two more lie discarded, East exchanges one card and so draws the last of the
    pile; the next exchange shuffles all discards, and says so to everybody, but not what is drawn."""
    p = position(
        """
        pending = "level"
        east.hand = "rest"
        east.deck = "date-double"
        east.discards = "maeda-plain x2"
        """
    )
    p.play("east", "level", level="none", cards=["east-loyalty"])
    assert (p.deck("east"), "date-double" in p.hand("east")) == ([], True)
    assert p.told(kind="pile-reshuffled") == []
    again = position(
        """
        pending = "level"
        east.hand = "rest"
        east.deck = ""
        east.discards = "maeda-plain x2"
        chance.east-cards = "maeda-plain, maeda-plain"
        """
    )
    again.play("east", "level", level="none", cards=["east-loyalty", "date-double"])
    assert len(again.told("west", "pile-reshuffled")) == 1
    assert again.hand("east").count("maeda-plain") == 6, "the two discarded earlier were drawn"
    assert sorted(again.deck("east")) == ["date-double", "east-loyalty"]
    assert again.discards("east") == []
    assert again.told("west", "cards-drawn") == [{"event": "cards-drawn", "side": "east", "count": 2}]


@pytest.mark.rule("R-32", "3.3")
def test_a_card_discarded_now_may_be_drawn_again() -> None:
    """No pile is left: the card East exchanges is the only one there is to draw."""
    p = position('pending = "level"\neast.hand = "rest"\neast.deck = ""')
    p.play("east", "level", level="none", cards=["east-loyalty"])
    assert p.told("east", "cards-drawn")[0]["cards"] == ["east-loyalty"]
    assert len(p.hand("east")) == 55


@pytest.mark.rule("R-01")
@cases("discards drawn", ("one card for two due", "mori-plain", 1), ("none for two due", "", 0))
def test_the_draw_ends_if_both_piles_are_empty(discards: str, drawn: int) -> None:
    """Two besieged blocks fall, two cards are due, but there are fewer; the rest is never made up."""
    p = position(
        f"""
        pending = "take-losses"
        east.at.gifu = "ieyasu, tokugawa-three-mon x3"
        west.at.gifu = "otani-two-mon x2"
        west.hand = "rest"
        west.deck = ""
        west.discards = "{discards}"
        [combat]
        location = "gifu"
        siege = true
        east.impact = 14
        """
    )
    assert p.blocks("west", "lost") == ["otani-two-mon", "otani-two-mon"]
    assert len(p.hand("west")) == 55
    assert [told["count"] for told in p.story("east", "cards-drawn")] == [drawn] * bool(drawn)
    p.play("west", "level", level="limited", cards=["mori-plain"])
    assert len(p.hand("west")) == 54, "nothing is owed later"


@pytest.mark.rule("3.3")
def test_hands_have_no_limit_and_any_card_pays() -> None:
    """A hand of thirty; a loyalty challenge and a double pay for movement like any other, one card each."""
    p = position(
        'pending = "level"\neast.hand = "tokugawa-plain x10, date-plain x8, maeda-plain x6, '
        'east-loyalty x5, date-double"'
    )
    p.refuses("east", "level-cost", "level", level="total", cards=["date-double"])
    p.play("east", "level", level="total", cards=["date-double", "east-loyalty"])
    assert len(p.hand("east")) == 28


@pytest.mark.rule("R-14")
def test_a_lone_disk_is_met_but_has_no_number_of_its_own() -> None:
    """Nine West blocks reach Kyoto with nobody but Torii: no overrun, the disk stands, nothing counts it."""
    p = position('active = "west"\nwest.at.osaka = "ukita-daimyo, mori-two-mon x3"')
    p.march("west", "osaka", "kyoto", blocks="mori-two-mon x3")
    assert p.told(kind="overrun") == []
    assert "east" not in p.view("east")["locations"]["kyoto"]
    assert "torii" in p.disks
