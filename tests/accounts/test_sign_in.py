"""Signing in by a mailed link: who is told what, what a link does, and when it no longer does."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts import links, notices, services
from accounts.models.person import Person
from accounts.views.sign_in import ADDRESS, GOAL, TOKEN
from notifications.models import Notification
from tests.accounts.conftest import mailed_link, new_address, new_browser
from tests.kit.pages import words_of

pytestmark = pytest.mark.django_db
HOME = "/home-of-this-test/"


@pytest.fixture(autouse=True)
def home(settings: Settings) -> None:
    settings.LOGIN_REDIRECT_URL = HOME


def ask(browser: Client, address: str, **more: str) -> Any:
    return browser.post("/sign-in/", {"email": address, **more})


def follow(browser: Client, link: str) -> Any:
    """The page with the button, as a browser gets there."""
    return browser.get(link, follow=True)


def press(browser: Client) -> Any:
    return browser.post("/sign-in/finish/")


def sign_in(browser: Client, address: str, **more: str) -> Any:
    """All the way by a mailed link: the answer to the button."""
    ask(browser, address, **more)
    follow(browser, mailed_link())
    return press(browser)


def is_signed_in(browser: Client) -> bool:
    return SESSION_KEY in browser.session


# --- the way in ---


def test_somebody_new_signs_in(browser: Client, address: str) -> None:
    asked = ask(browser, address)
    assert (asked.status_code, asked["Location"]) == (302, "/sign-in/sent/")
    assert address in words_of(browser.get("/sign-in/sent/"))
    page = follow(browser, mailed_link())
    assert mail.outbox[-1].to == [address]
    assert address in words_of(page)
    assert not is_signed_in(browser)
    assert 'name="name"' in words_of(page)  # who has none is asked for it
    assert press(browser)["Location"] == HOME
    assert "Welcome." in words_of(browser.get("/me/"))
    person = Person.objects.get(email=address)
    assert browser.session[SESSION_KEY] == str(person.pk)
    assert person.confirmed_at is not None


def test_capitals_and_blanks_do_not_make_another_person(browser: Client, person: Person) -> None:
    sign_in(browser, f"  {person.email.upper()} ")
    assert browser.session[SESSION_KEY] == str(person.pk)


def test_the_link_may_be_opened_in_another_browser(browser: Client, person: Person) -> None:
    ask(browser, person.email)
    phone = new_browser()
    follow(phone, mailed_link())
    press(phone)
    assert (is_signed_in(phone), is_signed_in(browser)) == (True, False)


def test_the_first_confirmation_is_kept(browser: Client, person: Person) -> None:
    confirmed = timezone.now() - timedelta(days=100)
    Person.objects.filter(pk=person.pk).update(confirmed_at=confirmed)
    sign_in(browser, person.email)
    person.refresh_from_db()
    assert person.confirmed_at == confirmed


@pytest.mark.parametrize(
    "wrong", ["", "nobody", "a b@example.org", "a@example.org\nBcc: b@example.org", "x" * 300]
)
def test_invalid_address_is_refused_and_shown_again(browser: Client, wrong: str) -> None:
    response = ask(browser, wrong, next="/games/abc/")
    assert response.status_code == 400
    assert 'aria-invalid="true"' in response.content.decode()
    assert "/games/abc/" in response.content.decode()
    assert not Notification.objects.exists()


def test_an_address_is_escaped(browser: Client) -> None:
    response = ask(browser, '"<script>"@example.org')
    assert b"<script>" not in browser.get("/sign-in/sent/").content + response.content


def test_signed_in_person_needs_no_link(signed_in: Client) -> None:
    assert signed_in.get("/sign-in/")["Location"] == HOME
    assert signed_in.get("/sign-in/?next=/games/abc/")["Location"] == "/games/abc/"


def test_nothing_was_sent_to_who_asked_for_nothing(browser: Client) -> None:
    assert browser.get("/sign-in/sent/")["Location"] == "/sign-in/"


# --- who is known ---


def test_a_known_and_an_unknown_address_are_answered_alike(person: Person) -> None:
    """Both get equal bytes and headers, after as many statements of the same kinds."""
    told, done, moment = [], [], timezone.now()
    for address in (person.email, new_address()):
        browser = new_browser()
        browser.get("/sign-in/")
        with time_machine.travel(moment, tick=False), CaptureQueriesContext(connection) as statements:
            answer = ask(browser, address)
        done.append([query["sql"].split()[0] for query in statements])
        page = browser.get("/sign-in/sent/").content.replace(address.encode(), b"ADDRESS")
        told.append((answer.status_code, answer.content, set(answer.headers.items()), page))
    assert told[0] == told[1]
    assert done[0] == done[1]
    assert len(done[0]) > 3


# --- what a link does ---


@pytest.fixture
def link(browser: Client, person: Person) -> str:
    ask(browser, person.email)
    return mailed_link()


def test_programs_that_follow_links_use_nothing_up(link: str, person: Person) -> None:
    for _visit in range(3):
        scanner = new_browser()
        assert scanner.head(link).status_code == 302
        assert follow(scanner, link).status_code == 200
        assert not is_signed_in(scanner)
    person.refresh_from_db()
    assert (person.last_login, person.confirmed_at) == (None, None)
    mine = new_browser()
    follow(mine, link)
    press(mine)
    assert is_signed_in(mine)


def test_the_token_leaves_the_address_bar_and_goes_nowhere_else(browser: Client, link: str) -> None:
    first = browser.get(link)
    assert first["Location"] == "/sign-in/finish/"
    assert first["Referrer-Policy"] == "no-referrer"
    assert "no-store" in first["Cache-Control"]
    page = browser.get("/sign-in/finish/")
    assert "no-store" in page["Cache-Control"]
    assert link.split("/")[2] not in page.content.decode()


def test_the_session_is_a_new_one_after_signing_in(browser: Client, link: str) -> None:
    follow(browser, link)
    before = browser.session.session_key
    press(browser)
    assert browser.session.session_key != before
    assert "sign-in token" not in browser.session


def test_session_ends_ninety_days_after_signing_in_whatever_is_done_in_it(browser: Client, link: str) -> None:
    follow(browser, link)
    press(browser)
    ends = Session.objects.latest("expire_date").expire_date
    assert timedelta(days=89) < ends - timezone.now() <= timedelta(days=90)
    session = browser.session
    session["opened"] = "a seat"
    session.save()
    assert Session.objects.latest("expire_date").expire_date == ends


def test_cookies_are_for_no_script_and_come_from_no_other_site(browser: Client, link: str) -> None:
    follow(browser, link)
    press(browser)
    assert {"sessionid", "csrftoken"} <= browser.cookies.keys()
    for name, cookie in browser.cookies.items():
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax"), name


def test_the_button_cannot_be_pressed_from_elsewhere(link: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    follow(browser, link)
    refused = press(browser)
    assert refused.status_code == 403
    assert "load the page again" in words_of(refused)
    assert not is_signed_in(browser)


def test_somebody_else_is_signed_out_and_told_so_before(link: str, person: Person) -> None:
    browser, other = new_browser(), Person.objects.at(new_address())
    browser.force_login(other)
    session = browser.session
    session["secret of the other"] = "kept"
    session.save()
    assert other.email in words_of(follow(browser, link))
    assert press(browser)["Location"] == HOME
    assert browser.session[SESSION_KEY] == str(person.pk)
    assert "secret of the other" not in browser.session


# --- when it no longer does ---


def test_a_link_works_once(browser: Client, link: str) -> None:
    follow(browser, link)
    press(browser)
    thief = new_browser()
    page = follow(thief, link)
    assert page.status_code == 410
    assert "has been used" in words_of(page)
    assert press(thief).status_code == 410
    assert not is_signed_in(thief)


def test_only_one_of_two_presses_at_once_signs_in(person: Person) -> None:
    link = links.read(links.new_token(person))
    assert link is not None
    assert [services.use(link=link), services.use(link=link)] == [True, False]


def test_the_second_click_of_the_same_person_leads_on(browser: Client, link: str) -> None:
    follow(browser, link)
    press(browser)
    assert browser.get(link)["Location"] == "/sign-in/finish/"
    assert browser.get("/sign-in/finish/")["Location"] == HOME


def test_another_link_mailed_before_is_used_up_too(browser: Client, link: str, person: Person) -> None:
    ask(browser, person.email)
    newer = mailed_link()
    follow(browser, newer)
    press(browser)
    assert follow(new_browser(), link).status_code == 410


@pytest.mark.parametrize(
    ("age", "status"), [(timedelta(minutes=29, seconds=58), 302), (links.SIGN_IN_LINK_LIFETIME, 410)]
)
def test_a_link_lives_for_half_an_hour(browser: Client, link: str, age: timedelta, status: int) -> None:
    with time_machine.travel(timezone.now() + age):
        follow(browser, link)
        assert press(browser).status_code == status
        assert is_signed_in(browser) is (status == 302)


@pytest.mark.parametrize("spent", ["used", "late"])
def test_a_spent_link_has_a_fresh_one_mailed(browser: Client, link: str, person: Person, spent: str) -> None:
    if spent == "used":
        first = new_browser()
        follow(first, link)
        press(first)
    with time_machine.travel(timezone.now() + timedelta(days=200 if spent == "late" else 0)):
        page = follow(browser, link)
        assert person.email in words_of(page)
        assert browser.post("/sign-in/fresh/")["Location"] == "/sign-in/sent/"
        fresh = mailed_link()
        assert fresh != link
        assert mail.outbox[-1].to == [person.email]
        follow(browser, fresh)
        press(browser)
    assert is_signed_in(browser)


def test_without_a_link_no_fresh_one_is_mailed(browser: Client) -> None:
    assert browser.post("/sign-in/fresh/").status_code == 404
    assert not Notification.objects.exists()


@pytest.mark.parametrize(
    "token", ["x", "0.", ".", "0.AAAA", "0." + "A" * 24, "zz.é", "0." + "A" * 5000, "%00", "0.a:b:c"]
)
def test_a_link_that_we_never_made_opens_nothing(browser: Client, token: str) -> None:
    response = browser.get(f"/sign-in/{token}/")
    assert response.status_code == 404
    assert response["Referrer-Policy"] == "no-referrer"
    assert not browser.session.keys()
    assert press(browser).status_code == 404


def test_a_token_says_truly_when_it_was_made(link: str, person: Person) -> None:
    """To pass a used link off as unused, its stamp would have to be changed, and it is signed."""
    browser = new_browser()
    follow(browser, link)
    press(browser)
    person.refresh_from_db()
    stamp = links.new_token(person).split(".")[0]
    forged = f"{stamp}.{link.split('/')[2].split('.')[1]}"
    assert links.read(forged) is None


# --- where to go in the end ---


def test_sign_in_leads_to_the_requested_page(browser: Client, person: Person) -> None:
    assert b"/games/abc/?as=east" in browser.get("/sign-in/?next=/games/abc/%3Fas=east").content
    assert sign_in(browser, person.email, next="/games/abc/?as=east")["Location"] == "/games/abc/?as=east"


@pytest.mark.parametrize(
    "foreign",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "javascript:alert(1)",
        "\thttps://evil.example",
        "http:///evil.example",
        "evil",
        "accounts:evil",
        "/" + "x" * 501,
    ],
)
def test_nobody_is_sent_to_another_site(browser: Client, person: Person, foreign: str) -> None:
    assert b"evil" not in browser.get("/sign-in/", {"next": foreign}).content
    assert sign_in(browser, person.email, next=foreign)["Location"] == HOME


def test_a_line_break_in_the_goal_splits_no_header(browser: Client, person: Person) -> None:
    assert "\n" not in sign_in(browser, person.email, next="/games/\r\nSet-Cookie: a=b")["Location"]


def test_an_old_goal_is_forgotten(browser: Client, person: Person) -> None:
    ask(browser, person.email, next="/games/abc/")
    assert sign_in(browser, person.email)["Location"] == HOME


@pytest.mark.parametrize("junk", [None, True, 7, 0.5, [], ["/games/"], {}, {"x": 1}, ""], ids=repr)
def test_session_values_of_another_release_are_ignored(browser: Client, link: str, junk: Any) -> None:
    session = browser.session
    session.update(dict.fromkeys((ADDRESS, GOAL, TOKEN), junk))
    session.save()
    assert browser.get("/sign-in/sent/")["Location"] == "/sign-in/"
    assert browser.get("/sign-in/finish/").status_code == 404
    assert browser.post("/sign-in/fresh/").status_code == 404
    follow(browser, link)
    assert press(browser)["Location"] in (HOME, "/me/")


# --- the mail ---


def test_the_mail_says_the_same_as_a_page_and_in_plain_text(link: str) -> None:
    sent = mail.outbox[-1]
    assert isinstance(sent, EmailMultiAlternatives)
    page, kind = sent.alternatives[0]
    assert kind == "text/html"
    for words in (str(sent.body), str(page)):
        assert f"http://testserver{link}" in words
        assert "30 minutes" in words
        assert "If it was not you" in words


def test_nobody_is_written_to_who_is_gone(person: Person) -> None:
    about = str(person.pk)
    person.delete()
    assert notices.sign_in(about, "any") is None
