"""Orders through the API: giving, showing and cancelling them, and that nobody else can notice any."""

import json
from typing import Any

import pytest
from django.utils import timezone

from accounts.models.person import Person
from games.engine.side import EAST, WEST, Side
from games.models.game import Game
from games.models.log import Entry
from games.models.orders import SeatOrders
from games.models.receipt import Receipt
from games.models.seat import Seat
from games.services import play
from tests.games.orders.in_battle import give, in_battle, planned, steps
from tests.kit.calling import Caller, Seated, problem_of, token_of
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

NEVER = {"loyalty": {"answer": "never"}}


def orders_of(caller: Seated) -> Any:
    return caller.get(f"{caller.game}orders/")


def put(caller: Seated, given: Any, *, tag: str | None = None, **headers: str) -> Any:
    """Give orders, having seen the present ones unless a tag is named."""
    named = orders_of(caller)["ETag"] if tag is None else tag
    return caller.send("PUT", f"{caller.game}orders/", given, **{"If-Match": named, **headers})


def test_new_game_has_no_orders(east: Seated) -> None:
    answer = orders_of(east)
    assert answer.status_code == 200
    assert answer.json() == {"game_version": 1, "orders": {}, "battles": [], "lately": []}
    assert answer["ETag"].startswith('"east.orders.0.')
    assert answer["Cache-Control"] == "private, no-store"
    assert east.get(f"{east.game}orders/", **{"If-None-Match": answer["ETag"]}).status_code == 304


def test_given_orders_are_in_force(east: Seated) -> None:
    given = {
        **NEVER,
        "losses": {"clans": ["date", "tokugawa"], "disks": "last"},
        "retreat": {"places": {"edo": ["oyama"]}, "toward": "edo", "stay": 1},
        "castles": {"edo": "inside"},
    }
    answer = put(east, given)
    assert answer.status_code == 200
    assert answer.json()["orders"] == given
    assert answer["ETag"].startswith('"east.orders.1.')
    again = orders_of(east)
    assert (again.content, again["ETag"]) == (answer.content, answer["ETag"])


def test_a_battle_shows_what_a_plan_may_hold_and_would_come_to() -> None:
    table, side = in_battle()
    caller, enemy = Seated(table, side), Seated(table, side.enemy)
    (shown,) = [each for each in orders_of(caller).json()["battles"] if each["location"] == place(table)]
    choices = caller.get(f"{caller.game}options/").json()["options"]["answers"][0]["choices"]
    offered = [each for each in choices if each["action"]["type"] == "deploy"]
    assert shown["deployments"] == offered
    assert (shown["orders"], shown["done"], shown["ended"], shown["outlook"]) == (None, 0, None, None)
    plan = json.loads(json.dumps({"steps": steps(table, side.enemy)}))
    foreseen = enemy.post(f"{enemy.game}orders/outlook/", {"location": place(table), "plan": plan})
    given = put(enemy, {"battles": {place(table): {"plan": plan}}}).json()
    (laid,) = [each for each in given["battles"] if each["location"] == place(table)]
    assert foreseen.status_code == 200
    assert laid["outlook"] == foreseen.json()
    assert len(laid["outlook"]["totals"]) == len(plan["steps"])
    assert laid["orders"] == {"plan": plan}


def place(table: Table) -> str:
    """The location of the battle that is being fought."""
    return str(table.view(EAST)["combat"]["location"])


def test_a_plan_of_whoever_is_asked_acts_before_the_answer() -> None:
    table, side = in_battle()
    caller = Seated(table, side)
    before = table.version(side)
    told = put(caller, planned(table, side)).json()
    assert told["game_version"] == table.version(side) > before
    assert (told["lately"][0]["kind"], told["lately"][0]["did"]) == ("plan", "deploy")
    fought = next(each for each in told["battles"] if each["location"] == place(table))
    assert fought["done"] >= 1


def test_a_plan_that_the_rules_forbid_names_its_step() -> None:
    table, side = in_battle()
    caller = Seated(table, side)
    step = steps(table, side)[0]
    plan = {"location": place(table), "plan": {"steps": [step, step]}}
    assert caller.post(f"{caller.game}orders/outlook/", plan).json()["refused"] == "deployed-already"
    given = {"battles": {place(table): {"plan": plan["plan"]}}}
    problem = problem_of(put(caller, given), 422)
    assert (problem["code"], problem["parameters"]["step"]) == ("deployed-already", 1)
    assert orders_of(caller)["ETag"].startswith(f'"{side.label}.orders.0.')


