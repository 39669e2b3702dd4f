"""Ladders through the API: who may call what, rules, taking part, tables, who has met whom, and games."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import closing
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.scopes import Scope
from accounts.services import create_token
from games.api import urls
from games.engine.side import EAST
from games.ladders import participation, rounds, settling
from games.ladders.arbitration.verbs.annul import Annul
from games.ladders.models.entrant import Entrant
from games.ladders.models.ladder import Ladder
from games.ladders.models.match import Match
from games.ladders.models.rating_player import Player
from games.ladders.ratings import intake
from games.ladders.tables.standings import TieBreak
from games.models.game import Game
from games.services import outages
from games.simulation.league import check_in_all
from tests.api.test_openapi import answered
from tests.kit.calling import Caller, problem_of
from tests.kit.clubs import a_club, entered, named

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

CLUB = "clubs/friends-of-sekigahara/"
NOW = datetime(2026, 3, 2, 20, tzinfo=UTC)
DAY = timedelta(days=1)
NEW = {"name": "Free pairing", "edition": "kessen", "pace": 3}
CALLERS = ("nobody", "stranger", "member", "organiser", "token to play")
"""The last is the organiser's, and not for clubs."""

TABLE = {
    ("GET", "ladder", ""): ".....",
    ("POST", "ladder-close", "close/"): "?oo.r",
    ("PUT", "ladder-entry", "entry/"): "?x..r",
    ("DELETE", "ladder-entry", "entry/"): "?...r",
    ("GET", "ladder-ranking", "ranking/"): "xxxxx",
    ("GET", "ladder-challenges", "challenges/"): "xxxxx",
    ("POST", "ladder-challenges", "challenges/"): "?rrrx",
    ("GET", "ladder-matches", "matches/"): ".....",
    ("GET", "seasons", "seasons/"): ".....",
    ("GET", "season-standings", "seasons/1/standings/"): ".....",
    ("GET", "season-crosstable", "seasons/1/crosstable/"): ".....",
}
"""As in test_clubs. Members are paired here; those who challenge each other are in test_challenges."""
BODIES: dict[str, dict[str, Any]] = {"ladder-entry": {"games": 1}, "ladder-challenges": {"opponent": "x"}}


def calling(name: str, *scopes: Scope) -> Caller:
    """Somebody with a token for that; by default for reading and for clubs."""
    person = named(name)
    count = ApiToken.objects.filter(user=person).count()
    _row, token = create_token(
        person=person, name=f"token {count}", scopes=scopes or (Scope.READ, Scope.CLUBS)
    )
    return Caller(token)


@pytest.fixture
def ladder() -> Ladder:
    """Of four players."""
    organiser = named("Ashigaru organiser")
    club = a_club(organiser)
    made = participation.begin(
        club=club, by=organiser, rules=participation.Rules("Free", "kessen", pace=3), now=NOW
    )
    for name in ("Ashigaru One", "Ashigaru Two", "Ashigaru Three", "Ashigaru Four"):
        entered(club, named(name))
        participation.take_part(ladder=made, person=named(name), most=1, now=NOW)
    return made


@pytest.fixture
def played(ladder: Ladder) -> list[Match]:
    """A round, in which East has won every game."""
    rounds.run(NOW + DAY)
    matches = list(Match.objects.order_by("pk"))
    Game.objects.filter(match__in=matches).update(
        status=Game.Status.OVER, winner=EAST, victory="points", week=7, ended_at=NOW + 5 * DAY
    )
    settling.settle()
    return matches


def path(ladder: Ladder, rest: str = "") -> str:
    return f"ladders/{ladder.public_id}/{rest}"


def letter(answer: Any) -> str:
    if answer.status_code == 403:
        return {"scope-missing": "r", "not-organiser": "o"}[answer.json()["code"]]
    return {200: ".", 401: "?", 409: "x"}[answer.status_code]


@pytest.mark.parametrize(("row", "expected"), TABLE.items(), ids=[" ".join(row[:2]) for row in TABLE])
def test_who_may_call_what(ladder: Ladder, row: tuple[str, str, str], expected: str) -> None:
    method, name, rest = row
    entered(ladder.club, named("Ashigaru member"))
    callers = {
        "nobody": Caller(),
        "stranger": calling("Ashigaru stranger"),
        "member": calling("Ashigaru member"),
        "organiser": calling("Ashigaru organiser"),
        "token to play": calling("Ashigaru organiser", Scope.PLAY),
    }
    answers = {}
    for who in CALLERS:
        body = {} if method == "DELETE" else BODIES.get(name, {})
        asking = callers[who]
        answers[who] = (
            asking.get(path(ladder, rest))
            if method == "GET"
            else asking.send(method, path(ladder, rest), body)
        )
    told = "".join(letter(answer) for answer in answers.values())
    assert told == expected, {who: answer.content[:200] for who, answer in answers.items()}


