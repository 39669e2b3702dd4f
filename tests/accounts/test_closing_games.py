"""Who closes their account leaves their games: those that go on are resigned, others called off."""

import functools

import msgspec
import pytest
from django.core import mail
from msgspec import UNSET

from accounts import closing
from accounts.models.person import Person
from games import tasks
from games.engine.side import EAST, SIDES, WEST
from games.log import portable
from games.log.verification import verify
from games.models.game import Game
from games.models.seat import Invitation, Seat
from games.services import closed_accounts, joining, lobby, play, suspension
from games.services.repair import first_difference
from notifications.delivery import deliver_due
from tests.accounts.conftest import new_address
from tests.accounts.leaving import (
    ADDRESS,
    NAME,
    OTHER,
    a_table,
    again,
    found_in_the_database,
    renamed,
    tables,
)
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit import replays
from tests.kit.concurrency import at_once, held_up

pytestmark = pytest.mark.django_db


def test_running_games_are_resigned_and_nothing_else_of_them_changes() -> None:
    running, over = tables(2)
    play.resign(seat=over.seat(WEST))
    record = portable.complete(over.game)
    for _number in range(6):
        running.submit(running.asked()[0])
    person = running.people[EAST]
    told = closing.foretold(person)
    assert told == [f"You resign as East against {OTHER}, in week {running.game.week}."]
    closing.close(person=person)
    game = running.game
    assert (game.status, game.winner, game.victory) == (Game.Status.OVER, WEST, "resignation")
    now = portable.complete(over.game)
    assert msgspec.structs.replace(now, players=UNSET, register=UNSET) == msgspec.structs.replace(
        record, players=UNSET, register=UNSET
    )
    for table in (running, over):
        verify(portable.complete(table.game))
        assert first_difference(table.game.public_id) is None
        assert [table.seat(side).player for side in SIDES] == [again(each) for each in table.people]
    replays.check_all()
    deliver_due()
    (letter,) = [sent for sent in mail.outbox if "you won" in sent.subject]
    assert letter.to == ["ashigaru.two@example.org"]


def test_games_against_oneself_and_computers_are_resigned_too() -> None:
    person = PersonFactory.create(name=NAME, email=ADDRESS)
    opponents: list[lobby.Opponent] = [lobby.Myself(), lobby.Computer("ashigaru")]
    games = [GameFactory.create(creator=person, side="west", opponent=opponent) for opponent in opponents]
    assert closing.foretold(person) == [
        "You resign as East against yourself, in week 1.",
        "You resign as West against yourself, in week 1.",
        "You resign as West against ashigaru (computer), in week 1.",
    ]
    closing.close(person=person)
    for game in games:
        game.refresh_from_db()
        assert (game.status, game.victory) == (Game.Status.OVER, "resignation")


def test_games_that_have_not_begun_are_called_off() -> None:
    person, inviter = (Person.objects.at(new_address()) for _ in range(2))
    person = renamed(person, NAME, ADDRESS)
    mine = GameFactory.create(creator=person)
    theirs = GameFactory.create(creator=inviter, opponent=lobby.Invite(ADDRESS))
    assert closing.foretold(person) == [
        "1 game of yours that has not begun is called off.",
        "1 invitation to you is declined.",
    ]
    deliver_due()
    mail.outbox.clear()
    closing.close(person=person)
    for game in (mine, theirs):
        game.refresh_from_db()
        assert game.status == Game.Status.CALLED_OFF
        assert game.ended_at is not None
    deliver_due()
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == ([inviter.email], "Your invitation was declined")
    assert not found_in_the_database(NAME, ADDRESS)


def test_a_game_that_is_stopped_is_resigned_once_it_goes_on() -> None:
    table = a_table()
    suspension.freeze(table.game, "tampered")
    assert closing.close(person=table.people[EAST])
    assert table.game.status == Game.Status.RUNNING
    assert tasks.leave_for_former() == 0
    suspension.thaw(table.game)
    assert tasks.leave_for_former() == 1
    assert (table.game.status, table.game.winner) == (Game.Status.OVER, WEST)
    assert tasks.leave_for_former() == 0


def test_game_created_during_closing_is_left_later() -> None:
    """A request that was on its way when the account was closed, and came through after it."""
    former = PersonFactory.create(name=NAME, email=ADDRESS)
    inviter = Person.objects.at(new_address())
    closing.close(person=former)
    begun = GameFactory.create(creator=again(former), opponent=lobby.Computer("ashigaru"))
    asked = GameFactory.create(creator=inviter)
    Invitation.objects.create(seat=Seat.objects.get(game=asked, side=WEST), person=former)
    assert closed_accounts.finish() == 1
    begun.refresh_from_db()
    asked.refresh_from_db()
    assert (begun.status, asked.status) == (Game.Status.OVER, Game.Status.CALLED_OFF)
    assert not Invitation.objects.filter(person=former).exists()


# --- several at once ---


@pytest.mark.django_db(transaction=True)
def test_only_one_of_two_requests_at_once_closes_the_account() -> None:
    table = a_table()
    person = table.people[EAST]
    outcomes = at_once(*[lambda: closing.close(person=person)] * 2)
    assert sorted(outcomes) == [False, True]
    assert (table.game.status, table.game.winner) == (Game.Status.OVER, WEST)
    assert first_difference(table.game.public_id) is None
    assert not found_in_the_database(NAME, ADDRESS)


@pytest.mark.django_db(transaction=True)
@pytest.mark.services
def test_closing_while_the_opponent_acts() -> None:
    """Whichever comes first at the game: it is resigned, and what the opponent did is whole or refused."""
    table = a_table()
    bid, version = table.a_bid(WEST), table.version(WEST)
    acted, closed = held_up(
        table.game.pk,
        lambda: table.submit(WEST, bid, version=version),
        lambda: closing.close(person=table.people[EAST]),
    )
    assert closed is True
    assert isinstance(acted, play.Done) or acted.code == "game-over"
    assert (table.game.status, table.game.winner) == (Game.Status.OVER, WEST)
    assert first_difference(table.game.public_id) is None


@pytest.mark.django_db(transaction=True)
def test_closing_while_the_opponent_joins() -> None:
    """The game is called off and cannot be joined, or it begins and is resigned."""
    joins = Person.objects.at(new_address())
    for _round in range(3):
        person = PersonFactory.create(name=NAME, email=ADDRESS)
        game = GameFactory.create(creator=person)
        joined, closed = at_once(
            functools.partial(joining.join, game=game, person=joins),
            functools.partial(closing.close, person=person),
        )
        assert closed is True
        game.refresh_from_db()
        if isinstance(joined, Seat):
            assert (game.status, game.victory) == (Game.Status.OVER, "resignation")
            assert first_difference(game.public_id) is None
        else:
            assert joined.code == "not-open"
            assert (game.status, game.length) == (Game.Status.CALLED_OFF, 0)
