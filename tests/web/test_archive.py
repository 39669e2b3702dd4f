"""The archive page: rows, filters and pagination."""

import re

import pytest
from django.test import Client

from accounts import closing
from accounts.models.person import LONGEST_PERSON_NAME, Person
from games.engine.side import WEST
from games.ladders.models.club import ClubGame
from games.ladders.models.season import Match, Season
from games.ladders.participation import Rules, begin
from games.ladders.statistics import intake
from tests.factories.clubs import ClubFactory
from tests.factories.people import PersonFactory
from tests.ladders.archived import listed, taken_in
from tests.ladders.finished import BEGIN
from tests.web.browsers import shown, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def rows(page: str) -> list[str]:
    """The ids of the games of a page, as it lists them."""
    return re.findall(r'<li class="card">\s*<a href="/games/(\w+)/"', page)


def test_before_the_first_game_is_over_it_says_so() -> None:
    assert "No public game is over yet." in shown("/archive/")


def test_a_row_says_who_played_how_it_ended_and_where_to_look() -> None:
    game = listed(
        PersonFactory.named("Chikuzen"),
        PersonFactory.named("Mariko"),
        winner=WEST,
        victory="hideyori",
        is_rated=True,
    )
    page = shown("/archive/")
    assert "Chikuzen against Mariko" in page
    assert "West won: " in page
    assert "Hideyori lost. Week 7, 12 days." in page
    assert "rated · 1 January 2026" in page
    assert f'href="/games/{game.public_id}/moments/1/"' in page
    assert f'href="/games/{game.public_id}/record.json"' in page


def test_the_ways_of_a_row_lead_somewhere() -> None:
    taken_in(1)
    intake.sum_up()
    ways = re.findall(r'href="(/games/\w{10}/[^"]*)"', shown("/archive/"))
    assert len(ways) == 3
    assert [Client().get(path).status_code for path in ways] == [200, 200, 200]


def test_the_club_and_the_season_are_named_and_stay_while_one_looks_through_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.web.archive.ARCHIVE_ROWS_A_PAGE", 1)
    club = ClubFactory.create(name="W" * 60)
    ladder = begin(
        club=club, by=PersonFactory.named("Organiser One"), rules=Rules("Free", "kessen", pace=3), now=BEGIN
    )
    people = PersonFactory.named("One"), PersonFactory.named("Two")
    season = Season.objects.get(ladder=ladder)
    for days in range(2):
        game = listed(*people, days=days)
        ClubGame.objects.create(game=game, club=club)
        Match.objects.create(
            season=season, round=1, game=game, east=people[0], west=people[1], paired_at=BEGIN
        )
    listed(days=9)
    path = f"/archive/?ladder={ladder.public_id}&season=1"
    page = shown(path)
    assert "Only games of the ladder Free, season 1." in page
    assert "Free, season 1</a>" in page
    assert "W" * 60 in page
    assert f'name="ladder" value="{ladder.public_id}"' in page
    further = re.findall(r'href="\?([^"]+)">Older', page)
    assert further
    assert rows(shown(f"/archive/?{further[0]}")) != rows(page)
    assert "Only games of the club" in shown(f"/archive/?club={club.slug}")
    assert f'href="/archive/?ladder={ladder.public_id}' in shown(f"/ladders/{ladder.public_id}/")
    assert f'href="/archive/?club={club.slug}' in shown(f"/clubs/{club.slug}/")


def test_page_by_page_to_the_end_and_back_to_the_latest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.web.archive.ARCHIVE_ROWS_A_PAGE", 2)
    games = [listed(PersonFactory.named("Chikuzen"), days=days, is_rated=True) for days in range(5)]
    path, page, actual = "/archive/?player=chik&rated=yes", "", list[str]()
    for _page in range(3):
        page = shown(path)
        actual += rows(page)
        path = "/archive/?" + "".join(re.findall(r'href="\?([^"]+)">Older', page))
    assert actual == [game.public_id for game in reversed(games)]
    assert path == "/archive/?"
    assert "Latest" in page
    assert "There are no older games." in shown(f"/archive/?after={games[0].public_id}")


def test_nothing_found_is_said_and_the_filters_stay() -> None:
    listed(PersonFactory.named("Chikuzen"))
    page = shown("/archive/?player=Nobody&edition=kessen")
    assert "No such game is over yet." in page
    assert 'value="Nobody"' in page
    assert '<option value="kessen" selected>' in page
    assert "Show all" in page


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("edition=none", "Select a valid choice"),
        ("victory=none", "Select a valid choice"),
        ("rated=perhaps", "Select a valid choice"),
        ("club=none", "There is no such club."),
        ("ladder=none", "There is no such ladder."),
        ("season=1", "There is no such ladder."),
        ("season=x", "Enter a whole number."),
        (f"player={'x' * (LONGEST_PERSON_NAME + 1)}", "Ensure this value has at most"),
        ("ladder=%00", "Null characters are not allowed."),
    ],
)
def test_a_wrong_filter_is_told_and_finds_nothing(query: str, sentence: str) -> None:
    game = listed(PersonFactory.named("Chikuzen"))
    page = shown(f"/archive/?{query}", status=400)
    assert sentence in page
    assert game.public_id not in page
    assert "Show all" in page


def test_a_name_of_too_many_players_asks_for_more_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.ladders.statistics.archive.MOST_PEOPLE", 1)
    listed(PersonFactory.named("Ashigaru One"), PersonFactory.named("Ashigaru Two"))
    assert "Enter more of it." in shown("/archive/?player=ashi", status=400)


@pytest.mark.parametrize("after", ["none", "%00", "x" * 200])
def test_after_what_is_no_game_it_begins_anew(after: str) -> None:
    game = listed()
    assert rows(shown(f"/archive/?after={after}")) == [game.public_id]


def test_players_who_left_are_former_players_and_unknown_ones_are_called_by_side() -> None:
    leaving = PersonFactory.named("Leaving Soon")
    listed(leaving)
    assert closing.close(person=leaving)
    page = shown("/archive/")
    assert "a former player against West" in page
    assert "Leaving" not in page


def test_days_are_those_of_the_reader() -> None:
    """At the end of a day in UTC it is the next one in Tokyo."""
    reader = PersonFactory.named("Tokyo Reader")
    Person.objects.filter(pk=reader.pk).update(zone="Asia/Tokyo")
    listed(days=0.9)
    assert "2 January 2026" in text(signed_in(Person.objects.get(pk=reader.pk)).get("/archive/"))
    assert "1 January 2026" in shown("/archive/")
