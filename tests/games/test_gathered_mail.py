"""A gathered mail of real games, as it comes over a socket."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.engine.side import WEST
from games.services import lobby
from notifications import rhythm
from notifications.delivery import deliver_due
from notifications.models import MailRhythm, Notification, Rhythm
from tests.kit.mail import Mailboxes, mail_server
from tests.kit.table import EMAILS, Table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
PNG = b"\x89PNG"
STATEMENTS_FOR_EACH = 8
"""Of SQL: 2 to read the game and its log, 2 to claim and settle its message, 4 to keep the subject."""
STATEMENTS_BESIDE = 5
LARGEST = 60_000
"""Bytes of a mail with three pictures."""


@pytest.fixture
def boxes(settings: Settings) -> Iterator[Mailboxes]:
    boxes = Mailboxes(*EMAILS)
    with mail_server(boxes) as port:
        settings.EMAIL_BACKEND = "notifications.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        yield boxes


def to_west(boxes: Mailboxes) -> list[EmailMessage]:
    return [mail for mail in boxes.received if mail["To"] == EMAILS[WEST]]


def test_three_games_come_in_one_mail_the_next_deadline_first(boxes: Mailboxes) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        tables = [Table(seed, terms=lobby.Terms(pace=pace)) for seed, pace in enumerate((7, 2, 3, 1))]
        rhythm.choose(MailRhythm(person_id=tables[0].people[WEST].pk, rhythm=Rhythm.DAILY, hour=18))
        deliver_due()
        assert not to_west(boxes)
        tables[3].submit(WEST, tables[3].a_bid(WEST))
        clock.move_to(NOON + timedelta(hours=6))
        deliver_due()
    (mail,) = to_west(boxes)
    assert mail["Subject"] == "3 games wait for you"
    text = mail.get_body(("plain",)).get_content()  # type: ignore[union-attr] # there is one
    places = [text.index(tables[number].game.public_id) for number in (1, 2, 0)]
    assert places == sorted(places)
    assert tables[3].game.public_id not in text  # West has answered there
    pictures = [part.get_content() for part in mail.walk() if part.get_content_type() == "image/png"]
    assert len(pictures) == 3
    assert all(picture.startswith(PNG) for picture in pictures)
    assert len(mail.as_bytes()) < LARGEST
    settled = Notification.objects.filter(recipient=tables[0].people[WEST]).values_list("status", flat=True)
    assert sorted(settled) == ["sent", "sent", "sent", "skipped"]


def test_each_game_adds_the_same_few_statements_to_a_gathered_mail(boxes: Mailboxes) -> None:
    counts = {}
    for day, games in enumerate((2, 5)):
        with time_machine.travel(NOON + timedelta(days=day), tick=False) as clock:
            tables = [Table(100 * day + seed, terms=lobby.Terms(pace=7)) for seed in range(games)]
            rhythm.choose(MailRhythm(person_id=tables[0].people[WEST].pk, rhythm=Rhythm.DAILY, hour=18))
            deliver_due()
            clock.shift(timedelta(hours=6))
            with CaptureQueriesContext(connection) as captured:
                deliver_due()
            counts[games] = len(captured)
        assert to_west(boxes)[-1]["Subject"] == f"{games} games wait for you"
    assert counts == {games: STATEMENTS_BESIDE + games * STATEMENTS_FOR_EACH for games in counts}
