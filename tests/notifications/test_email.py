"""What mail looks like on the wire: every mail here went over a socket."""

from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import parsedate_to_datetime

import pytest
from pytest_django import Settings

from accounts.models.person import Person
from notifications import email
from notifications.letters import letter, unsubscribe_url
from notifications.registry import Kind, Message, register
from notifications.services import TRIAL
from tests.kit.mail import Mailboxes, mail_server
from tests.kit.work import do_due_work
from tests.notifications.conftest import NEWS, owe

PNG = b"\x89PNG\r\n\x1a\n and some more"
PLAIN = Message("someone@example.org", "News from 関ヶ原", "The castle of Ōgaki fell.\n")
FULL = PLAIN._replace(
    html='<p>Fallen: <img src="cid:board"></p>',
    images={"board": PNG},
    thread="games.k3v8",
    unsubscribe="https://games.example.org/mail/stop/abc/",
)


@pytest.fixture
def boxes(settings: Settings) -> Iterator[Mailboxes]:
    boxes = Mailboxes("someone@example.org")
    with mail_server(boxes) as port:
        settings.EMAIL_BACKEND = "notifications.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        yield boxes


def send(message: Message, message_id: str) -> None:
    with email.Connection() as connection:
        connection.send(message, message_id)


def received(boxes: Mailboxes, message: Message, occasion: str = "1") -> EmailMessage:
    send(message, f"<tests.news.someone.{occasion}@testserver>")
    return boxes.received[-1]


def test_a_plain_mail(boxes: Mailboxes) -> None:
    mail = received(boxes, PLAIN)
    assert mail["Subject"] == PLAIN.subject
    assert mail["To"] == PLAIN.to
    assert mail.get_content().replace("\r\n", "\n") == PLAIN.text
    assert mail["Message-ID"] == "<tests.news.someone.1@testserver>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Id"] == "Sekigahara <sekigahara.testserver>"
    assert parsedate_to_datetime(mail["Date"]).year >= 2026
    for absent in ("List-Unsubscribe", "List-Unsubscribe-Post", "References", "In-Reply-To"):
        assert mail[absent] is None


def test_text_and_page_are_the_same_mail_and_the_page_shows_its_images(boxes: Mailboxes) -> None:
    mail = received(boxes, FULL)
    assert mail.get_content_type() == "multipart/related"
    alternatives, image = mail.iter_parts()
    assert alternatives.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in alternatives.iter_parts()] == ["text/plain", "text/html"]
    text, page = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None
    assert page is not None
    assert text.get_content().replace("\r\n", "\n") == FULL.text
    assert image.get_content() == PNG
    assert image.get_content_disposition() == "inline"
    assert f'<img src="cid:{image["Content-ID"][1:-1]}">' in page.get_content()


def test_an_image_of_one_mail_is_not_taken_for_that_of_another(boxes: Mailboxes) -> None:
    ids = [[*received(boxes, FULL, occasion).iter_parts()][1]["Content-ID"] for occasion in "12"]
    assert len(set(ids)) == 2


def test_all_mails_of_a_thread_answer_the_same_one(boxes: Mailboxes) -> None:
    one, two = (received(boxes, FULL, occasion) for occasion in "12")
    other = received(boxes, FULL._replace(thread="games.zzzz"))
    assert one["References"] == one["In-Reply-To"] == two["References"] == "<games.k3v8@testserver>"
    assert one["Message-ID"] != two["Message-ID"]
    assert other["References"] == "<games.zzzz@testserver>"


def test_a_mail_program_can_stop_it_with_one_tap(boxes: Mailboxes) -> None:
    mail = received(boxes, FULL)
    assert mail["List-Unsubscribe"] == f"<{FULL.unsubscribe}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_subject_of_several_lines_is_our_fault_and_not_sent(boxes: Mailboxes) -> None:
    with pytest.raises(ValueError, match="newlines"):
        received(boxes, PLAIN._replace(subject="News\nBcc: everybody@example.org"))
    assert not boxes.received


@pytest.mark.django_db
def test_the_test_mail_arrives_with_a_page_that_needs_nothing_from_elsewhere(
    boxes: Mailboxes, person: Person
) -> None:
    owe(person, str(person.pk), kind=TRIAL)
    do_due_work()
    (mail,) = boxes.received
    text, page = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None
    assert page is not None
    html = page.get_content()
    assert "http://testserver/me/mail/" in text.get_content()
    assert '<a href="http://testserver/me/mail/" style="' in html
    assert "prefers-color-scheme: dark" in html
    assert '<link rel="stylesheet"' not in html
    assert "src=" not in html
    assert mail["List-Unsubscribe"] is None  # nobody gets one who did not ask for it
    assert max(len(line) for line in mail.as_bytes().split(b"\n")) < 1000  # RFC 5322


@pytest.mark.django_db
def test_a_letter_of_an_optional_kind_says_how_to_stop_it_and_others_do_not(person: Person) -> None:
    register(Kind("tests.bills", "Bills", lambda about, occasion: None))
    news, bill = (
        letter("notifications/trial", {}, to=person, kind=kind, subject="News")
        for kind in (NEWS, "tests.bills")
    )
    url = unsubscribe_url(person, NEWS)
    assert news.unsubscribe == url
    assert f"Stop mails of this kind: {url}\n" in news.text
    assert f'href="{url}"' in news.html
    assert bill.unsubscribe == ""
    assert "/mail/stop/" not in bill.text + bill.html


@pytest.mark.django_db
def test_the_text_of_a_letter_is_not_written_as_html(person: Person) -> None:
    button = ("Ukita & <Mori>", "http://testserver/?a=1&b=2")
    mail = letter("notifications/trial", {}, to=person, kind=NEWS, subject="A & B", button=button)
    assert "\nUkita & <Mori>:\nhttp://testserver/?a=1&b=2\n" in mail.text
    assert "<title>A &amp; B</title>" in mail.html
    assert '<a href="http://testserver/?a=1&amp;b=2"' in mail.html
    assert "Ukita &amp; &lt;Mori&gt;</a>" in mail.html
    assert "\n\n\n" not in mail.text


@pytest.mark.django_db
def test_the_link_to_stop_a_kind_is_not_broken_up(boxes: Mailboxes, person: Person) -> None:
    url = unsubscribe_url(person, NEWS)
    mail = received(boxes, PLAIN._replace(unsubscribe=url))
    assert mail["List-Unsubscribe"].strip() == f"<{url}>"
