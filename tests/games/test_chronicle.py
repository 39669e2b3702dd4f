"""The history of a game for each viewer, and the record of a game."""

import itertools
import json

import msgspec
import pytest

from games.engine import history
from games.engine.actions import encode
from games.engine.events import EVENTS
from games.engine.history import VIEWERS
from games.engine.side import EAST, LABELS, NOBODY, WEST, Side
from games.log import portable, position, record
from games.models.log import Entry
from games.reads import chronicle
from games.services import play
from tests.engine.golden.recording import names, read
from tests.factories.games import GameFactory
from tests.kit import replays
from tests.kit.table import Table, chance_of, is_window_open, on_the_march, table_where

pytestmark = [pytest.mark.django_db, pytest.mark.embedded, pytest.mark.usefixtures("games_replay")]


def check_versions(table: Table) -> None:
    """Everybody's changes are counted from one without a gap, up to the version that is stored."""
    for viewer in VIEWERS:
        versions = [item.version for item in table.told(viewer)]
        assert versions == list(range(1, table.version(viewer) + 1))


# ---- versions


def test_changes_are_counted_from_one_up_to_the_version_at_every_moment() -> None:
    table = Table(5)
    check_versions(table)
    kinds = set()
    for number, _by in enumerate(table.wander()):
        if number % 3 == 0:
            replays.check(table.game)
        if number % 20 == 0:
            check_versions(table)
    for viewer in VIEWERS:
        kinds |= {(item.type, item.undone) for item in table.told(viewer)}
    check_versions(table)
    assert kinds == {("set-up", False), ("action", False), ("action", True), ("undo", False)}
    assert table.game.length > max(table.version(viewer) for viewer in VIEWERS)


@pytest.mark.parametrize("name", names("kessen")[::3])
def test_a_recorded_game_is_counted_and_told_alike(name: str) -> None:
    """The public is told, in order, exactly the events that the engine told."""
    recording = read(name)
    with chance_of(recording.log):
        table = Table(revision=recording.revision)
        for side, body in recording.log:
            if side is not None:
                table.submit(side, encode(body))
    assert table.game.position == recording.digest
    check_versions(table)
    actual = [event for item in table.told(NOBODY) for event in item.events]
    expected = [event.seen_by(NOBODY) for step in steps_of(table) for event in step.events]
    assert msgspec.json.encode(actual) == msgspec.json.encode(expected)
    assert table.game.winner == Side.named(recording.end["winner"])


def steps_of(table: Table) -> list[history.Step]:
    return history.retell(position.rules_of(table.game), record.read(table.game)).steps


def test_history_since_a_version_is_what_came_after_it() -> None:
    table = Table()
    table.wander_on(20)
    for viewer in VIEWERS:
        everything = table.told(viewer)
        for since, until in itertools.combinations(range(len(everything) + 1), 2):
            some = chronicle.changes_seen(table.game, viewer, since=since, until=until)
            assert some == everything[since:until]
        assert chronicle.changes_seen(table.game, viewer, since=3) == everything[3:]
        assert chronicle.changes_seen(table.game, viewer, until=0) == []
        assert chronicle.changes_seen(table.game, viewer, since=len(everything)) == []
        assert chronicle.changes_seen(table.game, viewer, since=10**9) == []


# ---- what an item tells


def test_the_first_change_is_the_set_up() -> None:
    for viewer in VIEWERS:
        (item,) = Table(viewer + 1).told(viewer)
        assert (item.version, item.type, item.side, item.action) == (1, "set-up", None, None)
        assert item.events[0] == {"event": "game-began"}


def test_only_who_acted_is_told_what_was_asked_for() -> None:
    table = Table()
    bid = table.a_bid(EAST)
    table.submit(EAST, bid)
    mine, theirs, public = (table.told(viewer)[-1] for viewer in (EAST, WEST, NOBODY))
    assert msgspec.json.encode(mine.action) == bid
    assert mine.events[0]["card"] == json.loads(bid)["card"]
    for other in (theirs, public):
        assert other.action is None
        assert other.events == [{"event": "bid-sealed", "side": "east"}]
    assert mine.at == theirs.at == public.at == Entry.objects.latest("seq").created_at


def test_history_shows_only_the_public_part_of_the_other_side() -> None:
    """Of a whole game: no card drawn or held, no block drawn, moved or mustered hidden."""
    table = Table(3)
    table.wander_on()
    for viewer in VIEWERS:
        for item in table.told(viewer):
            assert item.action is None or item.side == LABELS[viewer]
            for event in item.events:
                if viewer == NOBODY or event.get("side") != LABELS[viewer]:
                    assert set(event) - {"event", "side"} == set(EVENTS[event["event"]][0].split())


def test_undone_change_is_shown_as_undone() -> None:
    table, side = on_the_march()
    for _ in range(3):
        table.submit(side, table.a_quiet_move(side))
    for _ in range(3):
        table.undo(side)
    for viewer in VIEWERS:
        items = table.told(viewer)[-6:]
        done, undone = items[:3], items[3:]
        assert [(item.type, item.undone) for item in done] == [("action", True)] * 3
        assert [item.takes_back for item in undone] == [item.version for item in reversed(done)]
        actual = [(item.type, item.side, item.undone, item.events) for item in undone]
        assert actual == [("undo", side.label, False, [])] * 3


# ---- the record


def test_record_of_a_running_game_holds_what_its_reader_knows() -> None:
    table = table_where(is_window_open)
    for viewer, label in zip(VIEWERS, [*LABELS, "public"], strict=True):
        record = chronicle.record_of(table.game, viewer)
        assert (record["format"], record["complete"], record["viewer"]) == (2, False, label)
        assert record["history"] == table.told(viewer)
        assert record["view"] == table.view(viewer)
        assert not {"seed", "entries", "genesis", "winner"} & set(record)
        assert not set(record) & {"length", "head", "position"}


def test_record_of_a_finished_game_is_complete_and_the_same_for_everybody() -> None:
    table = Table(4)
    table.wander_on(100)
    play.resign(seat=table.seat(EAST))
    complete = msgspec.json.encode(portable.complete(table.game))
    for viewer in VIEWERS:
        assert msgspec.json.encode(chronicle.record_of(table.game, viewer)) == complete


def test_a_game_that_has_not_begun_has_a_record_without_anything() -> None:
    creator = Table().people[EAST]
    game = GameFactory.create(creator=creator)
    for viewer in VIEWERS:
        record = chronicle.record_of(game, viewer)
        assert (record["history"], record["view"], record["complete"]) == ([], None, False)
