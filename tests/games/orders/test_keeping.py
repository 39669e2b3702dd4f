"""What becomes of orders: with the seat, the game, the account, the key; and who begins with which."""

import pytest
from pytest_django import Settings

from accounts import closing
from accounts.models.person import Person
from games.engine.orders.shapes import (
    BattleOrders,
    ChallengeFrom,
    GameOrders,
    LossOrder,
    NeverChallenge,
    Orders,
)
from games.engine.side import EAST, SIDES, WEST
from games.models.orders import SeatOrders, UsualOrders
from games.models.seat import Seat
from games.reads import personal_data
from games.services import orders, play
from notifications.webhooks import sealing
from sekigahara.errors.exceptions import Conflict
from tests.games.orders.in_battle import give, in_battle, planned, shown
from tests.kit.table import EMAILS, Table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

USUAL = GameOrders(loyalty=ChallengeFrom(8), losses=LossOrder(clans=("maeda",)), castles={"edo": "inside"})


def test_a_game_begins_with_the_usual_orders_of_each_player() -> None:
    orders.set_usual(Person.objects.at(EMAILS[EAST]), USUAL)
    table = Table()
    assert shown(table, EAST).orders.loyalty == ChallengeFrom(8)
    assert shown(table, EAST).orders.castles == {"edo": "inside"}
    assert shown(table, WEST).orders.loyalty != ChallengeFrom(8)


def test_usual_orders_change_no_running_game(table: Table) -> None:
    orders.set_usual(table.people[EAST], USUAL)
    assert shown(table, EAST).orders.castles == {}
    assert orders.usual(table.people[EAST]) == USUAL


def test_new_player_of_a_seat_learns_nothing_of_earlier_orders(table: Table) -> None:
    give(table, EAST, loyalty={"answer": "never"})
    seat = table.seat(EAST)
    newcomer = Person.objects.at("newcomer@example.org")
    orders.set_usual(newcomer, USUAL)
    seat.player = newcomer
    seat.save()
    orders.hand_over(seat)
    assert shown(table, EAST).orders.loyalty == ChallengeFrom(8)
    assert shown(table, EAST).lately == []


def test_orders_are_deleted_once_a_game_is_over(table: Table) -> None:
    give(table, EAST, loyalty={"answer": "never"})
    assert orders.forget_finished() == 0
    play.resign(seat=table.seat(WEST))
    assert orders.forget_finished() == len(SIDES)
    assert not SeatOrders.objects.exists()


def test_a_closed_account_leaves_no_orders(table: Table) -> None:
    person = table.people[EAST]
    orders.set_usual(person, USUAL)
    give(table, EAST, loyalty={"answer": "never"})
    closing.close(person=person)
    assert not UsualOrders.objects.exists()
    assert [row.seat.side for row in SeatOrders.objects.select_related("seat")] in ([], [WEST])


def test_orders_are_told_to_whoever_gave_them(table: Table) -> None:
    person = table.people[EAST]
    orders.set_usual(person, USUAL)
    (usual,) = orders_told(person)
    assert usual == {
        "loyalty": {"answer": "challenge-from", "impact": 8},
        "losses": {"clans": ["maeda"]},
        "castles": {"edo": "inside"},
    }


def orders_told(person: Person) -> list[object]:
    return list(personal_data.usual_orders_of(person))


def test_orders_are_encrypted_anew_with_the_key_of_today(table: Table, settings: Settings) -> None:
    give(table, EAST, loyalty={"answer": "never"})
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a newer key", [settings.SECRET_KEY]
    assert shown(table, EAST).orders.loyalty == NeverChallenge()
    assert orders.reseal() == len(SIDES)
    assert orders.reseal() == 0
    settings.SECRET_KEY_FALLBACKS = []
    assert shown(table, EAST).orders.loyalty == NeverChallenge()


def test_unreadable_orders_are_dropped_and_stop_no_game(table: Table, settings: Settings) -> None:
    give(table, EAST, loyalty={"answer": "never"})
    SeatOrders.objects.update(text=sealing.seal("no orders at all"))
    assert shown(table, EAST).orders.battles == {}
    settings.SECRET_KEY = "another key"
    table.submit(EAST)


def test_a_game_that_an_earlier_release_began_has_orders_once_they_are_given(table: Table) -> None:
    SeatOrders.objects.all().delete()
    assert shown(table, EAST).version == 0
    give(table, EAST, loyalty={"answer": "never"})
    assert shown(table, EAST).orders.loyalty == NeverChallenge()
    assert SeatOrders.objects.count() == 1


def test_cancelling_all_orders_leaves_nothing_in_force() -> None:
    table, side = in_battle()
    give(table, side.enemy, **planned(table, side.enemy))
    given = give(table, side.enemy)
    assert given.orders == Orders()
    assert not any(battle.orders for battle in given.battles)


def test_a_plan_that_is_not_changed_goes_on_where_it_was() -> None:
    table, side = in_battle()
    given = give(table, side, **planned(table, side))
    before = {battle.location: battle.done for battle in given.battles if battle.orders}
    (location, plan) = next((name, each.plan) for name, each in given.orders.battles.items())
    again = orders.lay(
        seat=table.seat(side),
        orders=Orders(battles={location: BattleOrders(plan=plan, loyalty=NeverChallenge())}),
        expected_version=given.version,
    )
    assert {battle.location: battle.done for battle in again.battles if battle.orders} == before


def test_only_the_player_of_the_seat_gives_orders(table: Table) -> None:
    seat = table.seat(EAST)
    Seat.objects.filter(pk=seat.pk).update(player=None)
    with pytest.raises(Conflict):
        orders.lay(seat=seat, orders=Orders(), expected_version=0)
