"""The log: its hash chain, and that everything else can be rebuilt from it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import QuerySet

from games import engine
from games.engine import changes
from games.engine.side import EAST, WEST, Side
from games.engine.state import State
from games.log import position, record
from games.models.game import Game
from games.models.log import Entry
from games.rulebook.editions import ruleset
from sekigahara.errors.exceptions import BrokenLog
from tests.kit import cached_positions
from tests.kit.log import unguarded
from tests.kit.table import Table

pytestmark = pytest.mark.django_db


def test_without_the_shortcut_everything_is_the_same(table: Table) -> None:
    for _turn in range(60):
        cached_positions.forget()
        asked = table.asked()
        if not asked:
            break
        cached_positions.forget()
        table.submit(asked[0])
    remembered = engine.digest(table.state)
    cached_positions.forget()
    assert engine.digest(table.state) == remembered


UNREADABLE = b"\xff not a position"


def another() -> State:
    """A position that no game of the tests is in."""
    state = engine.new_game(ruleset("kessen")).state.copy()
    state.week = 7
    return state


@pytest.mark.parametrize(
    "marks",
    [
        {"dump": UNREADABLE},
        {"dump": engine.dump(another())},
        {"shape": "another", "dump": engine.dump(another()), "position": engine.digest(another())},
    ],
    ids=["unreadable", "of another position", "of another shape"],
)
def test_wrong_dump_is_not_used(table: Table, marks: dict[str, Any]) -> None:
    expected = engine.digest(table.state)
    Game.objects.filter(pk=table.game.pk).update(**marks)
    assert engine.digest(table.state) == expected
    found = {name: getattr(table.game, name) for name in marks}
    assert found == marks, "who only reads leaves it as it is"
    table.submit(EAST)
    kept = table.game
    expected = engine.digest(table.state)
    assert (bytes(kept.dump), kept.shape, kept.position) == (
        engine.dump(table.state),
        position.SHAPE,
        expected,
    )


def forget(entry: QuerySet[Entry]) -> None:
    entry.update(change=None)


def confuse(entry: QuerySet[Entry]) -> None:
    entry.update(change=b"\xff no change")


def mislead(entry: QuerySet[Entry]) -> None:
    """A change that can be carried out, but belongs to nothing."""
    entry.update(change=changes.between(engine.new_game(ruleset("kessen")).state, another()))


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
    cached_positions.forget()
    assert engine.digest(table.state) == expected


def test_a_cold_load_runs_no_rules(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.submit(EAST)
    table.submit(WEST)
    expected = engine.digest(table.state)
    cached_positions.forget()
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


def replace_last(entry: Entry) -> None:
    """Another one follows the one before as it should: the game's row alone knows which was written last."""
    last, before = Entry.objects.filter(game=entry.game).order_by("-seq")[:2]
    side = None if last.side is None else Side(last.side)
    chain = record.link(bytes(before.chain), side, bytes(16), last.body)
    Entry.objects.filter(pk=last.pk).update(salt=bytes(16), chain=chain)


@pytest.mark.parametrize("change", [change_body, change_side, change_salt, drop_last, replace_last])
def test_a_record_that_was_tampered_with_is_not_replayed(
    table: Table, change: Callable[[Entry], None]
) -> None:
    table.submit(EAST)
    table.submit(WEST)
    cached_positions.forget()
    engine.digest(table.state)
    with unguarded():
        change(first_bid(table.game))
    cached_positions.forget()
    with pytest.raises(BrokenLog) as broken:
        position.load(table.game)
    assert broken.value.found == "chain-broken"


def test_a_game_of_rules_this_release_does_not_know_is_not_guessed_at(table: Table) -> None:
    Game.objects.update(revision=99)
    with pytest.raises(BrokenLog) as broken:
        position.load(table.game)
    assert broken.value.found == "unknown-revision"
