"""Rows that are watched instead of locked are saved all together, or not at all where somebody was faster."""

from collections.abc import Callable

import pytest
from django.db import transaction

from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from notifications.models import Notification
from sekigahara.db.statements import Insert, Update
from sekigahara.db.writes import Overtaken, can_watch, once_committed, together
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]

GAME = Update(Game, "week", "phase")
SEAT = Update(Seat, "asked", "can_undo")
MAIL = Insert(Notification)


@pytest.fixture
def table() -> Table:
    return Table()


def watched(table: Table) -> list[Seat]:
    with both_seats.holding(watch=True):
        return both_seats.found(table.game.public_id)


def save(table: Table, seats: list[Seat], done: list[str]) -> None:
    """A change of everything, with a mail, and something that follows."""
    game = seats[0].game
    game.phase = "watched"
    for seat in seats:
        seat.asked = f"watched {seat.side}"
    with together():
        MAIL.add([Notification(kind="test", about="a", occasion="1", recipient=table.people[0])])
        GAME.save(game)
        SEAT.save(*seats)
        once_committed(lambda: done.append("first"))
        once_committed(lambda: done.append("second"))
        assert done == [], "not before it is written"


def stored(table: Table) -> tuple[str, list[str], int]:
    asked = Seat.objects.filter(game=table.game).order_by("side").values_list("asked", flat=True)
    return table.game.phase, list(asked), Notification.objects.filter(kind="test").count()


def test_what_nobody_else_has_changed_is_saved(table: Table) -> None:
    done: list[str] = []
    save(table, watched(table), done)
    assert stored(table) == ("watched", ["watched 0", "watched 1"], 1)
    assert done == ["first", "second"]


def of_the_game(table: Table) -> None:
    Game.objects.filter(pk=table.game.pk).update(version=77)


def of_a_seat(table: Table) -> None:
    Seat.objects.filter(pk=table.seat(table.asked()[0]).pk).update(looked_at=77)


def of_nothing_but_the_stamp(table: Table) -> None:
    """Written anew with what stood there."""
    Seat.objects.filter(game=table.game, side=1).update(side=1)


@pytest.mark.parametrize("change", [of_the_game, of_a_seat, of_nothing_but_the_stamp])
def test_nothing_is_saved_where_somebody_was_faster(table: Table, change: Callable[[Table], None]) -> None:
    done: list[str] = []
    seats = watched(table)
    change(table)
    before = stored(table)
    with pytest.raises(Overtaken):
        save(table, seats, done)
    assert stored(table) == before
    assert done == []


def test_who_was_overtaken_may_look_again(table: Table) -> None:
    seats = watched(table)
    of_a_seat(table)
    with pytest.raises(Overtaken):
        save(table, seats, [])
    done: list[str] = []
    save(table, watched(table), done)
    assert stored(table)[0] == "watched"
    assert done == ["first", "second"]


def test_one_row_alone_is_watched_too(table: Table) -> None:
    east, _ = watched(table)
    of_the_game(table)
    with pytest.raises(Overtaken):
        GAME.save(east.game)
    SEAT.save(east)


def test_within_a_transaction_rows_are_locked_and_not_watched(table: Table) -> None:
    assert can_watch()
    with transaction.atomic(), both_seats.holding():
        assert not can_watch()
        seats = both_seats.found(table.game.public_id)
        of_a_seat(table)
        save(table, seats, [])
    assert stored(table)[0] == "watched"
