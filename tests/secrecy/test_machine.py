"""Whatever is done, in whatever order, nobody can tell a game from its twin: in every edition.

The size of a night: ``python -m tests.secrecy --machine``.
"""

from __future__ import annotations

import pytest

from games.engine.side import EAST, NOBODY, WEST
from games.rulebook.editions import edition_ids
from tests.secrecy.comparison import VIEWERS
from tests.secrecy.machine import run

STEPS = 6
LOOKING_ON = [
    ("gmt-2016", NOBODY),
    ("kessen", EAST),
    pytest.param("manual", WEST, marks=pytest.mark.overnight),
]
"""Editions and viewers; `test_twins` has others. The long proof has all of them."""


@pytest.mark.embedded
@pytest.mark.django_db
@pytest.mark.parametrize(("edition", "viewer"), LOOKING_ON)
def test_twins_look_the_same_whatever_is_done(edition: str, viewer: int) -> None:
    """Pages, API, refusals, lists, mails and what the rows say, byte for byte, after every step."""
    seed = len(VIEWERS) * edition_ids().index(edition) + viewer
    heard = run(edition, 1, STEPS, viewers=[viewer], seed=seed)
    assert heard["examples"] >= 1
    assert heard["steps"] >= STEPS - 1  # its opening is one
    assert {"rows", "200 said"} <= heard.keys()
    assert "outbox" in heard or viewer == NOBODY
    assert not [sort for sort in heard if sort.startswith("5")]
