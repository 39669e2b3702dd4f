"""What a side may take back: its own latest actions, while nobody could have learnt anything from them."""

from typing import Any

import pytest

from games.engine import EAST, Side, apply, pending
from games.engine.actions import Drawn, EndMovement, Level, Outcome, Pass, Undo
from games.engine.errors import CorruptLog
from games.engine.history import LogItem, effective
from games.engine.information_barrier import learns
from games.engine.ruleset import REVISION
from games.engine.undo import can_take_back
from tests.kit.cases import cases
from tests.kit.editions import ruleset_of
from tests.kit.positions import position

BOARD = """
    east.at.suwa = "ieyasu, tokugawa-two-mon x4"
    east.at.aoba = "date-cavalry"
    east.hand = "tokugawa-plain, date-plain"
    east.recruitment = "date-two-mon x2, maeda-cavalry"
    west.at.gifu = "ukita-two-mon"
    west.hand = "mori-plain x2"
"""
LEVEL = 'pending = "level"' + BOARD
TWO_FIGHTS = (
    BOARD
    + """
    east.at.sunpu = "ii-naomasa"
    west.at.suwa = "mori-two-mon x2"
    west.at.sunpu = "mori-three-mon"
"""
)
BATTLE = """
    pending = "deploy"
    east.at.suwa = "ieyasu, tokugawa-two-mon x2"
    east.hand = "tokugawa-plain x2, east-loyalty"
    west.at.suwa = "mori-two-mon x3"
    west.hand = "mori-plain"
    [combat]
    location = "suwa"
    west.impact = 9
"""
WINDOW = """
    pending = "deploy"
    active = "west"
    east.at.suwa = "ieyasu, tokugawa-two-mon x2"
    east.hand = "tokugawa-plain, east-loyalty"
    west.at.suwa = "mori-two-mon x3"
    west.hand = "mori-plain"
    [combat]
    location = "suwa"
    window = "west"
    west.deployed = "mori-two-mon with mori-plain"
"""
BIDS = """
    pending = "bid"
    east.hand = "tokugawa-plain x2, east-loyalty"
    west.hand = "mori-plain x2"
"""


def one(blocks: str, *path: str, **more: Any) -> dict[str, Any]:
    """A move out of Suwa."""
    group = {"blocks": [blocks], "path": list(path), "force_march": more.pop("force_march", None)}
    return {"type": "move", "source": "suwa", "groups": [group], **more}


def undoable(text: str, action: dict[str, Any], side: str = "east") -> bool:
    """Whether East, having done that in the position, may take it back before anything else happens."""
    p = position(text)
    number = Side.named(side)
    taken = p.action(side, **action)
    turned = apply(p.rules, p.state, number, taken)
    return can_take_back(taken, turned.events, turned.state, number)


@cases(
    "text action",
    ("a level that costs nothing", LEVEL, {"type": "level", "level": "minimal"}),
    (
        "no movement, before one's own combat",
        'pending = "level"' + TWO_FIGHTS,
        {"type": "level", "level": "none"},
    ),
    ("a move that shows nobody", BOARD, one("tokugawa-two-mon x2", "kofu")),
    ("a hidden muster", BOARD, {"type": "muster", "location": "aoba", "blocks": ["maeda-cavalry"]}),
    ("the end of movement, before one's own combat", TWO_FIGHTS, {"type": "end-movement"}),
    (
        "where to fight, before one's own deployment",
        'pending = "declare"' + TWO_FIGHTS,
        {"type": "declare", "location": "suwa"},
    ),
    ("to go first oneself", 'pending = "order east"' + BOARD, {"type": "order", "order": "first"}),
)
def test_an_action_that_showed_nothing_may_be_taken_back(text: str, action: dict[str, Any]) -> None:
    assert undoable(text, action)


