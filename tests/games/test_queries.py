"""Lists of games: a person's seats, waiting games, open games, games to watch."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models.person import Block, Person
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.reads import queries
from games.services import joining, lobby, play
from games.services.lobby import Anybody, Computer, Invite, Myself, Opponent
from tests.factories.games import GameFactory
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay"), pytest.mark.both]

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def person(name: str) -> Person:
    return Person.objects.at(f"{name}@example.org")


def a_game(creator: str, opponent: Opponent, *, is_public: bool = False) -> Game:
    return GameFactory.create(
        creator=person(creator), opponent=opponent, terms=lobby.Terms(is_public=is_public)
    )


def hours(count: int) -> time_machine.travel:
    """So many hours after noon."""
    return time_machine.travel(NOON + timedelta(hours=count), tick=False)


def mine(name: str) -> list[str]:
    return [seat.game.public_id for seat in queries.seats_of(person(name))]


def ids(*games: Game) -> list[str]:
    return [game.public_id for game in games]


def open_for(name: str | None) -> set[str]:
    whose = None if name is None else person(name)
    listed = {game.public_id for game in queries.open_games(whose)}
    found = {game.public_id for game in Game.objects.all() if queries.open_game(game.public_id, whose)}
    assert found == listed
    return listed


# ---- mine, and the next


def test_my_games_begin_with_the_one_that_has_waited_longest() -> None:
    with hours(0):
        unbegun, quiet = a_game("east", Anybody()), Table(0)
    with hours(1):
        first = Table(1)
    with hours(2):
        second = Table(2)
    with hours(3):
        moved = Table(3)
        quiet.submit(EAST)
    with hours(4):
        moved.submit(EAST)
    assert mine("east") == ids(first.game, second.game, moved.game, quiet.game, unbegun)
    assert mine("west") == ids(quiet.game, first.game, second.game, moved.game)
    assert mine("stranger") == []


def test_unseen_actions_change_no_order() -> None:
    with hours(0):
        one, two = Table(0), Table(1)
        for table in (one, two):
            table.submit(WEST)
    with hours(1):
        two.submit(WEST, two.a_bid(WEST))
    before = mine("east")
    assert sorted(before) == sorted(ids(one.game, two.game))
    with hours(2):
        one.submit(WEST, one.a_bid(WEST))
    assert mine("east") == before


def test_a_game_that_was_called_off_is_no_game_of_mine() -> None:
    game, other = a_game("east", Anybody()), a_game("east", Invite("west@example.org"))
    joining.call_off(game=game, person=person("east"))
    joining.decline(game=other, person=person("west"))
    assert mine("east") == mine("west") == []


def test_player_of_both_sides_has_two_seats() -> None:
    game = a_game("east", Myself())
    assert mine("east") == ids(game, game)


def test_the_next_game_is_another_one_if_there_is_one() -> None:
    with hours(0):
        first = Table(0)
    with hours(1):
        second = Table(1)
    west = person("west")

    def after(game: Game | None) -> str | None:
        seat = queries.next_waiting(west, after=game.public_id if game else "")
        return None if seat is None else seat.game.public_id

    assert [after(None)] == ids(first.game)
    assert [after(first.game)] == ids(second.game)
    assert [after(second.game)] == ids(first.game)
    second.submit(WEST)
    assert [after(first.game)] == ids(first.game)
    assert [after(second.game)] == ids(first.game)
    first.submit(WEST)
    assert after(None) is after(first.game) is None
    assert queries.next_waiting(person("stranger")) is None


# ---- invitations


def test_invitations_are_those_still_to_be_answered_of_people_still_heard() -> None:
    with hours(0):
        old = a_game("east", Invite("guest@example.org"))
    with hours(1):
        new = a_game("west", Invite("guest@example.org"))
        for answered in (joining.decline, joining.join):
            answered(game=a_game("east", Invite("guest@example.org")), person=person("guest"))
        a_game("east", Invite("somebody@example.org"))

    def invited() -> list[str]:
        return [each.seat.game.public_id for each in queries.invitations_of(person("guest"))]

    assert invited() == ids(new, old)
    Block.objects.create(person=person("guest"), blocked=person("west"))
    assert invited() == ids(old)
    joining.call_off(game=old, person=person("east"))
    assert invited() == []


def test_an_invitation_is_found_by_the_invited_alone_also_when_it_was_answered() -> None:
    game = a_game("east", Invite("guest@example.org"))
    for name in ("stranger", "east"):
        assert queries.invitation_of(game.public_id, person(name)) is None
    joining.decline(game=game, person=person("guest"))
    found = queries.invitation_of(game.public_id, person("guest"))
    assert found is not None
    assert found.declined_at is not None


# ---- open to anybody


def test_open_are_games_with_a_seat_for_anybody() -> None:
    with hours(0):
        older = a_game("east", Anybody())
    with hours(1):
        newer = a_game("west", Anybody(), is_public=True)
        a_game("east", Invite("guest@example.org"))
        a_game("east", Computer("ashigaru"))
        a_game("east", Myself())
        joining.join(game=a_game("east", Anybody()), person=person("west"))
        joining.call_off(game=a_game("east", Anybody()), person=person("east"))
    assert [game.public_id for game in queries.open_games()] == ids(newer, older)
    assert open_for("stranger") == {newer.public_id, older.public_id}
    assert open_for("east") == {newer.public_id}
    assert open_for("guest") == {newer.public_id, older.public_id}


def test_blocks_hide_open_games_both_ways() -> None:
    theirs, mine = a_game("east", Anybody()), a_game("west", Anybody())
    Block.objects.create(person=person("east"), blocked=person("west"))
    Block.objects.create(person=person("east"), blocked=person("somebody"))
    Block.objects.create(person=person("another"), blocked=person("east"))
    assert open_for("west") == set()
    assert open_for("east") == set()
    assert open_for("stranger") == open_for(None) == {theirs.public_id, mine.public_id}


def test_every_open_game_is_listed_once() -> None:
    game = a_game("east", Anybody())
    for name in ("a", "b"):
        Block.objects.create(person=person(name), blocked=person("somebody"))
    assert [found.public_id for found in queries.open_games(person("stranger"))] == ids(game)


# ---- to watch


def test_public_games_that_have_begun_are_watched_the_latest_changed_first() -> None:
    with hours(0):
        first, second, over = Table(0, is_public=True), Table(1, is_public=True), Table(2, is_public=True)
        Table(3)
        a_game("east", Anybody(), is_public=True)
    with hours(1):
        second.submit(EAST)
    with hours(2):
        first.submit(EAST)
    with hours(3):
        play.resign(seat=over.seat(EAST))
    with hours(4):
        second.submit(EAST, second.a_bid(EAST))  # another bid, of which nobody else learns
    assert [game.public_id for game in queries.games_to_watch()] == ids(over.game, first.game, second.game)
