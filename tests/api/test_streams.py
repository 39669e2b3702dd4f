"""Event streams, listened to over HTTP at a server of the embedded size."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest

from accounts.sessions import digest
from games.api.streams.limits import MOST_STREAMS_OF_ONE
from tests.kit.stream_listener import Event, Listener, listening
from tests.sekigahara.home import Home

BEAT = "0.5"

MAKE = """
import sys, json, django
django.setup()
from accounts.models.person import Person
from accounts.sessions import SessionStore, digest
from games.reads import seat_pass
from games.services import joining, lobby
from tests.factories.ladders import LadderFactory
from tests.kit.calling import token_of
made = []
for name in sys.argv[1:]:
    east, west = (Person.objects.at(f"{side}-{name}@example.org") for side in ("east", "west"))
    game = lobby.create(creator=east, edition="kessen", side="east", opponent=lobby.Anybody())
    session = SessionStore()
    session.create()
    seat = joining.join(game=game, person=west) if name != "waiting" else game.seats.first()
    opened = seat_pass.issue(seat, digest(session.session_key))
    made.append([game.public_id, token_of(east), token_of(west), opened, session.session_key])
print(json.dumps([LadderFactory.create().public_id, made]))
"""

REVOKE = "DELETE FROM accounts_apitoken WHERE user_id = (SELECT id FROM accounts_person WHERE email = ?)"
END_SESSION = "DELETE FROM django_session WHERE session_key = ?"
CLOSE_LADDER = "UPDATE ladders_ladder SET closed_at = ? WHERE public_id = ?"
_OF_WEST = "WHERE side = 1 AND game_id = (SELECT id FROM games_game WHERE public_id = ?)"
ASKS = f"UPDATE games_seat SET take_back_asked = version {_OF_WEST}"
THINKS = f"""
    UPDATE games_seat SET player_id = NULL, computer = 'hatamoto-1', asked = 'movement', thinks_after = ?
    {_OF_WEST}
