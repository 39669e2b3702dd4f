"""What periodic jobs ask the database for many games: as much as for a few that one transaction does."""

import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.person import MOST_UNSEEN, Person
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import clock, pausing, retention
from games.services.creation import PRIVATE
from notifications.models import SHARES, USUAL_SHARE, MailRhythm, Notification
from sekigahara import batch
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory

pytestmark = [pytest.mark.django_db, pytest.mark.services]

FEW, MANY = 2, 7
PACE = 2
OTHER_SHARE = next(share for share in SHARES if share != USUAL_SHARE)


@pytest.fixture(autouse=True)
def _clocks_were_looked_at() -> None:
    clock.send_reminders()


def waiting_for_both(count: int) -> None:
    """Games in which both sides are asked for a bid."""
    GameFactory.create_batch(count, running=True, terms=PRIVATE._replace(pace=PACE))


def asked(left: timedelta) -> None:
    Seat.objects.update(due_at=timezone.now() + left, is_reminded=False, is_overdue_told=False)


def cost_of(job: Callable[[], int], done: int) -> int:
    """How many statements it asks."""
    with CaptureQueriesContext(connection) as statements:
        assert job() == done
    return len(statements)


@pytest.mark.parametrize(
    ("left", "kind"),
    [(timedelta(hours=1), clock.REMINDER), (timedelta(hours=-1), clock.OVERDUE)],
    ids=["reminders", "missed deadlines"],
)
def test_deadlines_cost_nothing_for_each_game(left: timedelta, kind: str) -> None:
    costs = []
    for count in (FEW, MANY):
        waiting_for_both(count)
        Game.objects.update(on_time_out=OnTimeOut.CLAIM)
        asked(left)
        costs.append(cost_of(clock.send_reminders, done=2 * count))
        assert Notification.objects.filter(kind=kind).count() == 2 * sum((FEW, MANY)[: len(costs)])
        Game.objects.update(paused_at=timezone.now())
    assert costs[0] == costs[1]


def test_reminders_at_chosen_shares_cost_nothing_for_each_game() -> None:
    costs = []
    for count in (FEW, MANY):
        waiting_for_both(count)
        MailRhythm.objects.all().delete()
        MailRhythm.objects.bulk_create(
            MailRhythm(person=person, reminders=OTHER_SHARE) for person in Person.objects.all()
        )
        asked(timedelta(days=PACE) / SHARES[OTHER_SHARE])
        sent = cost_of(clock.send_reminders, done=2 * count)
        writes = dict(Game.objects.values_list("pk", "writes"))
        again = cost_of(clock.send_reminders, done=0)
        assert dict(Game.objects.values_list("pk", "writes")) == writes, "nobody who plays is held up"
        costs.append((sent, again))
        Game.objects.update(paused_at=timezone.now())
    assert costs[0] == costs[1]


def test_ends_of_pauses_cost_nothing_for_each_game() -> None:
    costs = []
    now = timezone.now()
    for count in (FEW, MANY):
        waiting_for_both(count)
        Game.objects.update(paused_at=now - timedelta(days=2), paused_until=now)
        costs.append(cost_of(partial(pausing.end_those_over, now), done=count))
        assert Game.objects.filter(paused_at=None, frozen_at=None).count() == count
        assert Notification.objects.filter(kind=pausing.PAUSE).count() == 2 * sum((FEW, MANY)[: len(costs)])
        Game.objects.update(frozen_at=now)
    assert costs[0] == costs[1]


def test_deleting_games_that_never_began_costs_nothing_for_each_game() -> None:
    costs = []
    for count in (FEW, MANY):
        GameFactory.create_batch(count)
        Game.objects.update(created_at=timezone.now() - 2 * retention.OPEN_FOR)
        costs.append(cost_of(retention.forget_unbegun, done=count))
    assert costs[0] == costs[1]


def test_worker_that_is_to_end_leaves_sets_to_the_next_run() -> None:
    GameFactory.create_batch(FEW)
    Game.objects.update(created_at=timezone.now() - 2 * retention.OPEN_FOR)
    is_ending = threading.Event()
    is_ending.set()
    batch.begin(is_ending)
    assert retention.forget_unbegun() == 0
    assert batch.finish() == 0, "it runs again at once"
    assert retention.forget_unbegun() == FEW


def test_games_that_one_player_has_not_looked_at_count_up_to_the_most() -> None:
    player = PersonFactory.create()
    for _number in range(MOST_UNSEEN + 1):
        GameFactory.create(creator=player, running=True, terms=PRIVATE._replace(pace=PACE))
    asked(timedelta(hours=-1))
    clock.send_reminders()
    player.refresh_from_db()
    assert player.unseen_games == MOST_UNSEEN
    assert {*Person.objects.exclude(pk=player.pk).values_list("unseen_games", flat=True)} == {1}
