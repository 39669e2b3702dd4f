"""API tokens: made, shown once, revoked."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.models.api_token import LONGEST_TOKEN_NAME, MOST_TOKENS_OF_ONE, ApiToken
from accounts.models.person import Person
from accounts.scopes import Scope
from sekigahara.errors.exceptions import RefusalError
from tests.accounts.conftest import new_address
from tests.kit.pages import words_of

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def make(
    browser: Client, name: str = "my bot", scopes: Sequence[str] = ("games:read",), lifetime: str = "365"
) -> Any:
    return browser.post("/me/tokens/", {"name": name, "scopes": scopes, "lifetime": lifetime})


def shown(response: Any) -> str:
    (token,) = set(re.findall(r"skg_\w{64}", words_of(response)))
    return str(token)


def test_a_token_is_shown_once_and_stored_as_a_hash(signed_in: Client, person: Person) -> None:
    assert "You have none yet." in words_of(signed_in.get("/me/tokens/"))
    made = make(signed_in)
    token = shown(made)
    assert made.status_code == 200
    assert "no-store" in made["Cache-Control"]
    later = words_of(signed_in.get("/me/tokens/"))
    assert "my bot" in later
    assert token not in later
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM accounts_apitoken")
        (row,) = cursor.fetchall()
    assert not any(token in str(value) for value in row)
    assert signed_in.session.session_key
    assert token not in str(dict(signed_in.session))


@pytest.mark.parametrize(
    ("chosen", "sentences"),
    [
        (["games:read"], ["Read: "]),
        (["games:play"], ["Play: "]),
        (["club:manage", "games:read"], ["Read: ", "Clubs: "]),
        (Scope.values, ["Read: ", "Play: ", "Clubs: ", "Notifications: ", "Data: "]),
    ],
    ids=" ".join,
)
def test_token_has_the_chosen_scopes_in_words(
    signed_in: Client, chosen: list[str], sentences: list[str]
) -> None:
    made = words_of(make(signed_in, scopes=chosen))
    assert set(ApiToken.objects.get().scopes.split()) == {*chosen}
    (row,) = re.findall(r"<dt>For</dt><dd>(.*?)</dd>", words_of(signed_in.get("/me/tokens/")))
    assert [
        each[: len(begins)] for each, begins in zip(row.split("<br>"), sentences, strict=True)
    ] == sentences
    assert re.findall(r"<li>(\w+: )", made) == sentences


@pytest.mark.parametrize(("chosen", "days"), [("30", 30), ("90", 90), ("365", 365), ("never", None)])
def test_token_expires_when_chosen(signed_in: Client, chosen: str, days: int | None) -> None:
    made = words_of(make(signed_in, lifetime=chosen))
    row = ApiToken.objects.get()
    assert (None if row.expiry is None else row.expiry - row.created.replace(microsecond=0)) == (
        days and pytest.approx(timedelta(days=days), abs=timedelta(seconds=2))
    )
    assert ("It does not expire." in made) is (days is None)
    page = words_of(signed_in.get("/me/tokens/"))
    assert ("<dt>Expires</dt><dd>never</dd>" in page) is (days is None)
    ApiToken.objects.update(expiry=timezone.now())
    assert "<dt>Expired</dt><dd><time" in words_of(signed_in.get("/me/tokens/"))


def test_the_form_begins_with_playing_for_a_year(signed_in: Client) -> None:
    page = words_of(signed_in.get("/me/tokens/"))
    assert re.findall(r'value="([\w:]+)"[^>]* checked', page) == ["games:play"]
    assert re.findall(r'value="(\w+)" selected', page) == ["365"]


def test_the_list_says_when_in_the_persons_time(signed_in: Client, person: Person) -> None:
    Person.objects.filter(pk=person.pk).update(zone="Asia/Tokyo")
    make(signed_in)
    assert "<dt>Last used</dt><dd>never</dd>" in words_of(signed_in.get("/me/tokens/"))
    ApiToken.objects.update(used_at=datetime(2026, 12, 1, 20, 30, tzinfo=UTC))
    assert "2 December 2026, 05:30" in words_of(signed_in.get("/me/tokens/"))


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\u202eb", "x" * (LONGEST_TOKEN_NAME + 1)], ids=ascii)
def test_a_token_needs_a_name_that_can_be_seen(signed_in: Client, name: str) -> None:
    response = make(signed_in, name, ["club:manage"])
    assert response.status_code == 400
    assert re.findall(r'value="([\w:]+)"[^>]* checked', words_of(response)) == ["club:manage"]
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        *({"scopes": each} for each in ([], [""], ["games:play", "everything"], ["games:read games:play"])),
        *({"lifetime": each} for each in ("", "7", "-30", "x")),
    ],
    ids=str,
)
def test_token_without_a_known_scope_or_lifetime_is_refused(signed_in: Client, wrong: dict[str, Any]) -> None:
    assert make(signed_in, **wrong).status_code == 400
    assert not ApiToken.objects.exists()


def test_the_longest_name_is_shown_and_escaped(signed_in: Client) -> None:
    name = "<b>" + "x" * (LONGEST_TOKEN_NAME - 3)
    assert b"<b>x" not in make(signed_in, name).content + signed_in.get("/me/tokens/").content
    assert ApiToken.objects.get().name == name


def test_a_name_is_given_once_so_a_second_click_makes_no_second_token(signed_in: Client) -> None:
    make(signed_in)
    again = make(signed_in)
    assert again.status_code == 400
    assert str(RefusalError("name-taken")) in words_of(again)
    assert ApiToken.objects.count() == 1


def test_others_may_use_the_same_name(signed_in: Client) -> None:
    make(signed_in)
    other = Person.objects.at(new_address())
    services.create_token(person=other, name="my bot", scopes=[Scope.PLAY])
    assert ApiToken.objects.count() == 2


def test_nobody_has_tokens_without_end(signed_in: Client, person: Person) -> None:
    for number in range(MOST_TOKENS_OF_ONE):
        services.create_token(person=person, name=str(number), scopes=[Scope.READ])
    refused = make(signed_in)
    assert refused.status_code == 400
    assert str(RefusalError("too-many-tokens")) in words_of(refused)
    assert ApiToken.objects.count() == MOST_TOKENS_OF_ONE


def test_a_token_is_revoked_and_a_second_click_is_no_matter(signed_in: Client) -> None:
    make(signed_in)
    make(signed_in, "other")
    path = f"/me/tokens/{ApiToken.objects.get(name='my bot').token_key}/revoke/"
    assert path in words_of(signed_in.get("/me/tokens/"))
    assert signed_in.get(path)["Location"] == "/me/tokens/"
    assert ApiToken.objects.count() == 2  # reading an address revokes nothing
    assert "“my bot” is revoked." in words_of(signed_in.post(path, follow=True))
    assert signed_in.post(path)["Location"] == "/me/tokens/"
    assert ApiToken.objects.get().name == "other"


def test_nobody_revokes_what_is_somebody_elses(signed_in: Client) -> None:
    other, _token = services.create_token(
        person=Person.objects.at(new_address()), name="bot", scopes=[Scope.PLAY]
    )
    answer = signed_in.post(f"/me/tokens/{other.token_key}/revoke/")
    assert answer["Location"] == signed_in.post("/me/tokens/skg_nothing/revoke/")["Location"]
    assert ApiToken.objects.exists()


@pytest.mark.parametrize("key", ["%00", "skg.x", "%F0%9F%8E%B2"])
def test_impossible_token_key_is_not_found(signed_in: Client, key: str) -> None:
    assert signed_in.post(f"/me/tokens/{key}/revoke/").status_code == 404


# --- from the command line ---


def test_the_command_prints_the_token_and_nothing_else(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("token", address.upper(), "--name", "script", "--scope", "games:read", "--days", "30")
    printed = capsys.readouterr().out
    assert re.fullmatch(r"skg_\w{64}\n", printed)
    row = ApiToken.objects.get()
    assert (row.user.email, row.name, row.scopes) == (address, "script", "games:read")
    assert row.expiry is not None
    assert row.digest not in printed


def test_the_commands_token_may_play_unless_told_otherwise(address: str) -> None:
    call_command("token", address, "--name", "script")
    row = ApiToken.objects.get()
    assert (row.scopes, row.expiry) == ("games:play", None)


@pytest.mark.parametrize(
    ("email", "name", "complaint"),
    [
        ("nobody", "script", "email: Enter a valid email address."),
        ("a@example.org", "", "name: This field is required."),
        ("a@example.org", "a\nb", "name: The name contains invisible characters"),
        ("a@example.org", "taken", str(RefusalError("name-taken"))),
    ],
)
def test_the_command_says_what_is_wrong(email: str, name: str, complaint: str) -> None:
    services.create_token(person=Person.objects.at("a@example.org"), name="taken", scopes=[Scope.PLAY])
    with pytest.raises(CommandError) as refused:
        call_command("token", email, "--name", name)
    assert complaint in str(refused.value)
    assert ApiToken.objects.count() == 1
