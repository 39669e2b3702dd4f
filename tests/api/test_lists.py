"""Lists of games through the API: which games are in which list, in what order, page by page."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.person import Block, Person
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.models.seat import Seat
from games.services import joining, lobby, play
from tests.factories.games import GameFactory
from tests.kit.calling import Caller, Seated, caller_at, problem_of
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

ANNA, BERTA = "anna@example.org", "berta@example.org"


WATCHED = lobby.Terms(is_public=True)


def create(creator: str, opponent: lobby.Opponent, **more: Any) -> str:
    """The id of a new game."""
    made = {"edition": "kessen", "side": "east", "opponent": opponent, **more}
    return GameFactory.create(creator=Person.objects.at(creator), **made).public_id


def listed(caller: Caller, which: str) -> list[str]:
    """The ids of all pages."""
    pages = [page["games"] for page in caller.pages(f"games/?list={which}&limit=2")]
    assert all(len(games) <= 2 for games in pages)
    return [game["id"] for games in pages for game in games]


def aged(game: str, **ago: Any) -> None:
    """Make a game's seats wait, or have changed, so many minutes ago."""
    now = timezone.now()
    moments = {field: now - timedelta(minutes=minutes) for field, minutes in ago.items()}
    Seat.objects.filter(game__public_id=game).update(**moments)


def test_my_games_are_those_that_wait_longest_then_the_latest_changed(anna: Caller) -> None:
    short, long, other, older, unbegun = (create(ANNA, lobby.Computer("random")) for _ in range(5))
    aged(short, waiting_since=5)
    aged(long, waiting_since=50)
    for game, minutes in ((other, 10), (older, 20)):
        aged(game, changed_at=minutes)
        Seat.objects.filter(game__public_id=game).update(waiting_since=None, asked="")
    Seat.objects.filter(game__public_id=unbegun).update(waiting_since=None, changed_at=None)
    gone = create(ANNA, lobby.Anybody())
    joining.call_off(game=Game.objects.get(public_id=gone), person=Person.objects.at(ANNA))
    create(BERTA, lobby.Myself())
    assert listed(anna, "mine") == [long, short, other, older, unbegun]
    assert [game["id"] for game in anna.get("games/").json()["games"]] == listed(anna, "mine")
    assert listed(anna, "waiting") == [long, short]


def test_finished_games_are_listed_by_their_end_and_no_others(anna: Caller) -> None:
    first, last, running, others = (
        create(creator, lobby.Computer("random")) for creator in (ANNA, ANNA, ANNA, BERTA)
    )
    own = [create(ANNA, lobby.Myself())]
    for game in (others, *own, first, last):
        play.resign(seat=Seat.objects.select_related("game", "player").get(game__public_id=game, side=EAST))
    assert listed(anna, "over") == [last, first, *own * 2]
    assert running in listed(anna, "mine")


def test_a_game_with_oneself_stands_there_for_each_side(anna: Caller) -> None:
    game = create(ANNA, lobby.Myself())
    rows = anna.get("games/?list=waiting").json()["games"]
    assert [(row["id"], row["seat"]["side"]) for row in rows] == [(game, "east"), (game, "west")]
    assert listed(anna, "waiting") == [game, game]


def test_a_row_tells_what_one_needs_to_choose(anna: Caller) -> None:
    Person.objects.filter(email=ANNA).update(name="Anna")
    game = Game.objects.get(public_id=create(ANNA, lobby.Computer("ashigaru"), nonce="luck"))
    (row,) = anna.get("games/").json()["games"]
    seat = Seat.objects.get(game=game, side=EAST)
    assert (row["id"], row["status"], row["week"], row["phase"]) == (game.public_id, "running", 1, game.phase)
    assert (row["revision"], row["commitment"]) == (game.revision, game.commitment)
    assert row["chance"] == {"grade": "unproved", "first": "east", "sides": "chosen", "nonce_hash": None}
    assert row["register"] == {"rows": 2, "chain": game.register.partition(":")[2]}
    assert row["created_at"] == _written(game.created_at)
    assert row["started_at"] == _written(game.started_at)
    assert {side: player["name"] for side, player in row["players"].items()} == {
        "east": "Anna",
        "west": "ashigaru",
    }
    assert row["seat"] == {
        "side": "east",
        "version": seat.version,
        "asked": "bid",
        "waiting_since": _written(seat.waiting_since),
        "changed_at": _written(seat.changed_at),
        "can_undo": False,
    }
    without = ("club", "ladder", "outcome", "ended_at", "stopped_at", "paused_at", "pace", "time_bank")
    assert [name for name in without if row[name] is not None] == []


def _written(moment: Any) -> str:
    return str(moment.isoformat().replace("+00:00", "Z"))


def test_open_games_are_those_of_others_and_of_nobody_blocked(anna: Caller, berta: Caller) -> None:
    mine, theirs = create(ANNA, lobby.Anybody()), create(BERTA, lobby.Anybody())
    create(BERTA, lobby.Invite("carla@example.org"))
    assert listed(anna, "open") == [theirs]
    assert listed(berta, "open") == [mine]
    assert listed(Caller(), "open") == [theirs, mine]
    Block.objects.create(person=Person.objects.at(ANNA), blocked=Person.objects.at(BERTA))
    assert listed(anna, "open") == listed(berta, "open") == []
    row = Caller().get("games/?list=open").json()["games"][0]
    assert (row["status"], row["seat"], row["may_join"]) == ("waiting", None, False)
    assert row["players"]["west"] is None


