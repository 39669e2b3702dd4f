"""What computer players think in games of guests: a part of all thoughts, and after those for members."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts import guests
from accounts.models.person import Person
from accounts.rate_limits import Limit
from games.engine.side import EAST, WEST
from games.models.seat import Seat
from games.services import computer_thoughts
from sekigahara.db import service_time
from tests.factories.people import PersonFactory
from tests.kit.log import unguarded
from tests.kit.table import Table
from tests.kit.thoughtful import think_and_act, thoughtful

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay", "nobody_left")]


def against(person: Person, seed: int) -> Table:
    """A game in which a computer player has to think, against this person."""
    table = thoughtful(seed)
    with unguarded():  # a guest comes to no game that has begun
        Seat.objects.filter(game=table.game, side=EAST).update(player=person)
    return table


def order_of_thoughts(monkeypatch: pytest.MonkeyPatch, thought: Callable[[int], object]) -> list[int]:
    """The games thought about in one round, in order. After each thought something else may happen."""
    found: list[int] = []

    def think_about(pk: int) -> bool:
        found.append(Seat.objects.get(pk=pk).game_id)
        Seat.objects.filter(pk=pk).update(thinks_after=service_time.now() + timedelta(hours=1))
        thought(len(found))
        return True

    monkeypatch.setattr(computer_thoughts, "_try_to_think", think_about)
    computer_thoughts.think()
    return found


def test_members_wait_for_no_more_than_one_thought_for_a_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = [against(PersonFactory.create(guest=True), seed).game.pk for seed in (2, 3)]
    members = [against(PersonFactory.create(), 4)]

    def ask_after_two(count: int) -> None:
        if count == 2:
            members.append(against(PersonFactory.create(), 5))

    order = order_of_thoughts(monkeypatch, ask_after_two)
    assert order == [members[0].game.pk, slow[0], members[1].game.pk, slow[1]]


def test_guests_of_one_sender_have_one_thought_in_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    one, again = PersonFactory.create_batch(2, guest=True, guest_sender="one")
    other = PersonFactory.create(guest=True, guest_sender="other")
    games = [against(guest, seed).game.pk for seed, guest in enumerate((one, again, other), 2)]
    assert order_of_thoughts(monkeypatch, lambda _count: None) == [games[0], games[2]]


@pytest.mark.parametrize(("name", "most"), [("OF_ALL", guests.PARTS), ("OF_GUESTS_FROM", 1)])
def test_guests_use_up_their_own_budget_and_no_members(
    monkeypatch: pytest.MonkeyPatch, name: str, most: int
) -> None:
    monkeypatch.setattr(computer_thoughts, name, Limit(f"{name} of a test", most, 60 * 60))
    tables = [against(PersonFactory.create(guest=True, guest_sender="one"), seed) for seed in (2, 3)]
    while think_and_act():
        pass
    assert any(table.seat(WEST).thinks_after for table in tables)
    member = against(PersonFactory.create(), 4)
    assert computer_thoughts.think() == 1
    assert member.seat(WEST).thinks_after is None
