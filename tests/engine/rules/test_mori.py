"""The Mori box: cards bring its blocks to Osaka, and an attack on Osaka brings them all [9.3], R-08, R-41."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position

BOX = "mori-daimyo, mori-three-mon x3, mori-cavalry, mori-firearms"


def west(*, box: str = BOX) -> Table:
    """West moves, with Mori blocks in the box and cards in hand."""
    return position(f"""
        active = "west"
        [west]
        mori_box = "{box}"
        hand = "ukita-plain x2, otani-double, mori-double"
        at.gifu = "otani-two-mon"
        [east]
        at.edo = "ieyasu"
    """)


@pytest.mark.rule("9.3")
def test_9_3_a_card_brings_a_block_of_choice() -> None:
    """West gives up a Ukita card for the Mori cavalry; everybody sees the card and the block."""
    p = west()
    p.play("west", "mori", card="ukita-plain", blocks="mori-cavalry")
    assert p.blocks("west", "osaka") == p.known("west", "osaka") == ["mori-cavalry"]
    assert p.discards("west") == ["ukita-plain"]
    assert p.told("east", "mori-arrived") == [
        {
            "event": "mori-arrived",
            "side": "west",
            "card": "ukita-plain",
            "kinds": ["mori-cavalry"],
            "location": "osaka",
        }
    ]
    assert len(p.hand("west")) == 3, "nothing is drawn for it"
    assert "mori-cavalry" not in p.view("east")["mori_box"]


@pytest.mark.rule("9.3")
@cases(
    "card blocks allowed",
    ("two for a double card of any clan", "otani-double", "mori-three-mon x2", True),
    ("one for a double card", "mori-double", "mori-cavalry", True),
    ("two for a plain card", "ukita-plain", "mori-three-mon x2", False),
    ("three for a double card", "mori-double", "mori-three-mon x3", False),
)
def test_9_3_a_double_card_brings_two(card: str, blocks: str, allowed: bool) -> None:
    """One block a card, one or two for a double card."""
    p = west()
    assert p.allows("west", "mori", card=card, blocks=blocks) is allowed
    if allowed:
        p.play("west", "mori", card=card, blocks=blocks)
        assert p.count("west", "osaka") == (2 if "x2" in blocks else 1)
    else:
        assert p.refuses("west", "too-many-mori", "mori", card=card, blocks=blocks).rule == "9.3"


@pytest.mark.rule("9.3")
@cases(
    "box card blocks allowed",
    ("first of two", "mori-daimyo, mori-cavalry", "ukita-plain", "mori-daimyo", False),
    ("among the first", BOX, "mori-double", "mori-daimyo, mori-cavalry", False),
    ("the last two", "mori-daimyo, mori-cavalry", "mori-double", "mori-daimyo, mori-cavalry", True),
    ("last", "mori-daimyo", "ukita-plain", "mori-daimyo", True),
)
def test_9_3_the_daimyo_comes_last(box: str, card: str, blocks: str, allowed: bool) -> None:
    """Mori's daimyo leaves the box with the last card only, perhaps beside the last block."""
    p = west(box=box)
    assert p.allows("west", "mori", card=card, blocks=blocks) is allowed
    if allowed:
        p.play("west", "mori", card=card, blocks=blocks)
        assert p.count("west", "mori-box") == 0
    else:
        p.refuses("west", "mori-daimyo-last", "mori", card=card, blocks=blocks)


@pytest.mark.rule("9.3")
@cases(
    "code card blocks",
    ("a card West does not hold", "card-not-in-hand", "ukita-double", "mori-cavalry"),
    ("a card of East's", "unknown-card", "date-plain", "mori-cavalry"),
    ("a Mori block that is elsewhere", "block-not-available", "ukita-plain", "mori-two-mon"),
    ("nobody", "empty-mori", "ukita-plain", ""),
)
def test_9_3_what_brings_nobody(code: str, card: str, blocks: str) -> None:
    """Refused, and nothing is given up."""
    west().refuses("west", code, "mori", card=card, blocks=[blocks] if blocks else [])


