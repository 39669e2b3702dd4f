"""Twins are mailed alike by each rhythm: the same bytes at the same times."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from unittest import mock

import pytest

from games.engine.side import EAST, WEST, Side
from notifications import gathering
from tests.secrecy.comparison import Size, watch
from tests.secrecy.stage import AT_ONCE

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

RHYTHMS: Mapping[str, Mapping[str, Any]] = {
    "at once": AT_ONCE,
    "gathered": {"rhythm": "gathered", "every": 2},
    "daily": {"rhythm": "daily", "hour": 9},
    "quiet hours": {"quiet_from": 20, "quiet_until": 8},
    "other reminders": {"reminders": "half,eighth"},
    "never": {"rhythm": "never"},
}
WAITING = {"games.your-phase", "games.window", "games.reminder"}

SAMPLE = [(EAST, ("gathered", "never")), (WEST, ("daily", "other reminders"))]
"""Who looks on in which; one of both is enough for each."""
SEEDS = {EAST: "rhythm/0", WEST: "rhythm/2"}
"""Of games in which the viewer is mailed in each of these ways."""


def heard_by(viewer: Side, rhythm: Mapping[str, Any]) -> Counter[str]:
    return watch(SEEDS[viewer], viewer, Size(steps=30, looks=0, ends=False, rhythm=rhythm))


def posted(heard: Counter[str]) -> dict[str, int]:
    """The events that were posted to webhooks."""
    return {sort: count for sort, count in heard.items() if sort.startswith("game.")}


@pytest.mark.parametrize(
    ("viewer", "names"),
    [*SAMPLE, pytest.param(EAST, ("at once", "quiet hours"), marks=pytest.mark.overnight)],
)
def test_twins_are_mailed_alike_by_each_rhythm_and_webhooks_do_not_depend_on_it(
    viewer: Side, names: Sequence[str]
) -> None:
    events = []
    for name in names:
        with mock.patch.object(gathering, "mail", wraps=gathering.mail) as gathered:
            heard = heard_by(viewer, RHYTHMS[name])
        events.append(posted(heard))
        assert bool(WAITING & heard.keys()) == (name != "never"), name
        assert gathered.call_count or name != "gathered"
    assert events[0]
    assert events == events[:1] * len(names)
