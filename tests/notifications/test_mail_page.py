"""What people are told of their mail, what they choose to get, and the links that stop it."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models.person import Person
from notifications import outbox, rhythm, services
from notifications.delivery import deliver_due
from notifications.letters import unsubscribe_url
from notifications.models import MailOutcome, MailRhythm, Muted, Notification
from notifications.personal_data import wanted_by
from notifications.queries import choices_of
from notifications.registry import Kind, register
from tests.kit.pages import words_of
from tests.kit.processes import free_port
from tests.notifications.conftest import NEWS, compose, make_due, owe

pytestmark = pytest.mark.django_db
PAGE = "/me/mail/"
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def browser(person: Person) -> Client:
    browser = Client()
    browser.force_login(person)
    return browser


def page_of(browser: Client) -> str:
    response = browser.get(PAGE)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    return words_of(response)


def stop_path(person: Person, kind: str = NEWS) -> str:
    return urlsplit(unsubscribe_url(person, kind)).path


# --- what was sent ---


def test_nothing_was_sent_yet(browser: Client) -> None:
    assert "Nothing yet." in page_of(browser)


def test_a_person_sees_what_became_of_their_messages_and_of_nobody_elses(
    browser: Client, person: Person, settings: Settings
) -> None:
    owe(person, occasion="1")
    owe(Person.objects.at("stranger@example.org"), "stranger", "1")
    deliver_due()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    owe(person, occasion="2")
    deliver_due()
    owe(person, "past", "3")
    deliver_due()
    owe(person, occasion="4")
    page = page_of(browser)
    assert page.count("Occasion") == 2
    assert "<b>Occasion 1</b>" in page
    assert re.search(r"Occasion 2.*?waiting: the mail server could not be reached · next try at", page)
    assert "skipped: it was no longer to the point" in page
    assert re.search(
        r"<b>News & rumours</b>\s*<p class=\"hint\"><time [^>]*>[^<]*</time> · waiting *</p>", page
    )
    for machinery in ("127.0.0.1", "Errno", "Refused", "stranger"):
        assert machinery not in page


@pytest.mark.parametrize("outcome", list(MailOutcome))
def test_failure_is_explained_in_words(browser: Client, person: Person, outcome: MailOutcome) -> None:
    owe(person)
    claimed = outbox.claim()
    assert claimed is not None
    outbox.settle_failed(claimed, outcome, "SMTPException: the machinery's own words")
    page = page_of(browser)
    assert f"failed: {outcome.label}" in page
    assert "machinery's" not in page


def test_only_the_latest_are_listed(browser: Client, person: Person) -> None:
    for number in range(52):
        owe(person, occasion=str(number))
    deliver_due()
    page = page_of(browser)
    assert "Only the latest 50 are shown." in page
    assert "<b>Occasion 51</b>" in page
    assert "<b>Occasion 1</b>" not in page


# --- what is wanted ---


def test_kinds_can_be_chosen_and_the_others_do_not_come(browser: Client, person: Person) -> None:
    register(Kind("tests.bills", "Bills", compose))
    assert re.search(rf'value="{NEWS}" checked> News & rumours', page_of(browser))
    assert "tests.bills" not in page_of(browser)  # there is no choice
    response = browser.post(PAGE, {"wanted": ["games.window", "made.up"]})
    assert response["Location"] == PAGE
    page = page_of(browser)
    assert "Your mail settings are saved." in page
    assert f'value="{NEWS}">' in page
    assert 'value="games.window" checked>' in page
    news, bills = owe(person), owe(person, kind="tests.bills", about="bill")
    deliver_due()
    news.refresh_from_db()
    bills.refresh_from_db()
    assert (news.status, news.outcome) == (Notification.Status.SKIPPED, MailOutcome.MUTED)
    assert bills.status == Notification.Status.SENT
    assert "skipped: you do not want mails of this kind" in page_of(browser)
    browser.post(PAGE, {"wanted": [NEWS]})
    owe(person, occasion="2")
    deliver_due()
    assert [sent.to for sent in mail.outbox] == [["bill@example.org"], ["someone@example.org"]]


def test_a_kind_that_is_no_longer_optional_comes_although_it_was_muted(person: Person) -> None:
    register(Kind("tests.bills", "Bills", compose))
    Muted.objects.create(person=person, kind="tests.bills")
    owe(person, kind="tests.bills")
    deliver_due()
    assert len(mail.outbox) == 1


def test_waiting_mail_is_not_sent_after_its_kind_was_muted(person: Person, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    message = owe(person)
    deliver_due()
    services.mute(person=person, kind=NEWS)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    make_due(message)
    deliver_due()
    message.refresh_from_db()
    assert (message.status, message.outcome) == (Notification.Status.SKIPPED, MailOutcome.MUTED)
    assert not mail.outbox


def test_a_kind_on_request_is_mailed_only_to_those_who_ask_for_it(person: Person, browser: Client) -> None:
    register(Kind("tests.extras", "Extras", compose, optional=True, on_request=True))
    owe(person, kind="tests.extras")
    deliver_due()
    assert not mail.outbox
    browser.post(PAGE, {"wanted": ["tests.extras"]})
    assert [choice.kind.name for choice in choices_of(person) if choice.is_wanted] == ["tests.extras"]
    owe(person, kind="tests.extras", occasion="2")
    deliver_due()
    assert len(mail.outbox) == 1
    Client().post(stop_path(person, "tests.extras"), ONE_CLICK)
    owe(person, kind="tests.extras", occasion="3")
    deliver_due()
    assert len(mail.outbox) == 1
    Client().post(stop_path(person, "tests.extras"), {"undo": "1"})
    assert list(wanted_by(person)) == [{"kind": "tests.extras"}]
    browser.post(PAGE, {"wanted": [NEWS]})
    assert not list(wanted_by(person))


# --- the link in a mail ---


def test_looking_at_the_link_stops_nothing(person: Person) -> None:
    response = Client().get(stop_path(person))
    assert response.status_code == 200
    assert "Stop these mails?" in response.content.decode()
    assert "News &amp; rumours" in response.content.decode()
    assert response["Referrer-Policy"] == "no-referrer"
    assert "no-store" in response["Cache-Control"]
    assert not Muted.objects.exists()


def test_a_mail_program_stops_a_kind_without_having_seen_the_page(person: Person) -> None:
    program = Client(enforce_csrf_checks=True)
    for _time in range(2):  # it may send it twice
        response = program.post(stop_path(person), ONE_CLICK)
        assert response.status_code == 200  # a redirect is not followed (RFC 8058)
        assert not response.cookies
    (muted,) = Muted.objects.all()
    assert (muted.person, muted.kind) == (person, NEWS)
    owe(person)
    deliver_due()
    assert not mail.outbox


def test_muting_can_be_undone_on_the_page(person: Person) -> None:
    browser = Client(enforce_csrf_checks=True)
    page = browser.post(stop_path(person)).content.decode()
    assert "That is done" in page
    assert '<input type="hidden" name="undo" value="1">' in page
    assert "These mails are stopped" in browser.get(stop_path(person)).content.decode()
    page = browser.post(stop_path(person), {"undo": "1"}).content.decode()
    assert "You get these mails again" in page
    assert not Muted.objects.exists()


def test_a_link_is_for_one_person_and_one_kind(person: Person) -> None:
    register(Kind("tests.rumours", "Rumours", compose, optional=True))
    other = Person.objects.at("other@example.org")
    Client().post(stop_path(person), ONE_CLICK)
    owe(other)
    owe(person, "rumour", kind="tests.rumours")
    deliver_due()
    assert [sent.to for sent in mail.outbox] == [["someone@example.org"], ["rumour@example.org"]]


@pytest.mark.parametrize("change", ["x", "", "forged"])
def test_a_link_that_we_did_not_make_is_nothing(person: Person, change: str) -> None:
    path = stop_path(person)
    token = {"x": path[:-1] + "x/", "": "/mail/stop/abc/", "forged": path.replace(path[11:14], "abc")}[change]
    for answer in (Client().get(token), Client().post(token, ONE_CLICK)):
        assert answer.status_code == 404
    assert not Muted.objects.exists()


def test_a_link_of_somebody_who_is_gone_or_of_no_choice_is_nothing(person: Person) -> None:
    register(Kind("tests.bills", "Bills", compose))
    assert Client().get(stop_path(person, "tests.bills")).status_code == 404
    assert Client().get(stop_path(person, "gone.kind")).status_code == 404
    path = stop_path(person)
    person.delete()
    assert Client().get(path).status_code == 404


# --- when it is wanted ---


def chosen_in(page: str) -> list[str]:
    return re.findall(r'<input type="radio" name="rhythm" value="([^"]*)"[^>]* checked', page)


def test_the_first_screen_has_the_rhythm_and_the_kinds_are_folded(browser: Client) -> None:
    page = page_of(browser)
    assert chosen_in(page) == ["at-once"]
    assert page.index("When we write to you") < page.index("<details>") < page.index('name="wanted"')


def test_a_rhythm_is_chosen_with_quiet_hours_and_reminders(browser: Client, person: Person) -> None:
    asked = {"rhythm": "daily", "every": "8", "hour": "7", "quiet_from": "22", "quiet_until": "6"}
    browser.post(PAGE, {**asked, "reminders": ["half", "eighth"]})
    page = page_of(browser)
    assert "Your mail settings are saved." in page
    assert chosen_in(page) == ["daily"]
    row = MailRhythm.objects.get(person=person)
    assert (row.every, row.hour, row.quiet_from, row.quiet_until) == (8, 7, 22, 6)
    assert row.reminders == "half,eighth"
    assert not Muted.objects.exists()
    browser.post(PAGE, {**asked, "quiet_from": "", "quiet_until": ""})
    row.refresh_from_db()
    assert (row.quiet_from, row.quiet_until, row.reminders) == (None, None, "")


@pytest.mark.parametrize("wrong", [{"rhythm": "hourly"}, {"every": "5"}, {"hour": "24"}, {"quiet_from": ""}])
def test_what_is_not_offered_is_not_stored(browser: Client, wrong: dict[str, str]) -> None:
    asked = {"rhythm": "daily", "every": "8", "hour": "7", "quiet_from": "22", "quiet_until": "6"}
    assert browser.post(PAGE, asked | wrong).status_code == 400
    assert not MailRhythm.objects.exists()
    assert not Muted.objects.exists()


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The topics of everybody."""
    known = {"k3v8"}
    monkeypatch.setattr(rhythm, "_topics_of", [lambda person_id: known])
    return known


