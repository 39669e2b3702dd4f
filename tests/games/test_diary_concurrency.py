"""Diaries: notes written at one moment, and while somebody acts in the game."""

import pytest
from django.db import transaction

from games.engine.side import EAST
from games.log import diary_chain
from games.models import both_seats
from games.models.note import Note
from games.services import diary
from tests.kit.concurrency import at_once
from tests.kit.table import Table

pytestmark = pytest.mark.django_db(transaction=True)


def test_notes_written_at_one_moment_follow_each_other() -> None:
    table = Table()
    seats = [table.seat(EAST) for _note in range(2)]
    outcomes = at_once(*(lambda seat=seat: diary.write(seat=seat, text="Rain.") for seat in seats))
    assert all(isinstance(outcome, Note) for outcome in outcomes)
    assert [note.number for note in diary.notes_of(table.seat(EAST))] == [1, 2]
    assert diary_chain.fault_of(table.game) is None


@pytest.mark.services
def test_note_does_not_wait_for_whoever_acts_in_the_game() -> None:
    table = Table()
    seat = table.seat(EAST)
    with transaction.atomic():
        both_seats.count_write(table.game.pk)
        (outcome,) = at_once(lambda: diary.write(seat=seat, text="Rain."))
        assert isinstance(outcome, Note)


def test_form_that_is_sent_several_times_at_once_writes_one_note() -> None:
    table = Table()
    seat = table.seat(EAST)
    first, second = at_once(*[lambda: diary.write(seat=seat, text="Rain.", after=0)] * 2)
    assert first == second == Note.objects.get()
