"""Work left behind by a transaction: whoever works is woken once, after it, and finds everything."""

import logging

import pytest
from django.db import transaction
from pytest_django import Settings

from accounts.models.person import Person
from games.services.computers import play_computers
from notifications import nudge as nudging
from notifications.delivery import deliver_due
from notifications.nudge import do_due_work, nudge, register_work
from notifications.tasks import catch_up
from tests.notifications.conftest import owe

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


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
def test_what_was_rolled_back_wakes_nobody(wakings: list[str], person: Person) -> None:
    with transaction.atomic():
        owe(person, occasion="1")
        transaction.set_rollback(True)
    assert not wakings


@pytest.mark.django_db(transaction=True)
def test_a_part_that_was_rolled_back_takes_no_nudge_of_the_rest_with_it(
    wakings: list[str], person: Person
) -> None:
    with transaction.atomic():
        with transaction.atomic():
            owe(person, occasion="1")
            transaction.set_rollback(True)
        owe(person, occasion="2")
    assert wakings == ["woken"]


@pytest.mark.django_db(transaction=True)
def test_a_nudge_that_fails_harms_nobody(
    settings: Settings, person: Person, caplog: pytest.LogCaptureFixture
) -> None:
    settings.NUDGE = f"{__name__}.fail_to_wake"
    with transaction.atomic():
        message = owe(person)
    message.refresh_from_db()
    assert "nobody there" in caplog.text


# --- what is found ---


@pytest.fixture
def only_these(monkeypatch: pytest.MonkeyPatch) -> None:
    """No work is registered but what the test registers."""
    monkeypatch.setattr(nudging, "_work", [])


@pytest.mark.usefixtures("only_these")
def test_work_is_done_until_nobody_has_any_left() -> None:
    """The second makes work for the first, as a computer player's action makes a mail to send."""
    letters, orders = [1], [1, 2]

    def send() -> int:
        sent = len(letters)
        letters.clear()
        return sent

    def act() -> int:
        if not orders:
            return 0
        letters.append(orders.pop())
        return 1

    register_work(send)
    register_work(act)
    register_work(act)
    assert catch_up() == 5
    assert do_due_work() == 0
    assert (letters, orders) == ([], [])


@pytest.mark.usefixtures("only_these")
def test_one_that_fails_is_logged_and_keeps_nobody_from_work(caplog: pytest.LogCaptureFixture) -> None:
    tried: list[str] = []

    def crash() -> int:
        tried.append("crash")
        raise RuntimeError("the ink is dry")

    def send() -> int:
        tried.append("send")
        return len(tried) < 5

    register_work(crash)
    register_work(send)
    with caplog.at_level(logging.ERROR):
        assert do_due_work() == 3
    assert tried == ["crash", *["send"] * 4]
    assert "the ink is dry" in caplog.text


def test_the_outbox_and_the_computer_players_are_seen_to() -> None:
    assert {deliver_due, play_computers} <= set(nudging._work)
