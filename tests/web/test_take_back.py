"""Taking back by consent on the page of a game."""

import pytest

from games.engine.actions import EndMovement, Level, encode
from games.engine.side import EAST, SIDES, WEST, Side
from games.models.seat import Seat
from games.services import lobby, pausing
from tests.games.test_take_back import do, passed_on
from tests.kit.table import Table, is_asked, table_where
from tests.web.browsers import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

ASK, AGREE = "Ask to take it back", ">Agree</button>"


def page_of(table: Table, side: Side) -> str:
    return signed_in(table.people[side]).get(f"/games/{table.game.public_id}/").content.decode()


def post(table: Table, side: Side, label: str | None = None) -> str:
    address = f"/games/{table.game.public_id}/take-back/?as={label or side.label}"
    seat = table.seat(side)
    browser = signed_in(table.people[side] if seat.player is None else seat.player)
    return browser.post(address, {"version": seat.version}, follow=True).content.decode()


def test_one_asks_on_the_page_and_the_other_agrees() -> None:
    table, side = passed_on()
    assert ASK in page_of(table, side)
    assert ASK not in page_of(table, side.enemy)
    assert "You asked to take it back." in post(table, side)
    asked = page_of(table, side.enemy)
    assert AGREE in asked
    assert f"asks to take this back: {side.label.title()} ended its movement." in asked
    assert "Or just play on." in asked
    assert AGREE not in page_of(table, side)
    assert "It is taken back." in post(table, side.enemy)
    page = page_of(table, side)
    assert f"{side.enemy.label.title()} agreed, and this is taken back:" in page
    assert AGREE not in page


def test_request_in_a_paused_game_says_why_nobody_can_agree() -> None:
    table, side = passed_on(lobby.Terms(pace=3))
    do(table, side)
    pausing.ask(seat=table.seat(EAST), days=3)
    pausing.agree(seat=table.seat(WEST))
    asked = page_of(table, side.enemy)
    assert "asks to take this back:" in asked
    assert "The clock of this game is paused." in asked
    assert AGREE not in asked
    assert "Or just play on." not in asked


def test_story_says_that_it_was_with_consent() -> None:
    table = table_where(is_asked("level"))
    (side,) = table.asked()
    table.submit(side, encode(Level("none")))
    do(table, side)
    do(table, side.enemy)
    browser = signed_in(table.people[side.enemy])
    story = browser.get(f"/games/{table.game.public_id}/history/").content.decode()
    assert "Taken back with consent:" in story
    last = f"/games/{table.game.public_id}/moments/{table.version(side.enemy)}/"
    told = f"{side.label.title()} took back its latest action with the consent of the other side."
    assert told in browser.get(last).content.decode()


def test_who_plays_both_sides_takes_back_what_the_other_side_did() -> None:
    table, side = passed_on()
    Seat.objects.filter(game=table.game).update(player=table.people[EAST])
    assert "Take the last action of the other side back" in page_of(table, EAST)
    assert "It is taken back." in post(table, side)
    assert table.asked() == [side]


def test_a_page_that_is_not_of_now_sends_nothing() -> None:
    table, side = passed_on()
    do(table, side)
    do(table, side.enemy)
    table.submit(side, encode(EndMovement()))
    browser = signed_in(table.people[side.enemy])
    address = f"/games/{table.game.public_id}/take-back/?as={side.enemy.label}"
    page = browser.post(address, {"version": 1}, follow=True).content.decode()
    assert "The game moved on; nothing was sent." in page
    assert not any(table.seat(each).take_back_asked == table.version(each) for each in SIDES)
