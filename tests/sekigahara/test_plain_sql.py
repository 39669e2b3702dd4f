"""SQL that is put together once reads and writes what the ORM does, on either database."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DataError, connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext, isolate_apps
from django.utils import timezone

from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from notifications.models import Notification
from sekigahara.db.statements import Insert, Select, Update
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

SEAT = Update(Seat, "version", "asked", "waiting_since", "can_undo", "player")


def columns(instance: Model) -> dict[str, Any]:
    """The values of all columns, with raw bytes as such."""
    found = {field.attname: getattr(instance, field.attname) for field in instance._meta.concrete_fields}
    return {name: bytes(value) if isinstance(value, memoryview) else value for name, value in found.items()}


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def seats(table: Table) -> list[Seat]:
    return list(Seat.objects.filter(game=table.game).order_by("side"))


def test_rows_come_as_the_orm_gives_them(table: Table) -> None:
    """Numbers, texts, bytes, times, truths and JSON, of two tables that are joined."""
    query = Select[tuple[Game, Seat]](
        "SELECT {game}, {seat} FROM games_game game JOIN games_seat seat ON seat.game_id = game.id "
        "WHERE game.id = %s AND seat.side = %s",
        game=Game,
        seat=Seat,
    )
    ((game, seat),) = query.rows(table.game.pk, 1)
    assert columns(game) == columns(Game.objects.get())
    assert columns(seat) == columns(Seat.objects.get(side=1))
    assert type(game.nonces) is list
    seat.can_undo = True
    seat.save()  # a row that is there, and not a new one
    assert Seat.objects.get(side=1).can_undo


def test_seats_come_with_their_players_and_nobody_where_there_is_none(table: Table) -> None:
    east, west = both_seats.found_with_players(table.game.public_id)
    assert [columns(seat.player) for seat in (east, west) if seat.player] == [*map(columns, table.people)]
    assert east.game is west.game
    Seat.objects.filter(side=1).update(player=None, computer="ashigaru")
    assert both_seats.found_with_players(table.game.public_id)[1].player is None
    assert both_seats.found_with_players("nothing") == []


@isolate_apps("django.contrib.contenttypes")
def test_a_model_that_does_something_when_it_is_made_is_refused() -> None:
    class Busy(Model):  # noqa: DJ008 - nobody shows one
        class Meta:
            app_label = "contenttypes"

        def __init__(self, *values: Any) -> None:
            super().__init__(*values)

    with pytest.raises(TypeError, match="for the ORM"):
        Select[tuple[Busy]]("SELECT {busy} FROM busy", busy=Busy)


def test_nothing_found_is_no_rows() -> None:
    assert both_seats.found("nosuchgame") == []


def test_both_seats_have_one_game(table: Table) -> None:
    ways = (both_seats.of_game(table.game.pk), both_seats.to_change(table.game.pk))
    for found in (both_seats.found(table.game.public_id), *ways):
        assert [seat.side for seat in found] == [0, 1]
        assert found[0].game is found[1].game
        assert found[0].game == table.game


@pytest.mark.parametrize("count", [1, 2])
def test_rows_are_saved_with_one_statement(seats: list[Seat], count: int) -> None:
    before = columns(seats[1])
    now = timezone.now()
    for seat in seats[:count]:
        seat.version += 7 + seat.side
        seat.asked, seat.can_undo = f"it's %s {seat.side}", not seat.can_undo
        seat.waiting_since = now + timedelta(hours=seat.side)
        seat.looked_at = 999  # not to be saved
    with CaptureQueriesContext(connection) as captured:
        SEAT.save(*seats[:count])
    assert len(captured) == 1
    for seat in seats[:count]:
        saved = Seat.objects.get(pk=seat.pk)
        assert columns(saved) | {"looked_at": 999} == columns(seat)
        assert saved.looked_at != 999
    assert columns(Seat.objects.get(pk=seats[1].pk)) == before or count == 2


def test_nothing_can_be_saved_in_all_rows(seats: list[Seat]) -> None:
    for seat in seats:
        seat.waiting_since = seat.player = None
    SEAT.save(*seats)
    assert Seat.objects.filter(waiting_since=None, player=None).count() == 2


def test_rows_are_added_with_their_defaults(table: Table) -> None:
    new = [
        Notification(kind="test", about=about, occasion="1", recipient=person, message_id=f"<{about}>")
        for about, person in zip(("a", "b"), table.people, strict=True)
    ]
    with CaptureQueriesContext(connection) as captured:
        Insert(Notification).add(new)
    assert len(captured) == 1
    for row in new:
        added = Notification.objects.get(about=row.about)
        assert columns(added) == columns(row) | {"id": added.pk}
        assert added.created_at is not None


def test_a_row_made_for_adding_is_what_the_model_would_make(table: Table) -> None:
    mails = Insert(Notification)
    values = {"kind": "test", "occasion": "1", "recipient_id": table.people[0].pk, "due_at": timezone.now()}
    quickly = mails.new(about="quickly", message_id="<1>", **values)
    as_ever = Notification(about="as ever", message_id="<2>", **values)
    assert quickly._state.adding
    mails.add([quickly, as_ever])
    one, other = (columns(Notification.objects.get(about=about)) for about in ("quickly", "as ever"))
    apart = {"id": 0, "about": "", "message_id": "", "created_at": None}
    assert one | apart == other | apart


@pytest.mark.services
@pytest.mark.parametrize("count", [1, 2])
def test_too_long_a_value_is_refused_and_not_cut(seats: list[Seat], count: int) -> None:
    """SQLite keeps texts of any length."""
    for seat in seats:
        seat.asked = "longer than any word for what is asked"
    with pytest.raises(DataError):
        SEAT.save(*seats[:count])


@pytest.mark.services
def test_a_statement_is_the_same_with_a_value_and_without(seats: list[Seat]) -> None:
    """PostgreSQL plans it once, and the driver has it planned when it has come a few times."""
    for time in (None, timezone.now()) * 4:
        for seat in seats:
            seat.waiting_since = time
        SEAT.save(*seats)
    with connection.cursor() as cursor:
        cursor.execute("SELECT parameter_types::text, statement FROM pg_prepared_statements")
        planned = [types for types, text in cursor.fetchall() if text.startswith("UPDATE games_seat")]
    assert len(planned) == 1, planned
