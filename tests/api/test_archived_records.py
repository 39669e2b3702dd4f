"""The records of many finished games in one file, a line for each."""

import json
from datetime import timedelta
from typing import Any

import pytest

from accounts.models.person import PageShows, Person
from games.engine.side import EAST
from games.ladders.models.club import ClubGame
from games.ladders.statistics import intake
from games.models.game import Game
from games.models.seat import Seat
from tests.api.published import validator
from tests.factories.clubs import ClubFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, caller_at, problem_of
from tests.ladders.archived import listed, taken_in
from tests.ladders.finished import BEGIN

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def downloaded(query: str = "", caller: Caller | None = None) -> list[str]:
    """The ids of the games on all pages."""
    found: list[str] = []
    path = f"archive/records/?{query}"
    while path:
        answer = (caller or Caller()).get(path)
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/x-ndjson"), answer.content
        found += [json.loads(line)["game"] for line in answer.content.splitlines()]
        path = answer.get("Link", "").partition("<")[2].partition(">")[0]
    return found


@pytest.fixture
def games() -> list[Game]:
    """Whole games with their logs, the latest first."""
    found = [taken_in(seed) for seed in (1, 2, 3)]
    intake.sum_up()
    return sorted(found, key=lambda game: (game.ended_at, game.public_id), reverse=True)


def ids(games: list[Game]) -> list[str]:
    return [game.public_id for game in games]


def test_each_line_is_the_record_of_its_game(games: list[Game]) -> None:
    lines = Caller().get("archive/records/").content.splitlines(keepends=True)
    for line in lines:
        validator("#/components/schemas/Record").validate(json.loads(line))
    assert lines == [Caller().get(f"games/{name}/record/").content + b"\n" for name in ids(games)]


def test_pages_lead_on_and_can_be_had_again(games: list[Game]) -> None:
    assert downloaded("limit=1") == downloaded("limit=2") == downloaded() == ids(games)
    first = Caller().get("archive/records/?limit=1")
    assert first["Link"].endswith('; rel="next"')
    held = Caller().get("archive/records/?limit=1", **{"If-None-Match": first["ETag"]})
    assert (held.status_code, held["Link"]) == (304, first["Link"])
    problem_of(Caller().get("archive/records/?limit=51"), 400)
    assert downloaded(caller=Caller(Accept="application/x-ndjson")) == ids(games)


def test_records_are_chosen_as_in_the_archive(games: list[Game]) -> None:
    club = ClubFactory.create(name="Friends")
    ClubGame.objects.create(game=games[1], club=club)
    assert downloaded(f"club={club.slug}") == ids(games[1:2])
    assert downloaded("edition=kessen") == ids(games)
    assert downloaded("victory=never") == []
    assert downloaded("rated=true") == []
    assert problem_of(Caller().get("archive/records/?edition=none"), 422)["code"] == "unknown-edition"


def test_private_game_and_game_that_is_stopped_are_in_no_file(games: list[Game]) -> None:
    Game.objects.filter(pk=games[0].pk).update(is_public=False)
    Game.objects.filter(pk=games[1].pk).update(frozen_at=games[1].ended_at)
    assert downloaded() == ids(games[2:])
    assert all(name not in downloaded() for name in ids([taken_in(4, is_public=False)]))


def shown(person: Person, caller: Caller | None = None) -> tuple[list[str], list[str]]:
    """The games of a person in the archive and among the records."""
    path = f"archive/?person={person.public_key}"
    listed_games: Any = (caller or Caller()).get(path).json()["games"]
    return [each["id"] for each in listed_games], downloaded(f"person={person.public_key}", caller)


def test_games_of_a_person_are_told_to_whom_they_show_them(games: list[Game]) -> None:
    person = PersonFactory.named("Chikuzen")
    Seat.objects.filter(game=games[2], side=EAST).update(player=person)
    assert shown(person) == (ids(games[2:]), ids(games[2:]))
    Person.objects.filter(pk=person.pk).update(page_shows=PageShows.NOTHING)
    assert shown(person) == ([], [])
    assert shown(person, caller_at("stranger@example.org")) == ([], [])
    assert shown(person, caller_at(person.email)) == (ids(games[2:]), ids(games[2:]))
    assert downloaded("person=nobody") == []


def test_games_are_chosen_by_the_days_on_which_they_ended() -> None:
    named = [listed(days=number).public_id for number in range(4)]
    days = [(BEGIN + timedelta(days=number)).date().isoformat() for number in range(4)]

    def found(query: str) -> set[str]:
        return {each["id"] for each in Caller().get(f"archive/?{query}").json()["games"]}

    assert found(f"ended_from={days[1]}&ended_until={days[2]}") == {*named[1:3]}
    assert found(f"ended_from={days[3]}") == {named[3]}
    assert found(f"ended_until={days[0]}") == {named[0]}
    problem = problem_of(Caller().get("archive/?ended_from=yesterday"), 400)
    assert [each["pointer"] for each in problem["errors"]] == ["ended_from"]
