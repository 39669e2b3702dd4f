"""Whoever a token belongs to: what they are told of themselves, and what they change."""

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.export import EXPORTS, document
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.scopes import Scope
from games.api.views import me
from tests.kit.calling import Caller, caller_at, problem_of

pytestmark = pytest.mark.django_db

ANNA = "anna@example.org"


@pytest.fixture
def anna() -> Caller:
    return caller_at(ANNA, is_named=False)


def test_one_is_told_who_one_is_and_what_the_token_may_do(anna: Caller) -> None:
    assert anna.get("me/").json() == {
        "email": ANNA,
        "mail_bounced_at": None,
        "set_aside": False,
        "name": "",
        "bot": False,
        "editions": [],
        "zone": "UTC",
        "language": "en",
        "calendar": None,
        "takes_messages": True,
        "page_shows": "games",
        "challenges_from": "met",
        "token": {
            "name": "token 0",
            "scopes": ["games:read", "games:play"],
            "expires_at": None,
            "may_play": True,
        },
        "key": Person.objects.get().key,
        "run_by": "",
    }
    told = caller_at(ANNA, scope=Scope.READ).get("me/").json()["token"]
    assert (told["scopes"], told["may_play"]) == (["games:read"], False)


def test_one_is_told_when_the_token_ends(anna: Caller) -> None:
    ApiToken.objects.update(expiry=datetime(2027, 1, 2, 3, 4, 5, tzinfo=UTC))
    with time_machine.travel(datetime(2027, 1, 1, tzinfo=UTC)):
        assert anna.get("me/").json()["token"]["expires_at"] == "2027-01-02T03:04:05Z"


def test_a_bot_is_marked_and_is_one_no_more_when_it_says_so(anna: Caller) -> None:
    assert anna.send("PATCH", "me/", {"bot": True, "name": "Iron"}).json()["bot"] is True
    assert str(Person.objects.get()) == "Iron (bot)"
    assert anna.send("PATCH", "me/", {"name": "Steel"}).json()["bot"] is True
    assert anna.send("PATCH", "me/", {"run_by": "Kuroda"}).json()["run_by"] == "Kuroda"
    changed = anna.send("PATCH", "me/", {"bot": False}).json()
    assert (changed["bot"], changed["run_by"]) == (False, "")
    assert str(Person.objects.get()) == "Steel"


def test_one_chooses_what_strangers_see(anna: Caller) -> None:
    assert anna.send("PATCH", "me/", {"page_shows": "nothing"}).json()["page_shows"] == "nothing"
    problem_of(anna.send("PATCH", "me/", {"page_shows": "some"}), 400)
    assert Person.objects.get().page_shows == "nothing"


@pytest.mark.parametrize(
    ("wanted", "name", "zone"),
    [
        ({"name": "  Chikuzen "}, "Chikuzen", "UTC"),
        ({"zone": "Asia/Tokyo"}, "Old", "Asia/Tokyo"),
        ({"name": "", "zone": "UTC"}, "", "UTC"),
        ({"name": "x" * 40}, "x" * 40, "UTC"),
        ({"name": "関ヶ原 🏯"}, "関ヶ原 🏯", "UTC"),
        ({}, "Old", "UTC"),
    ],
)
def test_named_settings_change_and_the_rest_stay(anna: Caller, wanted: Any, name: str, zone: str) -> None:
    Person.objects.update(name="Old")
    answer = anna.send("PATCH", "me/", wanted)
    assert answer.status_code == 200
    assert (answer.json()["name"], answer.json()["zone"]) == (name, zone)
    assert anna.get("me/").json() == answer.json()
    assert Person.objects.get().language == "en"


def test_omitted_settings_keep_a_change_made_meanwhile(anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    zone = me._zone  # looked at once the person is known, and before anything is written

    def slowly(wanted: str) -> str:
        Person.objects.update(name="Chosen meanwhile", is_bot=True)
        return zone(wanted)

    monkeypatch.setattr(me, "_zone", slowly)
    told = anna.send("PATCH", "me/", {"zone": "Asia/Tokyo"}).json()
    assert (told["name"], told["bot"], told["zone"]) == ("Chosen meanwhile", True, "Asia/Tokyo")
    assert Person.objects.get().name == "Chosen meanwhile"


@pytest.mark.parametrize(
    ("wanted", "status", "code"),
    [
        ({"name": "x" * 41}, 400, "malformed-body"),
        ({"name": None}, 400, "malformed-body"),
        ({"name": "a\nb"}, 422, "name-invisible"),
        ({"name": "a\x00"}, 422, "name-invisible"),
        ({"name": "\u202eanna"}, 422, "name-invisible"),
        ({"name": "Prizes at evil.example"}, 422, "name-linked"),
        ({"zone": "Mars/Olympus"}, 422, "unknown-zone"),
        ({"zone": "../etc/passwd"}, 422, "unknown-zone"),
        ({"zone": ""}, 422, "unknown-zone"),
        ({"zone": 2}, 400, "malformed-body"),
        ({"email": "other@example.org"}, 400, "malformed-body"),
        ([], 400, "malformed-body"),
    ],
)
def test_invalid_settings_are_refused(anna: Caller, wanted: Any, status: int, code: str) -> None:
    problem = problem_of(anna.send("PATCH", "me/", wanted), status)
    assert (problem["code"], bool(problem["detail"])) == (code, True)
    person = Person.objects.get()
    assert (person.email, person.name, person.zone) == (ANNA, "", "UTC")


def test_unchanged_settings_are_not_sent_again(anna: Caller) -> None:
    known = {"If-None-Match": anna.get("me/")["ETag"]}
    assert anna.get("me/", **known).status_code == 304
    anna.send("PATCH", "me/", {"name": "Anna"})
    assert anna.get("me/", **known).status_code == 200


# --- what is stored


def test_one_is_told_everything_that_is_stored_as_on_the_page() -> None:
    program = caller_at(ANNA, scope=Scope.DATA)
    told = program.get("me/data/")
    assert told.status_code == 200
    assert told.content == document(Person.objects.get(email=ANNA))
    assert (told.json()["format"], told.json()["account"]["email"]) == (1, ANNA)
    assert {"api_tokens", "blocks", "games", "ladders", "matches", "ratings"} <= told.json().keys()
    assert program.get("me/data/", **{"If-None-Match": told["ETag"]}).status_code == 304


def test_personal_data_is_counted_together_with_the_page() -> None:
    program, browser = caller_at(ANNA, scope=Scope.DATA), Client()
    browser.force_login(Person.objects.get(email=ANNA))
    for _time in range(EXPORTS.most - 1):
        assert program.get("me/data/").status_code == 200
    assert browser.get("/me/data/everything.json").status_code == 200
    refused = program.get("me/data/")
    assert problem_of(refused, 429)["code"] == "too-many"
    assert 0 < int(refused["Retry-After"]) <= EXPORTS.seconds
    assert browser.get("/me/data/everything.json").status_code == 429
    assert caller_at("berta@example.org", scope=Scope.DATA).get("me/data/").status_code == 200
