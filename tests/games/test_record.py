"""The log: what it is chained to, and that everything else can be thrown away."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db.models import QuerySet

from games import engine
from games.editions import ruleset
from games.engine import changes
from games.engine.errors import CorruptLog
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.models.log import Entry
from games.services import position, record
from games.services.errors import Frozen
from tests.kit import caches
from tests.kit.log import unguarded
from tests.kit.table import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return Table()


def test_without_the_shortcut_everything_is_the_same(table: Table) -> None:
    for _turn in range(60):
        caches.empty()
        asked = table.asked()
        if not asked:
            break
        caches.empty()
        table.submit(asked[0])
    remembered = engine.digest(table.state)
    caches.empty()
    assert engine.digest(table.state) == remembered


def test_an_unreadable_shortcut_is_no_shortcut(table: Table) -> None:
    expected = engine.digest(table.state)
    game = table.game
    key = position._key(game)
    assert cache.get(key)
    cache.set(key, b"\xff not a position")
    assert engine.digest(table.state) == expected


def forget(entry: QuerySet[Entry]) -> None:
    entry.update(change=None)


def confuse(entry: QuerySet[Entry]) -> None:
    entry.update(change=b"\xff no change")


def mislead(entry: QuerySet[Entry]) -> None:
    """A change that can be carried out, but belongs to nothing."""
    empty = engine.new_game(ruleset("kessen")).state
    other = empty.copy()
    other.week = 7
    entry.update(change=changes.between(empty, other))


@pytest.mark.parametrize("spoil", [forget, confuse, mislead])
def test_without_what_entries_changed_the_rules_are_run_again(
    table: Table, spoil: Callable[[QuerySet[Entry]], None]
) -> None:
    table.submit(EAST)
    table.submit(WEST)
    expected = engine.digest(table.state)
    with unguarded():
        spoil(Entry.objects.filter(game=table.game, side=EAST))
        spoil(Entry.objects.filter(game=table.game, seq=table.game.length))
    caches.empty()
    assert engine.digest(table.state) == expected


def test_a_cold_load_runs_no_rules(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.submit(EAST)
    table.submit(WEST)
    expected = engine.digest(table.state)
    caches.empty()
    monkeypatch.setattr(engine, "replay", None)
    assert engine.digest(table.state) == expected


def first_bid(game: Game) -> Entry:
    return Entry.objects.filter(game=game, side=EAST).order_by("seq")[0]


def change_body(entry: Entry) -> None:
    Entry.objects.filter(pk=entry.pk).update(body=entry.body.replace('"card"', ' "card"'))


def change_side(entry: Entry) -> None:
    Entry.objects.filter(pk=entry.pk).update(side=WEST)


def change_salt(entry: Entry) -> None:
    Entry.objects.filter(pk=entry.pk).update(salt=bytes(16))


def drop_last(entry: Entry) -> None:
    Entry.objects.filter(game=entry.game).order_by("-seq")[0].delete()


@pytest.mark.parametrize("change", [change_body, change_side, change_salt, drop_last])
def test_a_record_that_was_tampered_with_is_not_replayed(
    table: Table, change: Callable[[Entry], None]
) -> None:
    table.submit(EAST)
    table.submit(WEST)
    caches.empty()
    engine.digest(table.state)
    with unguarded():
        change(first_bid(table.game))
    caches.empty()
    with pytest.raises(Frozen):
        position.load(table.game)
    assert table.game.frozen_for == "chain-broken"


def test_a_game_of_rules_this_release_does_not_know_is_not_guessed_at(table: Table) -> None:
    Game.objects.update(revision=99)
    with pytest.raises(CorruptLog, match="unknown-revision"):
        position.load(table.game)


def test_the_chain_starts_from_the_games_own_identity(table: Table) -> None:
    """The same entries under another game's name do not verify."""
    first = Entry.objects.order_by("seq")[0]
    mine, other = table.game, Table(1).game
    salt = bytes(first.salt)
    assert record.link(record.genesis(mine), None, salt, first.body) == bytes(first.chain)
    assert record.link(record.genesis(other), None, salt, first.body) != bytes(first.chain)
