"""The status of every page of a game for every kind of visitor, as tables."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.models.person import Person
from games.engine.chance import hash_of
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.models.seat import Invitation, Seat
from games.notices.turn_links import invitation_link
from games.services import link_renewal, lobby, play
from games.web.urls import urlpatterns
from tests.kit import caches
from tests.kit.table import Table
from tests.web.browsers import by_link, path_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

# ---- what is asked for

Request = Callable[[Client, str], Any]

REQUESTS: dict[str, Request] = {
    "look": lambda browser, game: browser.get(game),
    "look as east": lambda browser, game: browser.get(f"{game}?as=east"),
    "look as public": lambda browser, game: browser.get(f"{game}?as=public"),
    "answer": lambda browser, game: browser.post(game, {"version": 10**8}),
    "answer as east": lambda browser, game: browser.post(f"{game}?as=east", {"version": 10**8}),
    "take back": lambda browser, game: browser.post(f"{game}undo/", {"version": 0}),
    "ask to resign": lambda browser, game: browser.get(f"{game}resign/"),
    "resign": lambda browser, game: browser.post(f"{game}resign/"),
    "ask to claim": lambda browser, game: browser.get(f"{game}claim/"),
    "claim": lambda browser, game: browser.post(f"{game}claim/"),
    "give time": lambda browser, game: browser.post(f"{game}more-time/"),
    "ask for ruling": lambda browser, game: browser.post(f"{game}ask/", {"text": "May I?"}),
    "history": lambda browser, game: browser.get(f"{game}history/"),
    "record": lambda browser, game: browser.get(f"{game}record.json"),
    "check": lambda browser, game: browser.get(f"{game}verify/"),
    "a moment": lambda browser, game: browser.get(f"{game}moments/1/"),
    "all revealed": lambda browser, game: browser.get(f"{game}moments/1/?as=referee"),
    "void links": lambda browser, game: browser.post(f"{game}links/"),
    "invitation": lambda browser, game: browser.get(f"{game}invitation/"),
    "accept": lambda browser, game: browser.post(f"{game}invitation/", {"answer": "accept"}),
    "join": lambda browser, game: browser.post(f"{game}join/"),
    "check in": lambda browser, game: browser.post(f"{game}check-in/", {"nonce": "luck"}),
    "call off": lambda browser, game: browser.post(f"{game}call-off/"),
}

# ---- who asks


def revoked(seat: Seat) -> Client:
    browser = by_link(seat)
    with time_machine.travel(timezone.now() + timedelta(seconds=1)):
        link_renewal.revoke(seat=seat)
    return browser


def ended(seat: Seat) -> Client:
    browser = by_link(seat)
    assert seat.player is not None
    accounts.end_everything(person=seat.player)
    return browser


def invited(game: Game) -> Client:
    browser = Client()
    invitation = Invitation.objects.select_related("person", "seat__game").get(seat__game=game)
    browser.get(path_of(invitation_link(invitation)))
    return browser


def person(name: str) -> Person:
    return Person.objects.at(f"{name}@example.org")


def seat(game: Game) -> Seat:
    return Seat.objects.select_related("game", "player").get(game=game, side=EAST)


BROWSERS: dict[str, Callable[[Game], Client]] = {
    "nobody": lambda game: Client(),
    "stranger": lambda game: signed_in(person("stranger")),
    "west": lambda game: signed_in(person("west")),
    "east": lambda game: signed_in(person("east")),
    "link": lambda game: by_link(seat(game)),
    "elsewhere": lambda game: by_link(Seat.objects.select_related("game", "player").exclude(game=game)[0]),
    "revoked": lambda game: revoked(seat(game)),
    "ended": lambda game: ended(seat(game)),
    "invited": invited,
}

# ---- what they get


def found(response: Any, game: str) -> str:
    """The status, or where it leads."""
    if response.status_code != 302:
        return str(response.status_code)
    location: str = response["Location"].partition("?")[0]
    names = {
        "/sign-in/": "sign-in",
        "/games/open/": "open",
        "/link/sent/": "sent",
        "/games/": "mine",
        game: "game",
        f"{game}invitation/": "invitation",
    }
    return names[location]


def table_of(text: str) -> Mapping[str, Mapping[str, str]]:
    """By request, by browser."""
    head, *rows = [line.split("|") for line in text.strip().splitlines()]
    who = head[1].split()
    return {row[0].strip(): dict(zip(who, row[1].split(), strict=True)) for row in rows}


# Nobody asks for a ruling here: none of these games is of a club. tests/permissions has one that is.
PRIVATE = """
                | nobody   stranger west   east   link   elsewhere revoked ended
