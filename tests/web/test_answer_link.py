"""The links in mails that lead to one answer (games/web/answer_link.py)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.engine.actions import Pass
from games.engine.side import Side
from notifications.registry import Message, kind_named
from tests.kit.table import Table, is_window_open, table_where
from tests.web.browsers import FORM, path_of, text
from tests.web.test_every_decision import latest

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

HIDDEN = re.compile(r'name="(csrfmiddlewaretoken|version)" value="([^"]*)"')


@pytest.fixture
def table() -> Table:
    """A game in which a deployment can be answered."""
    return table_where(is_window_open)


def asked_by_mail(table: Table) -> tuple[Side, Message]:
    (side,) = table.asked()
    row = table.announced(side)[-1]
    kind = kind_named(row.kind)
    assert kind is not None
    mail = kind.compose(row.about, row.occasion)
    assert mail is not None
    return side, mail


def link_to(tap: str, mail: Message) -> str:
    (found,) = re.findall(rf"^\s+(\S+/{tap}/\d+/)$", mail.text, re.MULTILINE)
    assert found in mail.html
    return path_of(found)


def press(browser: Client, page: str) -> None:
    """Press the button of the page."""
    (address,) = re.findall(r'<form method="post" action="([^"]+)"', page)
    (answer,) = re.findall(r'name="do"\s+value="([^"]+)"', page)
    fields = {"do": answer, **dict(HIDDEN.findall(page))}
    browser.post(address, fields, follow=True)


def test_a_link_shows_one_answer_and_only_its_button_gives_it(table: Table) -> None:
    side, mail = asked_by_mail(table)
    length, browser = table.game.length, Client()
    browser.get(link_to("pass", mail), follow=True)
    page = browser.get(link_to("pass", mail), follow=True).content.decode()
    assert table.game.length == length, "to follow a link changes nothing"
    assert page.count('name="do"') == 1
    press(browser, page)
    assert latest(table, side) == Pass()


def test_a_link_that_is_followed_without_cookies_does_nothing(table: Table) -> None:
    _side, mail = asked_by_mail(table)
    followed = Client().get(link_to("pass", mail))
    assert followed.status_code == 302
    assert Client().get(followed["Location"]).status_code == 404


def test_after_the_game_has_gone_on_the_link_says_so(table: Table) -> None:
    side, mail = asked_by_mail(table)
    table.submit(side, b'{"type":"pass"}')
    page = text(Client().get(link_to("pass", mail), follow=True))
    assert "The game has gone on" in page
    assert f"/games/{table.game.public_id}/?as={side.label}" in page
    assert FORM not in page


def test_an_answer_that_is_not_offered_has_no_page_of_its_own(table: Table) -> None:
    _side, mail = asked_by_mail(table)
    address = link_to("pass", mail)
    page = text(Client().get(address.replace("/pass/", "/first/"), follow=True))
    assert "The game has gone on" in page


def test_a_link_with_another_token_opens_nothing(table: Table) -> None:
    _side, mail = asked_by_mail(table)
    parts = link_to("pass", mail).split("/")
    parts[4] = "nosuchtoken"
    assert Client().get("/".join(parts), follow=True).status_code == 404
