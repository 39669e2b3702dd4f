"""Two games that a viewer cannot tell apart by the rules cannot be told apart by anything the service says.

One viewer after another looks on, each at a game of another edition; `test_machine` has other pairs. Every
channel is asked in two ways.

The size of a night, which asks in every way too: ``python -m tests.secrecy``.
"""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine.side import EAST, NOBODY, SIDES, WEST
from games.rulebook.editions import edition_ids, ruleset
from tests.secrecy.channels import API, MAILS, PAGES, WEBHOOKS
from tests.secrecy.comparison import VIEWERS, Size, watch
from tests.secrecy.originals import played
from tests.secrecy.script import drawn_by, told
from tests.secrecy.twins import hidden_from, twins, watching
from tests.secrecy.webhook_server import CHAT, PUSH

SEED = "sample/20"
EDITIONS = ("gmt-2011", "gmt-2016", "kessen")
SAMPLE = {
    EAST: Size(steps=28, looks=1, ends=False),
    WEST: Size(steps=20, looks=0, ends=True),
    NOBODY: Size(steps=20, looks=1, ends=True),
}
THOROUGH = Size(
    steps=6,
    looks=1,
    thorough=1,
    channels=("games:game", "games:revoke-links", "games-api:actions"),
    ends=False,
)
"""A beginning, in which these are asked in every way, and the mail is read that comes of it."""


@pytest.mark.embedded
@pytest.mark.django_db
def test_twins_are_told_the_same() -> None:
    """Pages, API, refusals, lists, mails, webhooks and pushes, byte for byte, at the same moments."""
    games = zip(EDITIONS, SAMPLE, strict=True)
    heard = sum((watch(SEED, viewer, SAMPLE[viewer], edition) for edition, viewer in games), Counter[str]())
    heard += watch(SEED, WEST, THOROUGH)
    names = {sort.rpartition(" ")[2] for sort in heard}
    missing = {*PAGES, *API, *MAILS, *WEBHOOKS, CHAT, PUSH} - names
    assert not missing, "nobody was told any of it: the comparison says nothing of these"
    assert not [sort for sort in heard if sort.startswith("5")]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_twin_is_another_game(viewer: int) -> None:
    """Otherwise telling it would prove nothing."""
    differing = Counter[str]()
    for number, edition in enumerate(edition_ids() * 2):
        pair = twins(played(ruleset(edition), f"another/{number}", 60 + 10 * number), viewer, f"{number}")
        for each in watching(viewer):
            assert told(pair.one, each) == told(pair.other, each)
        one, other = (drawn_by(script.points) for script in (pair.one, pair.other))
        for side in SIDES:
            is_hidden = side in hidden_from(viewer)
            for pile in (f"{side.label}-cards", f"{side.label}-blocks"):
                assert is_hidden or one[pile] == other[pile]
                differing[pile] += one[pile] != other[pile]
        differing["length"] += len(pair.one.points) != len(pair.other.points)
    assert differing["length"] > 3
    assert all(differing[f"{side.label}-cards"] >= 4 for side in hidden_from(viewer))
    assert all(differing[f"{side.label}-blocks"] == 2 * len(edition_ids()) for side in hidden_from(viewer))
