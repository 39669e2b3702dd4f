"""Seasons of ladders through the API: tables, who has met whom, games, and what is not sent again."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import closing
from accounts.models.person import Person
from games.ladders import participation, rounds
from games.ladders.arbitration.verbs.annul import Annul
from games.ladders.models.ladder import Ladder
from games.ladders.models.rating import Player
from games.ladders.models.season import Match
from games.ladders.ratings import intake
from games.ladders.tables.standings import TieBreak
from games.services import outages
from games.simulation.league import check_in_all
from tests.api.ladder_case import CLUB, DAY, NOW, ladder, path, played
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller

__all__ = ["ladder", "played"]

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_a_table_says_who_is_where_and_by_which_tie_breaks(ladder: Ladder, played: list[Match]) -> None:
    told = Caller().get(path(ladder, "seasons/1/standings/")).json()
    assert [each["code"] for each in told["tie_breaks"]] == [*TieBreak]
    assert all(each["explanation"] for each in told["tie_breaks"])
    lines = told["lines"]
    assert [(line["position"], line["place"], line["points"]) for line in lines] == [
        (1, 1, 2),
        (2, 1, 2),
        (3, 3, 0),
        (4, 3, 0),
    ]
    assert {line["player"]["name"] for line in lines[:2]} == {match.east.name for match in played}
    assert [(line["wins"], line["ties"], line["losses"]) for line in lines] == [(1, 0, 0)] * 2 + [
        (0, 0, 1)
    ] * 2
    assert lines[0]["tie_breaks"] == {
        "head-to-head": 0,
        "sonneborn-berger": 0,
        "wins": 1,
        "wins-as-less-favoured": 0,
    }
    assert (told["season"]["number"], told["next"]) == (1, None)


def test_pages_of_a_table_go_on_where_the_one_before_ended(ladder: Ladder, played: list[Match]) -> None:
    for name, rows in (("standings", "lines"), ("crosstable", "rows")):
        pages = Caller().pages(path(ladder, f"seasons/1/{name}/?limit=3"))
        assert [[each["position"] for each in page[rows]] for page in pages] == [[1, 2, 3], [4]]


def test_crosstable_shows_every_meeting(ladder: Ladder, played: list[Match]) -> None:
    rows = Caller().get(path(ladder, "seasons/1/crosstable/")).json()["rows"]
    found = {row["player"]["name"]: row["met"] for row in rows}
    positions = {row["player"]["name"]: row["position"] for row in rows}
    for match in played:
        for one, other, wins in ((match.east, match.west, 1), (match.west, match.east, 0)):
            (met,) = found[one.name]
            assert met["player"]["name"] == other.name
            assert met["position"] == positions[other.name]
            assert (met["wins"], met["ties"], met["losses"]) == (wins, 0, 1 - wins)


def test_games_are_listed_by_season_and_by_whether_they_are_over(ladder: Ladder, played: list[Match]) -> None:
    outages.go_on(NOW + 9 * DAY)
    rounds.run(NOW + 9 * DAY)  # who has just met waits for three days
    check_in_all()
    (later, *_rest) = Match.objects.order_by("-pk")
    told = Caller().get(path(ladder, "matches/")).json()["matches"]
    assert told[0]["game"] == later.game.public_id
    assert (told[0]["result"], told[0]["ended_at"], told[0]["victory"]) == (None, None, None)
    assert {each["game"] for each in told[-2:]} == {match.game.public_id for match in played}
    over = Caller().get(path(ladder, "matches/?state=finished&season=1")).json()["matches"]
    assert [(each["result"], each["victory"]) for each in over] == [("east", "points")] * 2
    running = Caller().get(path(ladder, "matches/?state=running&limit=1")).json()
    assert (len(running["matches"]), "state=running" in running["next"]) == (1, True)
    rest = Caller().get(running["next"]).json()
    assert rest["matches"][0]["game"] != running["matches"][0]["game"]
    assert Caller().get(f"games/{later.game.public_id}/view/").status_code == 200


def test_nobody_has_won_an_annulled_game(ladder: Ladder, played: list[Match]) -> None:
    """Its score is gone, which is not that of a win of West."""
    Annul(reason="A mistake.").decide(
        game=played[0].game, by=PersonFactory.named("Ashigaru organiser"), nonce="a"
    )
    told = Caller().get(path(ladder, "matches/?state=finished")).json()["matches"]
    assert {each["game"]: (each["result"], each["victory"]) for each in told} == {
        played[0].game.public_id: (None, "annulled"),
        played[1].game.public_id: ("east", "points"),
    }


def test_seasons_are_listed_the_latest_first(ladder: Ladder) -> None:
    rounds.run(NOW + 100 * DAY)
    first = Caller().get(path(ladder, "seasons/?limit=1")).json()
    second = Caller().get(first["next"]).json()
    assert [each["number"] for each in (*first["seasons"], *second["seasons"])] == [2, 1]
    assert first["seasons"][0]["begins_at"] == second["seasons"][0]["ends_at"]
    assert Caller().get(path(ladder)).json()["season"] == first["seasons"][0]
    assert Caller().get(path(ladder, "matches/?season=2")).json()["matches"] != []
    assert Caller().get(path(ladder, "seasons/1/standings/")).json()["lines"] == []


def test_players_are_named_as_everywhere_and_have_pages_once_rated(
    ladder: Ladder, played: list[Match]
) -> None:
    standings = path(ladder, "seasons/1/standings/")
    assert {line["player"]["id"] for line in Caller().get(standings).json()["lines"]} == {None}
    intake.fold_due()
    told = Caller().get(standings).json()["lines"]
    assert {line["player"]["id"] for line in told} == {*Player.objects.values_list("key", flat=True)}
    Person.objects.filter(pk=played[0].east_id).update(name="", is_bot=True)
    closing.close(person=played[0].west)
    closing.close(person=played[1].west)
    rounds.run(NOW + 6 * DAY)
    players = [line["player"] for line in Caller().get(standings).json()["lines"]]
    assert {"name": "", "bot": True} in [{"name": each["name"], "bot": each["bot"]} for each in players]
    assert sorted(each["name"] for each in players if each["id"] is None) == [
        "former player 1",
        "former player 2",
    ]
    games = Caller().get(path(ladder, "matches/?state=finished")).json()["matches"]
    assert {each["west"]["name"] for each in games} == {"former player 1", "former player 2"}


# --- what is not sent again


@pytest.mark.parametrize("name", ["standings", "crosstable"])
def test_unchanged_tables_are_not_sent_again(ladder: Ladder, played: list[Match], name: str) -> None:
    where = path(ladder, f"seasons/1/{name}/")
    with CaptureQueriesContext(connection) as made:
        first = Caller().get(where)
    with CaptureQueriesContext(connection) as known:
        again = Caller().get(where, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    # The ladder, its season, and what the players are called; who met whom, and what these are called.
    assert len(known) == len(made) == {"standings": 3, "crosstable": 5}[name]
    tags = {first["ETag"]}
    Person.objects.filter(pk=played[0].east_id).update(name="Renamed")
    tags.add(Caller().get(where)["ETag"])
    participation.leave(ladder=ladder, person=played[0].west, now=NOW)
    tags.add(Caller().get(where)["ETag"])
    tags.add(Caller().get(f"{where}?limit=2")["ETag"])
    tags.add(Caller(**{"Accept-Language": "de"}).get(where)["ETag"])
    assert len(tags) >= {"standings": 4, "crosstable": 3}[name]  # the latter is the same in any language
    for path_of in (path(ladder), path(ladder, "seasons/"), path(ladder, "matches/"), f"{CLUB}ladders/"):
        tag = Caller().get(path_of)["ETag"]
        assert Caller().get(path_of, **{"If-None-Match": tag}).status_code == 304


def test_crosstable_shows_new_names_of_opponents(ladder: Ladder, played: list[Match]) -> None:
    where = path(ladder, "seasons/1/crosstable/?limit=1")
    first = Caller().get(where)
    met = first.json()["rows"][0]["met"][0]["player"]["name"]
    Person.objects.filter(name=met).update(name="Renamed")
    again = Caller().get(where, **{"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert again.json()["rows"][0]["met"][0]["player"]["name"] == "Renamed"
