"""Kept tables: they are what results say, whoever makes them, and reading costs the same at every size."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import closing
from accounts.models.person import Person
from games.engine.side import WEST
from games.ladders import participation, rounds, settling
from games.ladders.models.club import Membership
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.season import Line, Match, Season
from games.ladders.tables import lines, queries, updating
from games.models.game import Game
from tests.factories.crowds import crowd
from tests.kit.calling import Caller
from tests.kit.pages import in_one_line
from tests.web.browsers import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def ladder() -> Ladder:
    made = crowd(30, 150, 10)
    updating.keep_due()
    return made


def kept(season: Season) -> list[tuple[int, int, int, int, dict[str, int]]]:
    told = lines.lines_of(season).values_list("person", "place", "points", "wins", "tie_breaks")
    return [*told]


def made(season: Season) -> list[tuple[int, int, int, int, dict[str, int]]]:
    return [
        (
            row.player,
            row.place,
            row.points,
            row.tally.wins,
            {str(each): row.tie_breaks[each] for each in row.tie_breaks},
        )
        for row in queries.table_of(season)
    ]


def end_one() -> Match:
    match = Match.objects.filter(ended_at=None).order_by("pk")[0]
    ended = {"status": Game.Status.OVER, "winner": WEST, "victory": "points", "week": 7}
    Game.objects.filter(pk=match.game_id).update(**ended, ended_at=F("created_at") + timedelta(days=1))
    return match


def test_the_kept_lines_are_the_table_that_results_make(ladder: Ladder) -> None:
    season = Season.objects.get()
    assert kept(season) == made(season)
    assert [line.position for line in lines.lines_of(season)] == [*range(1, 31)]
    assert lines.count_of(season) == 30


def test_a_result_that_is_settled_is_in_the_table_at_once(ladder: Ladder) -> None:
    season = Season.objects.get()
    match = end_one()
    before = Line.objects.get(person=match.west)
    assert settling.settle() == 1
    assert Line.objects.get(person=match.west).wins == before.wins + 1
    assert kept(season) == made(season)


def test_only_lines_that_change_are_written(ladder: Ladder) -> None:
    rows = dict(Line.objects.values_list("person", "pk"))
    end_one()
    settling.settle()
    assert dict(Line.objects.values_list("person", "pk")) == rows
    updating.changed(Season.objects.all())
    with CaptureQueriesContext(connection) as told:
        assert updating.keep_due() == 1
    assert not [
        each["sql"] for each in told if "ladders_line" in each["sql"] and "SELECT" not in each["sql"][:8]
    ]
    assert updating.keep_due() == 0


def test_a_worker_that_comes_second_does_nothing(ladder: Ladder) -> None:
    updating.changed(Season.objects.all())
    (first, second) = (Season.objects.get() for _worker in range(2))
    assert updating.keep(first)
    Line.objects.update(points=99)
    assert not updating.keep(second)
    assert {line.points for line in Line.objects.all()} == {99}


def test_change_during_an_update_makes_the_table_due_again(ladder: Ladder) -> None:
    updating.changed(Season.objects.all())
    season = Season.objects.get()
    updating.changed(Season.objects.all())
    assert updating.keep(season)
    assert updating.keep_due() == 1
    assert updating.keep_due() == 0


def test_small_table_follows_joining_and_leaving_at_once(ladder: Ladder) -> None:
    newcomer = Person.objects.at("newcomer@example.org")
    Membership.objects.create(club=ladder.club, person=newcomer)
    now = Season.objects.get().begins_at
    participation.take_part(ladder=ladder, person=newcomer, most=1, now=now)
    assert Line.objects.filter(person=newcomer).count() == 1
    changes = Season.objects.get().changes
    participation.take_part(ladder=ladder, person=newcomer, most=3, now=now)
    assert Season.objects.get().changes == changes
    for _time in range(2):
        participation.leave(ladder=ladder, person=newcomer, now=now)
        assert not Line.objects.filter(person=newcomer).exists()
    assert Season.objects.get().changes == changes + 1


def test_a_large_table_is_left_to_the_worker(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updating, "SMALL_TABLE_LINES", 29)
    someone = Entrant.objects.order_by("pk")[0].person
    Match.objects.filter(east=someone).delete()
    Match.objects.filter(west=someone).delete()
    participation.leave(ladder=ladder, person=someone, now=Season.objects.get().begins_at)
    assert Line.objects.filter(person=someone).exists()
    rounds.run(Season.objects.get().begins_at)
    assert not Line.objects.filter(person=someone).exists()


def test_ended_season_lists_only_paired_players(ladder: Ladder) -> None:
    newcomer = Person.objects.at("newcomer@example.org")
    Membership.objects.create(club=ladder.club, person=newcomer)
    participation.take_part(ladder=ladder, person=newcomer, most=0, now=Season.objects.get().begins_at)
    Entrant.objects.update(most=0)
    rounds.run(Season.objects.get().ends_at + timedelta(days=1))
    seasons = Season.objects.order_by("number")
    assert [season.lines.filter(person=newcomer).count() for season in seasons] == [0, 1]
    for season in seasons:
        assert kept(season) == made(season)


def test_closed_account_keeps_its_line_without_a_name(ladder: Ladder) -> None:
    someone = Line.objects.order_by("position")[3].person
    closing.close(person=someone)
    rounds.run(Season.objects.get().begins_at)
    season = Season.objects.get()
    assert kept(season) == made(season)
    shown = in_one_line(Client().get(f"/ladders/{ladder.public_id}/").content.decode())
    assert "a former player" in shown
    assert f">{someone.name}<" not in shown


# --- what reading costs


@pytest.mark.embedded
@pytest.mark.parametrize("address", ["/ladders/{}/", "/ladders/{}/?page=9", "/api/v1/ladders/{}/matches/"])
@pytest.mark.parametrize("is_member", [False, True])
def test_a_page_takes_as_many_statements_for_many_as_for_few(
    address: str, is_member: bool, ladder: Ladder
) -> None:
    assert statements(ladder, address, is_member=is_member) == statements(
        grown(ladder), address, is_member=is_member
    )


@pytest.mark.embedded
@pytest.mark.parametrize("name", ["standings", "crosstable"])
def test_a_part_of_a_table_takes_as_many_statements_for_many_as_for_few(name: str, ladder: Ladder) -> None:
    address = f"/api/v1/ladders/{{}}/seasons/1/{name}/"
    few = statements(ladder, address)
    assert few == statements(grown(ladder), address)
    assert len(Caller().get(f"ladders/{ladder.public_id}/seasons/1/{name}/").content) < 45_000


def test_no_page_has_all_players(ladder: Ladder) -> None:
    grown(ladder)
    own = Line.objects.order_by("-position")[0]
    first = in_one_line(signed_in(own.person).get(f"/ladders/{ladder.public_id}/").content.decode())
    assert first.count('<th scope="row">') == 50
    assert f"You: place {own.place}, {own.points} points." in first
    last = in_one_line(signed_in(own.person).get(f"/ladders/{ladder.public_id}/?page=3").content.decode())
    assert last.count('<th scope="row">') == 20
    assert '<tr id="me">' in last
    assert "page 3 of 3" in last


def statements(ladder: Ladder, address: str, *, is_member: bool = False) -> int:
    """How many there are in an answer."""
    browser = (
        signed_in(Entrant.objects.filter(ladder=ladder).order_by("-pk")[0].person) if is_member else Client()
    )
    with CaptureQueriesContext(connection) as told:
        answer = browser.get(address.format(ladder.public_id))
    assert answer.status_code == 200
    return len(told)


def grown(ladder: Ladder) -> Ladder:
    """The ladder with four times as many players, who have met each other."""
    known = [*Person.objects.filter(entries__ladder=ladder).order_by("pk")]
    more = Person.objects.bulk_create(
        Person(email=f"more-{number}@example.org", name=f"More {number}") for number in range(90)
    )
    Membership.objects.bulk_create(Membership(club=ladder.club, person=person) for person in more)
    season = Season.objects.get()
    Entrant.objects.bulk_create(
        Entrant(ladder=ladder, person=person, waiting_since=season.begins_at) for person in more
    )
    game = Game.objects.first()
    assert game is not None
    for number, person in enumerate(more):
        game.pk, game.public_id = None, f"more{number}"
        game.save(force_insert=True)
        Match.objects.create(
            season=season,
            round=2,
            game=game,
            east=person,
            west=known[number % len(known)],
            paired_at=season.begins_at,
            ended_at=season.begins_at,
            east_halves=1,
            west_halves=1,
            victory="points",
        )
    updating.changed(Season.objects.all())
    assert updating.keep_due() == 1
    return ladder
