"""Whatever is done, in whatever order, nobody can tell a game from its twin: in every edition.

The size of a night: ``python -m tests.secrecy --machine``.
"""

from __future__ import annotations

import pytest

from games.engine.side import NOBODY
from games.rulebook.editions import edition_ids
from tests.secrecy.machine import run
from tests.secrecy.watching import VIEWERS

STEPS = 12


@pytest.mark.embedded
@pytest.mark.django_db
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("edition", edition_ids())
def test_whatever_is_done_looks_the_same(edition: str, viewer: int) -> None:
    """Pages, API, refusals, lists, mails and what the rows say, byte for byte, after every step."""
    seed = len(VIEWERS) * edition_ids().index(edition) + viewer
    heard = run(edition, 1, STEPS, viewers=[viewer], seed=seed)
    assert heard["examples"] >= 1
    assert heard["steps"] >= STEPS - 1  # its opening is one
    assert {"rows", "200 said"} <= heard.keys()
    assert "outbox" in heard or viewer == NOBODY
    assert not [sort for sort in heard if sort.startswith("5")]