def test_the_table_has_every_operation() -> None:
    operations = {
        (method.upper(), pattern.name)
        for pattern in urls.urlpatterns
        if str(pattern.pattern).startswith("ladders/")
        for method in ("get", "post", "put", "patch", "delete")
        if hasattr(pattern.callback.view_class, method)  # type: ignore[attr-defined] # as_view puts it there
    }
    assert {(method, name) for method, name, _path in TABLE} == operations


# --- a ladder


def test_an_organiser_begins_a_ladder_and_everybody_reads_its_rules() -> None:
    a_club(named("Ashigaru organiser"))
    organiser = calling("Ashigaru organiser")
    made = organiser.post(f"{CLUB}ladders/", NEW | {"season_days": 28, "on_time_out": "arbiter"})
    assert made.status_code == 201
    told = made.json()
    assert (told["name"], told["club"], told["format"]) == ("Free pairing", "friends-of-sekigahara", "free")
    assert (told["pace"], told["on_time_out"], told["season_days"], told["round"]) == (3, "arbiter", 28, 0)
    assert (told["season"]["number"], told["you"], told["closed_at"]) == (1, None, None)
    assert (told["hold"], told["reaction"]) == (15, 24)
    assert Caller().get(f"ladders/{told['id']}/").json() == told
    listed = Caller().get(f"{CLUB}ladders/").json()
    assert ([each["id"] for each in listed["ladders"]], listed["next"]) == ([told["id"]], None)
    assert problem_of(organiser.post(f"{CLUB}ladders/", NEW), 422)["code"] == "ladder-name-taken"


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [
        ({"edition": "none"}, 422, "no-such-edition"),
        ({"pace": 4}, 422, "no-such-pace"),
        ({"hold": 61}, 422, "no-such-hold"),
        ({"reaction": 36}, 422, "no-such-reaction"),
        ({"season_days": 5}, 422, "season-length"),
        ({"hours_between": 0}, 422, "round-length"),
        ({"name": ""}, 400, "malformed-body"),
        ({"name": "  "}, 400, "malformed-body"),
        ({"name": "look at https://example.org"}, 422, "name-linked"),
        ({"on_time_out": "nothing"}, 400, "malformed-body"),
        ({"colour": "red"}, 400, "malformed-body"),
    ],
)
def test_what_a_ladder_cannot_be_is_refused(wrong: dict[str, Any], status: int, code: str) -> None:
    a_club(named("Ashigaru organiser"))
    refused = calling("Ashigaru organiser").post(f"{CLUB}ladders/", NEW | wrong)
    assert problem_of(refused, status)["code"] == code
    assert not Ladder.objects.exists()


def test_ladders_that_go_on_come_first_page_by_page(ladder: Ladder) -> None:
    organiser = calling("Ashigaru organiser")
    organiser.post(f"{CLUB}ladders/", NEW | {"name": "Another"})
    closed = organiser.post(path(ladder, "close/")).json()
    assert (closed["closed_at"] is not None, closed["next_round_at"]) == (True, None)
    assert organiser.post(path(ladder, "close/")).json()["closed_at"] == closed["closed_at"]
    first = Caller().get(f"{CLUB}ladders/?limit=1").json()
    second = Caller().get(first["next"]).json()
    assert [each["name"] for each in (*first["ladders"], *second["ladders"])] == ["Another", "Free"]
    assert second["next"] is None


def test_one_takes_part_changes_ones_mind_and_leaves(ladder: Ladder) -> None:
    organiser = calling("Ashigaru organiser")
    for games in (2, 2, 0):
        told = organiser.send("PUT", path(ladder, "entry/"), {"games": games}).json()
        assert told["you"]["games"] == games
    assert organiser.get(path(ladder)).json()["you"]["games"] == 0
    assert Caller().get(path(ladder)).json()["you"] is None
    for _time in range(2):
        assert organiser.send("DELETE", path(ladder, "entry/")).json()["you"] is None
    assert not Entrant.objects.filter(person=named("Ashigaru organiser"), left_at=None).exists()
    for body in ({"games": 11}, {"games": -1}, {}, {"games": "2"}):
        assert problem_of(organiser.send("PUT", path(ladder, "entry/"), body), 400)
    organiser.post(path(ladder, "close/"))
    refused = organiser.send("PUT", path(ladder, "entry/"), {"games": 1})
    assert problem_of(refused, 409)["code"] == "ladder-closed"


