"""A repeated request with an idempotency key gets the first response, and nothing happens twice."""

from datetime import timedelta

import msgspec
import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from games.engine.actions import Bid, Finish, encode
from games.engine.errors import EngineError, GameIsOver, Illegal
from games.engine.side import EAST, WEST, Side
from games.models.log import Entry
from games.models.receipt import Receipt
from games.models.seat import Seat
from games.services import idempotency, lobby, play
from games.services import table as services_table
from games.services.retention import RECEIPTS_KEPT, forget_receipts
from sekigahara.errors.exceptions import Stale, Unacceptable
from tests.factories.games import Condition, GameFactory
from tests.kit.table import Table, everything_stored, on_the_march

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay"), pytest.mark.both]


def test_the_same_request_has_the_same_answer_at_once_and_much_later_and_does_nothing(table: Table) -> None:
    bid = table.a_bid(EAST)
    first = table.submit(EAST, bid, version=1, key="k")
    conditions: list[Condition] = [lambda _state: True, lambda state: state.week == 3]
    for condition in conditions:
        table.play_on(until=condition)
        stored = everything_stored()
        for version in (1, first.version, table.version(EAST)):
            assert table.submit(EAST, bid, version=version, key="k") == first
        assert everything_stored() == stored
    assert Receipt.objects.count() == 1


def test_the_last_request_of_a_game_can_be_repeated_too(table: Table) -> None:
    requests: list[tuple[Side, bytes, int, str]] = []
    answers: list[play.Done] = []
    while asked := table.asked():
        side = asked[0]
        requests.append((side, table.any_action(side), table.version(side), f"request {len(requests)}"))
        answers.append(table.submit(side, requests[-1][1], key=requests[-1][3]))
    (side, body, seen, key), last = requests[-1], answers[-1]
    again = table.submit(side, body, version=seen, key=key)
    assert msgspec.json.encode(again) == msgspec.json.encode(last)
    with pytest.raises(GameIsOver):
        table.submit(side, body, version=seen, key="another")


def test_a_list_is_one_request() -> None:
    table, side = on_the_march()
    moves = [table.a_quiet_move(side)]
    table.submit(side, *moves, key="k")
    with pytest.raises(Unacceptable, match="idempotency-key-reused"):
        table.submit(side, *moves, *moves, key="k")


@pytest.mark.parametrize("fresh", [True, False], ids=["of what could be done", "of what could not"])
def test_a_key_is_not_used_for_something_else(table: Table, fresh: bool) -> None:
    card, *_, other = table.view(EAST)["mine"]["hand"]
    table.submit(EAST, encode(Bid(card)), version=1, key="k")
    length = table.game.length
    with pytest.raises(Unacceptable) as refused:
        table.submit(EAST, encode(Bid(other, "first")), version=2 if fresh else 1, key="k")
    assert (refused.value.code, refused.value.parameters) == ("idempotency-key-reused", {"key": "k"})
    assert (table.game.length, Receipt.objects.count()) == (length, 1)
    assert table.view(EAST)["mine"]["bid"] == card


def test_the_same_bid_again_with_its_key_is_no_second_entry(table: Table) -> None:
    """It is not stale, for to bid the same again changes no view: the receipt alone tells."""
    bid = table.a_bid(EAST)
    table.submit(EAST, bid)
    again = table.submit(EAST, bid, version=2, key="k")
    assert table.submit(EAST, bid, version=2, key="k") == again
    assert Entry.objects.filter(side=EAST).count() == 2


def test_undo_has_receipts_too_and_is_another_request_than_an_action() -> None:
    table, side = on_the_march()
    moved = table.submit(side, table.a_quiet_move(side), key="move")
    undone = table.undo(side, version=moved.version, key="undo")
    assert table.undo(side, version=moved.version, key="undo") == undone
    assert table.undo(side, key="undo") == undone
    with pytest.raises(Unacceptable):
        table.undo(side, key="move")
    with pytest.raises(Illegal, match="not-undoable"):
        table.undo(side, key="another")


