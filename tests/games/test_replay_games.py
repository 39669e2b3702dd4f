"""``manage.py replay_games`` finds any change to a stored game or to the rules."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games import engine
from games.engine import changes, editions, new_game
from games.engine.side import EAST, WEST
from games.log import position, record
from games.management.commands import replay_games as replay_command
from games.models.game import EditionText, Game
from games.models.log import Entry
from games.models.seat import Seat
from games.rulebook.editions import ruleset
from games.services.suspension import FROZEN
from notifications.models import Notification
from tests.kit import cached_positions
from tests.kit.log import unguarded
from tests.kit.shipping import replay_games, ship_failing, ship_without_discards
from tests.kit.table import Table, on_the_march

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """A game in which both have bid."""
    table = Table()
    table.submit(EAST)
    table.submit(WEST)
    return table


def bid_of(game: Game, side: int = EAST) -> Entry:
    return Entry.objects.filter(game=game, side=side).order_by("seq")[0]


def forge(game: Game, seq: int, **fields: object) -> None:
    """Put something else into an entry, and chain all the rest to it again, as only this service could."""
    with unguarded():
        Entry.objects.filter(game=game, seq=seq).update(**fields)
        chain = record.genesis(game)
        for entry in Entry.objects.filter(game=game).order_by("seq"):
            side = None if entry.side is None else (EAST, WEST)[entry.side]
            chain = record.link(chain, side, bytes(entry.salt), entry.body)
            Entry.objects.filter(pk=entry.pk).update(chain=chain)
    Game.objects.filter(pk=game.pk).update(chain=chain)


# ---- games that are as they should be


def test_games_that_run_are_replayed_and_with_all_those_that_are_over(table: Table) -> None:
    over = Table(1)
    over.play_on()
    assert replay_games().said.startswith("1 game, ")
    status, said = replay_games("--all")
    assert (status, said[:9]) == (0, "2 games, ")
    assert replay_games(over.game.public_id).said.startswith("1 game, ")


def test_undone_replaced_and_listed_actions_replay(table: Table) -> None:
    table.wander_on(60)
    assert replay_games("--all").status == 0


def test_a_game_that_is_not_there_is_asked_for_in_vain(table: Table) -> None:
    status, said = replay_games(table.game.public_id, "nosuchgame")
    assert status == 2
    assert "nosuchgame" in said
    assert table.game.public_id not in said


# ---- games that are not


def break_chain(game: Game) -> int:
    entry = bid_of(game)
    with unguarded():
        Entry.objects.filter(pk=entry.pk).update(body=entry.body.replace('"card"', ' "card"'))
    return entry.seq


def drop_last(game: Game) -> int:
    with unguarded():
        Entry.objects.filter(game=game, seq=game.length).delete()
    return game.length - 1


def put_nonsense(game: Game) -> int:
    forge(game, bid_of(game).seq, body='{"type":"surrender"}')
    return bid_of(game).seq


def put_another_action(game: Game) -> int:
    forge(game, bid_of(game).seq, body='{"type":"finish"}')
    return bid_of(game).seq


def put_an_undo(game: Game) -> int:
    forge(game, bid_of(game, WEST).seq, body='{"type":"undo"}')
    return bid_of(game, WEST).seq


def put_an_action_for_a_draw(game: Game) -> int:
    forge(game, 2, body='{"type":"finish"}', side=EAST)
    return 2


def put_a_draw_for_an_action(game: Game) -> int:
    forge(game, bid_of(game).seq, body='{"type":"drawn","pile":"east-cards","items":[]}', side=None)
    return bid_of(game, WEST).seq - 1


def change_seed(game: Game) -> int:
    Game.objects.filter(pk=game.pk).update(seed=bytes(32))
    return 1


def change_digest(game: Game) -> int:
    Game.objects.filter(pk=game.pk).update(position="0" * 64)
    return game.length


def change_revision(game: Game) -> int:
    Game.objects.filter(pk=game.pk).update(revision=99)
    return 0


BROKEN: dict[str, tuple[Callable[[Game], int], str]] = {
    "another body": (break_chain, "chain-broken"),
    "an entry missing": (drop_last, "chain-broken"),
    "nonsense": (put_nonsense, "unreadable-entry"),
    "another action": (put_another_action, "illegal-action"),
    "an undo": (put_an_undo, "nothing-to-undo"),
    "an action for a draw": (put_an_action_for_a_draw, "draw-missing"),
    "a draw for an action": (put_a_draw_for_an_action, "draw-not-due"),
    "another seed": (change_seed, "other-draw"),
    "another digest": (change_digest, "leads-elsewhere"),
    "another revision": (change_revision, "unknown-revision"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_game_is_named_with_its_first_difference_and_stopped_where_wanted(
    table: Table, case: str
) -> None:
    spoil, code = BROKEN[case]
    sound = Table(1)
    entry = spoil(table.game)
    status, said = replay_games()
    name = table.game.public_id
    assert status == 1
    assert f"{name}: {code}" + (f" at entry {entry}" if entry else ":") in said
    assert f"{code:20}     1\n1 game differs." in said
    assert sound.game.public_id not in said
    assert table.game.frozen_at is None

    assert f"{name}: stopped" in replay_games("--freeze").said
    assert table.game.frozen_for == code
    assert sound.game.frozen_at is None
    assert Notification.objects.filter(kind=FROZEN).count() == 2
    again = replay_games("--freeze", "--thaw")
    assert (again.status, "stopped" in again.said, "goes on" in again.said) == (1, False, False)
    assert Notification.objects.filter(kind=FROZEN).count() == 2


def test_another_text_of_the_edition_is_named_in_every_game_that_keeps_it(table: Table) -> None:
    text = EditionText.objects.get(pk=table.game.edition_text_id)
    EditionText.objects.filter(pk=text.pk).update(text=f"{text.text}\n# and more\n")
    position._rules.cache_clear()
    status, said = replay_games("--freeze")
    assert status == 1
    assert f"{table.game.public_id}: edition-changed: expected " in said
    assert table.game.frozen_for == "edition-changed"


def test_a_text_that_this_release_refuses_is_named(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that checks more of an edition than the release before."""

    def stricter(_edition: object) -> list[str]:
        return ["Edo has no name"]

    monkeypatch.setattr(editions, "lint", stricter)
    position._rules.cache_clear()
    status, said = replay_games("--freeze")
    assert status == 1
    assert f"{table.game.public_id}: edition-refused: expected " in said
    assert table.game.frozen_for == "edition-refused"


