"""Who may call what: every operation of the API, called by everybody there can be, in one table.

A letter for each caller, by what they are answered:

    .  done, or shown
    ?  asked to identify themselves (401)
    r  the token is not for that (403)
    w  they only watch (403)
    -  there is nothing (404)
    x  they may, but not as things stand (409 or 422)
"""

import itertools
from typing import Any

import pytest
import time_machine

from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.scopes import Scope
from games import engine
from games.api import urls
from games.engine.side import EAST, WEST, Side
from games.ladders.models.rating import Player
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.services import lobby
from tests.kit import caches
from tests.kit.calling import Caller, caller_at, token_of
from tests.kit.table import EMAILS, Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

CALLERS = ("nobody", "revoked token", "stranger", "opponent", "owner", "both sides", "read-only token")
"""The third watches where that is allowed. The revoked token and the read-only one are the owner's."""

LOOKING = ("view", "board", "options", "history", "moment", "record", "stream", "decisions")
CLOCKS = ("claim", "more-time", "ask")
RATINGS = ("ratings", "player", "player-ratings")
FINISHED = ("archive", "statistics", "edition-statistics")
PRINTED = ("computers", "editions", "edition", "edition-drawings", "rules", "rule", "schema", "openapi")

TABLE: dict[tuple[str, str, str], str] = {
    ("GET", "me", ""): "??.....",
    ("PATCH", "me", ""): "??....r",
    ("GET", "games", ""): "??.....",
    ("GET", "games?list=waiting", ""): "??.....",
    ("GET", "games?list=invitations", ""): "??.....",
    ("GET", "games?list=open", ""): ".?.....",
    ("GET", "games?list=watch", ""): ".?.....",
    ("POST", "games", ""): "??....r",
    ("POST", "offers", ""): "??....r",
    ("GET", "next", ""): "??.....",
    ("GET", "my-data", ""): "??rrrrr",
    ("GET", "my-stream", ""): "??.....",
    ("GET", "game", "open"): ".?.....",
    ("GET", "game", "invited"): "??-....",
    ("GET", "game", "private"): "??-....",
    ("GET", "game", "public"): ".?.....",
    ("POST", "join", "open"): "??..xxr",
    ("POST", "join", "invited"): "??-.xxr",
    ("POST", "join", "private"): "??-xxxr",
    ("POST", "join", "public"): "??xxxxr",
    ("POST", "check-in", "open"): "??xxx.r",
    ("POST", "check-in", "invited"): "??-xx.r",
    ("POST", "check-in", "private"): "??-...r",
    ("POST", "check-in", "public"): "??x...r",
    ("POST", "decline", "open"): "??xxxxr",
    ("POST", "decline", "invited"): "??-.xxr",
    ("POST", "decline", "private"): "??-xxxr",
    ("POST", "decline", "public"): "??xxxxr",
    ("POST", "call-off", "open"): "??xx.xr",
    ("POST", "call-off", "invited"): "??-x.xr",
    ("POST", "call-off", "private"): "??-xxxr",
    ("POST", "call-off", "public"): "??xxxxr",
    **{("GET", name, "open"): "??--x.x" for name in LOOKING},
    **{("GET", name, "invited"): "??--x.x" for name in LOOKING},
    **{("GET", name, "private"): "??-...." for name in LOOKING},
    **{("GET", name, "public"): ".?....." for name in LOOKING},
    **{("POST", name, "open"): "??--x.r" for name in ("actions", "preview", "resign")},
    **{("POST", name, "private"): "??-...r" for name in ("actions", "preview", "resign")},
    **{("POST", name, "public"): "??w...r" for name in ("actions", "preview", "resign")},
    ("POST", "undo", "open"): "??--xxr",
    ("POST", "undo", "private"): "??-xxxr",
    ("POST", "undo", "public"): "??wxxxr",
    **{("POST", name, "open"): "??--xxr" for name in CLOCKS},
    **{("POST", name, "private"): "??-xxxr" for name in CLOCKS},
    **{("POST", name, "public"): "??wxxxr" for name in CLOCKS},
    ("GET", "orders", "open"): "??--x.x",
    **{("GET", "orders", kind): "??-...." for kind in ("private", "public")},
    **{(method, "orders", "open"): "??--x.r" for method in ("PUT", "DELETE")},
    **{(method, "orders", kind): "??-...r" for method in ("PUT", "DELETE") for kind in ("private", "public")},
    ("POST", "orders-outlook", "open"): "??--xxr",
    **{("POST", "orders-outlook", kind): "??-xxxr" for kind in ("private", "public")},
    ("GET", "presence", "open"): "??--x.x",
    ("GET", "presence", "private"): "??-....",
    ("GET", "presence", "public"): "w?w....",
    ("PUT", "presence", "open"): "??--xxr",
    ("PUT", "presence", "private"): "??-..xr",
    ("PUT", "presence", "public"): "??w..xr",
    ("GET", "usual-orders", ""): "??.....",
    ("PUT", "usual-orders", ""): "??....r",
    # Of games that are over only.
    **{("GET", "analysis", kind): "??-----" for kind in ("open", "private", "public")},
    **{("POST", "analysis", kind): "??----r" for kind in ("open", "private", "public")},
    ("POST", "moment", "open"): "??--xxr",
    ("POST", "moment", "private"): "??-xxxr",
    ("POST", "moment", "public"): "??xxxxr",
    **{("GET", name, ""): ".?....." for name in PRINTED + RATINGS + FINISHED},
}
"""By method, address and kind of game. Who plays both sides is alone in a game of theirs, which has begun."""

