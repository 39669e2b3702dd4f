"""Whom an action wakes."""

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.engine.side import SIDES
from tests.kit.table import Table, is_window_open, table_where

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.mark.parametrize("seed", range(3))
def test_one_mail_each_time_the_game_begins_to_wait_for_a_seat(seed: int) -> None:
    table = Table(seed)
    expected = {side: [str(table.version)] for side in SIDES}
    before = set(table.asked())
    while before:
        table.submit(table.asked()[0])
        asked = set(table.asked())
        for side in asked - before:
            expected[side].append(str(table.version))
        before = asked
    for side in SIDES:
        assert [row.occasion for row in table.announced(side)] == expected[side]
    assert len({row.message_id for row in table.all_announced()}) == sum(map(len, expected.values()))


def test_an_open_window_is_a_message_of_its_own_kind() -> None:
    table = table_where(is_window_open)
    (asked,) = table.asked()
    latest = table.announced(asked)[-1]
    assert (latest.kind, latest.occasion) == ("games.window", str(table.version))
    assert {row.kind for row in table.announced(asked)[:-1]} <= {"games.your-phase", "games.window"}
    assert table.announced(asked)[0].kind == "games.your-phase"


def test_the_worker_is_nudged_once_and_only_when_there_is_something_to_send(
    table: Table, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    nudges = set()
    for _action in range(30):
        asked, messages = table.asked(), len(table.all_announced())
        with django_capture_on_commit_callbacks() as after_commit:
            table.submit(asked[0])
        new = len(table.all_announced()) - messages
        assert len(after_commit) == min(new, 1)
        nudges.add(new)
    assert nudges == {0, 1}


def test_a_new_game_that_waits_for_both_nudges_once(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks() as after_commit:
        table = Table()
    assert (len(table.all_announced()), len(after_commit)) == (2, 1)
