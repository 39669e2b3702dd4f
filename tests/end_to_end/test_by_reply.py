"""The whole way by replies: two people play from the text of their mails, without opening a page.

Mail goes out by SMTP and replies come in by SMTP, each over a socket. The gate plays the beginning, the long
proof a whole game. What is grave, or nobody could know to be refused, is decided on the page.
"""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from email.message import EmailMessage
from random import Random

import pytest
from pytest_django import Settings

from games.engine.side import Side
from games.models.mail_reply import MailReply
from notifications import listener
from notifications.delivery import deliver_due
from tests.kit import replays
from tests.kit.mail import CountingServer
from tests.kit.processes import free_port
from tests.kit.replying import any_answer, reply_to_sent, text_of
from tests.kit.table import EMAILS, Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.embedded]

MOST_ON_THE_PAGE = 0.1
"""The share of decisions for which the page is needed."""


class Post:
    """Mail in both directions.

    Attributes:
        received: all that came out, in order.
    """

    def __init__(self, server: CountingServer, port: int) -> None:
        self.received = server.mails
        self._port = port

    def send(self, reply: EmailMessage) -> None:
        """Hand a reply to the service, and have its answers sent."""
        with smtplib.SMTP("127.0.0.1", self._port, timeout=20) as server:
            server.send_message(reply)
        deliver_due()

    def latest_to(self, address: str) -> EmailMessage:
        """The latest mail to somebody."""
        return next(mail for mail in reversed(self.received) if mail["To"] == address)


@pytest.fixture
def post(settings: Settings) -> Iterator[Post]:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "notifications.smtp.EmailBackend", "127.0.0.1"
    settings.INBOUND_DOMAIN = "in.example.org"
    with CountingServer() as server, listener.listening("127.0.0.1", free_port()) as port:
        settings.EMAIL_PORT = server.port
        yield Post(server, port)


@pytest.mark.parametrize(
    "decisions", [10, pytest.param(None, marks=pytest.mark.overnight)], ids=["beginning", "whole"]
)
def test_a_game_is_played_by_replies_to_mail(post: Post, decisions: int | None) -> None:
    table, chooser = Table(7), Random(7)
    answered, on_page = set[str](), list[Side]()
    looks_on: Side | None = None
    deliver_due()
    while not table.game.is_over and (decisions is None or played() < decisions):
        side, *_other = table.asked()
        mail, before = post.latest_to(EMAILS[side]), (table.game.length, len(post.received))
        is_new = mail["Message-ID"] not in answered
        assert is_new or side == looks_on, "a side is asked that has no mail about it"
        if is_new:
            answered.add(str(mail["Message-ID"]))
            post.send(reply_to_sent(mail, any_answer(text_of(mail), chooser)))
            looks_on = None if side == looks_on else looks_on
        if not is_new or (table.game.length, len(post.received)) == before:
            table.submit(side)
            deliver_due()
            on_page.append(side)
            looks_on = side
    said = [text_of(mail) for mail in post.received]
    confirmed = [text for text in said if text.startswith("Your reply was played: ")]
    refused = [text.partition("\n")[0] for text in said if text.startswith("Your reply was not played. ")]
    assert len(confirmed) > played() // 2
    assert len(on_page) <= MOST_ON_THE_PAGE * played(), refused
    replays.check_all()


def played() -> int:
    return MailReply.objects.filter(outcome=MailReply.Outcome.PLAYED).count()