@cases(
    "text action",
    ("a level that was paid", LEVEL, {"type": "level", "level": "limited", "cards": ["date-plain"]}),
    ("a force march was paid", BOARD, one("ieyasu", "kofu", "numazu", force_march="date-plain")),
    ("a daimyo was named", BOARD, one("tokugawa-two-mon", "kofu", "numazu", leader="ieyasu")),
    ("an overrun", BOARD + 'west.at.kofu = "mori-cavalry"', one("tokugawa-two-mon x4", "kofu")),
    (
        "an open muster",
        BOARD,
        {"type": "muster", "location": "aoba", "blocks": ["date-two-mon"], "openly": True},
    ),
    ("a daimyo deployed, still behind", BATTLE, {"type": "deploy", "blocks": ["ieyasu"]}),
    ("a card played", BATTLE, {"type": "deploy", "blocks": ["tokugawa-two-mon"], "card": "tokugawa-plain"}),
    ("a challenge", WINDOW, {"type": "challenge"}),
    (
        "losses",
        'pending = "losses"' + BATTLE.replace('pending = "deploy"', ""),
        {"type": "losses", "blocks": ["ieyasu", "tokugawa-two-mon"]},
    ),
    ("cards exchanged", LEVEL, {"type": "level", "level": "none", "cards": ["date-plain"]}),
    (
        "the discard of reinforcement",
        'pending = "begin-week"\nweek = 2\neast.hand = "date-plain x2"\nwest.hand = "mori-plain x2"',
        {"type": "discard", "cards": ["date-plain"]},
    ),
    ("a first bid", BIDS, {"type": "bid", "card": "east-loyalty"}),
    ("replaced", BIDS + 'east.bid = "date-plain"', {"type": "bid", "card": "east-loyalty"}),
    (
        "the second bid, after which East goes on",
        BIDS + 'west.bid = "ukita-plain"',
        {"type": "bid", "card": "east-loyalty", "wish": "first"},
    ),
    ("the last thing of a turn", BOARD, {"type": "end-movement"}),
    ("the other goes first", 'pending = "order east"' + BOARD, {"type": "order", "order": "second"}),
    ("finished, and the other deploys", BATTLE, {"type": "finish"}),
    (
        "the end of a week, after which both are asked",
        'turn = "B"\nfirst = "west"' + BOARD,
        {"type": "end-movement"},
    ),
)
def test_an_action_that_told_somebody_something_stays_done(text: str, action: dict[str, Any]) -> None:
    """An identity was seen, chance has answered, a bid is sealed, or the other side is asked."""
    assert not undoable(text, action)


def test_mori_blocks_are_paid_with_a_card_that_is_seen() -> None:
    text = 'active = "west"\nwest.mori_box = "mori-daimyo, mori-cavalry"\nwest.hand = "ukita-plain x2"'
    assert not undoable(text, {"type": "mori", "card": "ukita-plain", "blocks": ["mori-cavalry"]}, "west")


def test_each_undo_takes_the_latest_entry_with_it() -> None:
    """Of a log with two actions taken back, one after the other, the earlier and the later ones count."""
    level, end = Level("minimal"), EndMovement()
    kept: list[tuple[Side | None, Outcome]] = [(Side.EAST, level), (Side.WEST, Pass())]
    assert effective([*kept, (Side.EAST, end), (Side.EAST, Undo())]) == kept
    log: list[LogItem] = [
        (Side.EAST, level),
        (Side.EAST, end),
        (Side.EAST, Undo()),
        (Side.EAST, Undo()),
        *kept,
    ]
    assert effective(log) == kept
    assert effective([]) == []


NOTHING: list[LogItem] = []
A_DRAW: list[LogItem] = [(None, Drawn("east-cards", ("tokugawa-plain",)))]


@pytest.mark.parametrize("kept", [NOTHING, A_DRAW], ids=["of nothing", "of chance's draw"])
def test_an_undo_of_what_its_side_did_not_do_last_is_a_corrupt_log(kept: list[LogItem]) -> None:
    with pytest.raises(CorruptLog, match="nothing-to-undo"):
        effective([*kept, (Side.EAST, Undo())])


def test_a_sealed_pass_is_not_taken_back() -> None:
    window = 'pending = "deploy"' + WINDOW.split('pending = "deploy"')[1]
    assert undoable(window, {"type": "pass"})
    assert not undoable(window, {"type": "pass", "rest_of_battle": True})


