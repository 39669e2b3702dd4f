"""Concurrent requests to one game: each gets the response it would get in some order.

On PostgreSQL, where nobody waits but at the game's rows.
"""

from collections.abc import Callable

import pytest
from django.db import transaction

from accounts.models.person import Person
from games.engine.actions import Bid, encode
from games.engine.errors import GameIsOver, Illegal
from games.engine.side import EAST, SIDES, WEST, Side
from games.models.game import Game
from games.models.seat import Seat
from games.services import joining, lobby, play
from games.services.play import Done
from notifications.models import Notification
from sekigahara.errors.exceptions import Conflict
from tests.factories.games import GameFactory
from tests.kit.concurrency import held_up
from tests.kit.table import Table, on_the_march

pytestmark = [
    pytest.mark.services,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("games_replay"),
]


def submitting(table: Table, side: Side, body: bytes) -> Callable[[], Done]:
    """Somebody who does this, having seen the game as it is now."""
    seat, seen = table.seat(side), table.version(side)
    return lambda: play.submit(seat=seat, bodies=[body], expected_version=seen)


def undoing(table: Table, side: Side) -> Callable[[], Done]:
    seat, seen = table.seat(side), table.version(side)
    return lambda: play.undo(seat=seat, expected_version=seen)


def resigning(table: Table, side: Side) -> Callable[[], Done]:
    seat = table.seat(side)
    return lambda: play.resign(seat=seat)


def names(outcomes: list[object]) -> list[str]:
    return sorted(type(outcome).__name__ for outcome in outcomes)


def to_join(game: Game, person: Person) -> Callable[[], Seat]:
    return lambda: joining.join(game=game, person=person)


def test_simultaneous_submits_of_one_version_make_one_entry() -> None:
    table = Table()
    length, hand = table.game.length, table.view(EAST)["mine"]["hand"]
    acts = [submitting(table, EAST, encode(Bid(card))) for card in hand]
    outcomes = held_up(table.game.pk, *acts)
    assert names(outcomes) == ["Done"] + ["Stale"] * (len(hand) - 1)
    assert {outcome.version for outcome in outcomes} == {2}
    assert table.game.length == length + 1


def test_simultaneous_joins_give_the_seat_to_one() -> None:
    creator, *others = (Person.objects.at(f"{name}@example.org") for name in "abcd")
    game = GameFactory.create(creator=creator, side="west")
    outcomes = held_up(game.pk, *(to_join(game, person) for person in others))
    assert names(outcomes) == ["Conflict", "Conflict", "Seat"]
    (seat,) = (outcome for outcome in outcomes if isinstance(outcome, Seat))
    assert Seat.objects.get(game=game, side=EAST).player == seat.player
    assert Notification.objects.filter(kind="games.started").count() == 2


def test_simultaneous_accept_and_decline_are_one_of_the_two() -> None:
    creator, guest = (Person.objects.at(f"{name}@example.org") for name in "ab")
    game = GameFactory.create(creator=creator, side="west", opponent=lobby.Invite("b@example.org"))
    joined, declined = held_up(
        game.pk, to_join(game, guest), lambda: joining.decline(game=game, person=guest, block=True)
    )
    begun = Game.objects.get(pk=game.pk)
    if isinstance(joined, Seat):
        assert isinstance(declined, Conflict)
        assert (begun.status, begun.version) == (Game.Status.RUNNING, 1)
    else:
        assert isinstance(joined, Conflict)
        assert declined is None
        assert (begun.status, begun.length) == (Game.Status.CALLED_OFF, 0)


def test_simultaneous_calling_off_and_joining_are_one_of_the_two() -> None:
    creator, guest = (Person.objects.at(f"{name}@example.org") for name in "ab")
    game = GameFactory.create(creator=creator, side="west")
    outcomes = held_up(game.pk, to_join(game, guest), lambda: joining.call_off(game=game, person=creator))
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 1


def test_simultaneous_undo_and_action_are_one_of_the_two() -> None:
    table, side = on_the_march()
    table.submit(side, table.a_quiet_move(side))
    length = table.game.length
    outcomes = held_up(table.game.pk, undoing(table, side), submitting(table, side, table.a_quiet_move(side)))
    assert names(outcomes) == ["Done", "Stale"]
    assert table.game.length == length + 1


def test_simultaneous_undos_take_back_one_action() -> None:
    table, side = on_the_march()
    for _ in range(3):
        table.submit(side, table.a_quiet_move(side))
    length, act = table.game.length, undoing(table, side)
    assert names(held_up(table.game.pk, act, act)) == ["Done", "Stale"]
    assert table.game.length == length + 1
    assert table.seat(side).can_undo


@pytest.mark.parametrize("by", ["who undoes", "the other"])
def test_simultaneous_undo_and_resignation_end_the_game(by: str) -> None:
    """Whoever is first: what was taken back stays so, or there is nothing to take back any more."""
    table, side = on_the_march()
    table.submit(side, table.a_quiet_move(side))
    resigner = side if by == "who undoes" else side.enemy
    undone, resigned = held_up(table.game.pk, undoing(table, side), resigning(table, resigner))
    assert isinstance(resigned, Done)
    assert isinstance(undone, Done | Illegal)
    assert table.game.winner == resigner.enemy
    assert [row.kind for row in table.all_announced()].count("games.over") == 1


def test_simultaneous_resignations_make_one_loser() -> None:
    table = Table()
    outcomes = held_up(table.game.pk, *(resigning(table, side) for side in SIDES))
    assert names(outcomes) == ["Done", "GameIsOver"]
    (late,) = (side for side in SIDES if isinstance(outcomes[side], GameIsOver))
    assert table.game.winner == late


def test_reading_during_an_action_disturbs_nobody() -> None:
    table = Table()
    old = table.seat(WEST)

    def look() -> None:
        with transaction.atomic():
            play.mark_seen(seat=old)

    outcomes = held_up(table.game.pk, submitting(table, EAST, table.a_bid(EAST)), look)
    assert names(outcomes) == ["Done", "NoneType"]
    assert table.seat(WEST).looked_at <= table.version(WEST) == 2
