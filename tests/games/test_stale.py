"""Which changes make a version stale."""

import pytest

from games.engine.side import EAST, WEST, Side
from sekigahara.errors.exceptions import Stale
from tests.kit.table import Table, do_both_discard, on_the_march, table_where

pytestmark = [pytest.mark.django_db, pytest.mark.embedded, pytest.mark.usefixtures("games_replay")]


@pytest.mark.rule("R-07")
@pytest.mark.parametrize("first", [EAST, WEST], ids=lambda side: f"{side.label} first")
def test_two_sealed_bids_from_views_taken_before_either_do_not_disturb_each_other(
    table: Table, first: Side
) -> None:
    seen = {side: table.version(side) for side in Side}
    table.submit(first, version=seen[first])
    table.submit(first.enemy, version=seen[first.enemy])
    assert table.version(first) == seen[first] + 2


@pytest.mark.rule("R-07")
def test_the_other_sides_discard_and_draws_do_not_make_mine_stale() -> None:
    table = table_where(do_both_discard)
    seen = table.version(EAST)
    table.submit(WEST)  # discard, then chance draws
    table.submit(WEST)  # bid
    table.submit(WEST)  # another bid instead, which East does not even see
    assert table.version(EAST) == seen + 2
    table.submit(EAST, version=seen)


def test_my_own_action_makes_my_older_view_stale(table: Table) -> None:
    seen = table.version(EAST)
    table.submit(EAST)
    with pytest.raises(Stale) as refused:
        table.submit(EAST, table.a_bid(EAST), version=seen)
    assert refused.value.version == seen + 1


def test_each_answer_to_the_same_kind_of_decision_needs_a_view_of_its_own() -> None:
    """One may move several stacks, but each from the position the one before it left."""
    table, asked = on_the_march()
    seen = table.version(asked)
    table.submit(asked, table.a_quiet_move(asked))
    assert table.asked() == [asked]
    with pytest.raises(Stale):
        table.submit(asked, table.a_quiet_move(asked), version=seen)


def test_a_view_from_before_the_decision_came_to_me_is_stale(table: Table) -> None:
    asked: list[Side] = table.asked()
    newly: list[Side] = []
    seen = dict.fromkeys(Side, 0)
    while not newly:
        seen = {side: table.version(side) for side in Side}
        table.submit(asked[0])
        newly = [side for side in table.asked() if side not in asked]
        asked = table.asked()
    with pytest.raises(Stale):
        table.submit(newly[0], version=seen[newly[0]])
    table.submit(newly[0])


def test_a_version_there_has_not_been_is_stale(table: Table) -> None:
    with pytest.raises(Stale):
        table.submit(EAST, version=table.version(EAST) + 1)


def test_undo_makes_the_earlier_view_stale() -> None:
    """It looks the same again, and is another version all the same: no answer to it counts twice."""
    table, asked = on_the_march()
    seen, move = table.version(asked), table.a_quiet_move(asked)
    table.submit(asked, move)
    table.undo(asked)
    with pytest.raises(Stale):
        table.submit(asked, move, version=seen)
    with pytest.raises(Stale):
        table.undo(asked, version=seen + 1)
    table.submit(asked, move, version=seen + 2)


def test_a_view_is_stale_exactly_if_the_question_changed_since() -> None:
    """In whole games: every version that is good offered what is offered now, and the last one that is not
    offered something else, or is from before the seat's own latest action."""
    table = Table(1)
    offered: dict[Side, dict[int, object]] = {side: {1: asked_of(table, side)} for side in Side}
    acted = dict.fromkeys(Side, 0)
    for by in table.wander():
        acted[by] = table.version(by)
        for side in Side:
            seat = table.seat(side)
            now = offered[side][seat.version] = asked_of(table, side)
            assert all(then == now for version, then in offered[side].items() if version >= seat.asked_at)
            if seat.asked_at > max(1, acted[side]):
                before = max(version for version in offered[side] if version < seat.asked_at)
                assert offered[side][before] != now


def asked_of(table: Table, side: Side) -> object:
    """Everything the side may answer to what it is asked now."""
    return table.options(side).describe() if side in table.asked() else None
