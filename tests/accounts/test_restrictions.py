"""Restrictions: what they keep somebody from, the appeal, and that closing the account escapes none."""

import json
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client

from accounts import closing, restrictions, services
from accounts.export import document
from accounts.links import new_token, read
from accounts.models.person import Person
from accounts.models.restriction import Restricted, Restriction
from notifications.delivery import deliver_due
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, Forbidden, Unacceptable
from tests.factories.people import PersonFactory

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

MESSAGES, CHALLENGES = Restricted.MESSAGES, Restricted.CHALLENGES


@pytest.fixture
def moderator() -> Person:
    return PersonFactory.create(name="Moderator", is_moderator=True)


@pytest.fixture
def person() -> Person:
    return PersonFactory.named("Ashigaru One")


def impose(person: Person, by: Person, *what: Restricted, days: int = 7) -> Restriction:
    restrictions.impose(person=person, what=what, days=days, reason="Insults.", by=by)
    found = restrictions.in_force(person).last()
    assert found is not None
    return found


def is_refused(person: Person, what: Restricted) -> bool:
    try:
        restrictions.refuse_restricted(person, what)
    except Forbidden as error:
        return error.code == "restricted"
    return False


def test_restriction_covers_what_it_names_until_it_ends(person: Person, moderator: Person) -> None:
    impose(person, moderator, MESSAGES)
    assert [what for what in Restricted if is_refused(person, what)] == [MESSAGES]
    with time_machine.travel(service_time.now() + timedelta(days=7, seconds=1), tick=False):
        assert not is_refused(person, MESSAGES)


def test_restricted_person_is_mailed_the_reason_and_appeals_once(person: Person, moderator: Person) -> None:
    impose(person, moderator, MESSAGES)
    deliver_due()
    (letter,) = mail.outbox
    assert "Insults." in letter.body
    assert "/me/restrictions/" in letter.body
    browser = Client()
    browser.force_login(person)
    row = restrictions.in_force(person).get()
    for _click in range(2):
        browser.post("/me/restrictions/", {"restriction": row.key, "words": "It was <b>banter</b>."})
    row.refresh_from_db()
    assert row.appeal == "It was <b>banter</b>."
    assert "&lt;b&gt;banter" in browser.get("/me/restrictions/").content.decode()


def test_another_moderator_answers_an_appeal(person: Person, moderator: Person) -> None:
    row = impose(person, moderator, MESSAGES)
    with pytest.raises(Conflict, match="no-appeal"):
        restrictions.answer_appeal(restriction=row, by=moderator, words="No.", lifts=False)
    restrictions.appeal(person=person, key=row.key, words="Please look again.")
    other = PersonFactory.create(name="Other", is_moderator=True)
    with pytest.raises(Forbidden, match="own-restriction"):
        restrictions.answer_appeal(restriction=row, by=moderator, words="No.", lifts=False)
    deliver_due()
    mail.outbox.clear()
    restrictions.answer_appeal(restriction=row, by=other, words="You are right.", lifts=True)
    deliver_due()
    (letter,) = mail.outbox
    assert "You are right." in letter.body
    assert not is_refused(person, MESSAGES)


def test_only_moderator_answers_the_appeal_against_their_own_restriction(
    person: Person, moderator: Person
) -> None:
    row = impose(person, moderator, MESSAGES)
    restrictions.appeal(person=person, key=row.key, words="Please look again.")
    restrictions.answer_appeal(restriction=row, by=moderator, words="It stands.", lifts=False)
    assert is_refused(person, MESSAGES)


@pytest.mark.parametrize(("days", "what"), [(0, [MESSAGES]), (366, [MESSAGES]), (7, [])])
def test_restriction_without_end_or_object_is_refused(
    person: Person, moderator: Person, days: int, what: list[Restricted]
) -> None:
    with pytest.raises(Unacceptable, match="bad-restriction"):
        restrictions.impose(person=person, what=what, days=days, reason="Insults.", by=moderator)
    assert not Restriction.objects.exists()


def test_player_restricts_nobody_and_moderator_not_themselves(person: Person, moderator: Person) -> None:
    with pytest.raises(Forbidden, match="not-moderator"):
        impose(moderator, person, MESSAGES)
    with pytest.raises(Forbidden, match="own-case"):
        impose(moderator, moderator, MESSAGES)


def test_newer_restriction_replaces_the_older_one(person: Person, moderator: Person) -> None:
    impose(person, moderator, MESSAGES, days=300)
    impose(person, moderator, MESSAGES, days=1)
    assert [
        row.ends_at < service_time.now() + timedelta(days=2) for row in restrictions.in_force(person)
    ] == [True]


def test_closing_the_account_escapes_no_restriction(person: Person, moderator: Person) -> None:
    impose(person, moderator, MESSAGES, CHALLENGES)
    restrictions.lift(restriction=restrictions.in_force(person).get(what=CHALLENGES), by=moderator)
    address = person.email
    closing.close(person=person)
    kept = Restriction.objects.get()
    assert kept.person is None
    assert address not in str(vars(kept))
    back = Person.objects.at(address)
    link = read(new_token(back))
    assert link is not None
    assert services.use(link=link)
    assert [what for what in Restricted if is_refused(back, what)] == [MESSAGES]
    assert Restriction.objects.get().address == ""


def test_somebody_else_is_not_restricted_by_signing_in(person: Person, moderator: Person) -> None:
    impose(person, moderator, MESSAGES)
    closing.close(person=person)
    other = PersonFactory.named("Ashigaru Two")
    link = read(new_token(other))
    assert link is not None
    assert services.use(link=link)
    assert not is_refused(other, MESSAGES)


def test_ended_restriction_is_deleted_after_a_year(person: Person, moderator: Person) -> None:
    impose(person, moderator, MESSAGES, days=1)
    with time_machine.travel(service_time.now() + timedelta(days=365), tick=False):
        assert restrictions.forget_ended() == 0
    with time_machine.travel(service_time.now() + timedelta(days=367), tick=False):
        assert restrictions.forget_ended() == 1


def test_export_has_restrictions_with_reasons(person: Person, moderator: Person) -> None:
    impose(person, moderator, MESSAGES)
    assert [row["reason"] for row in json.loads(document(person))["restrictions"]] == ["Insults."]


@pytest.fixture
def out() -> Iterator[StringIO]:
    with StringIO() as written:
        yield written


def test_command_makes_a_moderator_and_ends_it(out: StringIO) -> None:
    person = PersonFactory.create(name="Ashigaru One", confirmed_at=service_time.now())
    call_command("moderator", person.email, stdout=out)
    assert person.email in out.getvalue()
    call_command("moderator", person.email, "--end", stdout=out)
    assert not restrictions.moderators().exists()
    with pytest.raises(CommandError, match="nobody"):
        call_command("moderator", "unknown@example.org", stdout=out)


def test_restriction_holds_before_whoever_came_back_signs_in(person: Person, moderator: Person) -> None:
    email = person.email
    impose(person, moderator, MESSAGES)
    closing.close(person=person)
    assert is_refused(Person.objects.at(email), MESSAGES), "they play by the link of an invitation"
    assert not is_refused(Person.objects.at("somebody.else@example.org"), MESSAGES)
