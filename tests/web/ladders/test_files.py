"""The table of a ladder for other sites and programs: frame, picture, crosstable, and files."""

import csv
import html
import io
import re

import pytest
from django.test import Client
from PIL import Image

from accounts.models.person import Person
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Line
from games.ladders.tables.standings import TieBreak
from tests.factories.people import PersonFactory
from tests.web.browsers import text
from tests.web.ladders.case import path, played

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_the_table_the_games_and_the_files_say_the_same(ladder: Ladder) -> None:
    matches = played(ladder)
    page = text(Client().get(path(ladder)))
    winners = {match.east.name for match in matches}
    response = Client().get(path(ladder, "standings.json"), follow=True).json()
    assert {line["player"]["name"] for line in response["lines"] if line["place"] == 1} == winners
    assert [line["points"] for line in response["lines"]] == [2, 2, 0, 0]
    rows = list(csv.DictReader(io.StringIO(Client().get(path(ladder, "standings.csv")).content.decode())))
    assert [row["player"] for row in rows] == [line["player"]["name"] for line in response["lines"]]
    assert all(name in page for name in winners)
    assert "<p>None.</p>" in page


def test_columns_of_the_csv_have_names_of_their_own(ladder: Ladder) -> None:
    header = next(csv.reader(io.StringIO(Client().get(path(ladder, "standings.csv")).content.decode())))
    assert len({*header}) == len(header)


@pytest.mark.parametrize("theme", ["", "light", "dark", "pink"])
def test_other_sites_may_show_the_standings_and_nothing_else(ladder: Ladder, theme: str) -> None:
    winners = {match.east.name for match in played(ladder)}
    framed = Client().get(path(ladder, "embed/"), {"theme": theme})
    page = text(framed)
    assert all(name in page for name in winners)
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed
    assert (framed["Cache-Control"], framed.cookies) == ("public, max-age=300", {})
    assert (f'data-theme="{theme}"' in page) == (theme in ("light", "dark"))
    other = Client().get(path(ladder))
    assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
    assert html.escape(f'<iframe src="http://testserver{path(ladder, "embed/")}"') in other.content.decode()


