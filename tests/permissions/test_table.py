"""Every method of every route, asked for by everybody: all are in the table, and answered as it says.

What they are answered is in the language of `tests.kit.pseudo`, so that each page is read once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from django.contrib.auth.views import redirect_to_login
from django.contrib.messages import ERROR, get_messages
from django.db import transaction
from django.urls import resolve

from accounts.scopes import Scope
from games.drawing import picture
from tests.kit import caches
from tests.kit.statements import writes
from tests.permissions.bodies import BODIES
from tests.permissions.table import NOBODY_SUCCEEDS, TABLE
from tests.permissions.world import ROLES, SAME_IN_BROWSERS, World
from tests.secrecy.routes import PARAMETER, Route, routes
from tests.web.untranslated import LOOKING, in_mails, newest, on_page

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

API = "games-api:"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
WRITES = re.compile(
    r'INSERT (?!INTO "accounts_signedinbrowser")'
    r'|UPDATE (?!"games_game" SET "writes" = \("games_game"."writes" \+ %s\) WHERE)|DELETE'
)
"""Whatever changes something. To count a write alone is how a game is locked, before anything is decided.
That a browser was used is noted once a day, whatever is asked for."""
BY_STATUS = {
    **dict.fromkeys((200, 201, 202, 204, 302), "."),
    **dict.fromkeys((400, 409, 410, 412, 422), "x"),
    401: "?",
    403: "o",
    404: "-",
    405: "#",
}


LARGE = ("games", "games-api")
"""Namespaces with so many routes that each is a group of its own."""


def group_of(name: str) -> str:
    """Which routes are asked for in one world: those of a namespace, or of all small ones."""
    namespace = name.rpartition(":")[0]
    return namespace if namespace in LARGE else "others"


GROUPS = sorted({group_of(route.name) for route in routes()})


def rows_of(text: str) -> dict[str, str]:
    """The letters by method and route."""
    lines = [line.split() for line in text.strip().splitlines()]
    told = {f"{method} {route}": letters for method, route, letters in lines}
    assert len(told) == len(lines), "a row twice"
    return told


def letter(answer: Any, written: Sequence[str]) -> str:
    """What an answer comes to.

    Args:
        written: the statements that changed something meanwhile.
    """
    if answer.status_code == 302:
        if answer["Location"] == redirect_to_login(_goal(answer.wsgi_request.get_full_path())).url:
            return "?"
        if ERROR in [message.level for message in get_messages(answer.wsgi_request)]:
            return "x"
        is_done = answer.wsgi_request.method == "GET" or any(map(WRITES.match, written))
        return "." if is_done else "="
    if answer.status_code == 403 and answer["Content-Type"] == "application/problem+json":
        return "r" if answer.json()["code"] == "scope-missing" else "o"
    return BY_STATUS[answer.status_code]


def _goal(asked: str) -> str:
    """Where one comes to who signs in: to what was asked for, or to the club that one is about to join."""
    return asked.removesuffix("join/") if asked.startswith("/clubs/") else asked


@contextmanager
def forgotten() -> Iterator[None]:
    """What was done in the block never was."""
    before = transaction.savepoint()
    yield
    transaction.savepoint_rollback(before)
    caches.empty()


def operation(route: Route, method: str) -> Any:
    """The method of a view of the API; None where there is none."""
    name = resolve(route.filled(**dict.fromkeys(PARAMETER.findall(route.path), "1"))).func
    return getattr(name.view_class, method.lower(), None)  # type: ignore[attr-defined] # as_view puts it there


def methods_of(route: Route) -> Sequence[str]:
    """What may be asked of it. Of a page only its answers say whether it may be posted to."""
    if not route.name.startswith(API):
        return ("GET", "POST")
    return [method for method in METHODS if operation(route, method) is not None]


def answer_to(world: World, role: str, method: str, route: Route) -> Any:
    """What somebody is answered."""
    values = {name: world.value(route.name, name) for name in PARAMETER.findall(route.path)}
    address = route.filled(**values)
    body = world.bodies.get(f"{method} {route.name}", {})
    if not route.name.startswith(API):
        browser = world.browser(role)
        return browser.get(address) if method == "GET" else browser.post(address, body)
    caller = world.caller(role, getattr(operation(route, method), "scope", Scope.READ))
    address = address.removeprefix("/api/v1/")
    return (
        caller.get(address)
        if method == "GET"
        else caller.send(method, address, body, **{"If-Match": world.tags(values.get("public_id"))})
    )


def letters_of(
    world: World,
    method: str,
    route: Route,
    roles: Sequence[str] = ROLES,
    look: Callable[[str, Any], None] = lambda _role, _answer: None,
) -> Iterator[str]:
    """What everybody's answer comes to, as long as that is something to ask for at all.

    Args:
        look: is shown each role and its answer, before what was done is forgotten.
    """
    told: dict[str, str] = {}
    for role in roles:
        asking = role if route.name.startswith(API) else SAME_IN_BROWSERS.get(role, role)
        if asking not in told:
            with forgotten(), writes() as written:
                answer = answer_to(world, asking, method, route)
                told[asking] = letter(answer, written)
                if answer.streaming:
                    answer.getvalue()  # to its end, which closes its file
                else:
                    look(asking, answer)
        yield told[asking]
        if told[asking] == "#":
            return


class Reader:
    """Reads pages, what follows where something was sent, and the mails then, as those who look at them.

    What several of them are shown alike is read once, and so is what follows where several who sent the same
    are led to the same place with the same words.

    Attributes:
        wrong: what is not translated as a whole, and who found it first.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._read = set[str]()
        self._led = set[tuple[str, ...]]()
        self._before = newest()
        self.wrong = {found: kind for kind, found in in_mails(0)}

    def look(self, role: str, answer: Any) -> None:
        """Read what a role is answered."""
        request = answer.wsgi_request
        if role not in LOOKING or request.path.startswith("/api/"):
            return
        if answer.status_code == 302:
            way = (request.method, request.path, answer["Location"], *map(str, get_messages(request)))
            if way in self._led:
                return
            self._led.add(way)
        if request.method == "POST" and answer.status_code == 302 and answer["Location"].startswith("/"):
            browser = self._world.browser(role)
            browser.cookies.update(answer.cookies)
            answer = browser.get(answer["Location"])
        told = on_page(answer, self._read)
        if request.method != "GET":
            told += [found for _kind, found in in_mails(self._before)]
        self.wrong |= dict.fromkeys(told, f"{request.method} {request.path} of {role}")


