"""Test clients for visitors of a game, and the forms they submit."""

import html
from typing import Any

from django.http import QueryDict
from django.test import Client

from accounts.models.person import Person
from games.engine.actions import Action
from games.engine.side import Side
from games.log import position
from games.models.seat import Seat
from games.reads.turn_links import turn_link
from tests.kit.pages import in_one_line
from tests.kit.table import Table
from tests.web.answers.filling import FILL, Reader

SITE = "http://testserver"
FORM = "application/x-www-form-urlencoded"


def signed_in(person: Person) -> Client:
    """Somebody who has signed in."""
    browser = Client()
    browser.force_login(person)
    return browser


def path_of(link: str) -> str:
    """A link of a mail without the host."""
    return link.removeprefix(SITE)


def link(seat: Seat) -> str:
    """The path of a turn link of a seat."""
    return path_of(turn_link(seat))


def by_link(seat: Seat) -> Client:
    """A browser that has followed a turn link, and nothing else."""
    browser = Client()
    assert browser.get(link(seat)).status_code == 302
    return browser


def address(seat: Seat) -> str:
    """The page of the seat's game."""
    return f"/games/{seat.game.public_id}/"


def text(response: Any) -> str:
    """What is on a page, in one line, or in another file as it is."""
    content: bytes = response.content
    is_page = "html" in response["Content-Type"]
    return in_one_line(content.decode()) if is_page else content.decode()


def read(response: Any) -> str:
    """What is read on a page."""
    return html.unescape(text(response))


def shown(path: str, browser: Client | None = None, status: int = 200) -> str:
    """What is read at a path, with one space for white space of any kind."""
    answer = (browser or Client()).get(path)
    assert answer.status_code == status
    return " ".join(read(answer).split())


def filled_in(table: Table, side: Side, action: Action) -> QueryDict:
    """What a browser would send in the end for an action, but the version."""
    rules = position.rules_of(table.game)
    return FILL[type(action)](Reader(rules, table.view(side), table.options(side)), action)


def form(table: Table, side: Side, action: Action, **changes: str) -> QueryDict:
    """The form of the game's page, filled in for an action.

    Args:
        changes: fields to be sent instead; by default the version is the present one.
    """
    data = filled_in(table, side, action).copy()
    for name, value in ({"version": str(table.version(side))} | changes).items():
        data[name] = value
    return data


def answer(browser: Client, table: Table, side: Side, action: Action, **changes: str) -> Any:
    """Send the form of the game's page, as ``form`` fills it in."""
    return browser.post(address(table.seat(side)), form(table, side, action, **changes).urlencode(), FORM)