@pytest.mark.rule("9.3")
def test_9_3_the_box_is_west_s() -> None:
    """East cannot bring Mori blocks, and is not offered it."""
    p = position(f'west.mori_box = "{BOX}"\neast.at.edo = "ieyasu"\neast.hand = "date-plain"')
    shapes = [answer["shape"] for answer in (p.options("east") or {})["answers"]]
    assert shapes == ["route", "choice"]
    p.refuses("east", "mori-is-west", "mori", card="date-plain", blocks=["ieyasu"])


@pytest.mark.rule("9.3", "7.3.1")
def test_9_3_arrivals_do_not_move_this_turn() -> None:
    """Mori's last two arrive at Osaka: they stay, a Ukita block that stood there may leave."""
    p = position("""
        active = "west"
        west.mori_box = "mori-daimyo, mori-cavalry"
        west.hand = "mori-double"
        west.at.osaka = "ukita-two-mon"
        east.at.edo = "ieyasu"
    """)
    p.play("west", "mori", card="mori-double", blocks="mori-daimyo, mori-cavalry")
    p.march_refused("west", "block-already-moved", "osaka", "himeji", blocks="mori-cavalry")
    p.march("west", "osaka", "wakayama", "kii-tanabe", blocks="ukita-two-mon")
    assert p.blocks("west", "osaka") == ["mori-cavalry", "mori-daimyo"]


@pytest.mark.rule("9.3", "7.1")
def test_9_3_an_arrival_is_no_muster() -> None:
    """At limited movement West brings two blocks, musters all the same, and has two stack moves left."""
    p = position("""
        active = "west"
        level = "limited"
        west.mori_box = "mori-daimyo, mori-cavalry, mori-firearms"
        west.recruitment = "shimazu-three-mon"
        west.hand = "ukita-plain x3"
        west.at.gifu = "otani-two-mon"
        east.at.edo = "ieyasu"
    """)
    p.play("west", "mori", card="ukita-plain", blocks="mori-cavalry")
    p.play("west", "muster", location="osaka", blocks="shimazu-three-mon", openly=False)
    p.play("west", "mori", card="ukita-plain", blocks="mori-firearms")
    assert p.view()["movement"]["moves_left"] == 2
    assert p.count("west", "osaka") == 3


@pytest.mark.rule("9.3", "7.4.3", "R-12")
@cases("besiegers swept", ("one", "date-two-mon", True), ("two", "date-two-mon x2", False))
def test_9_3_arrivals_relieve_a_besieged_osaka(besiegers: str, swept: bool) -> None:
    """Three West blocks are besieged in Osaka; a Mori block joins them: four sweep a lone besieger away."""
    p = position(f"""
        active = "west"
        west.mori_box = "{BOX}"
        west.hand = "ukita-plain x2"
        west.at.osaka = "ukita-two-mon x3"
        east.at.osaka = "{besiegers}"
        east.at.edo = "ieyasu"
    """)
    p.play("west", "mori", card="ukita-plain", blocks="mori-cavalry")
    assert p.count("west", "osaka") == 4
    assert (p.count("east", "lost") == 1) is swept


@pytest.mark.rule("R-29", "9.3")
@cases("hand box", ("no card", "", "mori-daimyo"), ("nobody in the box", "ukita-plain", ""))
def test_r_29_nothing_to_bring_is_not_asked(hand: str, box: str) -> None:
    """No movement, and no card or no block left: the phase is over without a question."""
    p = position(f"""
        active = "west"
        pending = "level"
        west.hand = "{hand}"
        west.mori_box = "{box}"
        east.at.edo = "ieyasu"
    """)
    p.play("west", "level", level="none")
    assert p.told(kind="movement-ended")