KEY = "m4q8z2rtvw"
"""Of a player of whom a rated game is over: the owner."""

ADDRESSES = {
    "edition": "editions/kessen/",
    "edition-drawings": "editions/kessen/drawings/",
    "rule": "rules/8.6.1/",
    "schema": "schemas/view.json",
    "openapi": "openapi.json",
    "next": "games/next/",
    "me": "me/",
    "my-data": "me/data/",
    "my-stream": "me/stream/",
    "usual-orders": "me/orders/",
    "games": "games/",
    "offers": "offers/",
    "computers": "computers/",
    "editions": "editions/",
    "rules": "rules/",
    "ratings": "ratings/",
    "archive": "archive/",
    "statistics": "statistics/",
    "edition-statistics": "statistics/kessen/",
    "player": f"players/{KEY}/",
    "player-ratings": f"players/{KEY}/ratings/",
}

OF_A_GAME = {"moment": "moments/1", "orders-outlook": "orders/outlook"}
"""Where that is not its name."""

seeds = itertools.count()
"""A seed decides a game's id."""


def a_game(kind: str) -> Game:
    """One of the owner's."""
    if kind in {"private", "public"}:
        return Table(next(seeds), is_public=kind == "public").game
    owner = Person.objects.at(EMAILS[EAST])
    opponent: lobby.Opponent = lobby.Invite(EMAILS[WEST]) if kind == "invited" else lobby.Anybody()
    return lobby.create(creator=owner, edition="kessen", side="east", opponent=opponent)


def a_game_with_oneself(kind: str) -> Game:
    return lobby.create(
        creator=Person.objects.at("both@example.org"),
        edition="kessen",
        side="east",
        opponent=lobby.Myself(),
        terms=lobby.Terms(is_public=kind == "public"),
    )


def caller(which: str) -> Caller:
    match which:
        case "nobody":
            return Caller()
        case "revoked token":
            token = token_of(Person.objects.at(EMAILS[EAST]))
            ApiToken.objects.all().delete()
            return Caller(token)
        case "read-only token":
            return caller_at(EMAILS[EAST], scope=Scope.READ)
    address = {"stranger": "stranger@example.org", "both sides": "both@example.org"}
    return caller_at(address.get(which) or EMAILS[EAST if which == "owner" else WEST])


