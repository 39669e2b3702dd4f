"""Who is notified after an action."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from accounts.models.person import Person
from games.engine.errors import Malformed
from games.engine.side import EAST, SIDES, WEST, Side
from games.models.seat import Seat
from games.services import lobby, play
from games.services.waiting import COMPUTER_MAIL_DELAY, OVER, STARTED, WINDOW, YOUR_PHASE
from notifications.models import Notification
from sekigahara.errors.exceptions import Stale
from tests.factories.games import GameFactory
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("seed", range(2))
def test_one_mail_each_time_the_game_begins_to_wait_for_a_seat(seed: int) -> None:
    """Also where actions are taken back and bids replaced: the game waited for that seat already."""
    table = Table(seed)
    expected = {side: [(STARTED, "1")] for side in SIDES}
    before, ended_by = set(table.asked()), EAST
    for by in table.wander():
        ended_by = by
        asked = set(table.asked())
        for side in asked - before:
            kind = WINDOW if sees_window(table, side) else YOUR_PHASE
            expected[side].append((kind, str(table.version(side))))
        before = asked
    expected[ended_by.enemy].append((OVER, str(table.version(ended_by.enemy))))
    for side in SIDES:
        actual = [(row.kind, row.occasion) for row in table.announced(side)]
        assert actual == expected[side]
    assert len({row.message_id for row in table.all_announced()}) == sum(map(len, expected.values()))
    kinds = {kind for rows in expected.values() for kind, _version in rows}
    assert kinds == {STARTED, WINDOW, YOUR_PHASE, OVER}


def sees_window(table: Table, side: Side) -> bool:
    """Whether the side may challenge now, in a decision of its own or before it deploys."""
    window = (table.view(side)["combat"] or {}).get("window")
    return window is not None and window["deployer"] != side.label


def test_player_of_both_sides_is_not_notified_of_own_actions(table: Table) -> None:
    """Neither that the game waits for their other side, nor that it is over."""
    Seat.objects.filter(game=table.game).update(player=table.people[EAST])
    table.play_on()
    assert [row.kind for row in table.all_announced()] == [STARTED, STARTED]


@pytest.fixture
def nudges(settings: Settings) -> list[str]:
    """One item for each time the worker is woken; only what is committed wakes it."""
    settings.NUDGE = f"{__name__}.count_nudge"
    NUDGES.clear()
    return NUDGES


NUDGES: list[str] = []


def count_nudge() -> None:
    NUDGES.append("nudged")


@pytest.mark.django_db(transaction=True)
def test_the_worker_is_nudged_once_and_only_when_there_is_something_to_send(nudges: list[str]) -> None:
    table = Table()
    assert (len(table.all_announced()), len(nudges)) == (2, 1)
    counts = set()
    for _action in range(30):
        asked, messages = table.asked(), len(table.all_announced())
        nudges.clear()
        table.submit(asked[0])
        new = len(table.all_announced()) - messages
        assert len(nudges) == min(new, 1)
        counts.add(new)
    assert counts == {0, 1}


@pytest.mark.django_db(transaction=True)
def test_a_computer_that_is_asked_is_nudged_and_mailed_nothing(nudges: list[str]) -> None:
    person = Person.objects.at("east@example.org")
    game = GameFactory.create(creator=person, opponent=lobby.Computer("ashigaru"))
    east, west = Seat.objects.filter(game=game).order_by("side")
    assert len(nudges) == 1
    assert [row.about for row in Notification.objects.all()] == [east.reference]
    assert (east.told_at, west.told_at) == (1, 0)


def test_an_answer_of_a_computer_is_mailed_when_nobody_has_looked_for_a_while(table: Table) -> None:
    """Who stays at the page while it plays has no use for a mail at every answer."""
    Seat.objects.filter(game=table.game, side=WEST).update(player=None, computer="ashigaru")
    for _by in table.wander():
        if len(table.announced(EAST)) == 4:
            break
    started, *others = table.announced(EAST)
    assert started.due_at < timezone.now()
    for row in others:
        assert row.due_at - row.created_at == pytest.approx(COMPUTER_MAIL_DELAY, abs=timedelta(seconds=1))


@pytest.mark.django_db(transaction=True)
def test_refused_action_wakes_no_worker(nudges: list[str]) -> None:
    table = Table()
    nudges.clear()
    with pytest.raises(Malformed):
        table.submit(EAST, b"{")
    with pytest.raises(Stale):
        table.submit(EAST, version=7)
    assert nudges == []


def test_a_seat_waits_since_the_moment_it_was_asked(table: Table) -> None:
    """Whatever else it does in between without the game going on to somebody else."""
    since: dict[Side, datetime | None] = {side: table.seat(side).waiting_since for side in SIDES}
    waited = dict.fromkeys(SIDES, 0)
    for number, _by in enumerate(table.wander()):
        if number == 120:
            break
        for side in SIDES:
            seat = table.seat(side)
            if side not in table.asked():
                assert seat.waiting_since is None
            elif since[side] is not None:
                assert seat.waiting_since == since[side]
                waited[side] += 1
            else:
                assert seat.waiting_since == seat.changed_at
            since[side] = seat.waiting_since
    assert min(waited.values()) > 10


def test_looking_never_goes_back(table: Table) -> None:
    seat, old = table.seat(WEST), table.seat(WEST)
    table.submit(EAST)
    play.mark_seen(seat=table.seat(WEST))
    assert table.seat(WEST).looked_at == 2
    play.mark_seen(seat=old)
    play.mark_seen(seat=seat)
    assert table.seat(WEST).looked_at == 2


def test_nobody_is_told_again_before_they_looked(table: Table) -> None:
    """Only somebody who acts for the seat without its player can bring that about."""
    come_back_to(table, EAST, unseen=True)
    assert [row.kind for row in table.announced(EAST)] == [STARTED]
    come_back_to(table, EAST)
    assert len(table.announced(EAST)) == 2


def come_back_to(table: Table, side: Side, *, unseen: bool = False) -> None:
    """The side acts as long as it is asked, or another for it, and the enemy until it is asked again."""
    while side in table.asked():
        table.submit(side)
    if unseen:
        Seat.objects.filter(pk=table.seat(side).pk).update(looked_at=0)
    while side not in table.asked():
        table.submit(side.enemy)


def test_nothing_is_told_by_the_clock(table: Table) -> None:
    with time_machine.travel(START, tick=False):
        table.submit(EAST)
        first = table.seat(WEST)
    with time_machine.travel(START + timedelta(days=3), tick=False):
        play.mark_seen(seat=table.seat(WEST))
        again = table.seat(WEST)
    assert (first.waiting_since, first.changed_at) == (again.waiting_since, again.changed_at)
