"""Who calls the periodic jobs in the full size, a thread of a worker, may be killed at any moment."""

import os
import signal
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models.person import Person
from games.models.game import Game
from games.models.outage import Pulse
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import clock
from games.services.creation import PRIVATE
from notifications.models import Notification
from sekigahara.jobs.schedule import Queue
from tests.factories.games import GameFactory
from tests.kit.installation import process_of, worker
from tests.kit.mail import Mailboxes, mail_server
from tests.kit.processes import wait_until

pytestmark = [pytest.mark.services, pytest.mark.overnight, pytest.mark.django_db(transaction=True)]

SECONDS_TO_TAKE_OVER = 30
"""On a busy machine; a quiet one needs two or three. Jobs first called after a minute would be late."""
GAMES = 5


def test_another_worker_calls_the_jobs_once_the_one_that_did_is_killed() -> None:
    GameFactory.create_batch(GAMES, running=True, terms=PRIVATE._replace(pace=2))
    Game.objects.update(on_time_out=OnTimeOut.CLAIM)
    boxes = Mailboxes(*Person.objects.values_list("email", flat=True))
    with mail_server(boxes) as port, worker(EMAIL_URL=f"smtp://127.0.0.1:{port}"):
        wait_until(Pulse.objects.exists, what="the first look at the clocks")
        doomed = process_of(Queue.CLOCKS)
        os.kill(doomed, signal.SIGKILL)
        Seat.objects.filter(side=0).update(due_at=timezone.now() - timedelta(hours=1))
        told = Notification.objects.filter(kind=clock.OVERDUE)
        wait_until(
            lambda: told.filter(status=Notification.Status.SENT).count() == GAMES,
            seconds=SECONDS_TO_TAKE_OVER,
            what="the mails about missed deadlines",
        )
        assert process_of(Queue.CLOCKS) != doomed
    opponents = Seat.objects.filter(side=1).values_list("player__email", flat=True)
    mailed = [mail["To"] for mail in boxes.received if clock.OVERDUE in mail["Message-ID"]]
    assert sorted(mailed) == sorted(opponents), "each once"
    assert told.count() == GAMES