def answer_to(which: str, method: str, name: str, kind: str) -> Any:
    """What a caller is answered, in a game that nothing has happened in."""
    game = None
    if kind:
        game = a_game_with_oneself(kind) if which == "both sides" else a_game(kind)
    if name in RATINGS:
        Player.objects.get_or_create(key=KEY, person=Person.objects.at(EMAILS[EAST]))
    asking = caller(which)
    headers = {}
    body: Any = {"opponent": {"kind": "open"}} if (method, name) == ("POST", "games") else {}
    if game is not None and name in {"actions", "preview"}:
        body = _a_bid(game, WEST if which == "opponent" else EAST)
    if name == "more-time":
        body = {"due_at": "2026-03-05T14:00:00Z"}
    if name == "orders-outlook":
        body = {"location": "edo", "plan": {"steps": [{"blocks": ["date-daimyo"]}]}}
    if (method, name) == ("POST", "moment"):
        body = {"opponent": {"kind": "myself"}}
    if name == "presence":
        body = {"mine": True}
    if name == "ask":
        body = {"text": "May I?"}
    if game is not None:
        seats = Seat.objects.filter(game=game)
        version = "orders.0" if name == "orders" else "{}"
        tags = [f'"{seat.plays.label}.{version.format(seat.version)}.en"' for seat in seats]
        headers = {"If-Match": ", ".join(tags)}
        where = f"games/{game.public_id}/" + ("" if name == "game" else f"{OF_A_GAME.get(name, name)}/")
    else:
        route, _mark, query = name.partition("?")
        where = ADDRESSES[route] + (f"?{query}" if query else "")
    return asking.get(where) if method == "GET" else asking.send(method, where, body, **headers)


def _a_bid(game: Game, side: Side) -> Any:
    """One the side may make; anything where the game has not begun."""
    if not game.length:
        return {"type": "bid", "card": "tokugawa-special"}
    hand = engine.view(*position.load(game), side)["mine"]["hand"]
    return {"type": "bid", "card": hand[0]}


def letter(answer: Any) -> str:
    if answer.status_code == 403:
        return {"scope-missing": "r", "no-seat": "w"}[answer.json()["code"]]
    return {200: ".", 201: ".", 401: "?", 404: "-", 409: "x", 422: "x"}[answer.status_code]


@pytest.mark.parametrize(("row", "expected"), TABLE.items(), ids=[" ".join(row) for row in TABLE])
def test_who_may_call_what(row: tuple[str, str, str], expected: str) -> None:
    answers = {which: answer_to(which, *row) for which in CALLERS}
    told = "".join(letter(answer) for answer in answers.values())
    assert told == expected, {which: answer.content[:200] for which, answer in answers.items()}
    for answer in answers.values():
        if answer.status_code == 401:
            assert answer["WWW-Authenticate"] == "Bearer"


def test_the_table_has_every_operation() -> None:
    operations = {
        (method.upper(), pattern.name)
        for pattern in urls.urlpatterns
        # these have tables of their own, in modules of their names
        if not str(pattern.pattern).startswith(
            ("biddings/", "challenges/", "clubs/", "ladders/", "webhooks/")
        )
        for method in ("get", "post", "put", "patch", "delete")
        if hasattr(pattern.callback.view_class, method)  # type: ignore[attr-defined] # as_view puts it there
    }
    assert {(method, name.partition("?")[0]) for method, name, _kind in TABLE} == operations


@pytest.mark.parametrize("path", ["", "view/", "board/", "options/", "history/", "record/", "stream/"])
@time_machine.travel(1_800_000_000, tick=False)
def test_to_strangers_no_game_exists(path: str) -> None:
    """A game of others and one that is not there are one and the same, to the byte."""
    game = Table().game.public_id
    for asking, status in ((caller_at("stranger@example.org"), 404), (Caller(), 401)):
        real = asking.get(f"games/{game}/{path}")
        caches.empty()  # the head tells how often somebody has asked
        none = asking.get(f"games/nosuchgame/{path}")
        assert (real.status_code, real.content) == (none.status_code, none.content)
        assert real.status_code == status
        assert dict(real.headers) == dict(none.headers)


def test_a_session_of_a_browser_opens_nothing() -> None:
    """Else any page of any site could call the API for whoever is signed in."""
    table = Table()
    browser = Caller()
    browser.client.force_login(table.people[EAST])
    assert browser.get("me/").status_code == 401
    assert browser.get(f"games/{table.game.public_id}/view/").status_code == 401
