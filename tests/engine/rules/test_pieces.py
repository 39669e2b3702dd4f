"""Blocks, cards, piles and disks [3], R-32."""

import pytest

from tests.kit.positions import Table, position


def deployable(p: Table, side: str) -> dict[str, set[str]]:
    """For each kind of block the cards that deploy it alone; no card is ''."""
    kinds = {block.id: block.kind for army in p.c.blocks for block in army}
    found: dict[str, set[str]] = {}
    for row in p.choices(side):
        if row["action"]["type"] == "deploy" and len(row["action"]["blocks"]) == 1:
            card = row["action"].get("card") or ""
            found.setdefault(kinds[row["action"]["blocks"][0]], set()).add(card)
    return found


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
