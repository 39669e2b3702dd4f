"""Games that never began are deleted in time; games that have begun never are."""

from datetime import timedelta

import pytest
import time_machine
from django.db.models import ProtectedError
from django.utils import timezone

from accounts import retention as accounts_retention
from accounts.models.person import Person
from games.engine.side import EAST
from games.models.game import Game
from games.models.log import Entry
from games.models.seat import Invitation, Seat
from games.notices import lobby as notices
from games.services import joining, outages, play
from games.services.lobby import Anybody, Invite, Opponent
from games.services.retention import CALLED_OFF_KEPT, OPEN_FOR
from games.tasks import forget_unbegun
from sekigahara.errors.exceptions import Conflict
from tests.factories.games import GameFactory
from tests.kit.concurrency import held_up
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

GUEST = "guest@example.org"
A_MINUTE = timedelta(minutes=1)


def a_game(opponent: Opponent) -> Game:
    creator = Person.objects.at("creator@example.org")
    return GameFactory.create(creator=creator, opponent=opponent)


def is_there(game: Game) -> bool:
    return Game.objects.filter(pk=game.pk).exists()


def later(by: timedelta) -> time_machine.travel:
    return time_machine.travel(timezone.now() + by)


@pytest.mark.parametrize("opponent", [Anybody(), Invite(GUEST)], ids=["open", "invited"])
def test_a_game_that_nobody_joins_is_forgotten(opponent: Opponent) -> None:
    game = a_game(opponent)
    with later(OPEN_FOR - A_MINUTE):
        fresh = a_game(opponent)
        assert forget_unbegun() == 0
    with later(OPEN_FOR + A_MINUTE):
        assert forget_unbegun() == 1
    assert (is_there(game), is_there(fresh)) == (False, True)
    assert not Seat.objects.exclude(game=fresh).exists()
    assert not Invitation.objects.exclude(seat__game=fresh).exists()


def test_none_is_forgotten_by_a_clock_that_is_wrong() -> None:
    game = a_game(Anybody())
    assert outages.catch_up(timezone.now())
    with later(OPEN_FOR + A_MINUTE):
        assert forget_unbegun() == 0
        assert is_there(game)
        outages.go_on(timezone.now())
        assert forget_unbegun() == 1


@pytest.mark.parametrize("end", ["call off", "decline"])
def test_one_that_was_called_off_is_kept_a_while_from_then_on(end: str) -> None:
    game = a_game(Invite(GUEST))
    with later(OPEN_FOR - A_MINUTE):
        if end == "decline":
            joining.decline(game=game, person=Person.objects.at(GUEST))
        else:
            joining.call_off(game=game, person=Person.objects.at("creator@example.org"))
        with later(CALLED_OFF_KEPT - A_MINUTE):
            assert forget_unbegun() == 0
        with later(CALLED_OFF_KEPT + A_MINUTE):
            assert forget_unbegun() == 1
    assert not is_there(game)


@pytest.mark.parametrize("status", Game.Status)
def test_a_game_that_has_begun_is_never_forgotten(status: Game.Status) -> None:
    """Not even where its row says that it has not."""
    running, over = Table(0), Table(1)
    play.resign(seat=over.seat(EAST))
    entries = Entry.objects.count()
    Game.objects.update(status=status)
    with later(100 * OPEN_FOR):
        assert forget_unbegun() == 0
    assert is_there(running.game)
    assert is_there(over.game)
    assert Entry.objects.count() == entries


def test_nothing_that_has_a_log_can_be_deleted() -> None:
    """Not even where its row says that there is none."""
    table = Table()
    Game.objects.update(status=Game.Status.WAITING, length=0)
    with later(OPEN_FOR + A_MINUTE), pytest.raises(ProtectedError):
        forget_unbegun()
    assert is_there(table.game)
    assert Entry.objects.filter(game=table.game).exists()


def test_invited_person_is_deleted_with_the_game() -> None:
    a_game(Invite(GUEST))
    reference = f"{Game.objects.get().public_id}.west"
    with later(OPEN_FOR + A_MINUTE):
        accounts_retention.forget_unconfirmed()
        assert Person.objects.filter(email=GUEST).exists()
        forget_unbegun()
        accounts_retention.forget_unconfirmed()
    assert not Person.objects.filter(email=GUEST).exists()
    assert notices.invitation(reference, "1") is None
    assert notices.declined(reference, "1") is None


def test_nothing_can_be_done_with_a_deleted_game() -> None:
    game, guest = a_game(Invite(GUEST)), Person.objects.at(GUEST)
    creator = Person.objects.at("creator@example.org")
    with later(OPEN_FOR + A_MINUTE):
        forget_unbegun()
    for act, person in ((joining.join, guest), (joining.decline, guest), (joining.call_off, creator)):
        with pytest.raises(Conflict, match="not-open"):
            act(game=game, person=person)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_seat_taken_at_the_last_moment_is_taken_or_gone() -> None:
    game, guest = a_game(Anybody()), Person.objects.at(GUEST)
    Game.objects.update(created_at=timezone.now() - OPEN_FOR - A_MINUTE)
    forgotten, joined = held_up(game.pk, forget_unbegun, lambda: joining.join(game=game, person=guest))
    if isinstance(joined, Seat):
        assert forgotten == 0
        assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING
    else:
        assert forgotten == 1
        assert isinstance(joined, Conflict)
        assert not is_there(game)