def test_plan_without_a_battle_is_refused(east: Seated) -> None:
    plan = {"steps": [{"blocks": ["date-three-mon-1"]}]}
    asked = {"location": "edo", "plan": plan}
    for answer in (
        east.post(f"{east.game}orders/outlook/", asked),
        put(east, {"battles": {"edo": {"plan": plan}}}),
    ):
        assert problem_of(answer, 422)["code"] == "nothing-to-fight"


@pytest.mark.parametrize(
    "given",
    [
        b"[]",
        {"loyalty": {"answer": "only-with-a-card"}},
        {"loyalty": {"answer": "ask-from", "impact": 0}},
        {"battles": {"edo": {"plan": {"steps": []}}}},
        {"battles": {"edo": {"plan": {"steps": [], "then": "later"}}}},
        {"castles": {"nowhere": "inside"}},
        {"losses": {"clans": ["nobody"]}},
        {"unheard-of": 1},
    ],
)
def test_orders_that_are_none_are_a_mistake(east: Seated, given: Any) -> None:
    problem_of(put(east, given), 400)
    assert orders_of(east).json()["orders"] == {}


# --- versions ---


def test_writes_name_the_orders_that_they_replace(east: Seated) -> None:
    old = orders_of(east)["ETag"]
    assert put(east, NEVER).status_code == 200
    now = orders_of(east)["ETag"]
    for method in ("PUT", "DELETE"):
        address = f"{east.game}orders/"
        assert problem_of(east.send(method, address, {}), 428)["code"] == "version-required"
        for tag in (old, east.tag(), old.replace("east", "west"), '"abc"'):
            problem = problem_of(east.send(method, address, {}, **{"If-Match": tag}), 412)
            assert (problem["code"], problem["parameters"]) == ("orders-changed", {"version": 1, "etag": now})
    assert orders_of(east).json()["orders"] == NEVER
    assert east.send("DELETE", f"{east.game}orders/", **{"If-Match": now}).json()["orders"] == {}


def test_the_game_may_move_on_meanwhile(table: Table, east: Seated) -> None:
    tag = orders_of(east)["ETag"]
    table.submit(EAST)
    assert orders_of(east)["ETag"] != tag, "what is shown beside the orders may have changed"
    assert put(east, NEVER, tag=tag).status_code == 200


def test_orders_that_have_acted_are_others() -> None:
    table, side = in_battle()
    enemy = Seated(table, side.enemy)
    given = planned(table, side.enemy)
    tag = put(enemy, given)["ETag"]
    give(table, side, **planned(table, side))
    assert orders_of(enemy).json()["lately"]
    assert problem_of(put(enemy, {}, tag=tag), 412)["code"] == "orders-changed"


def test_a_request_repeated_with_its_key_is_carried_out_once() -> None:
    table, side = in_battle()
    caller = Seated(table, side)
    given, tag = planned(table, side), orders_of(caller)["ETag"]
    first = put(caller, given, tag=tag, **{"Idempotency-Key": "k"})
    count = Entry.objects.filter(game=table.game).count()
    again = put(caller, given, tag=tag, **{"Idempotency-Key": "k"})
    assert (again.status_code, again.content) == (200, first.content)
    assert Entry.objects.filter(game=table.game).count() == count
    assert Receipt.objects.get().answer == "", "nothing of the orders is stored in the clear"
    other = put(caller, NEVER, tag=tag, **{"Idempotency-Key": "k"})
    assert problem_of(other, 422)["code"] == "idempotency-key-reused"


def test_player_of_both_sides_has_orders_for_each(table: Table) -> None:
    Seat.objects.filter(game=table.game, side=WEST).update(player=table.people[EAST])
    east = Seated(table, EAST)
    address = f"{east.game}orders/"
    tag = east.get(f"{address}?as=west")["ETag"]
    assert east.send("PUT", address, NEVER, **{"If-Match": tag}).status_code == 200
    told = {side: east.get(f"{address}?as={side}").json()["orders"] for side in ("east", "west")}
    assert told == {"east": {}, "west": NEVER}


