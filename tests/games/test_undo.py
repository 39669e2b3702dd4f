"""Undo: a player can take back their latest actions until an information barrier."""

import itertools
from collections.abc import Callable, Iterator

import pytest
from django.db import transaction

from games import engine
from games.engine.actions import Deploy, Discard, EndMovement, Level, Undo, encode
from games.engine.errors import Illegal
from games.engine.options import Choice
from games.engine.side import EAST, SIDES, Side
from games.engine.state import TOTAL, State
from games.models.log import Entry
from games.services import table as handle
from sekigahara.errors.exceptions import Conflict
from tests.kit import cached_positions
from tests.kit.table import Table, do_both_discard, is_asked, on_the_march, table_where

pytestmark = [pytest.mark.django_db, pytest.mark.embedded, pytest.mark.usefixtures("games_replay")]


def is_refused(table: Table, side: Side) -> bool:
    """What undo would answer, and that the seat's row says the same; everything stays as it was."""
    savepoint = transaction.savepoint()
    refusal = ""
    try:
        table.undo(side)
    except Illegal as error:
        refusal = error.code
    transaction.savepoint_rollback(savepoint)
    assert refusal == ("" if table.seat(side).can_undo else "not-undoable")
    return bool(refusal)


def test_several_actions_are_taken_back_one_by_one() -> None:
    table, side = on_the_march()
    positions = [table.game.position]
    for _ in range(4):
        assert table.submit(side, table.a_quiet_move(side)).can_undo
        positions.append(table.game.position)
    assert len(set(positions)) == 5
    for number, position in enumerate(reversed(positions[:-1]), start=1):
        done = table.undo(side)
        assert table.game.position == position
        assert (done.asked, done.events, done.version) == ("movement", [], table.version(side))
        assert done.can_undo == (number < 4)
    assert is_refused(table, side)
    latest = Entry.objects.filter(game=table.game).order_by("-seq")[:4]
    assert [(entry.side, entry.body) for entry in latest] == [(side, encode(Undo()).decode())] * 4


def test_after_taking_back_one_goes_another_way() -> None:
    table, side = on_the_march()
    table.submit(side, table.a_quiet_move(side))
    table.undo(side)
    table.submit(side, encode(EndMovement()))
    assert not is_asked("movement")(table.state)


def test_nobody_takes_back_what_the_other_did() -> None:
    table, side = on_the_march()
    table.submit(side, table.a_quiet_move(side))
    assert not is_refused(table, side)
    assert is_refused(table, side.enemy)


def test_new_game_has_nothing_to_undo() -> None:
    table = Table()
    assert [is_refused(table, side) for side in SIDES] == [True, True]


# ---- barriers


def first_card(table: Table, side: Side) -> str:
    return str(table.view(side)["mine"]["hand"][0])


def half_the_hand(table: Table, side: Side) -> bytes:
    hand = table.view(side)["mine"]["hand"]
    return encode(Discard(tuple(hand[: len(hand) // 2])))


def a_deployment(table: Table, side: Side) -> bytes:
    offers = [
        offer.action
        for shape in table.options(side).shapes
        if isinstance(shape, Choice)
        for offer in shape.offers
        if isinstance(offer.action, Deploy)
    ]
    return encode(offers[0])


def may_only_end_the_turn(state: State) -> bool:
    """On the march with nothing contested, so that the end of it is the end of the turn."""
    return is_asked("movement")(state) and not any(state.origin)


BARRIERS: dict[str, tuple[Callable[[State], bool], Callable[[Table, Side], bytes]]] = {
    "chance answers a discard": (do_both_discard, half_the_hand),
    "chance gives other cards": (
        is_asked("level"),
        lambda table, side: encode(Level("none", (first_card(table, side),))),
    ),
    "a card is paid": (
        is_asked("level"),
        lambda table, side: encode(Level("limited", (first_card(table, side),))),
    ),
    "a march is paid": (
        lambda state: state.level == TOTAL,
        lambda table, side: table.a_quiet_move(side, paid=True),
    ),
    "a block is shown": (is_asked("deploy"), a_deployment),
    "a bid is sealed": (is_asked("bid", "bid"), Table.a_bid),
    "the other is asked": (may_only_end_the_turn, lambda table, side: encode(EndMovement())),
}


@pytest.mark.parametrize(("comes_to", "action"), BARRIERS.values(), ids=BARRIERS)
def test_action_past_a_barrier_cannot_be_undone(
    comes_to: Callable[[State], bool], action: Callable[[Table, Side], bytes]
) -> None:
    table = table_where(comes_to)
    side = table.asked()[0]
    done = table.submit(side, action(table, side))
    assert not done.can_undo
    assert is_refused(table, side)
    assert is_refused(table, side.enemy)


def test_nothing_before_it_is_taken_back_either() -> None:
    """A march that was paid stands between what was done before it and after."""
    table, side = on_the_march()
    table.submit(side, table.a_quiet_move(side))
    assert not is_refused(table, side)
    table.submit(side, table.a_quiet_move(side, paid=True))
    assert is_refused(table, side)
    table.submit(side, table.a_quiet_move(side))
    assert table.undo(side).can_undo is False
    assert is_refused(table, side)


# ---- whole games


def test_the_seat_says_what_undo_would_answer() -> None:
    table = Table(8)
    answers = set()
    for number, by in enumerate(table.wander()):
        if number % 10 == 0:
            answers |= {(is_refused(table, by), is_refused(table, by.enemy))}
    assert answers == {(True, True), (False, True)}


def test_game_goes_the_same_way_without_caches() -> None:
    """Also where actions are taken back: the log alone says what counts."""

    def positions(*, forgetful: bool) -> Iterator[object]:
        table = Table(7)
        for by in itertools.islice(table.wander(), 120):
            if forgetful:
                cached_positions.forget()
            yield by, table.game.position, table.seat(EAST).can_undo, engine.digest(table.state)

    savepoint = transaction.savepoint()
    remembering = list(positions(forgetful=False))
    transaction.savepoint_rollback(savepoint)
    assert list(positions(forgetful=True)) == remembering


def test_nobody_undoes_without_end_and_the_next_turn_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handle, "MOST_UNDOS", 3)
    table, side = on_the_march()
    for _ in range(3):
        table.submit(side, table.a_quiet_move(side))
        table.undo(side)
    table.submit(side, table.a_quiet_move(side))
    length = table.game.length
    with pytest.raises(Conflict) as refused:
        table.undo(side)
    assert (refused.value.code, refused.value.parameters) == ("undone-too-often", {"most": 3})
    assert table.game.length == length
    turn = (table.state.week, table.state.turn)
    table.submit(side, encode(EndMovement()))  # the game goes on
    table.play_on(until=lambda state: (state.week, state.turn) != turn and is_asked("level")(state))
    (other,) = table.asked()
    hand = tuple(table.view(other)["mine"]["hand"][:2])
    table.submit(other, encode(Level("total", hand)))
    table.submit(other, table.a_quiet_move(other))
    table.undo(other)
