"""On PostgreSQL: rows are locked in one order, so that nobody waits for somebody who waits for them."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections, transaction
from django.db.models import QuerySet

from games.ladders import personal, rounds
from games.ladders.models.bidding import Bidding
from games.ladders.models.entrant import Entrant
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Season
from games.models.pulse import Pulse
from games.services import clock
from tests.kit import challengers
from tests.kit.challengers import DAY, NOW, accept, challenge, challenger, win
from tests.kit.processes import wait_until
from tests.kit.rivals import waiting

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def meanwhile(ours: QuerySet[Any], deed: Callable[[], object], theirs: QuerySet[Any]) -> None:
    """Hold some rows until the deed waits for them, and then take others, which it must not have taken."""

    def done() -> None:
        try:
            deed()
        finally:
            connections.close_all()

    thread = threading.Thread(target=done)
    with transaction.atomic():
        assert list(ours.select_for_update(of=("self",), no_key=True))
        thread.start()
        try:
            wait_until(lambda: waiting() == 1, what="one waiting for our row")
        except BaseException:
            transaction.set_rollback(True)
            raise
        assert list(theirs.select_for_update(of=("self",), nowait=True))
    thread.join(timeout=30)
    assert not thread.is_alive()


def test_after_an_outage_biddings_are_moved_on_by_who_holds_their_ladder() -> None:
    ladder = challengers.a_ladder(3, has_bidding=True)
    accept(challenge(ladder, 3, 1))
    before = Bidding.objects.get().due_at
    Pulse.objects.create(pk=1, at=NOW)
    meanwhile(
        Ladder.objects.filter(pk=ladder.pk), lambda: clock.make_good(NOW + 2 * DAY), Bidding.objects.all()
    )
    assert Bidding.objects.get().due_at == before + 2 * DAY


def test_who_closes_their_account_has_taken_no_table_before_their_entries() -> None:
    ladder = challengers.a_ladder(3)
    win(accept(challenge(ladder, 3, 1)), challenger(3), NOW + DAY)
    rounds.run(NOW + DAY)
    person = challenger(1)

    def erase() -> None:
        with transaction.atomic():
            personal.erase(person)

    meanwhile(Entrant.objects.filter(person=person), erase, Season.objects.all())
    assert not Entrant.objects.filter(person=person).exists()
    season = Season.objects.get()
    assert season.tabled < season.changes
