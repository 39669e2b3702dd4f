"""The door for mail that comes in: who gets it, and what is left unread."""

from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from pytest_django import Settings

from games.replies.reading import new_paragraphs
from notifications import inbound
from notifications.inbound import Incoming

READ: list[tuple[str, Incoming]] = []


@pytest.fixture(autouse=True)
def _door(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.INBOUND_DOMAIN = "in.example.org"
    monkeypatch.setattr(inbound, "_readers", dict(inbound._readers))
    inbound.register("answer", lambda token, incoming: READ.append((token, incoming)))
    yield
    READ.clear()


def answer(text: str = "2\n", **headers: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = (
        "Someone <someone@example.org>",
        "Re: Challenge\n 3 at Gifu?".replace("\n", ""),
    )
    mail.set_content(text)
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    return mail


def taken(
    mail: EmailMessage, recipient: str = "answer+abc@in.example.org", sender: str = "someone@example.org"
) -> bool:
    return inbound.take(mail, sender=sender, recipients=[recipient])


def test_mail_is_read_by_whoever_registered_for_its_address() -> None:
    assert taken(answer("Ōgaki and all\r\n"))
    ((token, incoming),) = READ
    assert token == "abc"
    assert incoming.text == "Ōgaki and all\n"
    assert incoming.subject == "Re: Challenge 3 at Gifu?"
    assert (incoming.sender, incoming.recipient) == ("someone@example.org", "answer+abc@in.example.org")
    assert incoming.headers["from"] == "Someone <someone@example.org>"
    assert not incoming.is_automatic


@pytest.mark.parametrize(
    "recipient",
    [
        "answer+abc@elsewhere.example.org",
        "answer@in.example.org",
        "answer+@in.example.org",
        "else+abc@in.example.org",
    ],
)
def test_other_addresses_are_not_read(recipient: str) -> None:
    assert not taken(answer(), recipient)
    assert not inbound.is_read(recipient)
    assert not READ


def test_case_of_prefix_and_domain_does_not_matter() -> None:
    assert taken(answer(), "<Answer+AbC@IN.example.org>")
    assert READ[0][0] == "AbC"


def test_nothing_is_read_without_a_domain(settings: Settings) -> None:
    settings.INBOUND_DOMAIN = ""
    assert not taken(answer(), "answer+abc@")


@pytest.mark.parametrize(
    "mail",
    [
        answer(Auto_Submitted="auto-replied"),
        answer(Auto_Submitted="auto-generated; owner-email=someone@example.org"),
        answer(Precedence="bulk"),
        answer(List_Id="Players <players.example.org>"),
        answer(X_Autoreply="yes"),
        answer(Message_ID="<games.window.k3v8.12@testserver>"),
    ],
    ids=["answer", "generated", "bulk", "list", "old answer", "loop"],
)
def test_mail_of_programs_and_lists_and_our_own_is_left_unread(mail: EmailMessage) -> None:
    assert not taken(mail)
    assert not READ


def test_mail_without_a_sender_is_left_unread() -> None:
    assert not taken(answer(), sender="")


def test_mail_that_says_it_was_not_sent_by_a_program_is_read() -> None:
    assert taken(answer(Auto_Submitted="no"))


@pytest.mark.parametrize("encoding", ["utf-8", "iso-2022-jp", "x-unheard-of"])
def test_text_is_read_as_far_as_it_can_be(encoding: str) -> None:
    mail = answer()
    mail.replace_header("Content-Type", f"text/plain; charset={encoding}")
    assert taken(mail)
    assert READ[0][1].text == "2\n"


PAGE = """<html><head><title>Re</title><style>p { color: red }</style></head><body><div dir="ltr">2
 a &amp; <b>c</b></div><div><br></div><div>Anna</div><div>On Friday, Sekigahara wrote:<br></div>
<blockquote><p>3 is no answer.</p></blockquote></body></html>"""


def test_text_of_mail_that_is_a_page_alone_is_that_of_the_page() -> None:
    mail = EmailMessage()
    mail["From"] = "someone@example.org"
    mail.set_content(PAGE, subtype="html")
    assert taken(mail)
    assert new_paragraphs(READ[0][1].text) == ["2 a & c", "Anna"]
