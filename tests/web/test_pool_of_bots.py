"""The pool of bots: who is in it, on the page and in the API."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts import services
from accounts.models.api_token import ApiToken
from accounts.models.person import ChallengesFrom, PageShows, Person
from accounts.scopes import Scope
from games.api.streams.person_stream import PersonStream, beginning
from games.api.streams.process import look
from games.engine.side import EAST
from games.ladders.bots import BOT_UP_FOR, BOTS_LISTED_FOR
from games.ladders.models.rating import RatingStanding
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller
from tests.ladders.rating_games import begun, ended, fold_all
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]
NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as found:
        yield found


def a_bot(name: str = "Hayabusa", **settings: object) -> tuple[Person, Caller]:
    """A bot that anyone may challenge, and its program, which has said so."""
    person = PersonFactory.named(name)
    _row, token = services.create_token(person=person, name="program", scopes=[Scope.PLAY])
    program = Caller(token)
    changed = program.send("PATCH", "me/", {"bot": True, "challenges_from": "anyone", **settings})
    assert changed.status_code == 200, changed.content
    person.refresh_from_db()
    return person, program


def listed() -> list[str]:
    return [each["name"] for each in Caller().get("bots/").json()["bots"]]


def page() -> str:
    return " ".join(text(Client().get("/bots/")).split())


def test_bot_that_anyone_may_challenge_is_listed_with_what_it_plays() -> None:
    person, _program = a_bot(run_by="Kuroda", editions=["kessen"])
    (row,) = Caller().get("bots/").json()["bots"]
    assert (row["key"], row["is_up"], row["editions"]) == (person.key, True, ["kessen"])
    assert (row["run_by"], row["rating"]) == ("Kuroda", None)
    shown = page()
    for words in (
        "Hayabusa (bot)",
        "Run by Kuroda.",
        "Up within the last hour.",
        "Not rated yet.",
        "It plays Kessen",
    ):
        assert words in shown, words
    assert f"/games/new/?opponent={person.key}" in shown
    assert Client().get(f"/players/{person.key}/").status_code == 200, "strangers may read who it is"


def test_pool_is_empty_without_any() -> None:
    PersonFactory.named("Anna")
    assert listed() == []
    assert "None has been here in the last month." in page()


@pytest.mark.parametrize(
    "changed",
    [
        {"is_bot": False},
        {"challenges_from": ChallengesFrom.MET},
        {"challenges_from": ChallengesFrom.NOBODY},
        {"closed_at": NOON},
        {"name": ""},
    ],
)
def test_who_is_no_bot_or_may_not_be_challenged_is_not_listed(changed: dict[str, object]) -> None:
    person, _program = a_bot()
    Person.objects.filter(pk=person.pk).update(**changed)
    assert listed() == []
    assert "Hayabusa" not in page()


def test_bot_that_is_silent_is_not_up_and_later_not_listed(traveller: time_machine.Traveller) -> None:
    a_bot()
    traveller.move_to(NOON + BOT_UP_FOR + timedelta(minutes=1))
    a_bot("Later")
    assert listed() == ["Later", "Hayabusa"]
    assert "It was last here on 26 November 2026." in page()
    traveller.move_to(NOON + BOTS_LISTED_FOR + timedelta(minutes=1))
    assert listed() == ["Later"]


@pytest.mark.django_db(transaction=True)  # a look closes its connections
def test_bot_that_only_listens_is_up(traveller: time_machine.Traveller) -> None:
    person, _program = a_bot()
    token = ApiToken.objects.get(user=person)
    stream = PersonStream("who", token.pk, person, beginning(person, None))
    traveller.move_to(NOON + timedelta(hours=5))
    assert "It was last here" in page()
    look([stream])
    assert "Up within the last hour." in page()


def test_rating_of_a_bot_is_shown_unless_it_hides_it() -> None:
    person, _program = a_bot()
    ended(begun(person, PersonFactory.named("Anna")), days=1, winner=EAST)
    fold_all()
    standing = RatingStanding.objects.get(player__person=person, ladder="")
    (row,) = Caller().get("bots/").json()["bots"]
    assert row["rating"]["games"] == standing.games == 1
    assert "from 1 game." in page()
    Person.objects.filter(pk=person.pk).update(page_shows=PageShows.NOTHING)
    assert "Not rated yet." in page()


def test_edition_that_is_not_there_is_refused() -> None:
    _person, program = a_bot()
    refused = program.send("PATCH", "me/", {"editions": ["nowhere"]})
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown-edition")
    assert program.send("PATCH", "me/", {"editions": []}).json()["editions"] == []


def test_challenge_from_the_pool_reaches_the_bot() -> None:
    person, program = a_bot()
    anna = signed_in(PersonFactory.named("Anna"))
    assert "Hayabusa (bot)" in text(anna.get(f"/games/new/?opponent={person.key}"))
    _row, token = services.create_token(person=PersonFactory.named("Anna"), name="a", scopes=[Scope.PLAY])
    body = {"opponent": {"kind": "player", "key": person.key}}
    game = Caller(token).post("games/", body).json()["id"]
    told = program.get("me/stream/?once=1&since=0").content.decode()
    assert "event: invitation" in told
    assert game in told
    assert program.post(f"games/{game}/join/", {}).status_code == 200