"""

BID = """
import sys, django
django.setup()
from games import engine
from games.engine.actions import Bid, encode
from games.models.seat import Seat
from games.log import position
from games.services import play
seat = Seat.objects.select_related("game").get(game__public_id=sys.argv[1], side=int(sys.argv[2]))
card = engine.view(*position.load(seat.game), seat.plays)["mine"]["hand"][0]
play.submit(seat=seat, bodies=[encode(Bid(card))], expected_version=seat.version)
"""


class Played(NamedTuple):
    """A game that has just begun, and whose it is.

    Attributes:
        east: the token of a program.
        page: the pass of a page that West has open, in a browser with this session.
    """

    site: str
    game: str
    east: str
    west: str
    page: str
    session: str

    @property
    def address(self) -> str:
        return f"{self.site}/api/v1/games/{self.game}/"

    def get(self, path: str, token: str, **headers: str) -> httpx2.Response:
        return httpx2.get(self.address + path, headers={"Authorization": f"Bearer {token}", **headers})

    def history(self, token: str) -> list[Any]:
        return list(self.get("history/", token).json()["changes"])

    def bid(self, token: str, number: int = 0) -> None:
        """A sealed bid, or another instead of it."""
        view = self.get("view/", token)
        body = {"type": "bid", "card": view.json()["view"]["mine"]["hand"][number]}
        headers = {"Authorization": f"Bearer {token}", "If-Match": view.headers["ETag"]}
        answer = httpx2.post(f"{self.address}actions/", json=body, headers=headers)
        assert answer.status_code == 201, answer.text

    def resign(self, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        assert httpx2.post(f"{self.address}resign/", headers=headers).status_code == 201

    def say(self, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        answer = httpx2.post(f"{self.address}messages/", json={"text": "Good luck!"}, headers=headers)
        assert answer.status_code == 201, answer.text

    def switch(self, token: str, *, on: bool) -> None:
        """Presence."""
        headers = {"Authorization": f"Bearer {token}"}
        answer = httpx2.put(f"{self.address}presence/", json={"mine": on}, headers=headers)
        assert answer.status_code == 200, answer.text

    def stream(self, token: str | None, query: str = "", **headers: str) -> Any:
        return listening(f"{self.address}stream/{query}", token, **headers)


class Site(NamedTuple):
    """A server that is up, a ladder, and games there: each just begun, between people who play no other."""

    home: Home
    ladder: str
    games: dict[str, Played]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    home = Home(Path(tmp_path_factory.mktemp("home")), STREAM_BEAT=BEAT)
    names = [str(number) for number in range(10)] + ["waiting"]
    ladder, made = json.loads(home.run("-c", MAKE, *names))
    games = {name: Played(home.site, *each) for name, each in zip(names, made, strict=True)}
    with home.served():
        yield Site(home, ladder, games)


def stored(at: datetime) -> str:
    """A time as the database has it."""
    return at.strftime("%Y-%m-%d %H:%M:%S.%f")


def changes(listener: Listener, count: int) -> list[Any]:
    """The data of so many changes that must come next, each with its version for an id."""
    told = [listener.next() for _ in range(count)]
    assert [(each.name, each.id) for each in told] == [("change", each.data["version"]) for each in told]
    return [each.data for each in told]


def test_stream_sends_the_changes_of_the_history_once(site: Site) -> None:
    game = site.games["0"]
    with game.stream(game.east, "?since=0") as east, game.stream(game.west) as west:
        assert east.response.headers["Content-Type"] == "text/event-stream"
        present = {"version": 1, "asked": "bid", "head": game.get("view/", game.east).json()["head"]}
        assert east.next() == Event("hello", 0, present)
        assert west.next() == Event("hello", 1, present)
        told = changes(east, 1)
        game.bid(game.east)
        game.bid(game.west)
        heard = changes(west, len(game.history(game.west)) - 1)
        told += changes(east, len(game.history(game.east)) - 1)
        assert told == game.history(game.east)
        assert heard == game.history(game.west)[1:]
    with game.stream(game.east, "?once=1&since=0", **{"Last-Event-ID": "1"}) as again:
        hello, *rest = again.rest()
        assert (hello.name, hello.id) == ("hello", 1)
        assert [each.data for each in rest] == told[1:]


def test_stream_sends_nothing_of_unseen_changes(site: Site) -> None:
    game = site.games["1"]
    with game.stream(game.east) as east:
        assert east.next().name == "hello"
        game.bid(game.west)  # that there is one may be known
        assert changes(east, 1)[0]["version"] == 2
        for number in (1, 2, 0):
            game.bid(game.west, number)
        assert [east.next_sign(), east.next_sign()] == [Event(""), Event("")]
        game.bid(game.east)
        assert changes(east, 1)[0]["version"] == 3


def test_pages_that_are_open_are_shown_to_the_other_player_if_both_agree(site: Site) -> None:
    game = site.games["8"]
    opened = {"Authorization": f"Seat {game.page}"}
    with game.stream(game.east) as east:
        assert east.next().name == "hello"
        game.switch(game.east, on=True)
        presence = {"mine": True, "theirs": False, "looking": None}
        assert east.next() == Event("presence", None, presence)
        with game.stream(None, **opened) as west, game.stream(None) as nobody:
            assert west.next().name == "hello"
            assert west.next().data == {"mine": False, "theirs": True, "looking": None}
            game.switch(game.west, on=True)
            # a program that listens for East is no page that East has open
            assert west.next().data == {"mine": True, "theirs": True, "looking": False}
            assert east.next().data == {"mine": True, "theirs": True, "looking": True}
            assert nobody.response.status_code == 401
        assert east.next().data == {"mine": True, "theirs": True, "looking": False}
        game.switch(game.west, on=False)
        assert east.next().data == presence


def test_stream_of_a_page_ends_with_the_session_of_its_browser(site: Site) -> None:
    game = site.games["2"]
    with game.stream(None, Authorization=f"Seat {game.page}") as west:
        assert west.next().name == "hello"
        site.home.change(END_SESSION, digest(game.session))
        while (event := west.next()).name != "closed":
            assert event.name == "presence"
        assert event.data == {"code": "token-unknown"}


def test_a_computer_player_that_begins_to_pause_or_goes_on_is_told_of(site: Site) -> None:
    game = site.games["9"]
    with game.stream(game.east) as east:
        assert east.next().name == "hello"
        later = datetime.now(UTC).replace(microsecond=0) + timedelta(minutes=20)
        site.home.change(THINKS, stored(later), game.game)
        until = later.isoformat().replace("+00:00", "Z")
        assert east.next() == Event("thinking", None, {"side": "west", "goes_on_at": until})
        with game.stream(game.east) as again:
            assert again.next().name == "hello"
            assert again.next() == Event("thinking", None, {"side": "west", "goes_on_at": until})
        site.home.change(THINKS, stored(later - timedelta(minutes=21)), game.game)
        assert east.next() == Event("thinking", None, {"side": "west", "goes_on_at": None})


def test_request_to_take_an_action_back_is_told_to_the_players_alone(site: Site) -> None:
    game = site.games["7"]
    with game.stream(game.east) as east:
        assert east.next().name == "hello"
        site.home.change(ASKS, game.game)
        assert east.next() == Event("take-back", None, {"asked_by": "west"})
        with game.stream(game.east) as again:
            assert [again.next().name, again.next().name] == ["hello", "take-back"]
    assert game.get("", game.west).json()["take_back"] == {"asked_by": "west"}


def test_message_is_told_to_the_players_alone(site: Site) -> None:
    game = site.games["1"]
    with game.stream(game.east) as east, game.stream(game.west) as west:
        assert [each.next().name for each in (east, west)] == ["hello", "hello"]
        game.say(game.west)
        told = Event("messages", None, {"last": 1})
        assert [each.next() for each in (east, west)] == [told, told]


def test_a_hint_that_is_lost_is_made_up_for_by_the_next_beat(site: Site) -> None:
    """What another process does at this size nobody hears of."""
    game = site.games["2"]
    with game.stream(game.east) as east:
        assert east.next().name == "hello"
        site.home.run("-c", BID, game.game, "0")
        assert changes(east, 1) == game.history(game.east)[1:]


def test_the_end_of_a_game_ends_its_streams(site: Site) -> None:
    game = site.games["3"]
    with game.stream(game.east) as east:
        assert east.next().name == "hello"
        game.resign(game.west)
        change, over = east.rest()
        assert change.data["type"] == "resignation"
        assert over == Event("over", change.id, {"version": change.id})
    with game.stream(game.east, "?since=1") as later:
        assert [each.name for each in later.rest()] == ["hello", "change", "over"]


def test_a_person_is_told_which_of_their_games_changed(site: Site) -> None:
    game = site.games["4"]
    address = f"{game.site}/api/v1/me/stream/"
    with listening(address, game.east) as mine:
        hello = mine.next()
        assert (hello.name, hello.data) == ("hello", {"waiting": 1})
        game.bid(game.west)
        game.bid(game.east)
        change = mine.next()
        assert change.name == "change"
        assert change.data["game"] == game.game
        assert change.data["side"] == "east"
        game.resign(game.west)
        while not change.data["over"]:
            change = mine.next()
        assert change.data["waiting_since"] is None
    with listening(f"{address}?once=1&since={hello.id}", game.east) as again:
        _hello, *rest = again.rest()
    assert rest == [change]


def test_anybody_is_sent_what_becomes_of_a_ladder(site: Site) -> None:
    with listening(f"{site.home.site}/api/v1/ladders/{site.ladder}/stream/") as stream:
        hello = stream.next()
        assert [each["closed_at"] for each in hello.data["ladders"]] == [None]
        site.home.change(CLOSE_LADDER, stored(datetime.now(UTC)), site.ladder)
        told = stream.next()
    assert (told.name, told.data["ladder"]) == ("ladder", site.ladder)
    assert told.data["closed_at"] is not None


def test_a_token_that_is_revoked_closes_its_streams(site: Site) -> None:
    game = site.games["5"]
    with game.stream(game.east) as east, listening(f"{game.site}/api/v1/me/stream/", game.east) as mine:
        assert [east.next().name, mine.next().name] == ["hello", "hello"]
        site.home.change(REVOKE, "east-5@example.org")
        closed = Event("closed", None, {"code": "token-unknown"})
        assert east.rest() == mine.rest() == [closed]
    with game.stream(game.east) as again:
        assert again.response.status_code == 401


def test_streams_hold_no_thread_and_are_so_many_and_no_more(site: Site) -> None:
    """There are more of them than threads."""
    game = site.games["6"]
    with ExitStack() as opened:
        for token in (game.east, game.west):
            for _number in range(MOST_STREAMS_OF_ONE):
                assert opened.enter_context(game.stream(token)).next().name == "hello"
            with game.stream(token) as another:
                assert another.response.status_code == 429
                assert json.loads(another.response.read())["code"] == "too-many-streams"
        game.bid(game.east)
    with game.stream(game.east) as east:
        assert east.next().name == "hello"


@pytest.mark.parametrize(("name", "status"), [("0", 404), ("waiting", 409)])
def test_streams_are_refused_like_anything_else(site: Site, name: str, status: int) -> None:
    game = site.games[name]
    with game.stream(site.games["waiting"].east) as refused:
        assert refused.response.status_code == status
        assert refused.response.headers["Content-Type"] == "application/problem+json"


def test_a_server_that_is_ended_ends_its_streams_and_does_not_wait_for_them(site: Site) -> None:
    other = Home(site.home.folder)
    game = site.games["7"]._replace(site=other.site)
    with other.served() as process, game.stream(game.east) as east:
        assert east.next().name == "hello"
        process.terminate()
        assert east.rest() == []  # to the end, not cut off
        process.wait(timeout=10)
