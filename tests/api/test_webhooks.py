"""Webhooks through the API: who may call what, what is told, and how the page says to check a signature."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from accounts.models.person import Person
from accounts.scopes import Scope
from games.engine.side import EAST, WEST
from games.log import heads
from games.services import play, suspension
from notifications.webhooks import event_types, queue, sending, services, switching_off
from notifications.webhooks.models import Delivery, Webhook
from notifications.webhooks.owners import Owner
from tests.api.test_readme import TEXT
from tests.kit.calling import Caller, caller_at, problem_of
from tests.kit.receiver import Receiver, server
from tests.kit.table import EMAILS, Table
from tests.kit.work import do_due_work

__all__ = ["server"]

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

OWNER = EMAILS[EAST]
URL = "https://hooks.example.org/in"


@pytest.fixture
def owner() -> Caller:
    return caller_at(OWNER, scope=Scope.NOTIFICATIONS)


def made(url: str = URL, email: str = OWNER, **chosen: Any) -> Webhook:
    told = {"shape": "standard", "types": list(event_types.titles()), **chosen}
    return services.create(owner=Owner(Person.objects.at(email).pk), url=url, **told)


def delivered(server: Receiver) -> Delivery:
    """A webhook of East's that was told that a game has begun."""
    made(f"http://{server.address}/in")
    Table()
    do_due_work()
    return Delivery.objects.select_related("webhook").get()


# --- what is told ---


def test_the_secret_is_told_once(owner: Caller) -> None:
    body = {"url": URL, "types": ["game.over", "game.your-phase"]}
    new = owner.post("webhooks/", body).json()
    row = Webhook.objects.get()
    assert new["secret"] == row.secret
    assert new["types"] == ["game.your-phase", "game.over"]
    assert (new["id"], new["url"], new["shape"], new["game"]) == (row.key, URL, "standard", None)
    (told,) = owner.get("webhooks/").json()["webhooks"]
    assert told == owner.get(f"webhooks/{row.key}/").json()
    assert told == {name: value for name, value in new.items() if name != "secret"}
    assert row.secret not in owner.get("webhooks/").content.decode()


def test_webhook_receives_all_events_of_all_games_by_default(owner: Caller) -> None:
    owner.post("webhooks/", {"url": URL})
    assert Webhook.objects.get().types == list(event_types.titles())


def test_webhook_can_be_limited_to_one_game(owner: Caller) -> None:
    mine = Table(1).game.public_id
    assert owner.post("webhooks/", {"url": URL, "game": mine}).json()["game"] == mine
    refused = caller_at("stranger@example.org", scope=Scope.NOTIFICATIONS)
    assert problem_of(refused.post("webhooks/", {"url": URL, "game": mine}), 422)["code"] == "unknown-game"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "malformed-body"),
        ({"url": URL, "shape": "fax"}, 400, "malformed-body"),
        ({"url": URL, "secret": "mine"}, 400, "malformed-body"),
        ({"url": URL + "x" * 500}, 400, "malformed-body"),
        ({"url": "hooks.example.org"}, 422, "bad-address"),
        ({"url": "https://a\u0000b.example.org/"}, 422, "bad-address"),
        ({"url": "http://hooks.example.org/"}, 422, "not-https"),
        ({"url": "https://hooks.example.org:8443/"}, 422, "bad-port"),
        ({"url": "https://192.168.0.1/"}, 422, "private-address"),
        ({"url": URL, "types": ["game.won"]}, 422, "unknown-type"),
        ({"url": URL, "game": "nosuchgame"}, 422, "unknown-game"),
    ],
)
def test_invalid_webhook_is_refused(owner: Caller, body: Any, status: int, code: str) -> None:
    problem = problem_of(owner.post("webhooks/", body), status)
    assert (problem["code"], bool(problem["detail"])) == (code, True)
    assert not Webhook.objects.exists()


def test_no_two_alike_and_no_more_than_ten(owner: Caller) -> None:
    owner.post("webhooks/", {"url": URL})
    assert problem_of(owner.post("webhooks/", {"url": URL}), 422)["code"] == "address-taken"
    for number in range(1, services.MOST_WEBHOOKS_OF_ONE):
        assert owner.post("webhooks/", {"url": f"{URL}/{number}"}).status_code == 201
    assert problem_of(owner.post("webhooks/", {"url": f"{URL}/x"}), 422)["code"] == "too-many-webhooks"


def test_deleted_webhook_is_gone(owner: Caller) -> None:
    key = made().key
    assert owner.send("DELETE", f"webhooks/{key}/").json()["id"] == key
    problem_of(owner.send("DELETE", f"webhooks/{key}/"), 404)
    assert owner.get("webhooks/").json() == {"webhooks": []}


def test_deliveries_are_listed_and_redelivered(owner: Caller, server: Receiver) -> None:
    row = delivered(server)
    deliveries = f"webhooks/{row.webhook.key}/deliveries/"
    (told,) = owner.get(deliveries).json()["deliveries"]
    assert (told["id"], told["type"], told["status"]) == (row.message_id, "game.started", "delivered")
    assert (told["answered"], told["attempts"], told["next_at"]) == (204, 1, None)
    assert json.loads(told["body"])["data"]["side"] == "east"
    again = f"{deliveries}{row.message_id}/redeliver/"
    for _time in range(2):
        assert owner.post(again, {"attempts": 1}).json()["status"] == "waiting"
    do_due_work()
    assert owner.post(again, {"attempts": 1}).json()["attempts"] == 2
    do_due_work()
    assert len(server.got) == 2
    assert server.got[0].headers["webhook-id"] == server.got[1].headers["webhook-id"] == row.message_id
    problem_of(owner.post(f"{deliveries}none/redeliver/", {"attempts": 1}), 404)
    problem_of(owner.post(again, {"attempts": 10**9}), 400)


