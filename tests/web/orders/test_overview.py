"""“My orders”: what is in force, what orders did, why plans stopped, and cancelling."""

from typing import get_args

import pytest

from games.engine.orders.keeping import Deed, Ending, KeptOrders, Progress
from games.engine.orders.shapes import (
    AllOfIt,
    AskFrom,
    BattleOrders,
    ChallengeFrom,
    LossOrder,
    NeverChallenge,
    Orders,
    Plan,
    RetreatOrder,
)
from games.engine.side import EAST, WEST, Side
from games.story.orders import DEEDS, ENDINGS
from tests.kit.table import Table
from tests.web.browsers import address, signed_in, text
from tests.web.orders import standing

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def overview(table: Table, side: Side = EAST) -> str:
    return text(signed_in(table.people[side]).get(address(table.seat(side)) + "orders/"))


def test_without_orders_the_page_says_what_they_are() -> None:
    page = overview(Table())
    assert "An order is an answer that you give in advance" in page
    assert "You can plan a battle as soon as both sides have blocks in one place." in page
    assert "Cancel all orders" not in page


def test_the_overview_shows_all_orders_of_the_game() -> None:
    table = Table()
    given = Orders(
        loyalty=ChallengeFrom(4),
        losses=LossOrder(clans=("mori",), disks="last"),
        retreat=RetreatOrder(places={"kyoto": ("osaka", "minakuchi")}, toward="osaka", stay=1),
        castles={"osaka": "inside"},
    )
    standing.give(table, EAST, given)
    page = overview(table)
    for sentence in (
        "you challenge deployments of impact 4 or more, and any double; all others stand.",
        "You lose blocks of these clans first, in this order: Mori; daimyo last.",
        "A disk is lost after blocks.",
        "From elsewhere you retreat to the place nearest to Osaka.",
        "1 block stays in a castle of yours, the weakest.",
        "You stay inside at Osaka.",
    ):
        assert sentence in page
    assert "challenge deployments" not in overview(table, WEST)


def test_the_overview_shows_the_outlook_of_a_plan() -> None:
    table, side = standing.at_a_battle()
    other = side.enemy
    place = standing.fought(table)
    step = standing.first_step(table, other)
    plan = Plan((step,), AllOfIt(), stop_if_they_gain=5, then="stop")
    standing.give(table, other, Orders(battles={place: BattleOrders(plan, AskFrom(3))}))
    rest = standing.battle_of(table, other).rest
    looked = None if rest is None else rest.outlook
    assert looked is not None
    page = overview(table, other)
    for sentence in (
        "0 of 1 step is done.",
        f"Then your impact is {looked.totals[0]}.",
        f"Your impact would be {looked.totals[0]};",
        f"the other side loses its next block at {looked.next_loss}.",
        "The impact of the other side is 0 now.",
        "It goes on until all of it is done.",
        "It stops and you are asked when one of your blocks is challenged, their impact rises by 5 or more,",
        "At its end you stop deploying.",
        "In this battle: You are asked about deployments of impact 3 or more; smaller ones stand.",
    ):
        assert sentence in page


@pytest.mark.parametrize("ending", get_args(Ending))
def test_the_overview_says_why_a_plan_stopped(ending: Ending) -> None:
    table, side = standing.at_a_battle()
    place, state = standing.fought(table), table.state
    orders = standing.planned(place, [standing.first_step(table, side)])
    progress = Progress(state.week, state.turn, ended=ending)
    deed = Deed(1, state.week, place, "plan", "ended", ending)
    standing.store(table, side, KeptOrders(orders, {place: progress}, [deed]))
    page = overview(table, side)
    sentence = str(ENDINGS[ending]) % {"place": "@", "week": state.week}
    assert page.count(sentence.partition("@")[2].replace("'", "&#x27;")) == 2, "at the battle, and lately"


