"""Several statements are written together, or none of them where somebody was faster."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from notifications.models import Notification
from sekigahara.db.statements import Insert, Update
from sekigahara.db.writes import write_together
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]

GAME = Update(Game, "week", "phase", counter="writes")
SEAT = Update(Seat, "asked", "can_undo")
MAIL = Insert(Notification)


@pytest.fixture
def table() -> Table:
    return Table()


def save(seats: list[Seat], *, kind: str = "test") -> bool:
    """A change of everything, with a mail."""
    game = seats[0].game
    game.phase = "changed"
    for seat in seats:
        seat.asked = f"changed {seat.side}"
    mail = MAIL.new(
        kind=kind,
        about="a",
        occasion="1",
        recipient_id=seats[0].player_id,
        message_id=f"<{kind}>",
        due_at=timezone.now(),
    )
    return write_together(GAME.statement(game), [SEAT.statement(*seats), MAIL.statement([mail])])


def stored(table: Table) -> tuple[str, list[str], int]:
    asked = Seat.objects.filter(game=table.game).order_by("side").values_list("asked", flat=True)
    return table.game.phase, list(asked), Notification.objects.filter(kind="test").count()


def test_unchanged_rows_are_saved_and_counted(table: Table) -> None:
    seats = both_seats.of_game(table.game.pk)
    assert save(seats)
    assert stored(table) == ("changed", ["changed 0", "changed 1"], 1)
    assert table.game.writes == seats[0].game.writes + 1


def by_the_game(table: Table) -> None:
    both_seats.count_write(table.game.pk)


def by_both_seats(table: Table) -> None:
    with transaction.atomic():
        both_seats.to_change(table.game.pk)


def by_the_same(table: Table) -> None:
    assert save(both_seats.of_game(table.game.pk), kind="other")
    Game.objects.update(phase="")
    Seat.objects.update(asked="")


@pytest.mark.parametrize("change", [by_the_game, by_both_seats, by_the_same])
def test_nothing_is_saved_where_somebody_was_faster(table: Table, change: Callable[[Table], None]) -> None:
    seats = both_seats.of_game(table.game.pk)
    change(table)
    before, writes = stored(table), table.game.writes
    assert not save(seats)
    assert (stored(table), table.game.writes) == (before, writes)
    assert save(both_seats.of_game(table.game.pk)), "who reads again may write"


def test_a_statement_that_fails_leaves_nothing_of_the_others(table: Table) -> None:
    before, seats = stored(table), both_seats.of_game(table.game.pk)
    seats[0].player_id = 0
    with pytest.raises(IntegrityError):
        save(seats)
    assert stored(table) == before


def test_a_game_is_written_to_again_by_who_has_locked_it(table: Table) -> None:
    with transaction.atomic():
        assert save(both_seats.to_change(table.game.pk))
    assert stored(table)[0] == "changed"
