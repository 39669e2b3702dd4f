"""Mail that comes in by SMTP: over a real socket, from this machine only."""

import smtplib
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from accounts.models.person import Person
from notifications import bounces, inbound, listener
from notifications.delivery import deliver_due
from notifications.inbound import Incoming
from tests.kit.processes import free_port
from tests.notifications.conftest import owe
from tests.notifications.test_bounces import REPORTS

READ: list[str] = []
ANSWER = b"From: someone@example.org\r\nSubject: Re: Challenge?\r\n\r\n2\r\n"


def _read(token: str, incoming: Incoming) -> None:
    if token == "broken":
        raise KeyError(token)
    READ.append(f"{token}: {incoming.text.strip()}")


@pytest.fixture
def port(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    settings.INBOUND_DOMAIN = "in.example.org"
    monkeypatch.setattr(inbound, "_readers", dict(inbound._readers))
    inbound.register("answer", _read)
    with listener.listening("127.0.0.1", free_port()) as port:
        yield port
    READ.clear()


def sent(port: int, recipient: str, mail: bytes = ANSWER, sender: str = "someone@example.org") -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=20) as server:
        server.sendmail(sender, [recipient], mail)


@pytest.mark.django_db(transaction=True)
def test_mail_is_read_when_the_sender_is_told_that_it_is_taken(port: int) -> None:
    sent(port, "answer+abc@in.example.org")
    assert READ == ["abc: 2"]


@pytest.mark.django_db(transaction=True)
def test_report_of_a_server_comes_back_the_same_way(port: int, person: Person) -> None:
    message = owe(person)
    deliver_due()
    report = (REPORTS / "postfix.eml").read_bytes().replace(b"\n", b"\r\n")
    sent(port, f"bounce+{bounces.token_of(message)}@in.example.org", report, sender="")
    person.refresh_from_db()
    assert person.bounced_at is not None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("recipient", "mail", "code"),
    [
        ("nobody@in.example.org", ANSWER, 550),
        ("answer+abc@elsewhere.example.org", ANSWER, 550),
        ("answer+abc@in.example.org", ANSWER + b"x" * inbound.MOST_BYTES_OF_A_MAIL, 552),
        ("answer+broken@in.example.org", ANSWER, 451),
    ],
    ids=["nobody", "elsewhere", "too large", "broken"],
)
def test_what_cannot_be_read_is_refused(port: int, recipient: str, mail: bytes, code: int) -> None:
    with pytest.raises(smtplib.SMTPException) as refused:
        sent(port, recipient, mail)
    error = refused.value
    answers = error.recipients.values() if isinstance(error, smtplib.SMTPRecipientsRefused) else [error.args]
    assert {answer[0] for answer in answers} == {code}
    assert not READ


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "games.example.org", ""])
def test_address_that_others_could_reach_is_refused(host: str) -> None:
    with pytest.raises(listener.ReachableError), listener.listening(host, free_port()):
        pass
