"""What is kept of messages to others loses the name of whoever leaves, and nothing else is touched."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import closing
from games.engine.side import EAST
from games.ladders.clubs import membership
from games.services import lobby
from notifications import delivery
from notifications.delivery import deliver_due
from notifications.email import Connection, NotSentError
from notifications.models import MailOutcome, Naming, Notification
from notifications.webhooks.models import Delivery, Webhook
from tests.accounts.conftest import new_address, somebody
from tests.accounts.leaving import a_table, again, found_in_the_database, renamed
from tests.factories.clubs import ClubFactory, ClubWebhookFactory
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory

pytestmark = pytest.mark.django_db


def subjects() -> list[str]:
    return list(Notification.objects.order_by("pk").values_list("subject", flat=True))


@pytest.mark.parametrize("name", ["e", "club", "West", "game", "Friends", "has begun"])
def test_a_name_that_is_a_word_of_messages_costs_nobody_theirs(name: str) -> None:
    club = ClubFactory.create()
    for shape in Webhook.Shape.values:
        ClubWebhookFactory.create(club=club, url=f"https://hooks.example.org/{shape}", shape=shape)
    membership.join(club=club, person=PersonFactory.named("Somebody Else"))
    a_table()
    deliver_due()
    bodies = list(Delivery.objects.order_by("pk").values_list("body", flat=True))
    told = subjects()
    assert len(bodies) == 2
    assert any(told)
    assert any(name in text for text in (*bodies, *told))
    closing.close(person=somebody(name))
    assert list(Delivery.objects.order_by("pk").values_list("body", flat=True)) == bodies
    assert subjects() == told


def test_cost_of_closing_does_not_grow_with_mails_to_others() -> None:
    reader, leaving = somebody("Reader"), [somebody("game"), somebody("game")]
    counts = []
    for number, person in enumerate(leaving):
        if number:
            Notification.objects.bulk_create(
                Notification(
                    kind="games.over",
                    about=str(n),
                    occasion="1",
                    recipient=reader,
                    message_id=str(n),
                    subject="East against Foo: the game is over",
                )
                for n in range(300)
            )
        with CaptureQueriesContext(connection) as asked:
            closing.close(person=person)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_old_name_is_removed_from_subjects_after_a_renaming() -> None:
    table = a_table()
    club = ClubFactory.create()
    ClubWebhookFactory.create(club=club)
    person, other = table.people
    membership.join(club=club, person=person)
    deliver_due()
    renamed(person, "East", new_address())
    assert found_in_the_database("Ashigaru One")
    closing.close(person=again(person))
    (row,) = Notification.objects.filter(recipient=other).exclude(subject="")[:1]
    assert row.subject == "West against a former player: the game has begun"
    assert not found_in_the_database("Ashigaru One")
    assert not Naming.objects.exists()


def test_account_closed_while_a_mail_is_sent_is_not_in_its_subject(monkeypatch: Any) -> None:
    table = a_table()
    Notification.objects.filter(recipient=table.people[EAST]).delete()
    send = Connection.send

    def slow(*about: Any) -> None:
        closing.close(person=again(table.people[EAST]))
        send(*about)

    monkeypatch.setattr(Connection, "send", slow)
    delivery.deliver_due()
    assert "Ashigaru One" in mail.outbox[0].subject, "it was on its way"
    assert not found_in_the_database("Ashigaru One")


def test_account_closed_while_a_mail_is_composed_is_not_in_its_subject(monkeypatch: Any) -> None:
    table = a_table()
    Notification.objects.filter(recipient=table.people[EAST]).delete()
    made_up = delivery._composed

    def slow(*about: Any) -> Any:
        message = made_up(*about)
        closing.close(person=again(table.people[EAST]))
        return message

    monkeypatch.setattr(delivery, "_composed", slow)
    delivery.deliver_due()
    assert not found_in_the_database("Ashigaru One")


def test_named_person_is_noted_once_though_a_mail_is_tried_again(monkeypatch: Any) -> None:
    table = a_table()
    monkeypatch.setattr(Connection, "send", _refused)
    for _time in range(2):
        Notification.objects.filter(status=Notification.Status.WAITING).update(due_at="2020-01-01T00:00Z")
        deliver_due()
    noted = Naming.objects.filter(person=table.people[EAST]).values_list("words", flat=True)
    assert list(noted) == ["Ashigaru One"]


def _refused(*_about: Any) -> None:
    raise NotSentError(MailOutcome.DEFERRED, OSError("not now"), for_good=False)


def test_inviter_without_a_name_stays_somebody() -> None:
    person = somebody()
    invited = somebody("Invited")
    GameFactory.create(creator=person, opponent=lobby.Invite(invited.email))
    deliver_due()
    assert not Naming.objects.filter(person=person).exists()
    row = Notification.objects.get(kind="games.invitation")
    assert row.subject == "Someone invites you to a game of Sekigahara"