look            | 404      404      200    200    200    404       404     404
look as east    | 404      404      404    200    200    404       404     404
look as public  | 404      404      200    200    200    404       404     404
answer          | 404      404      422    422    422    404       404     404
answer as east  | 404      404      404    422    422    404       404     404
take back       | 404      404      game   game   game   404       404     404
ask to resign   | 404      404      200    200    200    404       404     404
resign          | 404      404      game   game   game   404       404     404
ask to claim    | 404      404      game   game   game   404       404     404
claim           | 404      404      game   game   game   404       404     404
give time       | 404      404      game   game   game   404       404     404
ask for ruling  | 404      404      404    404    404    404       404     404
history         | 404      404      200    200    200    404       404     404
record          | 404      404      200    200    200    404       404     404
check           | 404      404      200    200    200    404       404     404
a moment        | 404      404      200    200    200    404       404     404
all revealed    | 404      404      404    404    404    404       404     404
void links      | 404      404      sent   sent   sent   404       404     404
invitation      | sign-in  404      404    404    sign-in sign-in  sign-in sign-in
accept          | sign-in  404      404    404    sign-in sign-in  sign-in sign-in
join            | sign-in  open     game   game   sign-in sign-in  sign-in sign-in
check in        | 404      404      game   game   game   404       404     404
call off        | sign-in  404      404    game   sign-in sign-in  sign-in sign-in
"""

PUBLIC = """
                | nobody   stranger west   east   link   elsewhere revoked ended
look            | 200      200      200    200    200    200       200     200
look as east    | 404      404      404    200    200    404       404     404
look as public  | 200      200      200    200    200    200       200     200
answer          | 404      404      422    422    422    404       404     404
answer as east  | 404      404      404    422    422    404       404     404
take back       | 404      404      game   game   game   404       404     404
ask to resign   | 404      404      200    200    200    404       404     404
resign          | 404      404      game   game   game   404       404     404
ask to claim    | 404      404      game   game   game   404       404     404
claim           | 404      404      game   game   game   404       404     404
give time       | 404      404      game   game   game   404       404     404
ask for ruling  | 404      404      404    404    404    404       404     404
history         | 200      200      200    200    200    200       200     200
record          | 200      200      200    200    200    200       200     200
check           | 200      200      200    200    200    200       200     200
a moment        | 200      200      200    200    200    200       200     200
all revealed    | 404      404      404    404    404    404       404     404
void links      | 404      404      sent   sent   sent   404       404     404
invitation      | sign-in  404      404    404    sign-in sign-in  sign-in sign-in
accept          | sign-in  404      404    404    sign-in sign-in  sign-in sign-in
join            | sign-in  open     game   game   sign-in sign-in  sign-in sign-in
check in        | 404      404      game   game   game   404       404     404
call off        | sign-in  404      404    game   sign-in sign-in  sign-in sign-in
"""

OVER = """
                | nobody   stranger west   east   link   elsewhere revoked ended
look            | 404      404      200    200    200    404       404     404
look as east    | 404      404      404    200    200    404       404     404
answer          | 404      404      409    409    409    404       404     404
take back       | 404      404      game   game   game   404       404     404
ask to resign   | 404      404      game   game   game   404       404     404
resign          | 404      404      game   game   game   404       404     404
ask to claim    | 404      404      game   game   game   404       404     404
claim           | 404      404      game   game   game   404       404     404
give time       | 404      404      game   game   game   404       404     404
ask for ruling  | 404      404      404    404    404    404       404     404
history         | 404      404      200    200    200    404       404     404
record          | 404      404      200    200    200    404       404     404
check           | 404      404      200    200    200    404       404     404
a moment        | 404      404      200    200    200    404       404     404
all revealed    | 404      404      200    200    200    404       404     404
"""

# The game has not begun: East is its creator, a link of theirs was mailed nowhere yet.
OPEN = """
                | nobody   stranger west   east   link   elsewhere
look            | 200      200      200    200    200    200
look as public  | 200      200      200    200    200    200
answer          | 200      200      200    200    200    200
take back       | 404      404      404    404    404    404
ask to resign   | 404      404      404    404    404    404
resign          | 404      404      404    404    404    404
ask to claim    | 404      404      404    404    404    404
claim           | 404      404      404    404    404    404
give time       | 404      404      404    404    404    404
history         | 404      404      404    200    200    404
record          | 404      404      404    200    200    404
check           | 404      404      404    200    200    404
a moment        | 404      404      404    404    404    404
invitation      | sign-in  404      404    404    sign-in sign-in
join            | sign-in  game     game   game   sign-in sign-in
check in        | 404      404      404    404    404    404
call off        | sign-in  404      404    mine   sign-in sign-in
"""

# East has promised a nonce by its hash, and West has joined: the game waits for East to reveal it.
PROMISED = """
                | nobody   stranger west   east   link   elsewhere revoked ended
