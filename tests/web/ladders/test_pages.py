"""Ladders on pages: creating one, taking part, the table, closing it, and permissions."""

import csv
import html
import io
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from accounts import closing
from accounts.models.person import Person
from games.engine.side import EAST, WEST
from games.ladders import rounds, settling
from games.ladders.models.club import Club
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.season import Line, Match, Season
from games.ladders.models.statistics import GameSummary
from games.ladders.tables.standings import TieBreak
from games.models.game import Game
from games.simulation.league import check_in_all
from tests.factories.people import PersonFactory
from tests.web.browsers import signed_in, text
from tests.web.ladders.case import FORM, begun

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def ladder(club: Club) -> Ladder:
    return begun(club)


def path(ladder: Ladder, rest: str = "") -> str:
    return f"/ladders/{ladder.public_id}/{rest}"


def member(number: int) -> Person:
    return PersonFactory.numbered(number)


def taken_part(ladder: Ladder, count: int = 4) -> None:
    for number in range(1, count + 1):
        answer = signed_in(member(number)).post(path(ladder, "part/"), {"most": "1"})
        assert answer.status_code == 302


def played(ladder: Ladder, count: int = 4) -> list[Match]:
    """A round is paired, and East wins every game."""
    taken_part(ladder, count)
    rounds.run(timezone.now() + timedelta(days=1, minutes=1))
    matches = list(Match.objects.order_by("pk"))
    Game.objects.filter(match__in=matches).update(
        status=Game.Status.OVER, winner=EAST, victory="points", week=7, ended_at=timezone.now()
    )
    settling.settle()
    return matches


def test_an_organiser_begins_a_ladder_from_the_page_of_the_club(club: Club, ladder: Ladder) -> None:
    shown = text(Client().get(f"/clubs/{club.slug}/"))
    assert "Free pairing" in shown
    assert "Begin a ladder" not in shown
    assert "Begin a ladder" in text(
        signed_in(PersonFactory.named("Organiser One")).get(f"/clubs/{club.slug}/")
    )


def test_games_have_the_hold_and_reaction_clock_of_their_ladder(club: Club) -> None:
    organiser = signed_in(PersonFactory.named("Organiser One"))
    Club.objects.filter(pk=club.pk).update(hold=5, reaction=None)
    assert 'name="hold" value="5"' in text(organiser.get(f"/clubs/{club.slug}/ladders/new/"))
    organiser.post(f"/clubs/{club.slug}/ladders/new/", FORM | {"reaction": "12"})
    ladder = Ladder.objects.get()
    assert (ladder.hold, ladder.reaction) == (5, 12)
    page = text(Client().get(path(ladder)))
    assert "nobody answers within 12 hours counts as a pass" in page
    assert "Orders answer a separate loyalty window after 5 minutes" in page
    Ladder.objects.update(reaction=None)
    taken_part(ladder)
    rounds.run(timezone.now() + timedelta(days=1, minutes=1))
    assert {(game.hold, game.reaction) for game in Game.objects.all()} == {(5, None)}


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "This field is required"),
        ("pace", "5", "Select a valid choice"),
        ("season_days", "3", "greater than or equal to 28"),
        ("hold", "61", "less than or equal to 60"),
        ("reaction", "13", "Select a valid choice"),
        ("hours_between", "", "This field is required"),
    ],
)
def test_wrong_value_is_explained_at_its_field_and_input_is_kept(
    club: Club, field: str, value: str, sentence: str
) -> None:
    browser = signed_in(PersonFactory.named("Organiser One"))
    answer = browser.post(f"/clubs/{club.slug}/ladders/new/", FORM | {"hours_between": "36", field: value})
    assert answer.status_code == 400
    assert sentence in text(answer)
    assert not Ladder.objects.exists()


def test_a_second_ladder_of_the_name_is_refused_in_words(club: Club, ladder: Ladder) -> None:
    answer = signed_in(PersonFactory.named("Organiser One")).post(f"/clubs/{club.slug}/ladders/new/", FORM)
    assert answer.status_code == 400
    assert "The club already has a ladder with this name." in text(answer)
    assert Ladder.objects.get() == ladder


