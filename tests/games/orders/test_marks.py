"""Marks beside what orders did: for the player alone while the game runs, then for whoever has the record."""

import json
from typing import Any

import msgspec
import pytest
from django.db import transaction

from games.engine.referee import REFEREE
from games.engine.side import EAST, NOBODY, SIDES, Side
from games.log import portable
from games.log.portable import Unsound, read
from games.log.verification import verify
from games.models.log import Entry
from games.reads import chronicle
from games.services import importing, play
from tests.games.orders.in_battle import give, in_battle, planned
from tests.kit import replays
from tests.kit.calling import Caller, Seated
from tests.kit.records import document_of, of_nobody
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


def with_plans() -> tuple[Table, Side]:
    """A battle in which both sides have deployed by a plan, and the side that began."""
    table, side = in_battle()
    give(table, side.enemy, **planned(table, side.enemy))
    give(table, side, **planned(table, side))
    kinds = Entry.objects.filter(game=table.game).exclude(by_order="").values_list("side", flat=True)
    assert set(kinds) == {0, 1}
    return table, side


def marks(table: Table, viewer: int) -> list[tuple[str | None, Any]]:
    """Side and mark of all changes with a mark."""
    changes = json.loads(msgspec.json.encode(chronicle.changes_seen(table.game, viewer)))
    return [(each["side"], each["by_order"]) for each in changes if "by_order" in each]


def test_each_player_sees_the_marks_of_their_own_orders() -> None:
    table, _side = with_plans()
    for side in SIDES:
        found = marks(table, side)
        count = Entry.objects.filter(game=table.game, side=side).exclude(by_order="").count()
        assert found == [(side.label, "plan")] * count
    assert marks(table, NOBODY) == []


def test_nobody_else_is_sent_any_mark() -> None:
    table, side = with_plans()
    table.submit(table.asked()[0])
    for caller in (Seated(table, each) for each in SIDES):
        history = caller.get(f"{caller.game}history/?limit=100").json()
        while history["next"]:
            page = caller.get(history["next"]).json()
            history = {**page, "changes": [*history["changes"], *page["changes"]]}
        for change in history["changes"]:
            own = change["side"] == caller.side.label
            assert own or "by_order" not in change
        stream = caller.get(f"{caller.game}stream/?once=1&since=0").getvalue()
        public = caller.get(f"{caller.game}history/?as=public").content
        assert b"by_order" in stream
        assert b"by_order" not in public
    assert side is not None


def ended() -> tuple[Table, dict[str, Any]]:
    """A game with orders that is over, and its record."""
    table, _side = with_plans()
    play.resign(seat=table.seat(EAST))
    return table, document_of(table.game)


def test_the_record_has_the_marks_of_both() -> None:
    table, document = ended()
    kept = list(Entry.objects.filter(game=table.game).order_by("seq").values_list("by_order", flat=True))
    assert [entry.get("by_order", "") for entry in document["entries"]] == kept
    assert document["format"] == 3
    sides = {side for side, _mark in marks(table, REFEREE)}
    assert sides == {"east", "west"}
    assert marks(table, NOBODY) == []
    told = Caller().get(f"games/{table.game.public_id}/record/")
    assert told.status_code == 401, "nobody else has become able to see the game"
    mine = Seated(table, EAST)
    assert mine.get(f"{mine.game}record/").json() == document


def test_records_with_and_without_marks_are_true_and_can_be_imported() -> None:
    before = transaction.savepoint()
    _table, document = ended()
    transaction.savepoint_rollback(before)
    bare = json.loads(json.dumps(document))
    for entry in bare["entries"]:
        entry.pop("by_order", None)
    assert bare != document
    for given in (bare, document):
        before = transaction.savepoint()
        found = read(json.dumps(given).encode())
        assert verify(found).actions
        game = importing.take_in(found)
        assert document_of(game) == of_nobody(given)
        replays.check(game)
        transaction.savepoint_rollback(before)


def test_marks_that_cannot_be_are_refused() -> None:
    _table, document = ended()
    drawn = next(entry for entry in document["entries"] if entry["side"] is None)
    drawn["by_order"] = "plan"
    with pytest.raises(Unsound) as refused:
        verify(read(json.dumps(document).encode()))
    assert (refused.value.code, refused.value.parameters["entry"]) == ("unreadable-entry", drawn["seq"])
    drawn["by_order"] = "whim"
    with pytest.raises(Unsound, match="not-a-record"):
        read(json.dumps(document).encode())


def test_hashes_do_not_cover_marks() -> None:
    table, document = ended()
    without = [
        msgspec.structs.replace(entry, by_order=msgspec.UNSET)
        for entry in portable.complete(table.game).entries
    ]
    found = read(json.dumps(document).encode())
    bare = msgspec.structs.replace(found, entries=without)
    assert verify(bare).state == verify(found).state