def test_each_person_has_keys_of_their_own(table: Table) -> None:
    east = table.submit(EAST, version=1, key="k")
    west = table.submit(WEST, version=1, key="k")
    assert (east.events[0]["side"], west.events[0]["side"]) == ("east", "west")
    assert Receipt.objects.filter(key="k").count() == 2


def test_each_game_has_keys_of_its_own(table: Table) -> None:
    other = Table(1)
    table.submit(EAST, version=1, key="k")
    other.submit(EAST, version=1, key="k")
    assert {receipt.game_id for receipt in Receipt.objects.all()} == {table.game.pk, other.game.pk}


def test_stored_answer_belongs_to_its_player_and_game(table: Table) -> None:
    other = Table(1)
    table.submit(EAST, version=1, key="k")
    asked = [(table, EAST), (table, WEST), (other, EAST)]
    assert [idempotency.has_answer(at.seat(side), "k") for at, side in asked] == [True, False, False]


def test_keys_of_new_games_are_apart_from_keys_of_actions(table: Table) -> None:
    other = Table(1)
    table.submit(EAST, version=1, key="k")
    making = idempotency.creation(table.people[EAST], "k", b"{}")
    assert idempotency.game_of(making) is None
    idempotency.keep_game(making, other.game)
    assert other.submit(EAST, version=1, key="k").version == 2
    assert idempotency.game_of(making) == other.game


def test_keys_of_two_sides_of_one_player_are_apart(table: Table) -> None:
    person = table.people[EAST]
    game = GameFactory.create(creator=person, opponent=lobby.Myself())
    east, west = Seat.objects.select_related("game").filter(game=game).order_by("side")
    with pytest.raises(EngineError):
        play.submit(seat=east, bodies=[encode(Finish())], expected_version=1, key="k")
    bid = encode(Bid("east-loyalty"))
    request = [idempotency.request(seat, "k", "submit", bid) for seat in (east, west)]
    assert request[0] != request[1]


def test_refused_request_can_be_repeated_with_its_key(table: Table) -> None:
    with pytest.raises(Stale):
        table.submit(EAST, version=7, key="k")
    assert table.submit(EAST, key="k").version == 2


@pytest.mark.parametrize("key", ["k" * 101, "né", "a\nb", "\0"], ids=["long", "accented", "lines", "nul"])
def test_invalid_key_is_refused(table: Table, key: str) -> None:
    with pytest.raises(Unacceptable) as refused:
        table.submit(EAST, key=key)
    assert (refused.value.code, refused.value.parameters) == ("bad-idempotency-key", {"most": 100})
    assert Entry.objects.filter(side=EAST).count() == 0
    assert table.submit(EAST, key="k" * 100).version == 2


def test_without_a_key_nothing_is_kept(table: Table) -> None:
    table.submit(EAST)
    assert Receipt.objects.count() == 0


class PowerCutError(Exception):
    """The process ends here."""


@pytest.mark.django_db(transaction=True)
def test_a_crash_leaves_neither_the_action_nor_its_receipt(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_and_end(table: services_table.Table) -> bool:
        with transaction.atomic():
            assert write(table)
            raise PowerCutError

    write = services_table.Table.write
    before = everything_stored()
    bid = table.a_bid(EAST)
    with monkeypatch.context() as patched:
        patched.setattr(services_table.Table, "write", write_and_end)
        with pytest.raises(PowerCutError):
            table.submit(EAST, bid, version=1, key="k")
    assert everything_stored() == before
    assert table.submit(EAST, bid, version=1, key="k").version == 2


def test_receipts_are_forgotten_when_nobody_asks_again(table: Table) -> None:
    table.submit(EAST, key="old")
    with time_machine.travel(timezone.now() + RECEIPTS_KEPT - timedelta(minutes=1)):
        assert forget_receipts() == 0
        table.submit(WEST, key="new")
    with time_machine.travel(timezone.now() + RECEIPTS_KEPT + timedelta(minutes=1)):
        assert forget_receipts() == 1
    assert [receipt.key for receipt in Receipt.objects.all()] == ["new"]
