"""What one player has, holds and seals, the other cannot see (3.1, R-28, R-29)."""

import pytest

from tests.kit.positions import Table, position

BOARD = """
    east.at.edo = "{edo}"
    east.recruitment = "{box}"
    east.hand = "{hand}"
    east.deck = "{deck}"
    east.discards = "rest"
    west.at.osaka = "ukita-daimyo"
    west.hand = "mori-plain"
"""
ONE = {
    "edo": "ieyasu, tokugawa-two-mon x2",
    "box": "date-daimyo",
    "hand": "tokugawa-plain, east-loyalty",
    "deck": "date-plain x2, date-double",
}
OTHERS = [
    pytest.param({"edo": "maeda-cavalry, ii-naomasa, date-two-mon"}, id="other blocks at Edo"),
    pytest.param({"box": "fukushima-cavalry"}, id="another recruit"),
    pytest.param(
        {"hand": "date-plain, date-double", "deck": "tokugawa-plain, date-plain, east-loyalty"},
        id="another hand",
    ),
]


def blind(p: Table) -> tuple[object, ...]:
    """Everything West and onlookers know, were told and may do."""
    return p.view("west"), p.view("public"), p.story("west"), p.story("public"), p.options("west"), p.pending


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("other", OTHERS)
def test_positions_that_differ_in_secrets_look_the_same(other: dict[str, str]) -> None:
    one, two = position(BOARD.format(**ONE)), position(BOARD.format(**(ONE | other)))
    assert blind(one) == blind(two)
    assert one.view("east") != two.view("east")


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("other", OTHERS)
def test_twin_positions_stay_alike_after_the_same_actions(other: dict[str, str]) -> None:
    """East marches two blocks to Oyama, musters one hidden at Edo and ends; West cannot tell them apart."""
    seen = []
    for told in (ONE, ONE | other):
        p = position(BOARD.format(**told))
        p.march("east", "edo", "oyama", blocks=p.ids("east", "edo")[:2])
        p.play("east", "muster", location="edo", blocks=p.ids("east", "recruitment"))
        p.play("east", "end-movement")
        seen.append(blind(p))
    assert seen[0] == seen[1]


@pytest.mark.rule("3.1")
def test_the_owner_sees_what_others_only_count() -> None:
    """Ids, hand and recruitment box are in East's own view, and in nobody else's."""
    p = position(BOARD.format(**ONE))
    mine = p.view("east")
    assert sorted(mine["locations"]["edo"]["east"]["blocks"]) == sorted(p.ids("east", "edo"))
    assert mine["mine"]["hand"] == ["tokugawa-plain", "east-loyalty"]
    assert mine["mine"]["recruitment"] == ["date-daimyo"]
    for viewer in ("west", "public"):
        theirs = p.view(viewer)
        assert theirs["locations"]["edo"]["east"] == {"count": 3}
        assert ("mine" in theirs) is (viewer == "west")
    assert p.view("west")["mine"]["hand"] == ["mori-plain"]


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("block", ["tokugawa-two-mon-3", "ieyasu", "date-daimyo", "no-such-block"], ids=str)
def test_asking_for_the_enemys_blocks_tells_nothing(block: str) -> None:
    """West tries to move East's blocks: the refusal is the same whether they are there or not."""
    p = position('active = "west"\nwest.at.oyama = "mori-two-mon"\neast.at.edo = "ieyasu"')
    groups = [{"blocks": [block], "path": ["mito"]}]
    assert p.refuses("west", "unknown-block", "move", source="oyama", groups=groups).parameters == {
        "block": block
    }


@pytest.mark.rule("R-28")
def test_sealed_bids_look_alike() -> None:
    """A bid with its wish only its owner sees."""
    bids = []
    for card, wish in (("date-double", "first"), ("east-loyalty", None)):
        p = position('pending = "bid"\neast.hand = "date-double, east-loyalty"\nwest.hand = "mori-plain"')
        p.play("east", "bid", card=card, wish=wish)
        bids.append(blind(p))
    assert bids[0] == bids[1]
