"""A small position for each kind of decision, with the names worth trying in it."""

from __future__ import annotations

from typing import NamedTuple

from tests.engine.properties.universe import Universe

EAST_CARDS = (
    "tokugawa-plain",
    "tokugawa-double",
    "tokugawa-special",
    "east-loyalty",
    "maeda-plain",
    "no-card",
)
WEST_CARDS = ("ukita-plain", "ukita-double", "west-loyalty", "mori-plain", "east-loyalty")
TROOP = ("ieyasu", "tokugawa-cavalry-1", "tokugawa-two-mon-1", "ii-naomasa", "maeda-daimyo")

BATTLE = """
    [east]
    at.gifu = "ieyasu, tokugawa-cavalry, tokugawa-two-mon, ii-naomasa"
    came_from.kiyosu = "all at gifu"
    hand = "tokugawa-plain x2, tokugawa-special, tokugawa-double, east-loyalty"
    [west]
    at.gifu = "ukita-daimyo, ukita-two-mon, mori-two-mon, mori-three-mon"
    hand = "ukita-plain, ukita-double, west-loyalty"
    [holder]
    gifu = "west"
    [combat]
    location = "gifu"
    """


class Small(NamedTuple):
    """A position, who answers it, what there is to try, and which actions must be among those taken.

    Attributes:
        takes: how many of the actions of each type the rules take, counted by hand.
    """

    text: str
    side: str
    universe: Universe
    takes: dict[str, int]