look            | 404      404      200    200    200    404       404     404
look as east    | 404      404      404    200    200    404       404     404
look as public  | 404      404      404    404    404    404       404     404
answer          | 404      404      200    200    200    404       404     404
answer as east  | 404      404      404    200    200    404       404     404
take back       | 404      404      404    404    404    404       404     404
ask to resign   | 404      404      404    404    404    404       404     404
resign          | 404      404      404    404    404    404       404     404
ask to claim    | 404      404      404    404    404    404       404     404
claim           | 404      404      404    404    404    404       404     404
give time       | 404      404      404    404    404    404       404     404
ask for ruling  | 404      404      404    404    404    404       404     404
history         | 404      404      200    200    200    404       404     404
record          | 404      404      200    200    200    404       404     404
check           | 404      404      200    200    200    404       404     404
a moment        | 404      404      404    404    404    404       404     404
all revealed    | 404      404      404    404    404    404       404     404
void links      | 404      404      sent   sent   sent   404       404     404
invitation      | sign-in  404      404    404    sign-in sign-in  sign-in sign-in
accept          | sign-in  404      404    404    sign-in sign-in  sign-in sign-in
join            | sign-in  open     game   game   sign-in sign-in  sign-in sign-in
check in        | 404      404      game   game   game   404       404     404
call off        | sign-in  404      404    game   sign-in sign-in  sign-in sign-in
"""

# West is invited; "invited" is a browser that followed the link of the invitation.
INVITED = """
                | nobody   stranger west       east   invited    elsewhere
look            | 404      404      invitation 200    invitation 404
answer          | 404      404      invitation 200    invitation 404
take back       | 404      404      404        404    404        404
ask to resign   | 404      404      404        404    404        404
ask to claim    | 404      404      404        404    404        404
claim           | 404      404      404        404    404        404
give time       | 404      404      404        404    404        404
history         | 404      404      404        200    404        404
record          | 404      404      404        200    404        404
check           | 404      404      404        200    404        404
a moment        | 404      404      404        404    404        404
invitation      | sign-in  404      200        404    200        sign-in
accept          | sign-in  404      game       404    game       sign-in
join            | sign-in  open     open       game   sign-in    sign-in
check in        | 404      404      404        404    404        404
call off        | sign-in  404      404        mine   sign-in    sign-in
"""


def over() -> Game:
    table = Table()
    play.resign(seat=table.seat(WEST))
    return table.game


def promised() -> Game:
    """East has promised a nonce by its hash, which is to be revealed now that West has joined."""
    game = lobby.create(
        creator=person("east"),
        edition="kessen",
        side="east",
        opponent=lobby.Anybody(),
        nonce_hash=hash_of("luck"),
    )
    lobby.join(game=game, person=person("west"))
    return game


def waiting(opponent: lobby.Opponent) -> Game:
    return lobby.create(creator=person("east"), edition="kessen", side="east", opponent=opponent)


GAMES: dict[str, tuple[str, Callable[[], Game]]] = {
    "private": (PRIVATE, lambda: Table().game),
    "public": (PUBLIC, lambda: Table(is_public=True).game),
    "over": (OVER, over),
    "open": (OPEN, lambda: waiting(lobby.Anybody())),
    "promised": (PROMISED, promised),
    "invited": (INVITED, lambda: waiting(lobby.Invite("west@example.org"))),
}


@contextmanager
def forgotten() -> Iterator[None]:
    """What was done in the block never was."""
    before = transaction.savepoint()
    yield
    transaction.savepoint_rollback(before)
    caches.empty()


@pytest.mark.parametrize("kind", GAMES)
def test_what_everybody_gets_of_every_page_of_a_game(kind: str) -> None:
    text, made = GAMES[kind]
    game, _elsewhere = made(), Table(99)
    path = f"/games/{game.public_id}/"
    expected = table_of(text)
    actual: dict[str, dict[str, str]] = {request: {} for request in expected}
    for request, row in expected.items():
        for who in row:
            with forgotten():
                actual[request][who] = found(REQUESTS[request](BROWSERS[who](game), path), path)
    assert actual == expected


def test_the_pages_of_a_game_are_all_in_the_table() -> None:
    of_games = {url.name for url in urlpatterns if "games/<slug:public_id>" in str(url.pattern)}
    assert of_games == {
        "game",
        "undo",
        "resign",
        "claim",
        "more-time",
        "ask",
        "history",
        "record",
        "verify",
        "moment",
        "invitation",
        "join",
        "check-in",
        "call-off",
        "revoke-links",
        # Of which games there is a picture is in tests/web/test_sharing.py.
        "picture",
        # Only guests have lessons: tests/web/test_first_week.py.
        "leave-lessons",
        # Who switches presence is in tests/games/test_presence.py.
        "presence",
        # Who may open these is in tests/web/orders.
        "orders",
        "game-orders",
        "battle-orders",
        "cancel-orders",
        # Only of finished games: tests/web/test_analysis.py, tests/web/test_forks.py.
        "analysis",
        "fork",
    }
