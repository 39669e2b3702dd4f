"""Every route of a game, in each state of it, asked for by everybody who may come to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from http.cookies import SimpleCookie
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.test.client import ClientHandler

from games.engine.side import EAST
from games.models.game import Game
from games.models.seat import Seat
from tests.kit import caches
from tests.kit.calling import Caller, caller_at
from tests.kit.statements import writes
from tests.kit.table import Table
from tests.permissions.bodies import BODIES
from tests.permissions.states import BROWSERS, CALLERS, GAMES, STATES, browsers_of, callers
from tests.permissions.test_table import API, forgotten, letter, methods_of
from tests.secrecy.routes import Route, routes

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

LIKE_ANOTHER = frozenset({"revoked", "reader", "elsewhere", "renewed", "ended"})
"""Whose token or link opens nothing more than nobody's or East's, whatever the game: asked in one state."""
EVERYBODY = frozenset([*BROWSERS, *CALLERS])
ASKED = [
    pytest.param("private", EVERYBODY, id="private"),
    *(pytest.param(state, EVERYBODY - LIKE_ANOTHER, id=state) for state in GAMES if state != "private"),
    *(
        pytest.param(state, LIKE_ANOTHER, id=f"{state}, by those", marks=pytest.mark.overnight)
        for state in GAMES
        if state != "private"
    ),
]
"""The states, and who asks in each."""

AS = ("?as=east", "?as=public", "?as=referee")
QUERIES = {"GET games:game": AS, "POST games:game": AS[:1], "GET games:moment": AS}
"""Rows that are also asked for with these."""
VALUES = {
    **dict.fromkeys(("message", "moment", "number", "version"), "1"),
    "location": "kyoto",
    "tap": "pass",
}
PLAN = {"location": "edo", "plan": {"steps": [{"blocks": ["date-daimyo"]}]}}
BID = {"do": "bid", "card": "tokugawa-special"}
"""East's card."""
SENT: Mapping[str, Any] = {
    **BODIES,
    "POST games:check-in": {"nonce": "luck"},
    "POST games-api:check-in": {"nonce": "luck"},
    "POST games-api:more-time": {"due_at": "2026-03-05T14:00:00Z"},
    "POST games-api:orders-outlook": PLAN,
}


def routes_of_games() -> list[Route]:
    return [
        route
        for route in routes()
        if "games/<slug:public_id>/" in route.path and route.name.startswith(("games:", API))
    ]


def letters_of(route: Route, method: str, query: str, game: Game, visitors: Mapping[str, Any]) -> str:
    """What each is answered, as ``test_table`` says it in letters."""
    row = f"{method} {route.name}"
    body = SENT.get(row, {})
    if row == "POST games:game":
        body = BID | {"version": str(Seat.objects.get(game=game, side=EAST).version)}
    address = route.filled(public_id=game.public_id, **VALUES) + query
    letters = ""
    for visitor in visitors.values():
        letters += letter_for(visitor, method, address, body, game)
        if letters.endswith("#"):
            break
    return letters


def letter_for(visitor: Caller | Client, method: str, address: str, body: Any, game: Game) -> str:
    if isinstance(visitor, Client):
        visitor = twin_of(visitor)  # what they were told in the last answer is not told again
    with forgotten(), writes() as written:
        if isinstance(visitor, Client):
            answer = visitor.get(address) if method == "GET" else visitor.post(address, body)
        else:
            answer = visitor.send(method, address.removeprefix("/api/v1/"), body, **versions(game, address))
        found = letter(answer, written)
        if answer.streaming:
            answer.getvalue()
    assert answer.status_code != 401 or answer["WWW-Authenticate"].startswith("Bearer")
    return found


def twin_of(browser: Client) -> Client:
    """One with the same cookies, and the middleware that the first has loaded."""
    other = Client()
    other.cookies, other.handler = SimpleCookie(browser.cookies), browser.handler
    return other


def versions(game: Game, address: str) -> dict[str, str]:
    """The present versions of both sides, for ``If-Match``; of orders, those before the first."""
    version = "orders.0" if address.endswith("/orders/") else "{}"
    seats = Seat.objects.filter(game=game)
    return {
        "If-Match": ", ".join(f'"{seat.plays.label}.{version.format(seat.version)}.en"' for seat in seats)
    }


def rows_found(state: str, who: Collection[str]) -> Iterator[tuple[str, str]]:
    game = GAMES[state]()
    handler = ClientHandler(enforce_csrf_checks=False)  # loads all middleware, so one for everybody
    browsers = {name: each for name, each in browsers_of(game).items() if name in who}
    programs = {name: each for name, each in callers().items() if name in who}
    for browser in (*browsers.values(), *(program.client for program in programs.values())):
        browser.handler = handler
    for route in routes_of_games():
        for method in methods_of(route):
            for query in ("", *QUERIES.get(f"{method} {route.name}", ())):
                visitors = programs if route.name.startswith(API) else browsers
                letters = letters_of(route, method, query, game, visitors)
                if "#" not in letters:
                    yield f"{method} {route.name}{query}", letters


def rows_expected(state: str, who: Collection[str]) -> dict[str, str]:
    head, *rows = (line.split() for line in STATES.strip().splitlines())
    column = head.index(state)
    return {f"{row[0]} {row[1]}": "".join(told_to(who, row[1], row[column])) for row in rows}


def told_to(who: Collection[str], route: str, letters: str) -> Iterator[str]:
    """The letters of those who ask; that of nobody there says so in the table alone."""
    names = CALLERS if route.startswith(API) else BROWSERS
    for name, told in zip(names, letters, strict=True):
        if name in who and told != "_":
            yield told


@pytest.mark.parametrize(("state", "who"), ASKED)
def test_game_in_each_state_answers_everybody_as_the_table_says(state: str, who: Collection[str]) -> None:
    found = dict(rows_found(state, who))
    assert found == rows_expected(state, who), f"tests/permissions/states.py says otherwise of {state}"


@pytest.mark.parametrize(
    ("which", "status"),
    [("mine", 401), ("waiting", 401), ("over", 401), ("invitations", 401), ("open", 200), ("watch", 200)],
)
def test_list_of_own_games_needs_a_token(which: str, status: int) -> None:
    assert Caller().get(f"games/?list={which}").status_code == status
    assert caller_at("stranger@example.org").get(f"games/?list={which}").status_code == 200


@pytest.mark.parametrize("path", ["", "view/", "board/", "options/", "history/", "record/", "stream/"])
@time_machine.travel(1_800_000_000, tick=False)
def test_private_game_looks_to_strangers_as_if_it_did_not_exist(path: str) -> None:
    """To the byte, as a game that is not there."""
    game = Table().game.public_id
    for asking, status in ((caller_at("stranger@example.org"), 404), (Caller(), 401)):
        real = asking.get(f"games/{game}/{path}")
        caches.empty()  # the head tells how often somebody has asked
        none = asking.get(f"games/nosuchgame/{path}")
        assert (real.status_code, real.content) == (none.status_code, none.content)
        assert real.status_code == status
        assert dict(real.headers) == dict(none.headers)


def test_session_of_a_browser_does_not_open_the_api() -> None:
    """Else any page of any site could call the API for whoever is signed in."""
    table = Table()
    browser = Caller()
    browser.client.force_login(table.people[EAST])
    assert browser.get("me/").status_code == 401
    assert browser.get(f"games/{table.game.public_id}/view/").status_code == 401