ROWS: dict[str, tuple[type[Game] | type[Seat], str, object]] = {
    "week": (Game, "week", 6),
    "phase": (Game, "phase", "combat"),
    "version": (Game, "version", 99),
    "status": (Game, "status", "over"),
    "winner": (Game, "winner", 1),
    "victory": (Game, "victory", "points"),
    "version of west": (Seat, "version", 99),
    "asked of west": (Seat, "asked", "losses"),
    "waits for west": (Seat, "waiting_since", "2026-01-01T00:00:00Z"),
    "undo of west": (Seat, "can_undo", True),
}


@pytest.mark.parametrize("what", ROWS)
def test_a_row_that_says_something_else_than_the_log_is_named(what: str) -> None:
    table = Table()
    table.submit(WEST)
    row, field, value = ROWS[what]
    if row is Game:
        Game.objects.filter(pk=table.game.pk).update(**{field: value})
    else:
        Seat.objects.filter(game=table.game, side=WEST).update(**{field: value})
    status, said = replay_games("--all")
    assert status == 1
    assert f"{table.game.public_id}: row-differs in {what}: expected " in said


def test_changes_that_mislead_are_named_and_stop_nothing(table: Table) -> None:
    empty = new_game(ruleset("kessen")).state
    other = empty.copy()
    other.week = 7
    entry = bid_of(table.game)
    with unguarded():
        Entry.objects.filter(pk=entry.pk).update(change=changes.between(empty, other))
    status, said = replay_games("--freeze")
    assert status == 1
    assert f"{table.game.public_id}: changes-differ at entry {entry.seq} (bid by east)" in said
    assert table.game.frozen_at is None
    cached_positions.forget()
    table.submit(table.asked()[0])


