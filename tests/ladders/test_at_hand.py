"""The lists of a person by plain SQL are those of the queries that everything else uses."""

from typing import Any

import pytest

from accounts.models.person import Block, Person
from games.engine.side import EAST
from games.ladders.at_hand import AtHand, at_hand, to_join
from games.ladders.clubs.games import enter
from games.models.game import Game
from games.reads import queries
from games.services import lobby
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.games import GameFactory
from tests.kit.table import Table

pytestmark = pytest.mark.django_db


def person(name: str) -> Person:
    return Person.objects.at(f"{name}@example.org")


def a_game(creator: Person, opponent: lobby.Opponent | None = None, **more: Any) -> Game:
    offered = opponent or lobby.Anybody()
    return GameFactory.create(creator=creator, side="west", opponent=offered, **more)


def test_open_games_are_those_of_the_query() -> None:
    club = ClubFactory.create()
    founder = Person.objects.get(memberships__club=club)
    blocker, blocked, member = person("blocker"), person("blocked"), person("member")
    MembershipFactory.create(club=club, person=member)
    Block.objects.create(person=blocker, blocked=blocked)
    for creator in (blocker, blocked, member):
        a_game(creator)
    a_game(founder, enter=lambda game, opponent: enter(game, opponent, club=club, by=founder))
    a_game(founder, lobby.Invite(member.email))
    Table(1)
    found = set()
    for each in (None, *Person.objects.order_by("pk")):
        free = [one.seat for one in to_join(each, 100)]
        assert [seat.game for seat in free] == list(queries.open_games(each))
        assert all(seat.player_id is None and seat.plays == EAST for seat in free)
        assert [one.seat.game for one in to_join(each, 1, 1)] == [seat.game for seat in free[1:2]]
        found.add(tuple(seat.game_id for seat in free))
    assert len(found) == 3


def test_seats_and_the_next_game_are_in_the_order_of_the_query() -> None:
    tables = [Table(number) for number in range(3)]
    me = tables[0].people[EAST]
    a_game(me, lobby.Invite("guest@example.org"))
    a_game(me)
    rows = queries.seats_with_opponents(me, 100)
    assert [own for own, _other in rows] == list(queries.seats_of(me))
    assert [other.plays for _own, other in rows] == [own.plays.enemy for own, _other in rows]
    assert sum(other.invitation is not None for _own, other in rows if hasattr(other, "invitation")) == 1
    assert queries.seats_with_opponents(me, 2, 1) == rows[1:3]
    first = queries.waiting_seats(me)[0]
    assert queries.next_waiting(me, after="") == first
    assert queries.next_waiting(me, after="\0") == first
    assert queries.next_waiting(me, after=first.game.public_id) != first


def test_most_people_have_nothing_at_hand() -> None:
    club = ClubFactory.create()
    founder, guest = Person.objects.get(memberships__club=club), person("guest")
    assert at_hand(guest) == AtHand(False, False, False, False)
    a_game(founder, lobby.Invite(guest.email))
    assert at_hand(guest) == AtHand(True, False, False, False)
    assert at_hand(founder) == AtHand(False, False, False, True)
