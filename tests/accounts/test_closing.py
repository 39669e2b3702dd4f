"""Who closes their account is gone from every page, row and mail; what others played with them is whole."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from accounts import closing, export, links, services
from accounts.models.api_token import ApiToken
from accounts.models.person import Block, Person
from games.engine.side import EAST
from games.ladders.clubs import membership
from games.ladders.clubs.queries import standing_of
from games.ladders.models.club import Club
from games.ladders.models.rating import Player
from games.models.receipt import Receipt
from games.reads.turn_links import followed, turn_link
from games.services import lobby
from notifications.delivery import deliver_due
from notifications.models import Muted, Notification
from notifications.services import mute
from tests.accounts.conftest import new_address, new_browser
from tests.accounts.leaving import ADDRESS, NAME, OTHER, a_table, a_webhook, again, found_in_the_database
from tests.architecture.test_data_rights import WHEN_CLOSED
from tests.factories.clubs import ClubFactory, JoinRequestFactory, MembershipFactory
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, token_of
from tests.kit.clubs import member as membership_of
from tests.web.browsers import by_link, signed_in

pytestmark = pytest.mark.django_db

MADE_HERE = [
    field
    for field in WHEN_CLOSED
    if field.split(".")[1]
    in {
        *("ApiToken", "Block", "Game", "Seat", "Invitation", "Receipt", "Notification", "Muted"),
        *("Membership", "JoinRequest", "Removal", "Player", "Webhook"),
    }
]
"""Of these the test of what becomes of relations makes rows; of others, whoever adds them."""


# --- the row ---


def test_nothing_in_the_row_says_who_it_was() -> None:
    person = PersonFactory.create(name=NAME, email=ADDRESS)
    services.change_settings(**settings_of(person, zone="Asia/Tokyo"))
    Person.objects.filter(pk=person.pk).update(last_login=timezone.now())
    before = again(person)
    assert closing.close(person=before)
    former = again(person)
    assert (former.name, former.zone, former.last_login, former.confirmed_at) == ("", "UTC", None, None)
    assert former.closed_at is not None
    assert "@" not in former.email
    assert str(former) == "a former player"
    assert former.password != before.password
    assert not former.has_usable_password()


def settings_of(person: Person, **changes: str) -> dict[str, Any]:
    chosen = {"name": person.name, "zone": person.zone, "language": person.language, "is_bot": False}
    return {"person": person, **chosen, **changes}


def test_closing_again_changes_nothing() -> None:
    person = PersonFactory.create(name=NAME, email=ADDRESS)
    assert closing.close(person=person)
    before = Person.objects.filter(pk=person.pk).values().get()
    assert not closing.close(person=person)
    assert not closing.close(person=again(person))
    assert Person.objects.filter(pk=person.pk).values().get() == before


def test_person_who_returns_after_closing_is_new() -> None:
    table = a_table()
    former = table.people[EAST]
    closing.close(person=former)
    newcomer = Person.objects.at(ADDRESS)
    assert newcomer.pk != former.pk
    assert newcomer.closed_at is None
    told = json.loads(export.document(newcomer))
    assert (told["games"], told["messages"]) == ([], [])
    assert signed_in(newcomer).get(f"/games/{table.game.public_id}/").status_code == 404
    closing.close(person=newcomer)
    assert Person.objects.at(ADDRESS).pk not in (former.pk, newcomer.pk)


def test_request_under_way_writes_nothing_to_a_closed_account() -> None:
    person = PersonFactory.create(name="", email=ADDRESS)
    link = links.read(links.new_token(person))
    assert link is not None
    closing.close(person=person)
    services.introduce(person=person, name=NAME)
    services.change_settings(**settings_of(person, name=NAME))
    assert not services.use(link=link)
    former = again(person)
    assert (former.name, former.last_login, former.confirmed_at) == ("", None, None)


# --- what is ended and deleted ---


def test_every_relation_is_deleted_or_kept_as_is_said() -> None:
    """The table in tests/architecture/test_data_rights.py is true."""
    table = a_table()
    person, other = table.people
    token_of(person)
    table.submit(EAST, table.a_bid(EAST), key="k1")
    mute(person=person, kind="games.over")
    Block.objects.create(person=person, blocked=other)
    Block.objects.create(person=other, blocked=Person.objects.at(new_address()))
    Block.objects.create(person=other, blocked=person)
    GameFactory.create(creator=person)
    stranger = Person.objects.at(new_address())
    in_clubs(person, other, stranger)
    Player.objects.create(person=person)
    a_webhook(person)
    GameFactory.create(creator=stranger, opponent=lobby.Invite(ADDRESS))
    deliver_due()
    held = {field: rows_of(field, person) for field in WHEN_CLOSED}
    assert all(held[field] for field in MADE_HERE), held
    closing.close(person=person)
    for field, becomes in WHEN_CLOSED.items():
        if becomes == "deleted":
            assert rows_of(field, person) == 0, field
        else:
            assert rows_of(field, person) >= held[field], field
    assert Block.objects.filter(person=other).count() == 1


def in_clubs(person: Person, other: Person, stranger: Person) -> None:
    """All that somebody can be in clubs."""
    led = ClubFactory.create(founder=person, joining=Club.Joining.APPROVAL, name="Led")
    MembershipFactory.create(club=led, person=other)
    decided = JoinRequestFactory.create(club=led, person=stranger)
    membership.decide(request=decided, by=person, accept=True)
    removed = membership_of(led, stranger)
    membership.remove(member=removed, by=person, reason="Never answers.")
    elsewhere = ClubFactory.create(founder=other, joining=Club.Joining.APPROVAL, name="Elsewhere")
    JoinRequestFactory.create(club=elsewhere, person=person)
    thrown_out = ClubFactory.create(founder=other, name="Thrown out of")
    membership.remove(
        member=MembershipFactory.create(club=thrown_out, person=person), by=other, reason="Never answers."
    )


def rows_of(field: str, person: Person) -> int:
    label, _dot, name = field.rpartition(".")
    return int(apps.get_model(label)._base_manager.filter(**{name: person}).count())


def test_a_club_whose_only_organiser_leaves_is_led_by_the_next() -> None:
    founder, second = (PersonFactory.create(name=f"Ashigaru {n}", email=f"{n}@example.org") for n in "AB")
    club = ClubFactory.create(founder=founder, name="Led")
    MembershipFactory.create(club=club, person=second)
    assert closing.foretold(founder) == ["You leave the club Led."]
    closing.close(person=founder)
    assert standing_of(club, second).is_organiser
    page = signed_in(second).get(f"/clubs/{club.slug}/").content
    assert b"Ashigaru B" in page
    assert b"Ashigaru A" not in page
    assert not found_in_the_database("Ashigaru A", "A@example.org")


def test_sessions_links_and_tokens_open_nothing_any_more() -> None:
    table = a_table()
    person = table.people[EAST]
    path = f"/games/{table.game.public_id}/"
    account, seat, program = signed_in(person), by_link(table.seat(EAST)), Caller(token_of(person))
    stranger_asks = new_browser()
    stranger_asks.post("/sign-in/", {"email": ADDRESS})
    to_seat, to_sign_in = turn_link(table.seat(EAST)), links.new_token(person)
    assert account.get(path).status_code == seat.get(path).status_code == 200
    assert program.get("me/").status_code == 200
    closing.close(person=person)
    assert account.get("/me/")["Location"].startswith("/sign-in/")
    assert account.get(path).status_code == seat.get(path).status_code == 404
    assert program.get("me/").status_code == 401
    assert followed(table.game.public_id, "east", to_seat.rstrip("/").rpartition("/")[2]) is None
    assert links.read(to_sign_in) is None
    assert not found_in_the_database(NAME, ADDRESS)


def test_mail_that_waits_is_dropped_and_none_is_made_up_for_nobody() -> None:
    table = a_table()
    assert Notification.objects.filter(recipient=table.people[EAST]).exists()
    closing.close(person=table.people[EAST])
    assert not Notification.objects.filter(recipient=table.people[EAST]).exists()
    play_again = Notification.objects.count()
    services.mail_sign_in_link(email=again(table.people[EAST]).email)
    mail.outbox.clear()
    deliver_due()
    assert Notification.objects.count() == play_again + 1
    assert [to for sent in mail.outbox for to in sent.to] == ["ashigaru.two@example.org"] * len(mail.outbox)
    assert mail.outbox


# --- for whoever runs the service ---


def test_the_command_says_what_it_would_do_and_does_it_when_told_so(capsys: Any) -> None:
    table = a_table()
    call_command("close_account", ADDRESS)
    assert f"You resign as East against {OTHER}" in capsys.readouterr().out
    assert again(table.people[EAST]).closed_at is None
    call_command("close_account", ADDRESS.upper(), "--yes")
    assert "closed" in capsys.readouterr().out
    assert again(table.people[EAST]).closed_at is not None
    with pytest.raises(Exception, match="there is no account"):
        call_command("close_account", ADDRESS, "--yes")
    assert not Person.objects.filter(email=ADDRESS).exists()
    assert ApiToken.objects.count() == Muted.objects.count() == Receipt.objects.count() == 0
