"""Pages of statistics: figures, empty states, and nothing from private games."""

import csv
import io
from xml.etree import ElementTree as ET

import pytest
from django.test import Client

from games.engine.side import EAST, WEST
from games.ladders.statistics import intake
from games.models.game import Game
from games.models.seat import Seat
from games.services import play
from games.story.victories import VICTORIES, victory_in_short
from tests.kit.table import Table
from tests.ladders.archived import listed, taken_in
from tests.web.browsers import shown, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

SVG = "{http://www.w3.org/2000/svg}"
PATH = "/statistics/kessen/"


def charts(path: str) -> dict[str, ET.Element]:
    """The charts of a page, by their titles."""
    page = text(Client().get(path))
    found = [ET.fromstring(f"<svg{part.partition('</svg>')[0]}</svg>") for part in page.split("<svg")[1:]]
    return {str(each.findtext(f"{SVG}title")): each for each in found if each.get("class") == "chart bars"}


@pytest.fixture
def games() -> list[Game]:
    """Two that were played to the end, and one given up; of two people, as far as is known."""
    made = [taken_in(seed) for seed in (1, 2)]
    table = Table(is_public=True)
    play.resign(seat=table.seat(EAST))
    intake.sum_up()
    return [*made, table.game]


def test_before_the_first_game_is_over_the_pages_say_so() -> None:
    assert "No public game between two people is over yet." in shown("/statistics/")
    assert "No public game is over yet." in shown("/statistics/?among=all")
    page = shown(PATH)
    assert "No public game of this edition between two people is over yet." in page
    assert "With computer players" not in page
    assert '<svg class="chart' not in page


def test_all_editions_are_there_with_the_number_of_their_games(games: list[Game]) -> None:
    page = shown("/statistics/")
    for name in ("Kessen", "GMT 2016", "GMT 2011", "Manual"):
        assert name in page
    assert "3 games" in page
    assert "0 games" in page
    assert list(charts("/statistics/")) == ["Which side wins in Kessen"]


def test_an_edition_has_its_charts_and_the_same_in_tables(games: list[Game]) -> None:
    found = charts(PATH)
    assert {*found} == {
        *("Which side wins in Kessen", "Kinds of victory", "The week games end in", "The days games take"),
        "The most fought places",
    }
    page = shown(PATH)
    assert "3 finished public games." in page
    assert "The games do not show that either side is favoured." in page
    assert page.count("As a table") == 4
    assert '<th scope="row">1</th><td class="number">1</td>' in page  # the one that was given up
    assert 'aria-label="The board of Kessen, with a circle where there was fighting' in page


def test_words_of_a_chart_tell_its_numbers(games: list[Game]) -> None:
    listed(victory="hideyori", winner=WEST)
    found = charts(PATH)
    assert "Hideyori lost (East 0, West 1)" in str(found["Kinds of victory"].findtext(f"{SVG}desc"))
    assert "Half of the games took" in str(found["The days games take"].findtext(f"{SVG}desc"))


@pytest.mark.parametrize(("east", "west", "ends"), [(13, 10, (57, 43)), (1, 7, (13, 87)), (0, 3, (0, 100))])
def test_both_sides_come_to_a_hundred(east: int, west: int, ends: tuple[int, int]) -> None:
    for winner in (*[EAST] * east, *[WEST] * west):
        listed(winner=winner)
    actual = [str(each.text) for each in charts(PATH)["Which side wins in Kessen"].iter(f"{SVG}text")]
    assert [int("".join(letter for letter in each if letter.isdigit())) for each in actual] == [*ends]


def test_games_with_computer_players_are_shown_to_who_asks(games: list[Game]) -> None:
    Seat.objects.filter(game__in=games).update(player=None, computer="ashigaru")
    intake.rebuild()
    assert "With computer players there are 3." in shown(PATH)
    page = shown(f"{PATH}?among=all")
    assert "3 finished public games" in page
    assert "statistics.csv?among=all" in page


@pytest.mark.parametrize("path", [f"{PATH}?among=nonsense", f"{PATH}?among="])
def test_an_unknown_selection_shows_games_between_people(games: list[Game], path: str) -> None:
    assert shown(path) == shown(PATH)


@pytest.mark.parametrize("path", ["/statistics/none/", "/statistics/none/statistics.csv"])
def test_statistics_of_an_unknown_edition_are_not_found(path: str) -> None:
    assert Client().get(path).status_code == 404


def test_a_removed_edition_has_numbers_without_a_board(games: list[Game]) -> None:
    Game.objects.update(edition="gone")
    intake.rebuild()
    page = shown("/statistics/gone/")
    assert "Statistics: gone" in page
    assert "The most fought places" in page
    assert "The board of" not in page
    assert "About this edition" not in page
    assert "/editions/gone/" not in shown("/statistics/")


def test_the_file_has_the_numbers_of_the_page(games: list[Game]) -> None:
    answer = Client().get(f"{PATH}statistics.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="kessen-people.csv"'
    head, *rows = csv.reader(io.StringIO(text(answer)))
    assert head == ["what", "of", "number"]
    actual = {(what, of): int(number) for what, of, number in rows}
    assert actual["games", ""] == 3
    assert actual["victory-resignation", "west"] == 1
    assert actual["decided", "east"] + actual["decided", "west"] == 2
    assert actual["week", "1"] == 1
    assert sum(number for (what, _of), number in actual.items() if what == "battles") > 0
    assert len(actual) == len(rows), "a row twice"


def test_the_file_of_no_games_is_no_empty_file() -> None:
    rows = list(csv.reader(io.StringIO(text(Client().get(f"{PATH}statistics.csv")))))
    assert ["games", "", "0"] in rows


def test_pages_of_statistics_are_the_same_whatever_is_played_in_private() -> None:
    """Two worlds, in one of which private games begin, go on and end, give the same bytes."""
    paths = ["/statistics/", PATH, f"{PATH}?among=all", f"{PATH}statistics.csv", "/archive/"]
    paths += ["/api/v1/statistics/", "/api/v1/statistics/kessen/?among=all", "/api/v1/archive/"]
    taken_in(1)
    intake.sum_up()
    before = [Client().get(path).content for path in paths]
    table = Table(1)
    for side in (EAST, WEST):
        table.submit(side)
    play.resign(seat=table.seat(EAST))
    taken_in(2, is_public=False)
    running = Table(2, is_public=True)
    running.submit(EAST)
    intake.sum_up()
    intake.rebuild()
    assert [Client().get(path).content for path in paths] == before
    assert [signed_in(table.people[EAST]).get(path).status_code for path in paths[:5]] == [200] * 5


def test_kinds_of_victory_have_words_in_every_edition() -> None:
    assert victory_in_short("points") == str(VICTORIES["points"])
    assert victory_in_short("hideyori", "kessen") == victory_in_short("hideyori", "gone")
    assert "lost" in victory_in_short("hideyori")
    assert victory_in_short("somebody-else") == "somebody-else"


@pytest.mark.parametrize("path", ["/", "/editions/kessen/", "/statistics/", "/archive/"])
def test_statistics_and_archive_are_reached_from_everywhere(path: str) -> None:
    page = shown(path)
    assert 'href="/statistics/' in page
    assert 'href="/archive/' in page