def topics(person: Person) -> dict[str, str]:
    return dict(MailRhythm.objects.get(person=person).topics)


def test_one_game_is_chosen_for_by_itself(browser: Client, person: Person, known: set[str]) -> None:
    assert "Mail about game k3v8" in words_of(browser.get(f"{PAGE}?about=k3v8"))
    browser.post(PAGE, {"topic": "k3v8", "rhythm": "never"})
    assert topics(person) == {"k3v8": "never"}
    assert re.search(r"Game k3v8</a>:\s*never", page_of(browser))
    answer = browser.post(PAGE, {"topic": "k3v8", "rhythm": "sometimes"})
    assert answer.status_code == 400
    assert "Mail about game k3v8" in words_of(answer)
    assert topics(person) == {"k3v8": "never"}
    browser.post(PAGE, {"topic": "k3v8", "rhythm": ""})
    assert topics(person) == {}


def test_nothing_is_chosen_for_what_is_no_game_of_ones_own(browser: Client, known: set[str]) -> None:
    for topic in ("k9", "not a game", "k" * 200):
        assert browser.get(PAGE, {"about": topic}).status_code == 404
        assert browser.post(PAGE, {"topic": topic, "rhythm": "never"}).status_code == 404
    assert not MailRhythm.objects.exists()


