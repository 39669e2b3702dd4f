"""Orders tell nobody anything before they act, whatever the hand holds: in bytes, moments and statements.

The size of a night: ``python -m tests.secrecy --orders``.
"""

from __future__ import annotations

from collections import Counter

import pytest

from games.rulebook.editions import edition_ids
from tests.secrecy.orders.courses import KINDS
from tests.secrecy.orders.telling import DUE, EVENTS, HINTS, ROWS, STATEMENTS, VIEWERS, Size, compare, tasks

STEPS = 300
ANSWERED_OTHERWISE = 1
"""More windows than this are answered by an order in one game and by a player in the other."""
LONGEST = Size(steps=150)


@pytest.mark.embedded
@pytest.mark.django_db
def test_orders_and_hands_do_not_show() -> None:
    """Of the same orders with different hands, and of different orders up to their first act."""
    heard, told = Counter[str](), Counter[object]()
    for kind, seed, viewer, edition in tasks("sample"):
        found = compare(kind, seed, viewer, edition, LONGEST)
        heard += found
        told.update(dict.fromkeys((kind, viewer, edition), found["steps"]))
        is_enough = heard["answered otherwise"] > ANSWERED_OTHERWISE or heard["steps"] >= 3 * STEPS
        if heard["steps"] >= STEPS and is_enough:
            break
    assert all(told[each] > STEPS / 20 for each in (*KINDS, *VIEWERS, *edition_ids())), told
    assert heard["holds"] > STEPS / 60, "what happens in and after a hold is what this is about"
    assert heard["answered otherwise"] > ANSWERED_OTHERWISE
    assert {ROWS, DUE, EVENTS, HINTS, STATEMENTS, "200 said"} <= heard.keys()
    assert not [sort for sort in heard if sort.startswith("5")]
