"""Computer players in stored games act when they must decide, with any number of workers."""

import logging
from typing import Any

import pytest
from django.db import transaction

from accounts.models.person import Person
from games import engine
from games.bots import players
from games.engine.side import EAST, SIDES, WEST
from games.models.game import Game
from games.models.log import Entry
from games.models.seat import Seat
from games.services import lobby, play
from games.services.computers import act, play_computers
from games.services.waiting import OVER
from notifications.models import Notification
from tests.factories.games import GameFactory
from tests.kit import cached_positions
from tests.kit.concurrency import at_once
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


def computers(table: Table, east: str = "ashigaru", west: str = "ashigaru") -> Game:
    """The table's game with computer players at either seat where one is named."""
    for side, name in zip(SIDES, (east, west), strict=True):
        if name:
            Seat.objects.filter(game=table.game, side=side).update(player=None, computer=name)
    return table.game


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def test_two_computers_play_a_game_to_its_end() -> None:
    game, rounds = computers(Table()), 0
    while taken := play_computers():
        rounds += taken
    over = fresh(game)
    assert over.is_over
    assert over.victory != "resignation"
    actions = Entry.objects.filter(game=game, side__isnull=False)
    by_plan = actions.filter(by_order="plan").count()
    assert actions.count() - by_plan < rounds <= actions.count()
    assert by_plan > 0
    assert rounds > 100
    assert play_computers() == 0


def test_computer_answers_a_battle_in_the_transaction_of_the_click() -> None:
    """Once it has been asked in a battle, its plan goes on with every action of the person."""
    table = Table(2)
    game = computers(table, east="")
    play_computers()
    at_once = 0
    while not table.game.is_over and at_once < 3:
        length = table.game.length
        table.submit(EAST)
        answers = Entry.objects.filter(game=game, side=WEST, seq__gt=length + 1)
        at_once += answers.filter(by_order="plan").exists()
        play_computers()
    assert at_once == 3


def test_computer_gives_no_orders_for_a_person() -> None:
    """A computer player that acts once for somebody leaves nothing that goes on without them."""
    table = Table(1)
    for _ in range(60):
        (side, *_others) = table.asked()
        act(table.seat(side), "ashigaru")
    assert not Entry.objects.filter(game=table.game).exclude(by_order="").exists()


def test_a_person_plays_a_computer_to_the_end() -> None:
    table = Table()
    game = computers(table, east="")
    play_computers()
    while not table.game.is_over:
        table.submit(EAST)
        play_computers()
        assert table.asked() in ([EAST], [])
    actual = [row.recipient for row in Notification.objects.filter(kind=OVER)]
    assert set(actual) <= {table.people[EAST]}
    assert not Notification.objects.filter(about=f"{game.public_id}.west", occasion__gt="1").exists()


def test_a_computer_begins_with_its_bid() -> None:
    person = Person.objects.at("ieyasu@example.org")
    game = GameFactory.create(creator=person, opponent=lobby.Computer("ashigaru"))
    assert play_computers() == 1
    assert play_computers() == 0
    seat = Seat.objects.get(game=game, side=WEST)
    assert (seat.asked, seat.version) == ("", 2)


def test_a_computer_can_act_for_a_person_and_not_for_who_is_asked_nothing() -> None:
    table = Table()
    table.play_on(until=lambda state: len(engine.pending(state)) == 1)
    (asked,) = table.asked()
    before = table.game.length
    assert not act(table.seat(asked.enemy), "ashigaru")
    assert table.game.length == before
    assert act(table.seat(asked), "ashigaru")
    assert table.game.length > before


def test_nothing_makes_a_computer_play_otherwise() -> None:
    """Whichever worker it is, with every cache deleted too: game and version decide."""

    def positions(*, forget: bool) -> list[str]:
        table, found = Table(3), []
        computers(table)
        for _ in range(6):
            if forget:
                cached_positions.forget()
            play_computers()
            found.append(table.game.position)
        return found

    savepoint = transaction.savepoint()
    expected = positions(forget=False)
    transaction.savepoint_rollback(savepoint)
    assert positions(forget=True) == expected
    assert len(set(expected)) == 6


def test_a_player_that_fails_keeps_no_other_game_waiting(caplog: pytest.LogCaptureFixture) -> None:
    broken = computers(Table(0), "nosuch", "nosuch")
    sound = computers(Table(1))
    with caplog.at_level(logging.ERROR, logger="games.tasks"):
        assert play_computers() > 0
    assert fresh(broken).version == 1
    assert fresh(sound).version > 1
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [
        players.UnknownPlayerError
    ] * 2


class Fool:
    """Answers what nobody asked."""

    def choose(self, view: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
        return {"type": "finish"}


def errors_in(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [each for each in caplog.records if each.levelno >= logging.ERROR]


def test_a_player_that_breaks_the_rules_gets_nothing_done(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = computers(Table())
    monkeypatch.setattr(players, "create", lambda *_given: Fool())
    with caplog.at_level(logging.ERROR, logger="games.tasks"):
        assert play_computers() == 0
    assert fresh(game).length == game.length
    assert len(errors_in(caplog)) == 2


def test_computers_leave_finished_games_alone() -> None:
    table = Table()
    computers(table, east="")
    play.resign(seat=table.seat(EAST))
    assert play_computers() == 0


@pytest.mark.django_db(transaction=True)
def test_several_workers_at_once_never_break_a_game(caplog: pytest.LogCaptureFixture) -> None:
    """Of what all want to do one does it."""
    game = computers(Table(2))
    with caplog.at_level(logging.ERROR, logger="games.tasks"):
        for _ in range(12):
            taken = sum(at_once(play_computers, play_computers, play_computers))
            assert taken > 0 or fresh(game).is_over
    assert errors_in(caplog) == []
    actions = Entry.objects.filter(game=game, side__isnull=False).count()
    assert actions > 30
