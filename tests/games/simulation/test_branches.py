"""Rare branches of the rules are counted when a game takes them."""

from typing import Any

import pytest

from games.engine import Side, apply
from games.simulation import arena
from games.simulation.tally import BranchTally
from tests.kit.positions import position


def march(block: str, source: str, *path: str) -> dict[str, Any]:
    return {"type": "move", "source": source, "groups": [{"blocks": [block], "path": list(path)}]}


ODD_HAND = """
    edition = "gmt-2011"
    week = 2
    pending = "discard"
    east.hand = "tokugawa-plain x3"
"""

COUNTED = [
    (
        "discard.rounded-up",
        ODD_HAND,
        "east",
        {"type": "discard", "cards": ["tokugawa-plain", "tokugawa-plain"]},
    ),
    ("discard.rounded-down", ODD_HAND, "east", {"type": "discard", "cards": ["tokugawa-plain"]}),
    (
        "move.led-by-capital",
        """
        edition = "gmt-2016"
        level = "limited"
        east.at.edo = "tokugawa-two-mon"
        """,
        "east",
        march("tokugawa-two-mon-1", "edo", "oyama", "utsunomiya"),
    ),
    (
        "move.led-by-castle",
        """
        edition = "gmt-2016"
        level = "limited"
        east.at.kanazawa = "maeda-two-mon"
        """,
        "east",
        march("maeda-two-mon-1", "kanazawa", "toyama", "takeda"),
    ),
    (
        "move.led-by-disk",
        """
        level = "limited"
        east.at.yamagata = "date-two-mon"
        """,
        "east",
        march("date-two-mon-1", "yamagata", "murakami", "niigata"),
    ),
    (
        "overrun.of-mover",
        """
        level = "limited"
        east.at.edo = "tokugawa-two-mon"
        west.at.oyama = "ukita-two-mon x3, ukita-three-mon"
        """,
        "east",
        march("tokugawa-two-mon-1", "edo", "oyama"),
    ),
    (
        "overrun.by-arrival",
        """
        active = "west"
        level = "minimal"
        west.at.osaka = "mori-two-mon x3"
        west.mori_box = "mori-firearms, mori-daimyo"
        west.hand = "mori-plain"
        east.at.osaka = "tokugawa-two-mon"
        holder.osaka = "west"
        """,
        "west",
        {"type": "mori", "card": "mori-plain", "blocks": ["mori-firearms-1"]},
    ),
    (
        "siege.disk-for-block",
        """
        edition = "gmt-2016"
        pending = "losses west 1"
        east.at.ueda = "tokugawa-three-mon x3"
        west.at.ueda = "ukita-two-mon x2"
        combat = { location = "ueda", siege = true, east = { impact = 7 } }
        """,
        "west",
        {"type": "losses", "blocks": ["sanada"]},
    ),
    *(
        (
            key,
            f"""
            edition = "{edition}"
            pending = "deploy"
            east.at.gifu = "ii-naomasa, date-two-mon"
            east.hand = "date-double"
            west.at.gifu = "ukita-two-mon x3"
            combat = {{ location = "gifu" }}
            """,
            "east",
            {"type": "deploy", "card": "date-double", "blocks": blocks},
        )
        for key, edition, blocks in [
            ("deploy.double-wildcard-alone", "gmt-2016", ["ii-naomasa"]),
            ("deploy.double-wildcard-alone", "manual", ["ii-naomasa"]),
            ("deploy.double-wildcard-with-clan-block", "kessen", ["ii-naomasa", "date-two-mon-1"]),
        ]
    ),
]


@pytest.mark.parametrize(
    ("key", "text", "side", "action"),
    COUNTED,
    ids=[f"{number}-{row[0]}" for number, row in enumerate(COUNTED)],
)
def test_a_branch_is_counted_where_it_is_taken(
    key: str, text: str, side: str, action: dict[str, Any]
) -> None:
    table = position(text)
    before, done = table.state, table.action(side, **action)
    decision = dict(table.pending)[side]
    after, events = apply(table.rules, before, Side.named(side), done)
    tally = BranchTally(table.rules)
    tally.add(arena.Played(Side.named(side), decision, done, before, after, events))
    assert tally.counts[key] == 1
