"""What the page of a game, and the turn mail, say of orders to their owner alone."""

import re

import pytest
from django.conf import settings
from django.test import Client

from games import engine
from games.engine.actions import Finish, encode
from games.engine.orders.keeping import Deed, KeptOrders, Progress
from games.engine.orders.shapes import BattleOrders, LossOrder, NeverChallenge, Orders, Plan
from games.engine.side import EAST, WEST, Side
from games.engine.state import State
from games.models.seat import Seat
from games.notices import turns
from games.services.waiting import WINDOW, YOUR_PHASE
from games.web.orders.battle import to_text
from tests.kit.table import Table, is_window_separate, table_where
from tests.web.browsers import address, signed_in, text
from tests.web.orders import standing

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

CHALLENGED = "one of your blocks was challenged."


def page_of(table: Table, side: Side) -> str:
    return text(signed_in(table.people[side]).get(address(table.seat(side))))


def stopped(table: Table, side: Side) -> None:
    """Store a plan for the battle that is fought, which has just stopped."""
    place, state = standing.fought(table), table.state
    orders = standing.planned(place, [standing.first_step(table, side)])
    deed = Deed(table.version(side), state.week, place, "plan", "ended", "challenged")
    progress = Progress(state.week, state.turn, ended="challenged")
    standing.store(table, side, KeptOrders(orders, {place: progress}, [deed]))


def test_a_line_says_what_is_in_force() -> None:
    table = Table()
    assert "No orders are in force." in page_of(table, EAST)
    standing.give(table, EAST, Orders(loyalty=NeverChallenge(), losses=LossOrder()))
    page = page_of(table, EAST)
    assert f'href="{address(table.seat(EAST))}orders/?as=east">My orders</a>' in page
    assert "Loyalty: never challenge. You have orders for losses." in page
    assert "never challenge" not in page_of(table, WEST)


def test_watchers_and_finished_games_have_no_orders() -> None:
    table = Table(is_public=True)
    watched = text(signed_in(table.people[EAST]).get(address(table.seat(EAST)) + "?as=public"))
    assert "My orders" not in watched
    table.play_on()
    assert "My orders" not in page_of(table, EAST)


def test_a_battle_can_be_planned_from_its_decision_and_while_one_waits() -> None:
    table, side = standing.at_a_battle()
    link = f"orders/{standing.fought(table)}/?as="
    for player in (side, side.enemy):
        page = page_of(table, player)
        assert f"{link}{player.label}" in page
        assert "Plan this battle" in page
    standing.give(
        table, side.enemy, standing.planned(standing.fought(table), [standing.first_step(table, side.enemy)])
    )
    page = page_of(table, side.enemy)
    assert "Plan this battle" not in page
    assert ": 0 of 1 step done." in page


@pytest.mark.parametrize("then_stop", [{}, {"then_stop": "on"}])
def test_one_tap_beside_a_deployment_orders_to_stop_when_asked_again(then_stop: dict[str, str]) -> None:
    table, side = standing.at_a_battle()
    assert "and stop when I am asked again" in page_of(table, side)
    step = to_text(standing.first_step(table, side)).removesuffix(":")
    sent = {"version": str(table.version(side)), "do": "deploy", "deploy": step, **then_stop}
    path = address(table.seat(side))
    assert signed_in(table.people[side]).post(path, sent).status_code == 302
    battle = standing.shown(table, side).orders.battles.get(standing.fought(table))
    assert (battle is not None) == bool(then_stop)
    assert ("you stop deploying as soon as it is your turn" in page_of(table, side)) == bool(then_stop)


FROM_NOW_ON = re.compile(r"<details>\s*<summary>Do this from now on</summary>")


@pytest.mark.parametrize("holds_card", [True, False])
def test_a_loyalty_order_is_offered_at_every_window(holds_card: bool) -> None:
    """Whatever the hand holds. A side that is asked something else is offered nothing of the kind."""
    table, side = _in_window(holds_card)
    page = page_of(table, side)
    assert ("Challenge its loyalty" in page) == holds_card
    assert FROM_NOW_ON.search(page) is not None
    assert FROM_NOW_ON.search(page_of(table, side.enemy)) is None
    version = standing.shown(table, side).version
    sent = {"version": str(version), "only": "loyalty", "loyalty": "never"}
    given = signed_in(table.people[side]).post(f"{address(table.seat(side))}orders/game/", sent)
    assert given["Location"] == address(table.seat(side))
    assert standing.shown(table, side).orders.loyalty == NeverChallenge()
    assert not table.seat(side).asked or not is_window_separate(table.state)