def test_a_loyalty_order_outlives_the_plan_of_its_battle() -> None:
    table, side = standing.at_a_battle()
    place, state = standing.fought(table), table.state
    battle = BattleOrders(Plan((standing.first_step(table, side),)), NeverChallenge())
    progress = Progress(state.week, state.turn, ended="challenged")
    standing.store(table, side, KeptOrders(Orders(battles={place: battle}), {place: progress}))
    page = overview(table, side)
    assert "In this battle: Every deployment of the other side stands: you never challenge." in page
    assert "It goes on" not in page


def test_every_ending_and_every_deed_has_a_sentence() -> None:
    assert set(ENDINGS) == set(get_args(Ending))
    table = Table()
    lately = [Deed(1, 3, "kyoto", kind, did) for kind, did in DEEDS]  # type: ignore[arg-type] # they are kinds
    standing.store(table, EAST, KeptOrders(lately=lately))
    page = overview(table)
    for sentence in DEEDS.values():
        assert str(sentence) % {"place": "Kyoto", "week": 3} in page


def test_the_story_tells_what_plans_did() -> None:
    table, side = standing.at_a_battle()
    place = standing.fought(table)
    standing.give(table, side, standing.planned(place, [standing.first_step(table, side)]))
    page = overview(table, side)
    assert "1 of 1 step is done." in page or "ended in week" in page
    assert f"deployed in week {table.state.week}." in page


def test_orders_are_cancelled_only_after_a_second_click() -> None:
    table = Table()
    standing.give(table, EAST, Orders(loyalty=NeverChallenge()))
    browser, path = signed_in(table.people[EAST]), address(table.seat(EAST)) + "orders/cancel/"
    assert "Cancel all orders?" in text(browser.get(path))
    assert standing.shown(table, EAST).orders.loyalty == NeverChallenge()
    sent = {"version": str(standing.shown(table, EAST).version)}
    done = browser.post(path, sent, follow=True)
    assert "All orders are cancelled." in text(done)
    assert standing.shown(table, EAST).orders == Orders()
    again = browser.post(path, sent, follow=True)
    assert again.status_code == 200
    assert "nothing was sent" not in text(again)


def test_one_battle_is_cancelled_alone() -> None:
    table, side = standing.at_a_battle()
    other, place = side.enemy, standing.fought(table)
    step = standing.first_step(table, other)
    battles = {place: BattleOrders(Plan((step,)))}
    standing.give(table, other, Orders(loyalty=NeverChallenge(), battles=battles))
    browser, path = signed_in(table.people[other]), address(table.seat(other)) + "orders/cancel/"
    assert "Cancel the orders for " in text(browser.get(f"{path}?place={place}"))
    sent = {"version": str(standing.shown(table, other).version), "place": place}
    assert "These orders are cancelled." in text(browser.post(path, sent, follow=True))
    assert standing.shown(table, other).orders == Orders(loyalty=NeverChallenge())
    assert "There are no orders for that battle." in text(browser.post(path, sent, follow=True))
    assert "There are no orders for that battle." in text(browser.get(f"{path}?place=nowhere", follow=True))


def test_orders_that_changed_meanwhile_are_not_cancelled() -> None:
    table = Table()
    standing.give(table, EAST, Orders(loyalty=NeverChallenge()))
    path = address(table.seat(EAST)) + "orders/cancel/"
    for version in ("0", "", "x", "9" * 20):
        refused = signed_in(table.people[EAST]).post(path, {"version": version})
        assert refused.status_code == 409
        assert "Your orders have changed in the meantime, so nothing was sent." in text(refused)
    assert standing.shown(table, EAST).orders.loyalty == NeverChallenge()


def test_a_finished_game_has_no_orders() -> None:
    table = Table()
    table.play_on()
    for page in ("orders/", "orders/cancel/"):
        answer = signed_in(table.people[EAST]).get(address(table.seat(EAST)) + page)
        assert answer.status_code == 302
        assert answer["Location"] == address(table.seat(EAST))