POSITIONS = {
    "discard": Small(
        """
        week = 2
        pending = "discard"
        [east]
        hand = "tokugawa-plain x3, maeda-plain"
        [west]
        hand = "ukita-plain x2"
        """,
        "east",
        Universe((), EAST_CARDS, ()),
        # Two of four: both plain, or plain and Maeda in one order.
        {"discard": 2},
    ),
    "bid": Small(
        """
        pending = "bid"
        [east]
        hand = "tokugawa-plain x2, east-loyalty"
        [west]
        hand = "ukita-plain"
        """,
        "east",
        Universe((), EAST_CARDS, ()),
        # Two kinds of cards with three wishes each.
        {"bid": 6},
    ),
    "replace-bid": Small(
        """
        pending = { east = "done", west = "bid" }
        [east]
        bid = "maeda-plain"
        hand = "tokugawa-plain x2"
        [west]
        hand = "ukita-plain"
        """,
        "east",
        Universe((), EAST_CARDS, ()),
        # The card bid now and the one in the hand, with three wishes each.
        {"bid": 6},
    ),
    "order": Small('pending = "order west"', "west", Universe((), WEST_CARDS, ()), {"order": 2}),
    "level": Small(
        """
        pending = "level"
        [east]
        at.edo = "ieyasu"
        hand = "tokugawa-plain x2, maeda-plain"
        """,
        "east",
        Universe((), EAST_CARDS, ()),
        # Minimal with none; limited with one of two kinds; total with plain twice or the pair; none with all
        # nine counted so: no card, two single ones, plain twice, the pair. Three cards need plain thrice.
        {"level": 1 + 2 + 2 + 5},
    ),
    "movement": Small(
        """
        pending = "movement"
        level = "total"
        roads_used = "oyama - utsunomiya"
        [east]
        at.edo = "tokugawa-cavalry-1, tokugawa-two-mon-1"
        at.oyama = "ii-naomasa"
        recruitment = "maeda-daimyo"
        hand = "tokugawa-plain, maeda-plain"
        [west]
        at.oshi = "ukita-daimyo"
        """,
        "east",
        Universe(TROOP, EAST_CARDS[:2], ("edo", "oyama", "oshi", "kanazawa", "no-place"), most=2),
        {},
    ),
    "west moving": Small(
        """
        pending = "movement"
        active = "west"
        level = "minimal"
        [west]
        at.osaka = "ukita-daimyo, ukita-two-mon-1"
        mori_box = "mori-two-mon-1, mori-daimyo"
        hand = "ukita-plain, ukita-double"
        """,
        "west",
        Universe(
            ("mori-two-mon-1", "mori-daimyo", "ukita-daimyo", "ukita-two-mon-1"),
            WEST_CARDS[:3],
            ("osaka", "kyoto", "himeji"),
        ),
        # The one that is no daimyo with either card, both with the double.
        {"mori": 3, "end-movement": 1},
    ),
    "declare": Small(
        """
        pending = "declare"
        declared = "oshi"
        [east.at]
        edo = "ieyasu"
        oyama = "tokugawa-two-mon"
        oshi = "tokugawa-cavalry"
        [west.at]
        edo = "ukita-daimyo"
        oyama = "mori-two-mon"
        oshi = "mori-three-mon"
        """,
        "east",
        Universe((), (), ("edo", "oyama", "oshi", "gifu", "kyoto", "no-place")),
        {"declare": 2},
    ),
    "stance": Small(
        """
        pending = "stance"
        [east.at]
        gifu = "ieyasu"
        [west.at]
        gifu = "otani-daimyo, otani-two-mon"
        [holder]
        gifu = "west"
        [combat]
        location = "gifu"
        """,
        "west",
        Universe((), (), ("gifu",)),
        {"stance": 2},
    ),
    "deploy": Small(BATTLE, "east", Universe(TROOP, EAST_CARDS, ("gifu",)), {}),
    "deploy or challenge": Small(
        BATTLE
        + """
        window = "east"
        east.deployed = "tokugawa-cavalry with tokugawa-special"
        east.finished = true
        """,
        "west",
        Universe(("ukita-daimyo", "ukita-two-mon-1", "mori-two-mon-1", "ieyasu"), WEST_CARDS, ("gifu",)),
        {"challenge": 1, "pass": 2, "finish": 1},
    ),
    "window": Small(
        'pending = "window"'
        + BATTLE
        + """
        window = "east"
        east.deployed = "tokugawa-cavalry with tokugawa-plain"
        west.impact = 9
        """,
        "west",
        Universe(("ukita-daimyo", "ukita-two-mon-1"), WEST_CARDS, ("gifu",)),
        {"challenge": 1, "pass": 2},
    ),
    "siege": Small(
        """
        pending = "deploy"
        [east]
        at.gifu = "ieyasu, tokugawa-cavalry, tokugawa-two-mon"
        hand = "tokugawa-plain x2, tokugawa-special, tokugawa-double"
        [west]
        at.gifu = "otani-daimyo, otani-two-mon"
        [combat]
        location = "gifu"
        siege = true
        """,
        "east",
        Universe(TROOP, EAST_CARDS, ("gifu",)),
        # Ieyasu free; three blocks with either of two cards, with the double alone, or two of them in order.
        {"deploy": 1 + 3 + 3 + 3 + 6, "finish": 1},
    ),
    "losses": Small(
        """
        pending = "losses"
        [east]
        at.gifu = "ieyasu, tokugawa-cavalry-1, tokugawa-two-mon-1, ii-naomasa"
        hand = "tokugawa-plain"
        [west]
        at.gifu = "ukita-daimyo, ukita-two-mon"
        [holder]
        gifu = "west"
        [combat]
        location = "gifu"
        east.deployed = "tokugawa-cavalry-1 with tokugawa-plain"
        west.impact = 8
        """,
        "east",
        Universe(TROOP, EAST_CARDS[:1], ("gifu",)),
        # One for eight impact and one for the lost battle: the deployed one, and any of the three others.
        {"losses": 3},
    ),
    "retreat": Small(
        """
        pending = "retreat"
        active = "west"
        [east.at]
        gifu = "ieyasu, tokugawa-cavalry-1, tokugawa-two-mon-1"
        [west.at]
        gifu = "ukita-daimyo"
        iwamura = "mori-two-mon"
        [holder]
        gifu = "east"
        [combat]
        location = "gifu"
        west.impact = 3
        """,
        "east",
        Universe(TROOP, (), ("gifu", "kiyosu", "iwamura", "sawayama", "edo", "no-place")),
        # To Kiyosu or Sawayama, with none, one or two of three blocks staying behind.
        {"retreat": 2 * (1 + 3 + 3)},
    ),
}