def test_of_what_is_not_there_nothing_is(ladder: Ladder) -> None:
    for rest in (
        "seasons/2/standings/",
        "seasons/2/crosstable/",
        "seasons/0/standings/",
        "matches/?season=2",
    ):
        problem_of(Caller().get(path(ladder, rest)), 404)
    for rest in ("", "seasons/", "matches/", "seasons/1/standings/"):
        problem_of(Caller().get(f"ladders/nosuchone/{rest}"), 404)
    problem_of(Caller().get("clubs/nosuchclub/ladders/"), 404)
    for rest in (
        "matches/?season=0",
        "matches/?state=x",
        "seasons/?cursor=x",
        "seasons/1/standings/?limit=0",
    ):
        problem_of(Caller().get(path(ladder, rest)), 400)


# --- its seasons


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
        first = Caller().get(path(ladder, f"seasons/1/{name}/?limit=3")).json()
        second = Caller().get(first["next"]).json()
        assert [each["position"] for each in (*first[rows], *second[rows])] == [1, 2, 3, 4]
        assert second["next"] is None


def test_who_has_met_whom(ladder: Ladder, played: list[Match]) -> None:
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
    Annul(reason="A mistake.").decide(game=played[0].game, by=named("Ashigaru organiser"), nonce="a")
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
    assert [(each["id"], each["name"]) for each in players if each["id"] is None] == [
        (None, "former player 1"),
        (None, "former player 2"),
    ]
    games = Caller().get(path(ladder, "matches/?state=finished")).json()["matches"]
    assert {each["west"]["name"] for each in games} == {"former player 1", "former player 2"}


# --- what is not sent again


@pytest.mark.parametrize("name", ["standings", "crosstable"])
def test_what_has_not_changed_is_not_sent_again(ladder: Ladder, played: list[Match], name: str) -> None:
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


def test_who_has_met_somebody_is_told_their_new_name(ladder: Ladder, played: list[Match]) -> None:
    where = path(ladder, "seasons/1/crosstable/?limit=1")
    first = Caller().get(where)
    met = first.json()["rows"][0]["met"][0]["player"]["name"]
    Person.objects.filter(name=met).update(name="Renamed")
    again = Caller().get(where, **{"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert again.json()["rows"][0]["met"][0]["player"]["name"] == "Renamed"


def test_who_is_challenged_has_one_game_at_a_time() -> None:
    organiser = named("Ashigaru organiser")
    rules = participation.Rules("Ladder", "kessen", pace=3, format=Ladder.Format.CHALLENGE)
    ladder = participation.begin(club=a_club(organiser), by=organiser, rules=rules, now=NOW)
    refused = answered(calling(organiser.name), "put", path(ladder, "entry/"), {"games": 2})
    assert (refused["status"], refused["code"]) == (422, "too-many-games-wanted")


def test_all_of_it_is_as_described(ladder: Ladder, played: list[Match]) -> None:
    organiser, stranger = calling("Ashigaru organiser"), calling("Ashigaru stranger")
    for rest in (
        "",
        "seasons/",
        "matches/",
        "matches/?season=7",
        "seasons/1/standings/",
        "seasons/1/crosstable/",
    ):
        answered(Caller(), "get", path(ladder, rest))
    answered(Caller(), "get", f"{CLUB}ladders/")
    answered(organiser, "post", f"{CLUB}ladders/", NEW)
    answered(organiser, "post", f"{CLUB}ladders/", NEW)
    answered(stranger, "post", f"{CLUB}ladders/", NEW)
    answered(organiser, "put", path(ladder, "entry/"), {"games": 1})
    answered(stranger, "put", path(ladder, "entry/"), {"games": 1})
    answered(organiser, "get", path(ladder))
    answered(organiser, "delete", path(ladder, "entry/"), {})
    answered(stranger, "post", path(ladder, "close/"), {})
    answered(organiser, "post", path(ladder, "close/"), {})
