"""Where somebody is signed in: what they see of it, and how they end it."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client

from accounts import closing
from accounts.browsers import browsers_of
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.models.signed_in_browser import SignedInBrowser
from accounts.sessions import digest
from sekigahara.db import service_time
from sekigahara.requests.browser_names import kind_of
from tests.accounts.conftest import mailed_link, somebody
from tests.kit.calling import token_of
from tests.web.browsers import read

pytestmark = pytest.mark.django_db

PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605 Version/26.0 Mobile Safari/604.1"
)
DESK = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def person() -> Person:
    return somebody("Yodo")


def browser_of(person: Person, agent: str = DESK) -> Client:
    browser = Client(headers={"User-Agent": agent})
    browser.force_login(Person.objects.get(pk=person.pk))
    return browser


def listed(browser: Client) -> list[str]:
    """The rows of the settings page, in words."""
    page = read(browser.get("/me/"))
    (section,) = re.findall(r'<section id="browsers">(.*?)</section>', page)
    return [re.sub(r"<[^>]+>| +", " ", row) for row in re.findall("<li>.*?</li>", section)]


def key_of(person: Person, word: str) -> str:
    return next(each.key for each in browsers_of(person) if word in each.kind)


def is_signed_in(browser: Client) -> bool:
    return bool(browser.get("/me/").status_code == 200)


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        (PHONE, "Safari/iPhone"),
        (DESK, "Firefox/Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140.0 Safari/537 Edg/140.0", "Edge/Windows"),
        ("Mozilla/5.0 (Linux; Android 16) AppleWebKit/537 Chrome/140.0 Mobile Safari/537", "Chrome/Android"),
        ("curl/8", "/"),
        ("", "/"),
    ],
)
def test_a_browser_is_known_by_its_kind_and_nothing_else(agent: str, kind: str) -> None:
    assert kind_of(agent) == kind


def test_a_person_sees_each_browser_with_this_one_marked(person: Person) -> None:
    phone, desk = browser_of(person, PHONE), browser_of(person)
    is_signed_in(phone)
    cards = listed(desk)
    assert len(cards) == 2
    (here,) = [card for card in cards if "You are here." in card]
    (there,) = [card for card in cards if "End this one" in card]
    assert "Firefox on Linux" in here
    assert "Safari on iPhone" in there
    assert not browsers_of(somebody())


def test_use_is_noted_to_the_day_by_one_statement_a_day(
    person: Person, django_assert_num_queries: Any
) -> None:
    browser = browser_of(person)
    is_signed_in(browser)
    (first,) = browsers_of(person)
    with time_machine.travel(service_time.now() + timedelta(days=3), tick=False):
        is_signed_in(browser)
        (later,) = browsers_of(person)
        assert later.used_on - first.used_on == timedelta(days=3)
        assert later.begun_at == first.begun_at
        with django_assert_num_queries(2):  # the session with its note; the person
            browser.get("/privacy/")


def test_one_session_ends_without_the_others(person: Person) -> None:
    phone, desk = browser_of(person, PHONE), browser_of(person)
    assert is_signed_in(phone)
    assert is_signed_in(desk)
    done = desk.post("/me/sessions/end/", {"session": key_of(person, "iPhone")}, follow=True)
    assert "That browser is signed out." in read(done)
    assert not is_signed_in(phone)
    assert is_signed_in(desk)
    assert [each.kind for each in browsers_of(person)] == ["Firefox/Linux"]


def test_nobody_ends_the_session_of_somebody_else(person: Person) -> None:
    phone = browser_of(person, PHONE)
    assert is_signed_in(phone)
    browser_of(somebody()).post("/me/sessions/end/", {"session": key_of(person, "iPhone")})
    assert is_signed_in(phone)


def test_all_others_end_also_those_that_were_not_used_since_they_are_listed(person: Person) -> None:
    old, desk, other = browser_of(person, PHONE), browser_of(person), browser_of(somebody())
    assert is_signed_in(desk)
    assert not [each for each in browsers_of(person) if "iPhone" in each.kind], "it is not listed yet"
    desk.post("/me/sessions/end/")
    assert not is_signed_in(old)
    assert is_signed_in(desk)
    assert is_signed_in(other)


def test_signing_out_and_in_again_lists_one_browser(person: Person) -> None:
    browser = Client(headers={"User-Agent": DESK})
    for _time in range(2):
        browser.post("/sign-in/", {"email": person.email})
        browser.get(mailed_link(), follow=True)
        browser.post("/sign-in/finish/")
        assert len(listed(browser)) == 1
        browser.post("/sign-out/")
    assert not SignedInBrowser.objects.exists()


def test_a_row_whose_session_an_earlier_release_deleted_is_not_listed(person: Person) -> None:
    phone, desk = browser_of(person, PHONE), browser_of(person)
    assert is_signed_in(phone)
    assert is_signed_in(desk)
    Session.objects.filter(pk=digest(str(phone.session.session_key)))._raw_delete("default")
    assert len(listed(desk)) == 1


def test_a_closed_account_leaves_no_browser(person: Person) -> None:
    is_signed_in(browser_of(person))
    closing.close(person=person)
    assert not SignedInBrowser.objects.exists()


def test_operator_ends_all_sessions_of_an_address(person: Person, capsys: pytest.CaptureFixture[str]) -> None:
    phone, other = browser_of(person, PHONE), browser_of(somebody())
    call_command("end_sessions", person.email.upper())
    assert "have ended" in capsys.readouterr().out
    assert not is_signed_in(phone)
    assert is_signed_in(other)
    with pytest.raises(CommandError, match="no account"):
        call_command("end_sessions", "nobody@example.org")


def test_operator_revokes_the_tokens_of_an_address_with_its_sessions(
    person: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    token_of(person)
    call_command("end_sessions", person.email)
    assert ApiToken.made_by(person).count() == 1
    call_command("end_sessions", person.email, "--tokens")
    assert "API tokens revoked: 1." in capsys.readouterr().out
    assert not ApiToken.made_by(person).exists()


@pytest.mark.parametrize("path", ["/sign-out/", "/me/end-everything/"])
def test_signing_out_clears_what_the_browser_kept_but_promised_words(person: Person, path: str) -> None:
    assert browser_of(person).post(path)["Clear-Site-Data"] == '"cache", "storage"'
    assert browser_of(person).post(path, {"keeps": ""})["Clear-Site-Data"] == '"cache", "storage"'
    assert browser_of(person).post(path, {"keeps": "2"})["Clear-Site-Data"] == '"cache"'
    assert "Clear-Site-Data" not in browser_of(person).get(path)