def test_an_unknown_ladder_or_season_is_not_there(ladder: Ladder) -> None:
    for address in (
        "/ladders/nosuchone/",
        path(ladder, "?season=2"),
        path(ladder, "standings.json?season=9"),
    ):
        assert Client().get(address).status_code == 404


def test_everybody_reads_it_and_members_are_asked_to_take_part(ladder: Ladder) -> None:
    stranger, of_club = text(Client().get(path(ladder))), text(signed_in(member(1)).get(path(ladder)))
    assert "There are no participants yet." in stranger
    assert "Members of Friends of Sekigahara can take part." in stranger
    assert "Games at a time" in of_club
    assert "Games at a time" not in stranger


def test_one_takes_part_changes_ones_mind_pauses_and_leaves(ladder: Ladder) -> None:
    browser = signed_in(member(1))
    assert "You are paired in the next round." in text(
        browser.post(path(ladder, "part/"), {"most": "2"}, follow=True)
    )
    assert Entrant.objects.get().most == 2
    assert "You are pausing" in text(browser.post(path(ladder, "part/"), {"most": "0"}, follow=True))
    refused = browser.post(path(ladder, "part/"), {"most": "11"})
    assert refused.status_code == 400
    assert "less than or equal to 10" in text(refused)
    browser.post(path(ladder, "leave/"))
    assert Entrant.objects.get().left_at is not None
    assert "Leave the ladder" not in text(browser.get(path(ladder)))


def test_stranger_cannot_take_part(ladder: Ladder) -> None:
    answer = signed_in(PersonFactory.named("Stranger One")).post(
        path(ladder, "part/"), {"most": "1"}, follow=True
    )
    assert "possible only for members of the club" in text(answer)
    assert not Entrant.objects.exists()


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


def test_every_season_is_linked(ladder: Ladder) -> None:
    begun = Season.objects.get()
    Season.objects.bulk_create(
        Season(ladder=ladder, number=number, begins_at=begun.begins_at, ends_at=begun.ends_at)
        for number in range(2, 16)
    )
    page = text(Client().get(path(ladder)))
    assert all(f'<a href="?season={number}"' in page for number in range(1, 16))
    assert "<details><summary>Earlier seasons</summary>" in page
    early = text(Client().get(path(ladder, "?season=2")))
    assert "<details open><summary>Earlier seasons</summary>" in early
    assert '<a href="?season=2" aria-current="page">2</a>' in early


def test_page_says_how_members_are_paired(club: Club, ladder: Ladder) -> None:
    page = text(Client().get(path(ladder)))
    assert "Every 24 hours, as many players as possible who want another game are paired" in page
    assert "only when both have waited for 3 days, and if possible not within 6 games" in page
    assert "Sides are assigned so that everyone has each of them equally often" in page
    form = FORM | {"name": "Bids", "has_bidding": "bid", "hours_between": "36"}
    signed_in(PersonFactory.named("Organiser One")).post(f"/clubs/{club.slug}/ladders/new/", form)
    other = text(Client().get(path(Ladder.objects.get(name="Bids"))))
    assert "Every 36 hours, as many players" in other
    assert "Sides are assigned" not in other


def test_a_name_that_a_spreadsheet_takes_for_a_formula_is_made_harmless(ladder: Ladder) -> None:
    played(ladder, 2)
    Person.objects.filter(pk=member(1).pk).update(name="=1+1")
    assert b"'=1+1" in Client().get(path(ladder, "standings.csv")).content
    rows = crosstable(ladder)
    assert {"'=1+1"} < {row["player"] for row in rows} == {row["opponent"] for row in rows}


def test_former_players_are_told_apart(ladder: Ladder) -> None:
    played(ladder)
    for number in (1, 2):
        closing.close(person=member(number))
    response = Client().get(path(ladder, "standings.json"), follow=True).json()
    names = {line["player"]["name"] for line in response["lines"]}
    assert names == {"former player 1", "former player 2", "Ashigaru 3", "Ashigaru 4"}
    assert "former player 2" in text(Client().get(path(ladder)))


