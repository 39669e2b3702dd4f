"""What devices are told of games: after orders have run, and nothing that others may not see."""

from collections.abc import Iterator

import pytest
import time_machine
from pytest_django import Settings

from games.engine.side import Side
from games.models.seat import Seat
from games.reads.briefing import briefing_for
from games.reads.turn_links import turn_link
from games.services import windows
from notifications import tasks
from tests.games.orders.in_battle import START
from tests.games.orders.test_holds import HOLD, give_quietly, window
from tests.kit.push_browser import PushBrowser, Shown
from tests.kit.receiver import Receiver, receiver
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded, pytest.mark.usefixtures("games_replay")]


@pytest.fixture
def service(settings: Settings) -> Iterator[Receiver]:
    """A push service of this machine."""
    with receiver() as service:
        service.status = 201
        settings.WEBHOOK_TEST_ADDRESSES = [service.address]
        yield service


def of(table: Table, side: Side, service: Receiver) -> PushBrowser:
    """A device of a player."""
    browser = PushBrowser(service, side.label)
    browser.added(table.people[side])
    return browser


def shown_by(browser: PushBrowser) -> list[Shown]:
    tasks.notify_devices()
    return browser.shown()


def test_a_window_is_shown_at_once_and_does_not_say_what_is_asked(
    time: time_machine.Traveller, service: Receiver
) -> None:
    table, side = window()
    browser, other = of(table, side, service), of(table, side.enemy, service)
    (shown,) = shown_by(browser)
    notification, seat = shown.message["notification"], table.seat(side)
    assert notification["title"] == f"{side.label.title()} against {seat.opposite().played_by}"
    assert notification["body"].startswith("You may challenge the loyalty of blocks\nYou have until ")
    assert (notification["navigate"], notification["tag"]) == (turn_link(seat), table.game.public_id)
    assert shown.message["app_badge"] == 1
    assert (shown.headers["urgency"], shown.headers["ttl"]) == ("high", str(3 * 24 * 60 * 60))
    question = briefing_for(table.game, side, since=0).question
    assert question is not None
    assert question.brief not in notification["body"]
    assert other.shown() == []


def test_a_window_that_an_order_answers_is_shown_to_nobody(
    time: time_machine.Traveller, service: Receiver
) -> None:
    table, side = window()
    browser = of(table, side, service)
    Seat.objects.filter(pk=table.seat(side).pk).update(looked_at=table.version(side))
    give_quietly(table, side)
    assert shown_by(browser) == []
    time.move_to(START + HOLD)
    assert windows.answer_held() == 1
    told = [shown.message["notification"]["body"] for shown in shown_by(browser)]
    assert not [body for body in told if "challenge" in body]


def test_a_device_is_told_nothing_once_the_game_waits_no_more(
    time: time_machine.Traveller, service: Receiver
) -> None:
    table = Table()
    side = table.asked()[0]
    browser = of(table, side, service)
    table.submit(side)
    assert side not in table.asked()
    assert shown_by(browser) == []