def test_what_was_chosen_for_a_game_that_is_over_is_dropped(
    browser: Client, person: Person, known: set[str]
) -> None:
    browser.post(PAGE, {"topic": "k3v8", "rhythm": "never"})
    known.clear()
    known.add("k4")
    browser.post(PAGE, {"topic": "k4", "rhythm": "daily"})
    assert topics(person) == {"k4": "daily"}


def test_what_is_set_aside_waits_for_the_next_mail(browser: Client, person: Person) -> None:
    message = owe(person)
    claimed = outbox.claim()
    assert claimed is not None
    outbox.set_aside(claimed, message.created_at + timedelta(hours=1))
    assert "waits for your mail at" in page_of(browser)


# --- the test mail ---


def test_a_person_can_have_a_test_mail_and_then_some_but_not_many(browser: Client) -> None:
    for _time in range(services.MOST_TEST_MAILS):
        assert browser.post("/me/mail/test/")["Location"] == PAGE
        assert "A test mail is on its way." in page_of(browser)
    browser.post("/me/mail/test/")
    assert "You can send at most 3 test mails an hour." in page_of(browser)
    deliver_due()
    assert [sent.subject for sent in mail.outbox] == ["Sekigahara: a test mail"] * 3
    long_ago = timezone.now() - services.TRIALS_WITHIN - timedelta(seconds=1)
    Notification.objects.update(created_at=long_ago)
    browser.post("/me/mail/test/")
    assert "A test mail is on its way." in page_of(browser)