def test_invitations_are_those_not_answered(anna: Caller, berta: Caller) -> None:
    game = create(ANNA, lobby.Invite(BERTA, "Shall we?"))
    assert listed(berta, "invitations") == [game]
    for reader in (anna, berta):
        assert reader.get(f"games/{game}/").json()["note"] == "Shall we?"
    assert listed(anna, "invitations") == listed(berta, "mine") == listed(berta, "open") == []
    assert berta.get("games/?list=invitations").json()["games"][0]["invited"] is None
    assert anna.get(f"games/{game}/").json()["invited"] == BERTA
    joining.join(game=Game.objects.get(public_id=game), person=Person.objects.at(BERTA))
    assert listed(berta, "invitations") == []
    answered = anna.get(f"games/{game}/").json()
    assert (answered["invited"], answered["note"]) == (None, "")


def test_public_games_that_have_begun_are_watched_the_latest_changed_first(anna: Caller) -> None:
    create(ANNA, lobby.Anybody(), terms=WATCHED)
    create(ANNA, lobby.Myself())
    first, second, third = (create(ANNA, lobby.Myself(), terms=WATCHED) for _ in range(3))
    assert listed(Caller(), "watch") == listed(anna, "watch") == [third, second, first]
    assert Caller().get("games/?list=watch").json()["games"][0]["seat"] is None


def test_a_page_goes_on_where_the_one_before_ended_whatever_has_come(anna: Caller) -> None:
    games = [create(BERTA, lobby.Anybody()) for _ in range(4)]
    first = anna.get("games/?list=open&limit=2").json()
    create(BERTA, lobby.Anybody())
    joining.join(game=Game.objects.get(public_id=games[2]), person=Person.objects.at("carla@example.org"))
    second = anna.get(first["next"]).json()
    assert [game["id"] for game in first["games"] + second["games"]] == list(reversed(games))
    assert second["next"] is None


@pytest.mark.parametrize(
    "query",
    [
        "list=all",
        "list=",
        "limit=0",
        "limit=101",
        "limit=x",
        "cursor=x",
        "cursor=WyJhIl0:abc",
        "cursor=%00",
        "cursor=" + "x" * 2000,
    ],
)
def test_malformed_query_of_a_list_is_refused(anna: Caller, query: str) -> None:
    assert problem_of(anna.get(f"games/?{query}"), 400)["code"] == "malformed-parameter"


def test_a_list_that_has_not_changed_is_not_sent_again(anna: Caller) -> None:
    create(ANNA, lobby.Computer("random"))
    answer = anna.get("games/?list=waiting")
    assert answer["Cache-Control"] == "private, no-store"
    again = anna.get("games/?list=waiting", **{"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    create(ANNA, lobby.Computer("random"))
    assert anna.get("games/?list=waiting", **{"If-None-Match": answer["ETag"]}).status_code == 200


def test_many_games_take_as_many_queries_as_one(anna: Caller) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert anna.get("games/").status_code == 200
        return len(queries)

    create(ANNA, lobby.Invite(BERTA))
    anna.get("games/")
    one = count()
    for opponent in (
        lobby.Anybody(),
        lobby.Myself(),
        lobby.Invite("carla@example.org"),
        lobby.Computer("random"),
    ):
        create(ANNA, opponent)
    assert count() == one


# --- the next game ---


def test_the_next_game_is_the_one_that_waited_longest_but_for_the_one_just_seen(anna: Caller) -> None:
    assert anna.get("games/next/").json() == {"game": None}
    long, short = (create(ANNA, lobby.Computer("random")) for _ in range(2))
    aged(long, waiting_since=50)
    assert anna.get("games/next/").json()["game"]["id"] == long
    assert anna.get(f"games/next/?after={long}").json()["game"]["id"] == short
    assert anna.get("games/next/?after=nosuchgame").json()["game"]["id"] == long
    problem_of(anna.get("games/next/?after=%00"), 400)


# --- one game ---


def test_a_game_is_told_to_who_plays_it_as_in_their_list(table: Table, east: Seated, west: Seated) -> None:
    for caller in (east, west):
        (row,) = caller.get("games/").json()["games"]
        answer = caller.get(caller.game)
        assert answer.json() == row
        assert row["seat"]["side"] == caller.side.label
        assert caller.get(caller.game, **{"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_game_is_told_to_who_might_join_it(anna: Caller, berta: Caller) -> None:
    open_game, invitation = create(ANNA, lobby.Anybody()), create(ANNA, lobby.Invite(BERTA))
    assert berta.get(f"games/{open_game}/").json()["may_join"] is True
    assert berta.get(f"games/{invitation}/").json()["may_join"] is True
    assert anna.get(f"games/{open_game}/").json()["may_join"] is False
    assert Caller().get(f"games/{open_game}/").json()["may_join"] is False
    problem_of(Caller().get(f"games/{invitation}/"), 401)
    problem_of(caller_at("carla@example.org").get(f"games/{invitation}/"), 404)


def test_the_address_of_whoever_was_invited_is_told_to_nobody_else(anna: Caller, berta: Caller) -> None:
    game = create(ANNA, lobby.Invite(BERTA))
    for answer in (berta.get(f"games/{game}/"), berta.get("games/?list=invitations")):
        assert BERTA not in answer.content.decode()
        assert ANNA not in answer.content.decode()


def test_only_seats_of_people_have_addresses_and_nobody_is_told_them(table: Table, west: Seated) -> None:
    shown = west.get(west.game).content + west.get("games/").content
    assert table.people[EAST].email.encode() not in shown
    assert table.people[WEST].email.encode() not in shown
