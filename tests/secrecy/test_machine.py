"""Whatever is done, in whatever order, nobody can tell a game from its twin: in every edition.

The size of a night: ``python -m tests.secrecy --machine``.
"""

from __future__ import annotations

import pytest

from games.editions import edition_ids
from tests.secrecy.machine import run

EXAMPLES = 2
STEPS = 16


@pytest.mark.django_db
@pytest.mark.parametrize("edition", edition_ids())
def test_whatever_is_done_looks_the_same(edition: str) -> None:
    """Pages, API, refusals, lists, mails and what the rows say, byte for byte, after every step."""
    heard = run(edition, EXAMPLES, STEPS)
    assert heard["examples"] >= EXAMPLES
    assert heard["steps"] > EXAMPLES * STEPS / 2
    assert {"rows", "outbox", "200 said", "201 said", "422 said"} <= heard.keys()
    assert not [sort for sort in heard if sort.startswith("5")]
