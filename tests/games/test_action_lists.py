"""Lists of actions and their previews: both end at an information barrier."""

import itertools
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from django.db import transaction

from games.engine import actions
from games.engine.actions import Bid, Deploy, EndMovement, Muster, Pass, encode
from games.engine.errors import EngineError, Illegal, Malformed, NotYourDecision
from games.engine.options import Subset
from games.engine.side import EAST, WEST, Side
from games.log import position
from games.models.game import Game
from games.services import play
from games.simulation.mutations import Mutator
from sekigahara.errors.exceptions import Refused
from tests.kit import cached_positions
from tests.kit.table import Table, do_both_discard, everything_stored, is_asked, on_the_march, table_where
from tests.kit.twins import twin

pytestmark = [pytest.mark.django_db, pytest.mark.embedded, pytest.mark.usefixtures("games_replay")]

END = encode(EndMovement())


def quiet_moves(table: Table, side: Side, count: int) -> list[bytes]:
    """So many, each legal after those before; none of them made."""
    savepoint = transaction.savepoint()
    moves = []
    for _ in range(count):
        moves.append(table.a_quiet_move(side))
        table.submit(side, moves[-1])
    transaction.savepoint_rollback(savepoint)
    return moves


def test_a_list_is_the_same_as_its_actions_one_by_one() -> None:
    table, side = on_the_march()
    moves = quiet_moves(table, side, 3)
    savepoint = transaction.savepoint()
    single = [table.submit(side, move) for move in moves]
    expected = table.game.position, table.game.length, table.version(side), table.version(side.enemy)
    transaction.savepoint_rollback(savepoint)
    done = table.submit(side, *moves)
    found = table.game.position, table.game.length, table.version(side), table.version(side.enemy)
    assert found == expected
    assert done == play.Done(
        version=single[-1].version,
        asked="movement",
        events=[event for each in single for event in each.events],
        can_undo=True,
    )
    assert [item.type for item in table.told(side.enemy)[-3:]] == ["action"] * 3


def test_each_action_of_a_list_is_taken_back_on_its_own() -> None:
    table, side = on_the_march()
    moves = quiet_moves(table, side, 2)
    before = table.game.position
    table.submit(side, *moves)
    assert table.undo(side).can_undo
    assert not table.undo(side).can_undo
    assert table.game.position == before


def a_quiet_and_a_paid_move(table: Table, side: Side) -> tuple[bytes, bytes]:
    """One after the other; none of them made."""
    (move,) = quiet_moves(table, side, 1)
    table.submit(side, move)
    paid = table.a_quiet_move(side, paid=True)
    table.undo(side)
    return move, paid


@pytest.mark.parametrize("place", range(3))
def test_list_with_one_refused_action_changes_nothing(place: int) -> None:
    table, side = on_the_march()
    bodies = quiet_moves(table, side, 2)
    bodies.insert(place, encode(Bid("no-such-card")))
    before = everything_stored()
    with pytest.raises(EngineError) as refused:
        table.submit(side, *bodies, key="a key")
    assert refused.value.parameters["index"] == place
    assert everything_stored() == before


