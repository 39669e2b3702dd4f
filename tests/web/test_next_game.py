"""Going from one waiting game to the next."""

import pytest
from django.test import Client

from games.engine.side import EAST
from tests.kit.table import Table

pytestmark = pytest.mark.django_db


def led_to(browser: Client, after: str) -> str:
    return str(browser.get(f"/games/next/?after={after}")["Location"])


def test_the_next_game_is_another_than_the_one_just_seen() -> None:
    tables = [Table(0), Table(1)]
    browser = Client()
    browser.force_login(tables[0].people[EAST])
    first, second = (table.game.public_id for table in tables)
    assert led_to(browser, first) == f"/games/{second}/?as=east"
    assert led_to(browser, second) == f"/games/{first}/?as=east"


@pytest.mark.parametrize("after", ["", "no-such-game", "%00", "%F0%9F%8E%B2", "x" * 3000])
def test_a_game_there_is_not_is_left_alone(after: str) -> None:
    table = Table()
    browser = Client()
    browser.force_login(table.people[EAST])
    assert led_to(browser, after) == f"/games/{table.game.public_id}/?as=east"
