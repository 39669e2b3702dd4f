"""Work left behind by a transaction: whoever works is woken once, after it."""

import pytest
from django.db import transaction
from pytest_django import Settings

from accounts.models.person import Person
from notifications.nudge import nudge
from tests.notifications.conftest import owe

pytestmark = pytest.mark.django_db(transaction=True)

woken: list[str] = []


def note_waking() -> None:
    woken.append("woken")


def fail_to_wake() -> None:
    raise RuntimeError("nobody there")


@pytest.fixture
def wakings(settings: Settings) -> list[str]:
    """Each time that the worker is woken."""
    settings.NUDGE = f"{__name__}.note_waking"
    woken.clear()
    return woken


def test_a_transaction_wakes_the_worker_once_and_only_when_it_is_committed(
    wakings: list[str], person: Person
) -> None:
    with transaction.atomic():
        owe(person, occasion="1")
        owe(person, occasion="2")
        nudge()
        assert not wakings
    assert wakings == ["woken"]
    nudge()
    assert len(wakings) == 2


def test_rolled_back_transaction_wakes_nobody(wakings: list[str], person: Person) -> None:
    with transaction.atomic():
        owe(person, occasion="1")
        transaction.set_rollback(True)
    assert not wakings


def test_a_part_that_was_rolled_back_takes_no_nudge_of_the_rest_with_it(
    wakings: list[str], person: Person
) -> None:
    with transaction.atomic():
        with transaction.atomic():
            owe(person, occasion="1")
            transaction.set_rollback(True)
        owe(person, occasion="2")
    assert wakings == ["woken"]


def test_a_nudge_that_fails_harms_nobody(
    settings: Settings, person: Person, caplog: pytest.LogCaptureFixture
) -> None:
    settings.NUDGE = f"{__name__}.fail_to_wake"
    with transaction.atomic():
        message = owe(person)
    message.refresh_from_db()
    assert "nobody there" in caplog.text