def test_action_that_draws_must_be_the_last_of_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_where(do_both_discard)
    half = table.view(EAST)["mine"]["hand"]
    discard = encode(actions.Discard(tuple(half[: len(half) // 2])))
    bid = encode(Bid(half[-1]))
    before = everything_stored()
    with monkeypatch.context() as patched:
        patched.setattr(position, "chance_of", None)  # nobody asks chance
        with pytest.raises(Illegal, match="beyond-barrier") as refused:
            table.submit(EAST, discard, bid)
        assert refused.value.parameters["index"] == 0
        with pytest.raises(Illegal, match="beyond-barrier"):
            play.preview(seat=table.seat(EAST), bodies=[discard, bid])
    assert everything_stored() == before
    table.submit(EAST, discard)


def test_list_goes_on_after_something_only_others_learn() -> None:
    """A card is paid, which everybody sees: the list goes on, but nothing before that is taken back."""
    table, side = on_the_march()
    move, paid = a_quiet_and_a_paid_move(table, side)
    savepoint = transaction.savepoint()
    table.submit(side, move, paid)
    another = table.a_quiet_move(side)
    transaction.savepoint_rollback(savepoint)
    assert table.submit(side, move, paid, another).can_undo
    assert not table.undo(side).can_undo
    with pytest.raises(Illegal, match="not-undoable"):
        table.undo(side)


def test_a_whole_movement_phase_is_one_list() -> None:
    """A level that is paid for, moves, a force march, a muster, and the end, as a player drafted it."""
    table = Table()
    table.play_on(until=is_asked("level"))
    (side,) = table.asked()
    paid = tuple(table.view(side)["mine"]["hand"][:2])
    savepoint = transaction.savepoint()
    table.submit(side, encode(actions.Level("total", paid)))
    moves = list(a_quiet_and_a_paid_move(table, side))
    for move in moves:
        table.submit(side, move)
    moves.append(a_muster(table, side))
    transaction.savepoint_rollback(savepoint)
    phase = [encode(actions.Level("total", paid)), *moves]
    drafted = play.preview(seat=table.seat(side), bodies=phase)
    assert (drafted.legal, drafted.barrier) == (4, None)
    assert drafted.options is not None
    assert {"shape": "choice", "choices": [{"action": EndMovement()}]} in drafted.options["answers"]
    done = table.submit(side, *phase, END)
    assert [event["event"] for event in done.events[:5]] == [
        "level-chosen",
        *["stack-moved"] * 2,
        "mustered",
        "movement-ended",
    ]


def a_muster(table: Table, side: Side) -> bytes:
    """Of one block, for everybody to see."""
    for shape in table.options(side).shapes:
        if isinstance(shape, Subset) and isinstance(found := shape.build(()), Muster) and found.openly:
            return encode(shape.build(tuple(shape.tiers[0].items)[:1]))
    raise AssertionError("nobody to muster")


def test_an_illegal_tail_is_not_told_from_a_legal_one() -> None:
    """What would come after the barrier is not even looked at."""
    table = Table()
    bid = table.a_bid(EAST)
    codes = set()
    for tail in (bid, END, encode(Pass()), encode(Bid("no-such-card"))):
        with pytest.raises(Illegal) as refused:
            table.submit(EAST, bid, tail)
        codes.add((refused.value.code, refused.value.parameters["index"]))
    assert codes == {("beyond-barrier", 0)}


def test_the_decision_passing_on_ends_a_list() -> None:
    table = Table()
    table.submit(EAST)
    with pytest.raises(Illegal, match="beyond-barrier"):
        table.submit(WEST, table.a_bid(WEST), END)


@pytest.mark.parametrize(
    ("bodies", "code"),
    [
        ([], "no-action"),
        ([END] * (play.MOST_ACTIONS + 1), "list-too-long"),
        ([END, b"{"], "malformed-action"),
        ([END, b"[]"], "malformed-action"),
        ([END, b'{"type":{}}'], "malformed-action"),
        (["\ud800", END], "malformed-action"),
    ],
    ids=[
        "of nothing",
        "too long",
        "not JSON",
        "a list in a list",
        "a type of another type",
        "no text at all",
    ],
)
def test_invalid_list_is_malformed(bodies: Sequence[bytes | str], code: str) -> None:
    table = Table()
    before = everything_stored()
    for act in (
        lambda: play.submit(seat=table.seat(EAST), bodies=bodies, expected_version=1),
        lambda: play.preview(seat=table.seat(EAST), bodies=bodies),
    ):
        with pytest.raises(Malformed) as refused:
            act()
        assert refused.value.code == code
    assert everything_stored() == before


# ---- previews


def test_a_preview_shows_what_would_be_and_changes_nothing() -> None:
    table, side = on_the_march()
    moves = quiet_moves(table, side, 3)
    before, seen = everything_stored(), table.view(side)
    shown = play.preview(seat=table.seat(side), bodies=moves)
    assert everything_stored() == before
    assert table.view(side) == seen
    done = table.submit(side, *moves)
    assert shown == play.Previewed(3, None, done.events, table.view(side), described(table, side))


def described(table: Table, side: Side) -> dict[str, Any]:
    """The options of the side now."""
    return table.options(side).describe()


def test_a_preview_goes_on_past_what_only_others_would_learn() -> None:
    table, side = on_the_march()
    move, paid = a_quiet_and_a_paid_move(table, side)
    shown = play.preview(seat=table.seat(side), bodies=[move, paid])
    done = table.submit(side, move, paid)
    assert shown == play.Previewed(2, None, done.events, table.view(side), described(table, side))


def test_a_preview_ends_before_the_decision_passes_on() -> None:
    """Here with the end of the movement, after which nobody has anything to fight about."""
    table, side = on_the_march()
    (move,) = quiet_moves(table, side, 1)
    before = everything_stored()
    shown = play.preview(seat=table.seat(side), bodies=[move, END])
    assert everything_stored() == before
    done = table.submit(side, move)
    assert shown == play.Previewed(2, 1, done.events, table.view(side), None)


def test_side_that_is_not_asked_cannot_preview() -> None:
    table, side = on_the_march()
    with pytest.raises(NotYourDecision):
        play.preview(seat=table.seat(side.enemy), bodies=[END])


# ---- what they give away


def answer(table: Table, side: Side, bodies: Sequence[bytes], *, preview: bool) -> tuple[bool, bytes]:
    """Whether it is refused, and the whole answer; everything stays as it was."""
    savepoint = transaction.savepoint()
    try:
        if preview:
            result: object = play.preview(seat=table.seat(side), bodies=bodies)
        else:
            result = table.submit(side, *bodies)
    except (EngineError, Refused) as error:
        rule = error.rule if isinstance(error, EngineError) else ""
        return True, msgspec.json.encode([type(error).__name__, error.code, rule, error.parameters])
    finally:
        transaction.savepoint_rollback(savepoint)
    return False, msgspec.json.encode(result)


def some_lists(table: Table, side: Side, chooser: random.Random) -> list[list[bytes]]:
    """Lists that a player might try: good ones, longer ones, bent ones."""
    good = table.a_list(side)
    bend = Mutator(position.rules_of(table.game), chooser).bend
    tail = [END, encode(Pass()), encode(Deploy(("tokugawa-two-mon-1",))), table.any_action(side)]
    return [
        good,
        [*good, chooser.choice(tail)],
        [*good, bend(actions.parse(good[-1]))],
        [*good[:-1], bend(actions.parse(good[-1])), *good[-1:]],
    ]


@pytest.mark.rule("R-28")
@pytest.mark.rule("R-32")
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.overnight
def test_previews_and_refusals_are_the_same_whatever_their_reader_does_not_know(seed: int) -> None:
    """For every order of the reader's own deck, and all cards and blocks of the enemy's."""
    table, chooser = Table(seed), random.Random(seed)
    refused = barred = 0
    for _ in itertools.islice(table.wander(), 0, None, 5):
        if table.game.is_over:
            break
        side = chooser.choice(table.asked())
        where = position.load(table.game)
        for bodies in some_lists(table, side, chooser):
            is_refused, shown = answer(table, side, bodies, preview=True)
            expected = {True: shown}
            if is_refused:
                expected[False] = shown
                assert answer(table, side, bodies, preview=False) == (True, shown)
            refused += is_refused
            barred += b"beyond-barrier" in shown
            for _twin in range(2):
                other = twin(where.rules, where.state, side.enemy, chooser)
                savepoint = transaction.savepoint()
                Game.objects.update(seed=chooser.randbytes(32))
                cached_positions.put(table.game, other)
                for preview, said in expected.items():
                    assert answer(table, side, bodies, preview=preview) == (is_refused, said)
                transaction.savepoint_rollback(savepoint)
            cached_positions.put(table.game, where.state)
    assert min(refused, barred) > 20