def test_a_fix_that_leaves_every_entry_legal_is_found_where_it_first_matters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, side = on_the_march()
    paid = table.game.length
    table.submit(side, table.a_quiet_move(side))
    ship_without_discards(monkeypatch)
    status, said = replay_games("--freeze")
    assert status == 1
    assert f"leads-elsewhere at entry {paid} (level by {side.label}): " in said
    assert "expected a position that differs in discards" in said
    assert table.game.frozen_for == "leads-elsewhere"


def test_rules_that_fail_in_a_game_are_named_with_the_entry_and_the_others_are_replayed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failing, side = on_the_march()
    sound = Table(1)
    paid = failing.game.length
    with monkeypatch.context() as release:
        ship_failing(release)
        status, said = replay_games()
        assert status == 1
        assert f"{failing.game.public_id}: rules-fail at entry {paid} (level by {side.label}): " in said
        assert "came KeyError in shipping.py, line " in said
        assert "2 games, " in said
        assert f"{'rules-fail':20}     1\n1 game differs." in said
        assert sound.game.public_id not in said
        assert "date-plain" not in said, "the words of an error may name what is hidden"
        assert failing.game.frozen_at is None
        assert f"{failing.game.public_id}: stopped" in replay_games("--freeze").said
        assert failing.game.frozen_for == "rules-fail"
        assert sound.game.frozen_at is None
    assert f"{failing.game.public_id}: goes on" in replay_games("--thaw").said


def test_rules_that_fail_beside_every_entry_are_named_too(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in what a view tells, or in a set-up that an old text of an edition has."""

    def failing(*_told: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(engine, "view", failing)
    status, said = replay_games()
    assert status == 1
    assert f"{table.game.public_id}: rules-fail: expected " in said
    assert "came ZeroDivisionError in test_replay_games.py, line " in said


@pytest.fixture
def another_shape(table: Table, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The position that another release stored, which knew fields that we do not, and not all of ours."""
    monkeypatch.setattr(position, "SHAPE", "another")
    monkeypatch.setattr(replay_command, "SHAPE", "another")
    old: dict[str, Any] = msgspec.msgpack.decode(bytes(table.game.dump), strict=False)
    del old["wishes"]
    return old | {"omens": [1, 2]}


def store(game: Game, old: dict[str, Any]) -> None:
    dumped = msgspec.msgpack.encode(old)
    Game.objects.filter(pk=game.pk).update(dump=dumped, position=engine.digest_of(dumped))


def test_a_position_of_another_shape_is_compared_by_what_both_have(
    table: Table, another_shape: dict[str, Any]
) -> None:
    store(table.game, another_shape)
    status, said = replay_games()
    assert (status, "1 has a position of another release: what both know was compared" in said) == (0, True)
    another_shape["agenda"][0] |= {"hour": 3}
    store(table.game, another_shape)
    assert replay_games().status == 0
    another_shape["drawn"][0] += 1
    another_shape["origin"][0][7] = 1
    store(table.game, another_shape)
    status, said = replay_games()
    assert (status, "leads-elsewhere" in said, "differs in origin, drawn" in said) == (1, True, True)
    table.submit(table.asked()[0])
    assert table.game.shape == "another"
    assert replay_games().status == 0


@pytest.mark.usefixtures("another_shape")
def test_a_lost_position_of_another_shape_is_not_compared(table: Table) -> None:
    Game.objects.update(position="0" * 64)
    cached_positions.forget()
    status, said = replay_games()
    assert (status, "1 of these is lost" in said) == (0, True)
    Seat.objects.filter(game=table.game, side=EAST).update(version=99)
    assert replay_games().status == 1


def test_nothing_hidden_is_said(table: Table) -> None:
    """Whoever runs the service may play in it."""
    printed = ruleset("kessen").edition
    names = {*(card.id for card in printed.cards), *(block.id for block in printed.blocks)}
    for spoil in (put_another_action, change_seed, break_chain):
        spoil(table.game)
        said = replay_games("--freeze").said
        assert table.game.public_id in said
        assert not [name for name in names if name in said]