def test_organiser_changes_settings_and_the_page_says_what_will_hold(ladder: Ladder) -> None:
    browser = signed_in(PersonFactory.named("Organiser One"))
    assert "Settings of the ladder" in text(browser.get(path(ladder)))
    form = {"name": "Free pairing", "pace": "7", "season_days": "91", "hours_between": "24"}
    assert browser.get(path(ladder, "settings/")).status_code == 200
    assert "Saved." in text(browser.post(path(ladder, "settings/"), form, follow=True))
    shown = text(Client().get(path(ladder)))
    assert "What changes on " in shown
    assert "Games that begin from then on have 7 days for each decision." in shown
    assert browser.post(path(ladder, "settings/"), form | {"season_days": "3"}).status_code == 400


def test_organiser_is_asked_again_before_a_ladder_is_closed(ladder: Ladder) -> None:
    played(ladder)
    taken_part(ladder)
    rounds.run(timezone.now() + timedelta(days=2, minutes=1))
    asked = text(signed_in(PersonFactory.named("Organiser One")).get(path(ladder, "close/")))
    assert "At the top now: " in asked
    assert "2 games are still played. They go on to their end, and count." in asked
    assert not Ladder.objects.exclude(closed_at=None).exists()


def test_page_of_a_closed_ladder_is_its_report(ladder: Ladder) -> None:
    first, second = played(ladder)
    for match, days, margin in ((first, 30, 4), (second, 12, 1)):
        summarized(match.game, days=days, margin=margin)
    signed_in(PersonFactory.named("Organiser One")).post(path(ladder, "close/"))
    shown = text(Client().get(path(ladder)))
    assert f"Winner: {first.east}, {second.east}" in shown
    assert "2 games were played to their end. 4 players took part." in shown
    assert "East won 2 of 2." in shown
    assert re.search(f"The longest game: .*{first.east} . {first.west}</a>, 30 days", shown)
    assert re.search(f"The closest game: .*{second.east} . {second.west}</a>, 1 victory point apart", shown)


def summarized(game: Game, *, days: int, margin: int) -> None:
    GameSummary.objects.create(
        game=game,
        public_id=game.public_id,
        ended_at=timezone.now(),
        edition=game.edition,
        week=game.week,
        winner=EAST,
        victory=game.victory,
        is_rated=True,
        is_contest=True,
        days=days,
        actions=100,
        fights={},
        east_lost=0,
        west_lost=0,
        margin=margin,
    )


def test_a_closed_ladder_says_so_and_takes_nobody(ladder: Ladder) -> None:
    taken_part(ladder, 1)
    signed_in(PersonFactory.named("Organiser One")).post(path(ladder, "close/"))
    browser = signed_in(member(2))
    assert "This ladder is closed." in text(browser.get(path(ladder)))
    assert "This ladder is closed." in text(browser.post(path(ladder, "part/"), {"most": "1"}, follow=True))
    assert Entrant.objects.count() == 1


def test_running_games_are_shown_to_everybody(ladder: Ladder) -> None:
    taken_part(ladder, 2)
    rounds.run(timezone.now() + timedelta(days=1, minutes=1))
    match = Match.objects.get()
    page = Client().get(path(ladder))
    assert f"{match.east} (East)" in text(page)
    assert f"{match.west} (West)" in text(page)
    address = f"/games/{match.game.public_id}/"
    assert f'href="{address}"' not in page.content.decode(), "nobody but its players may open it"
    assert f'href="{address}"' in signed_in(match.east).get(path(ladder)).content.decode()
    check_in_all()
    assert f'href="{address}"' in Client().get(path(ladder)).content.decode()
    assert Client().get(address).status_code == 200
    assert {match.east, match.west} == {member(1), member(2)}
    assert Game.objects.get().seats.get(side=WEST).player == match.west
