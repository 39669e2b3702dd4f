"""Several at once look for a stand-in, or take the seat: one of them does."""

from datetime import timedelta
from functools import partial

import pytest
import time_machine

from games.engine.side import EAST
from games.ladders.arbitration import stand_ins
from games.ladders.models.ruling import Ruling, StandInSearch
from games.models.seat import Seat
from notifications.models import Notification
from tests.kit.concurrency import held_up
from tests.ladders.case import Case
from tests.ladders.test_stand_ins import begun, willing

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def test_arbiter_who_clicks_twice_has_one_stand_in_asked() -> None:
    case = Case()
    willing(case, "One", "Two")
    held_up(case.game.pk, *[partial(begun, case)] * 3)
    assert str(StandInSearch.objects.get().person) == "One"
    assert Notification.objects.filter(kind=stand_ins.STAND_IN).count() == 1


def test_workers_that_look_at_once_ask_one_more() -> None:
    case = Case()
    willing(case, "One", "Two", "Three")
    search = begun(case)
    with time_machine.travel(search.due_at + timedelta(minutes=1), tick=False):
        outcomes = held_up(case.game.pk, *[stand_ins.ask_next_due] * 3)
    assert sum(outcomes) == 1
    assert str(StandInSearch.objects.get().person) == "Two"


def test_seat_is_taken_once_though_time_ends_in_that_moment() -> None:
    case = Case()
    one, _two = willing(case, "One", "Two")
    search = begun(case)
    take = partial(stand_ins.accept, search=search.public_id, person=one)
    with time_machine.travel(search.due_at + timedelta(minutes=1), tick=False):
        held_up(case.game.pk, take, take, stand_ins.ask_next_due)
    holder = Seat.objects.get(game=case.game, side=EAST).player
    taken = Ruling.objects.count()
    if taken:
        assert (taken, holder) == (1, one)
        assert not StandInSearch.objects.exists()
    else:
        assert str(StandInSearch.objects.get().person) == "Two"