def test_one_that_is_off_says_so_and_sends_nothing(owner: Caller, server: Receiver) -> None:
    row = delivered(server)
    Webhook.objects.update(off_at=timezone.now(), off_for=Webhook.Off.GONE)
    assert owner.get(f"webhooks/{row.webhook.key}/").json()["off_for"] == "gone"
    again = f"webhooks/{row.webhook.key}/deliveries/{row.message_id}/redeliver/"
    assert owner.post(again, {"attempts": 1}).json()["code"] == "webhook-off"


# --- what the page for clients says ---


def test_signature_check_of_the_guide_works(server: Receiver) -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    known: dict[str, Any] = {}
    exec(snippet, known)
    row = delivered(server)
    (got,) = server.got
    told = known["verified"](row.webhook.secret, got.headers, got.body.encode())
    assert told["type"] == "game.started"
    for secret, body in ((row.webhook.secret, got.body + " "), ("whsec_" + "A" * 44, got.body)):
        with pytest.raises(ValueError, match="invalid signature or old message"):
            known["verified"](secret, got.headers, body.encode())
    long_ago = {**got.headers, "webhook-timestamp": "1"}
    with pytest.raises(ValueError, match="invalid signature or old message"):
        known["verified"](row.webhook.secret, long_ago, got.body.encode())


def test_example_message_of_the_guide_has_the_fields_of_a_real_one(server: Receiver) -> None:
    (shown,) = [each for each in re.findall(r"```json5\n(.*?)```", TEXT, re.DOTALL) if '"data"' in each]
    example = json.loads(shown)
    row = delivered(server)
    told = json.loads(row.body)
    assert example.keys() == told.keys()
    assert example["data"].keys() == told["data"].keys()
    assert example["data"]["links"].keys() == told["data"]["links"].keys()


def test_numbers_and_types_of_the_guide_are_true() -> None:
    true = [
        *(f"`{name}`" for name in event_types.titles()),
        f"within {sending.MOST_SECONDS_A_POST} seconds",
        f"One person may have {services.MOST_WEBHOOKS_OF_ONE} webhooks",
        f"the latest {queue.DELIVERIES_KEPT} messages",
    ]
    missing = [words for words in true if words not in TEXT]
    assert not missing, f"correct it in games/api/README.md: {missing}"
    minutes = [pause.total_seconds() / 60 for pause in queue.PAUSES]
    assert minutes == [1, 5, 30, 120, 360, 720, 1440]
    assert switching_off.FAILING_FOR.days == 3


# --- what games tell ---


def test_each_side_is_told_its_own(server: Receiver) -> None:
    for side in (EAST, WEST):
        made(f"http://{server.address}/{side.label}", EMAILS[side])
    table = Table()
    do_due_work()
    for got in server.got:
        seat = table.seat(WEST if got.path == "/west" else EAST)
        told = json.loads(got.body)
        assert told["data"] == {
            "game": table.game.public_id,
            "side": seat.plays.label,
            "version": seat.version,
            "week": 1,
            "phase": table.game.phase,
            "asked": seat.asked,
            "head": msgspec.to_builtins(heads.shown(table.game)),
            "links": {
                "page": f"http://testserver/games/{table.game.public_id}/?as={seat.plays.label}",
                "view": f"http://testserver/api/v1/games/{table.game.public_id}/view/?as={seat.plays.label}",
            },
        }
    assert {got.path for got in server.got} == {"/east", "/west"}


def test_webhook_hears_of_the_start_the_turn_and_the_end_of_a_game(server: Receiver) -> None:
    made(f"http://{server.address}/")
    table = Table(3)
    do_due_work()
    heard = [json.loads(body) for body in server.bodies()]
    while len(heard) < 2:
        table.submit(table.asked()[0])
        do_due_work()
        heard += [json.loads(body) for body in server.bodies()]
    play.resign(seat=table.seat(WEST))
    do_due_work()
    heard += [json.loads(body) for body in server.bodies()]
    started, waits, over = heard
    assert [told["type"] for told in heard] == ["game.started", "game.your-phase", "game.over"]
    assert started["data"]["asked"] == "bid"
    assert waits["data"]["asked"]
    assert waits["data"]["version"] > started["data"]["version"]
    assert (over["data"]["winner"], over["data"]["victory"]) == ("east", "resignation")
    assert "asked" not in over["data"]


def test_a_stopped_game_says_so_and_that_it_goes_on(server: Receiver) -> None:
    made(f"http://{server.address}/", shape="discord", types=["game.stopped", "game.goes-on"])
    table = Table(3)
    suspension.freeze(table.game, "broken-chain")
    do_due_work()
    suspension.thaw(table.game)
    do_due_work()
    name = table.game.public_id
    link = f"<http://testserver/games/{name}/?as=east>"
    assert [json.loads(body)["content"] for body in server.bodies()] == [
        f"A game was suspended: game {name}, you play East, week 1. {link}",
        f"A suspended game has resumed: game {name}, you play East, week 1. {link}",
    ]