@pytest.mark.parametrize("holds_card", [True, False])
def test_the_mail_of_a_window_leads_to_the_loyalty_order(holds_card: bool) -> None:
    """Whatever the hand holds, and following the link orders nothing."""
    table, side = _in_window(holds_card)
    seat, before = table.seat(side), standing.shown(table, side).orders
    mail = turns.waiting(WINDOW, seat.reference, str(seat.told_at))
    assert mail is not None
    link = re.search(r"http\S+\?only=loyalty", mail.text)
    assert link is not None
    assert link[0] in mail.html
    page = text(Client().get(link[0].removeprefix(settings.SITE_URL), follow=True))
    assert "Never challenge" in page
    assert "When I lose blocks" not in page
    assert standing.shown(table, side).orders == before


def _in_window(holds_card: bool) -> tuple[Table, Side]:
    """A separate window of a side that holds a loyalty challenge, or none."""

    def is_such(state: State) -> bool:
        if not is_window_separate(state):
            return False
        side = engine.pending(state)[0].side
        return bool(state.hand[side][standing.RULES.components.loyalty[side]]) == holds_card

    table = table_where(is_such)
    return table, table.asked()[0]


def test_a_fight_can_be_planned_before_it_is_declared() -> None:
    table, side, place = standing.before_a_battle()
    page = page_of(table, side)
    assert f"orders/{place}/?as={side.label}" in page
    assert "Plan the battle at " in page
    plan = Plan((), then="stop")
    standing.give(table, side, Orders(battles={place: BattleOrders(plan=plan)}))
    assert f'data-place="{place}"' in page_of(table, side)
    assert "My plan for the battle at " in page_of(table, side)


def test_above_the_decision_stands_why_a_plan_stopped() -> None:
    table, side = standing.at_a_battle()
    stopped(table, side)
    page = page_of(table, side)
    assert CHALLENGED in page[page.index('id="answer"') :]
    assert "The plan at " in page
    assert CHALLENGED not in page_of(table, side.enemy)


def test_the_turn_mail_says_why_a_plan_stopped_to_its_owner_alone() -> None:
    table, side = standing.at_a_battle()
    stopped(table, side)
    seat = table.seat(side)
    Seat.objects.filter(pk=seat.pk).update(looked_at=seat.version - 1)
    mail = turns.waiting(YOUR_PHASE, seat.reference, str(seat.told_at))
    assert mail is not None
    assert CHALLENGED in mail.text
    assert CHALLENGED in mail.html
    page_of(table, side)
    seen = turns.waiting(YOUR_PHASE, seat.reference, str(seat.told_at))
    assert seen is not None
    assert CHALLENGED not in seen.text, "it was seen on the page"


def test_a_mail_after_a_real_stop_says_so() -> None:
    table, side = standing.at_a_battle()
    other = side.enemy
    page_of(table, other)
    place = standing.fought(table)
    standing.give(table, other, standing.planned(place, [standing.first_step(table, other)]))
    table.submit(side, encode(Finish()))
    seat = table.seat(other)
    assert seat.asked == "deploy"
    mail = turns.waiting(YOUR_PHASE, seat.reference, str(seat.told_at))
    assert mail is not None
    assert "the other side stopped deploying." in mail.text
    assert "the other side stopped deploying." in page_of(table, other)


def test_a_side_that_stopped_deploying_has_nothing_to_plan() -> None:
    table, side = standing.at_a_battle()
    table.submit(side, encode(Finish()))
    assert "Plan this battle" not in page_of(table, side)
    browser, path = signed_in(table.people[side]), address(table.seat(side)) + "orders/"
    assert "Order when to challenge" in text(browser.get(path))
    page = text(browser.get(f"{path}{standing.fought(table)}/"))
    assert "You have stopped deploying in this battle" in page
    assert 'value="add"' not in page


def test_the_history_marks_what_orders_did_for_their_owner_alone() -> None:
    table, side = standing.at_a_battle()
    step = standing.first_step(table, side)
    standing.give(table, side, standing.planned(standing.fought(table), [step]))
    pages = {}
    for player in (side, side.enemy):
        path = address(table.seat(player)) + "history/"
        pages[player] = text(signed_in(table.people[player]).get(path))
    assert pages[side].count("By your order") == 1
    assert "By your order" not in pages[side.enemy]
