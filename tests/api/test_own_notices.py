"""One's own stream tells what one is mailed: that an invitation was declined, that a diary is shown."""

from typing import Any

import pytest

from accounts.models.person import Person
from games.engine.side import EAST, WEST
from games.services import diary, joining, lobby, play
from tests.factories.people import PersonFactory
from tests.kit.calling import caller_at
from tests.kit.stream_listener import told_in
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def told(person: Person) -> list[tuple[str, Any]]:
    """The names and the data of the two events in a stream that begins long ago."""
    answer = caller_at(person.email).get("me/stream/?once=1&since=0")
    assert answer.status_code == 200
    return [(event.name, event.data) for event in told_in(answer.content, "declined", "report")]


def test_host_is_told_that_an_invitation_was_declined() -> None:
    host, friend = PersonFactory.create(), PersonFactory.create()
    invited = lobby.Invite(friend.email)
    game = lobby.create(creator=host, edition="kessen", side="west", opponent=invited)
    assert told(host) == []
    joining.decline(game=game, person=friend)
    assert told(host) == [("declined", {"game": game.public_id})]
    assert told(friend) == []


def test_player_is_told_that_a_diary_is_shown_as_long_as_it_is() -> None:
    table = Table()
    east, west = (table.people[side] for side in (EAST, WEST))
    game = table.game.public_id
    play.resign(seat=table.seat(EAST))
    diary.agree(seat=table.seat(EAST), on=True)
    assert told(west) == [("report", {"game": game, "report": "asked"})]
    diary.agree(seat=table.seat(EAST), on=False)
    assert told(west) == []
    diary.agree(seat=table.seat(EAST), on=True)
    diary.agree(seat=table.seat(WEST), on=True)
    assert told(east) == [("report", {"game": game, "report": "shown"})]
