"""A mail server that hangs delays mail and nothing else, and keeps no worker from ending."""

import signal
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models.person import Person
from games.engine.side import WEST
from games.models.outage import Pulse
from games.models.seat import Seat
from games.tasks import look_at_clocks
from notifications.models import Notification
from notifications.nudge import nudge
from notifications.services import TRIAL, Announcement, announce
from tests.kit.installation import worker
from tests.kit.mail import HangingServer
from tests.kit.processes import wait_until
from tests.kit.table import Table
from tests.sekigahara.home import Home

BEGIN = """
import django
django.setup()
from accounts.models.person import Person
from games.services import lobby
from notifications import services
person = Person.objects.at("someone@example.org")
services.send_trial(person=person)
lobby.create(creator=person, edition="kessen", side="east", opponent=lobby.Computer("ashigaru"))
"""


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_computers_play_and_clocks_run_meanwhile_in_the_full_size() -> None:
    person, hour = Person.objects.at("someone@example.org"), timedelta(hours=1)
    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now() - hour})
    with HangingServer(drips=True) as server, worker(EMAIL_URL=f"smtp://127.0.0.1:{server.port}") as process:
        with transaction.atomic():
            announce([Announcement(TRIAL, str(person.pk), "1", person.pk)])
        wait_until(lambda: server.came, what="a mail in the hands of the worker")
        table = Table()
        with transaction.atomic():
            Seat.objects.filter(game=table.game, side=WEST).update(player=None, computer="ashigaru")
            nudge()
        wait_until(lambda: not table.seat(WEST).asked, seconds=15, what="the computer player's decision")
        look_at_clocks.delay()
        wait_until(
            lambda: Pulse.objects.get().at > timezone.now() - hour / 2,
            seconds=15,
            what="a look at the clocks",
        )
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0
    assert Notification.objects.get(kind=TRIAL).status == Notification.Status.WAITING


def test_computers_play_and_clocks_run_meanwhile_in_the_embedded_size(tmp_path: Path) -> None:
    with HangingServer(drips=False) as server:
        home = Home(tmp_path, EMAIL_URL=f"smtp://127.0.0.1:{server.port}")
        home.run("-c", BEGIN)

        def found(query: str) -> list[tuple[object, ...]]:
            with sqlite3.connect(home.folder / "db.sqlite3") as database:
                return database.execute(query).fetchall()

        assert found("SELECT asked != '' FROM games_seat WHERE computer != ''") == [(True,)]
        with home.served() as process:
            wait_until(lambda: server.came, what="a mail in the hands of the worker")
            wait_until(
                lambda: found("SELECT asked != '' FROM games_seat WHERE computer != ''") == [(False,)],
                seconds=15,
                what="the computer player's decision",
            )
            wait_until(lambda: found("SELECT 1 FROM games_pulse"), seconds=15, what="a look at the clocks")
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=10) in (0, -signal.SIGTERM)
        waiting = "SELECT count(*) FROM notifications_notification WHERE status = 'waiting' AND kind = ?"
        assert found(waiting.replace("?", f"'{TRIAL}'")) == [(1,)]
