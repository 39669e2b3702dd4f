"""What operators are shown when somebody asks for help, and what they are not."""

import json
import logging
from datetime import timedelta
from typing import Any

import pytest
from django.core.management.base import CommandError

from accounts import restrictions
from accounts.models.restriction import Restricted
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.models.outage import Pulse
from games.services import lobby, outages, suspension
from games.tasks import look_at_clocks
from notifications.models import MailOutcome, Notification
from notifications.services import TRIAL, Announcement, announce
from sekigahara.db import service_time
from tests.factories.people import PersonFactory
from tests.kit.commands import output_of
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

ADDRESS = "yodo@castle.example.org"


def looks(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    lines = [
        json.loads(line) for name, _level, line in caplog.record_tuples if name == "accounts.security_log"
    ]
    return [line for line in lines if line["event"] == "looked-up"]


@pytest.fixture(autouse=True)
def _noted(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    logger = logging.getLogger("accounts.security_log")
    monkeypatch.setattr(logger, "propagate", True)
    monkeypatch.setenv("LOGNAME", "keeper")


def test_person_is_found_by_address_name_and_key(caplog: pytest.LogCaptureFixture) -> None:
    person = PersonFactory.create(name="Yodo", email=ADDRESS)
    shown = output_of("person", ADDRESS.upper())
    assert shown == output_of("person", "Yodo") == output_of("person", person.key)
    assert shown.startswith(f"{person.pk} Yodo:\n")
    assert "at @castle.example.org" in shown
    assert ADDRESS not in shown
    assert [(line["person"], line["what"], line["by"]) for line in looks(caplog)] == [
        (person.pk, "person", "keeper")
    ] * 3
    with pytest.raises(CommandError, match="Nobody"):
        output_of("person", "Nene")


def test_everybody_of_a_name_is_shown() -> None:
    people = PersonFactory.create_batch(2, name="Yodo")
    shown = output_of("person", "Yodo")
    assert all(f"{person.pk} Yodo:" in shown for person in people)


def test_mail_restrictions_and_games_of_a_person_are_shown() -> None:
    table = Table(5)
    person = table.people[EAST]
    judge = PersonFactory.create(name="Moderator", is_moderator=True)
    restrictions.impose(person=person, what=[Restricted.MESSAGES], days=3, reason="Insults.", by=judge)
    announce([Announcement(TRIAL, str(person.pk), "1", person.pk)])
    failed = Notification.objects.get(kind=TRIAL)
    Notification.objects.filter(pk=failed.pk).update(
        status=Notification.Status.FAILED, outcome=MailOutcome.REJECTED, settled_at=service_time.now()
    )
    shown = output_of("person", person.key)
    assert "Games:\n  being played: 1\n" in shown
    assert "Restrictions:\n  messages until " in shown
    assert f"Mail that failed:\n  {failed.pk}  " in shown
    assert "Insults" not in shown


def test_game_says_who_is_asked_and_why_it_is_stopped(caplog: pytest.LogCaptureFixture) -> None:
    outages.go_on(service_time.now())
    table = Table(terms=lobby.Terms(pace=2))
    table.submit(EAST)
    game = Game.objects.get(pk=table.game.pk)
    shown = output_of("game", game.public_id)
    assert shown.startswith(f"{game.public_id} being played:\n  {game.edition}, 2 days to answer\n")
    east, west = table.people[EAST], table.people[WEST]
    assert f"  east: {east.pk} {east.name}\n" in shown
    assert f"  west: {west.pk} {west.name}, asked since " in shown
    due = table.seat(WEST).due_at
    assert due is not None
    assert f", until {due:%Y-%m-%d %H:%M}\n" in shown
    assert f"waiting: {Notification.objects.filter(recipient=west).latest('pk').pk}  " in shown
    assert [line["what"] for line in looks(caplog)] == [f"game {game.public_id}"]
    suspension.freeze(game, "entry-differs")
    assert "stopped: " in (stopped := output_of("game", game.public_id))
    assert ", entry-differs\n" in stopped
    with pytest.raises(CommandError, match="no game"):
        output_of("game", "nosuchgame")


def test_jobs_show_what_waits_and_what_ran(caplog: pytest.LogCaptureFixture) -> None:
    person = PersonFactory.create()
    announce([Announcement(TRIAL, str(person.pk), "1", person.pk)])
    at = service_time.now() - timedelta(hours=1)
    Notification.objects.update(created_at=at)
    before = output_of("jobs")
    assert f"\n  mail: 1  {at:%Y-%m-%d %H:%M}\n" in before
    assert "Clocks:\n  never checked\n" in before
    assert "\n  check the clocks: not known\n" in before
    look_at_clocks.apply()
    after = output_of("jobs")
    assert "Clocks:\n  ok\n" in after
    assert f"\n  check the clocks: {Pulse.objects.get().at:%Y-%m-%d %H:}" in after
    assert [line["what"] for line in looks(caplog)] == ["jobs"] * 2