# ---- where a list ends


def ends(text: str, action: dict[str, Any], side: str = "east", revision: int = REVISION) -> bool:
    """Whether East's list, or preview, ends with this action."""
    p = position(text, ruleset_of("kessen", revision))
    number = Side.named(side)
    taken = p.action(side, **action)
    turned = apply(p.rules, p.state, number, taken)
    return learns(p.rules, taken, turned.events, turned.state, number)


SIEGE = """
    pending = "deploy"
    active = "east"
    east.at.osaka = "ieyasu, tokugawa-two-mon x3"
    east.hand = "tokugawa-plain x2"
    west.at.osaka = "ukita-daimyo"
    holder.osaka = "west"
    [combat]
    location = "osaka"
    siege = true
"""


@pytest.mark.parametrize("revision", [1, 2])
@cases(
    "text action",
    ("a level that was paid", LEVEL, {"type": "level", "level": "limited", "cards": ["date-plain"]}),
    ("a force march was paid", BOARD, one("ieyasu", "kofu", "numazu", force_march="date-plain")),
    ("a daimyo was named", BOARD, one("tokugawa-two-mon", "kofu", "numazu", leader="ieyasu")),
    (
        "an open muster",
        BOARD,
        {"type": "muster", "location": "aoba", "blocks": ["date-two-mon"], "openly": True},
    ),
    ("the end of movement, before one's own combat", TWO_FIGHTS, {"type": "end-movement"}),
    ("a free daimyo, and still behind", BATTLE, {"type": "deploy", "blocks": ["ieyasu"]}),
    (
        "a deployment in a siege",
        SIEGE,
        {"type": "deploy", "blocks": ["tokugawa-two-mon"], "card": "tokugawa-plain"},
    ),
    ("a pass before one's own deployment", WINDOW, {"type": "pass"}),
)
def test_a_list_goes_on_past_what_only_others_learn(text: str, action: dict[str, Any], revision: int) -> None:
    assert not ends(text, action, revision=revision)


@pytest.mark.parametrize("revision", [1, 2])
@cases(
    "text action",
    ("cards are exchanged", LEVEL, {"type": "level", "level": "none", "cards": ["date-plain"]}),
    ("an overrun", BOARD + 'west.at.kofu = "mori-cavalry"', one("tokugawa-two-mon x4", "kofu")),
    ("the end of the turn", BOARD, {"type": "end-movement"}),
    ("a bid, while West is asked too", BIDS, {"type": "bid", "card": "tokugawa-plain"}),
    ("a challenge", WINDOW, {"type": "challenge"}),
    ("West is to act", WINDOW, {"type": "finish"}),
    (
        "West has a window",
        BATTLE,
        {"type": "deploy", "blocks": ["tokugawa-two-mon"], "card": "tokugawa-plain"},
    ),
)
def test_a_list_ends_with_what_its_side_learns(text: str, action: dict[str, Any], revision: int) -> None:
    assert ends(text, action, revision=revision)


def test_the_last_bid_ends_a_list_though_its_side_goes_on() -> None:
    """East is told West's bid, whether it wins or not."""
    p = position(BIDS)
    p.play("west", "bid", card="mori-plain")
    taken = p.action("east", "bid", card="east-loyalty", wish="first")
    turned = apply(p.rules, p.state, EAST, taken)
    assert {asked.side for asked in pending(turned.state)} == {EAST}
    assert learns(p.rules, taken, turned.events, turned.state, EAST)


@pytest.mark.parametrize(("revision", "is_end"), [(1, True), (2, False)])
def test_a_deployment_without_a_window_ends_a_list_in_revision_1(revision: int, is_end: bool) -> None:
    """There West might have passed for good; since then only public facts spare a window."""
    text = BATTLE.replace('west.hand = "mori-plain"', "")
    deployment = {"type": "deploy", "blocks": ["tokugawa-two-mon"], "card": "tokugawa-plain"}
    assert ends(text, deployment, revision=revision) is is_end