@pytest.fixture
def _drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks at a picture after somebody else does not wait until it is drawn again."""
    monkeypatch.setattr(picture, "svg_png", cache(picture.svg_png))


@pytest.mark.usefixtures("pseudo_language", "_drawn_once")
@pytest.mark.parametrize("group", GROUPS)
def test_everybody_is_answered_as_the_table_says_and_in_their_language(group: str) -> None:
    """What nobody is to ask for in that way, as posting to a page that is only read, has no row."""
    world = World()
    reader = Reader(world)
    found = {}
    for route in (each for each in routes() if group_of(each.name) == group):
        for method in methods_of(route):
            letters = "".join(letters_of(world, method, route, look=reader.look))
            if "#" not in letters:
                found[f"{method} {route.name}"] = letters
    expected = {row: letters for row, letters in rows_of(TABLE).items() if group_of(row.split()[1]) == group}
    others = [f"{row:44}{letters}" for row, letters in found.items() if expected.get(row) != letters]
    gone = [row for row in expected if row not in found]
    assert [*others, *gone] == [], "tests/permissions/table.py says otherwise:\n" + "\n".join(
        [*others, *gone]
    )
    assert not reader.wrong, "\n".join(
        f"{each.where}: {each.outside}  ({who})" for each, who in reader.wrong.items()
    )


def test_every_row_has_a_role_that_succeeds() -> None:
    """A row in which nobody does would be the same if nobody ever could; those that must be so say why."""
    without = {row for row, letters in rows_of(TABLE).items() if "." not in letters}
    assert without == set(NOBODY_SUCCEEDS)


def test_every_row_is_of_a_route() -> None:
    known = {route.name for route in routes()}
    assert {row.split()[1] for row in [*rows_of(TABLE), *BODIES]} <= known