def test_other_sites_may_show_the_standings_as_a_picture_and_read_the_files(ladder: Ladder) -> None:
    played(ladder)
    drawn = Client().get(path(ladder, "standings.png"))
    assert Image.open(io.BytesIO(drawn.content)).size == (1200, 2 * (92 + 4 * 36 + 12))
    for each in ("standings.png", "standings.csv", "crosstable.csv"):
        address = path(ladder, each)
        read = Client().get(address, headers={"Origin": "https://club.example.org"})
        assert (read["Cache-Control"], read["Access-Control-Allow-Origin"]) == ("public, max-age=300", "*")
        again = Client().get(address, headers={"If-None-Match": read["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_frame_of_a_ladder_where_nobody_has_played_says_so(ladder: Ladder) -> None:
    Line.objects.all().delete()
    assert "Nobody has played yet." in text(Client().get(path(ladder, "embed/")))
    assert Client().get(path(ladder, "standings.png"))["Content-Type"] == "image/png"


def test_each_tie_break_is_named_and_valued_in_every_line(ladder: Ladder) -> None:
    played(ladder)
    Line.objects.filter(position=1).update(
        tie_breaks={"head-to-head": -7, "sonneborn-berger": 41, "wins": 1, "wins-as-less-favoured": 0}
    )
    page = text(Client().get(path(ladder)))
    for each in TieBreak:
        assert f'<th scope="col" class="number break">{each.called}</th>' in page
        assert f"<b>{each.called}</b>: {each.explanation}" in page
    # For a narrow screen below the name, for a wide one in columns.
    folded = page[page.index('<tr class="breaks">') :].partition("</tr>")[0]
    assert " ".join(re.sub(r"<[^>]*>", "", folded).split()) == (
        "Head to head \N{MINUS SIGN}7 · Sonneborn-Berger 41 · Wins 1 · Wins as less favoured 0"
    )
    columns = re.findall(r'<td class="number break">([^<]*)</td>', page)
    assert columns[:4] == ["\N{MINUS SIGN}7", "41", "1", "0"]
    assert len(columns) == 4 * 4


def test_crosstable_on_the_page_has_points_and_games_in_each_cell(ladder: Ladder) -> None:
    matches = played(ladder)
    won = {(match.east.name, match.west.name) for match in matches}
    people = [line.person.name for line in Line.objects.order_by("position")]
    page = text(Client().get(path(ladder)))
    table = page[page.index('<table class="ratings crosstable">') :].partition("</table>")[0]
    cells = {
        (name, other): cell
        for name, line in re.findall(r'class="cut"[^>]*>\d+\. ([^<]*)</span>(.*?)</tr>', table, re.DOTALL)
        for other, cell in zip(people, re.findall(r'<td class="number">([^<]*)</td>', line), strict=True)
    }
    assert cells == {
        (one, other): "2/1" if (one, other) in won else "0/1" if (other, one) in won else ""
        for one in people
        for other in people
    }


def crosstable(ladder: Ladder, part: str = "") -> list[dict[str, str]]:
    answer = Client().get(path(ladder, "crosstable.csv") + part)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def test_the_crosstable_as_a_file_has_each_meeting_from_both_sides(ladder: Ladder) -> None:
    matches = played(ladder)
    rows = crosstable(ladder)
    assert [(row["position"], row["player"]) for row in rows] == [
        (str(line.position), line.person.name) for line in Line.objects.order_by("position")
    ]
    actual = {(row["player"], row["opponent"]): row for row in rows}
    assert len(actual) == 2 * len(matches)
    for match in matches:
        won, lost = actual[match.east.name, match.west.name], actual[match.west.name, match.east.name]
        assert [won[each] for each in ("points", "games", "wins", "ties", "losses")] == [*"21100"]
        assert [lost[each] for each in ("points", "games", "wins", "ties", "losses")] == [*"01001"]
        assert won["opponent_position"] == lost["position"]
    assert (
        f'filename="{ladder.public_id}-1-crosstable.csv"'
        in (Client().get(path(ladder, "crosstable.csv"))["Content-Disposition"])
    )


def test_player_missing_from_the_stored_table_is_left_out_of_the_crosstable(ladder: Ladder) -> None:
    (match,) = played(ladder, 2)
    Line.objects.filter(person=match.west).delete()
    assert crosstable(ladder) == []


def test_a_long_crosstable_comes_in_parts_which_the_page_names(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.web.ladders.files.PLAYERS_A_PART", 3)
    monkeypatch.setattr("games.web.ladders.pages.CROSSTABLE_PLAYERS_SHOWN", 3)
    played(ladder)
    whole = [*crosstable(ladder), *crosstable(ladder, "?part=2")]
    assert [row["position"] for row in whole] == [*"1234"]
    page = text(Client().get(path(ladder)))
    assert "A table of 4 players against each other is too large for a page." in page
    assert "?season=1&amp;part=1" in page
    assert "?season=1&amp;part=2" in page
    assert "1\N{EN DASH}3 (CSV)" in page
    for wrong in ("3", "0", "-1", "x", "", "²", "1" * 5000):
        assert Client().get(path(ladder, f"crosstable.csv?part={wrong}")).status_code == 404


@pytest.mark.parametrize("room", [16, 3], ids=["shown", "too large to be shown"])
def test_the_crosstable_is_always_linked(ladder: Ladder, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    monkeypatch.setattr("games.web.ladders.pages.CROSSTABLE_PLAYERS_SHOWN", room)
    played(ladder)
    page = text(Client().get(path(ladder)))
    assert f"{path(ladder, 'crosstable.csv')}?season=1" in page
    address = f"/api/v1{path(ladder, 'seasons/1/crosstable/')}"
    assert address in page
    assert len(Client().get(address).json()["rows"]) == 4
    assert ("too large for a page" in page) == (room == 3)


def test_a_name_that_a_spreadsheet_takes_for_a_formula_is_made_harmless(ladder: Ladder) -> None:
    played(ladder, 2)
    Person.objects.filter(pk=PersonFactory.numbered(1).pk).update(name="=1+1")
    assert b"'=1+1" in Client().get(path(ladder, "standings.csv")).content
    rows = crosstable(ladder)
    assert {"'=1+1"} < {row["player"] for row in rows} == {row["opponent"] for row in rows}
