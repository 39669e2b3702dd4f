"""Guests who come no more are deleted with their games, and nobody else's game can be."""

from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import guests as accounts
from accounts.models.person import Person
from games.models.game import Game
from games.models.log import Entry
from games.models.receipt import Receipt
from games.models.seat import Seat
from games.services import computers, guest_games, outages, play
from games.services.lobby import Computer, Myself
from games.services.play import Done
from games.tasks import forget_guests
from notifications.models import Notification
from tests.factories.games import decided_by
from tests.factories.people import PersonFactory
from tests.kit.concurrency import at_once, held_up_at
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

A_MINUTE = timedelta(minutes=1)


def later(by: timedelta) -> time_machine.travel:
    return time_machine.travel(timezone.now() + by)


def counts() -> list[int]:
    models = (Person, Game, Seat, Entry, Receipt, Notification)
    return [model._base_manager.count() for model in models]


def test_guests_go_with_their_games_thirty_days_after_their_last_visit() -> None:
    Table()
    before = counts()
    guest = PersonFactory.create(guest=True)
    guest_games.begin(player=guest)
    both = guest_games.begin(player=guest, opponent=Myself())
    computers.play_computers()
    play.resign(seat=Seat.objects.filter(game=both).select_related("game")[0])
    assert counts() > before
    with later(accounts.GUESTS_KEPT_FOR - A_MINUTE):
        assert forget_guests() == 0
    with later(accounts.GUESTS_KEPT_FOR + A_MINUTE):
        assert forget_guests() == 1
        assert forget_guests() == 0
    assert counts() == before


def test_a_guest_who_came_again_stays() -> None:
    guest = PersonFactory.create(guest=True)
    game = guest_games.begin(player=guest)
    with later(accounts.GUESTS_KEPT_FOR + A_MINUTE):
        (chosen,) = accounts.unseen()
        Person.objects.filter(pk=guest.pk).update(guest_seen_at=timezone.now())
        assert not guest_games.forget(chosen)
        assert forget_guests() == 0
    assert Game.objects.filter(pk=game.pk).exists()


def test_none_is_deleted_by_a_clock_that_is_wrong() -> None:
    guest_games.begin(player=PersonFactory.create(guest=True))
    assert outages.catch_up(timezone.now())
    with later(accounts.GUESTS_KEPT_FOR + A_MINUTE):
        assert forget_guests() == 0
        outages.go_on(timezone.now())
        assert forget_guests() == 1


def test_the_log_of_a_game_between_people_is_refused_to_be_deleted() -> None:
    table = Table()
    with pytest.raises(IntegrityError, match="refused"), transaction.atomic():
        Entry.objects.filter(game=table.game).delete()


def test_the_log_is_guarded_once_one_of_both_is_a_person() -> None:
    guest, person = PersonFactory.create(guest=True), Person.objects.at("somebody@example.org")
    game = guest_games.begin(player=guest, opponent=Myself())
    with transaction.atomic():
        Entry.objects.filter(game=game).delete()
        transaction.set_rollback(True)
    Seat.objects.filter(game=game, side=0).update(player=person)
    with pytest.raises(IntegrityError, match="refused"), transaction.atomic():
        Entry.objects.filter(game=game).delete()
    Seat.objects.filter(game=game).update(player=None, computer="ashigaru")
    with pytest.raises(IntegrityError, match="refused"), transaction.atomic():
        Entry.objects.filter(game=game).delete()


@pytest.mark.django_db(transaction=True)
def test_simultaneous_taps_start_at_most_three_games() -> None:
    guest = PersonFactory.create(guest=True)
    attempts = [lambda: _begin(guest) for _attempt in range(guest_games.GUEST_GAMES_AT_ONCE + 2)]
    began = at_once(*attempts)
    assert sum(began) == guest_games.GUEST_GAMES_AT_ONCE == Game.objects.count()


def _begin(guest: Person) -> bool:
    try:
        guest_games.begin(player=guest)
    except guest_games.TooManyRunningError:
        return False
    return True


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_deleting_waits_for_whoever_is_just_acting_in_the_game() -> None:
    guest = PersonFactory.create(guest=True)
    game = guest_games.begin(player=guest, opponent=Myself())
    seat = Seat.objects.filter(game=game).select_related("game")[0]
    forgotten, resigned = held_up_at(
        Game.objects.filter(pk=game.pk), lambda: guest_games.forget(guest), lambda: play.resign(seat=seat)
    )
    assert forgotten
    assert isinstance(resigned, Done) or resigned.code == "not-running"  # whichever came first
    assert not Game.objects.exists()
    assert not Person.objects.filter(pk=guest.pk).exists()


STATEMENTS = 10
"""The most that a game of a guest takes in the full size, besides beginning and ending the transaction."""


@pytest.mark.services
@pytest.mark.parametrize("opponent", [guest_games.USUAL, Myself()])
def test_a_game_of_a_guest_takes_few_statements(opponent: Computer | Myself) -> None:
    guest_games.begin(player=PersonFactory.create(guest=True), opponent=opponent)  # the edition is known then
    for seed in range(4):  # whichever side is drawn
        guest = PersonFactory.create(guest=True)
        with decided_by(Random(seed)), CaptureQueriesContext(connection) as ran:
            guest_games.begin(player=guest, opponent=opponent)
        taken = [each["sql"] for each in ran if "SAVEPOINT" not in each["sql"]]
        assert len(taken) <= STATEMENTS, "\n".join(taken)