# --- secrecy ---


def everybody_else(table: Table, side: Side) -> list[Caller]:
    """The opponent, a stranger with a token, and nobody known."""
    stranger = Person.objects.at("stranger@example.org")
    return [Seated(table, side.enemy), Caller(token_of(stranger)), Caller()]


def told(callers: list[Caller], game: str) -> list[Any]:
    """All that they are answered, with tags."""
    views = (
        "",
        "view/",
        "options/",
        "history/",
        "record/",
        "moments/1/",
        "orders/",
        "stream/?once=1&since=0",
    )
    lists = (
        "games/?list=mine",
        "games/?list=waiting",
        "games/?list=over",
        "games/?list=watch",
        "games/next/",
        "me/stream/?once=1",
    )
    answers = [caller.get(path) for caller in callers for path in (*(game + each for each in views), *lists)]
    return [(each.status_code, _body(each), each.headers.get("ETag")) for each in answers]


def _body(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else bytes(answer.content)


def test_nobody_else_can_notice_orders() -> None:
    table, side = in_battle()
    Game.objects.filter(pk=table.game.pk).update(is_public=True)
    owner, others = Seated(table, side.enemy), everybody_else(table, side.enemy)
    before = told(others, owner.game)
    assert put(owner, planned(table, side.enemy)).status_code == 200
    assert told(others, owner.game) == before
    assert put(owner, {**NEVER, "castles": {"edo": "inside"}}).status_code == 200
    assert told(others, owner.game) == before


def test_only_the_player_knows_that_there_are_orders(table: Table, east: Seated, west: Seated) -> None:
    put(east, NEVER)
    Game.objects.filter(pk=table.game.pk).update(is_public=True)
    watcher = Caller(token_of(Person.objects.at("watcher@example.org")))
    plan = {"location": "edo", "plan": {"steps": [{"blocks": ["date-three-mon-1"]}]}}
    tag = {"If-Match": orders_of(east)["ETag"]}
    for query, caller in (("", watcher), ("?as=public", watcher), ("?as=east", west), ("?as=public", east)):
        problem_of(caller.get(f"{east.game}orders/{query}"), 404)
        for method in ("PUT", "DELETE"):
            problem_of(caller.send(method, f"{east.game}orders/{query}", {}, **tag), 404)
        problem_of(caller.post(f"{east.game}orders/outlook/{query}", plan), 404)
    problem_of(Caller().get(f"{east.game}orders/"), 401)
    assert orders_of(west).json()["orders"] == {}
    problem_of(west.send("DELETE", f"{east.game}orders/", **tag), 412)
    assert orders_of(east).json()["orders"] == NEVER


def test_a_game_that_is_over_or_stopped_takes_no_orders(table: Table, east: Seated) -> None:
    put(east, NEVER)
    tag = orders_of(east)["ETag"]
    Game.objects.filter(pk=table.game.pk).update(frozen_at=timezone.now())
    for answer in (orders_of(east), put(east, {}, tag=tag)):
        assert problem_of(answer, 409)["code"] == "frozen"
    Game.objects.filter(pk=table.game.pk).update(frozen_at=None)
    play.resign(seat=table.seat(WEST))
    assert problem_of(put(east, {}, tag=tag), 409)["code"] == "game-over"


# --- usual orders ---


def test_usual_orders_are_those_of_new_games(table: Table, east: Seated) -> None:
    assert east.get("me/orders/").json() == {}
    answer = east.send("PUT", "me/orders/", NEVER)
    assert (answer.status_code, answer.json()) == (200, NEVER)
    assert east.get("me/orders/").json() == NEVER
    assert orders_of(east).json()["orders"] == {}, "running games keep theirs"
    begun = east.post("games/", {"opponent": {"kind": "computer", "computer": "random"}, "side": "east"})
    assert east.get(f"games/{begun.json()['id']}/orders/").json()["orders"] == NEVER


def test_usual_orders_are_for_no_battle(east: Seated) -> None:
    problem_of(east.send("PUT", "me/orders/", {"battles": {}}), 400)
    assert not SeatOrders.objects.exclude(version=0).exists()
