"""Missed deadlines of many games, of which arbiters and organisers are told together."""

from collections.abc import Collection
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.ladders.arbitration import jurisdiction, overdue
from games.ladders.models.club import Club, ClubGame, Membership
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import clock, outages
from games.services.creation import PRIVATE
from notifications import services
from notifications.models import Notification
from sekigahara.db import service_time
from tests.factories.clubs import ClubFactory, MembershipFactory, Role
from tests.factories.games import GameFactory

pytestmark = [pytest.mark.django_db, pytest.mark.services]

FEW, MANY = 2, 10
SLEPT = overdue.ASLEEP + timedelta(days=1)


def late_games(count: int, club: Club, on_time_out: OnTimeOut = OnTimeOut.ARBITER) -> list[Game]:
    """Games of a club in which both players have been late for long; no other game is late."""
    outages.catch_up(service_time.now())
    Game.objects.update(paused_at=timezone.now())
    games = GameFactory.create_batch(count, running=True, terms=PRIVATE._replace(pace=2))
    Game.objects.filter(paused_at=None).update(on_time_out=on_time_out)
    Seat.objects.update(due_at=timezone.now() - SLEPT)
    ClubGame.objects.bulk_create(ClubGame(game=game, club=club) for game in games)
    return games


def with_arbiter() -> Club:
    """A club with an arbiter, who like the organiser is told of late games at once."""
    club: Club = ClubFactory.create()
    MembershipFactory.create(club=club, role=Role.ARBITER)
    for member in Membership.objects.filter(club=club):
        services.unmute(person=member.person, kind=overdue.OVERDUE)
    return club


def players_lead(club: Club, games: list[Game]) -> None:
    """Nobody is free to rule: the one organiser is East in all these games."""
    organiser = Membership.objects.get(club=club, role=Role.ORGANISER)
    Seat.objects.filter(game__in=games, side=0).update(player=organiser.person)


def cost_of_telling(expected: int) -> int:
    with CaptureQueriesContext(connection) as statements:
        assert overdue.tell_arbiters() == expected
    return len(statements)


@pytest.mark.parametrize(
    ("on_time_out", "seats_a_game"), [(OnTimeOut.ARBITER, 2), (OnTimeOut.CLAIM, 1)], ids=["late", "asleep"]
)
def test_arbiters_are_told_of_many_games_by_the_statements_of_a_few(
    on_time_out: OnTimeOut, seats_a_game: int
) -> None:
    club, costs = with_arbiter(), []
    for count in (FEW, MANY):
        Notification.objects.all().delete()
        late_games(count, club, on_time_out)
        costs.append(cost_of_telling(seats_a_game * count))
        assert Notification.objects.filter(kind=overdue.OVERDUE).count() == 2 * seats_a_game * count
        assert overdue.tell_arbiters() == 0
    assert costs[0] == costs[1]


def test_organisers_who_play_are_told_of_many_games_by_the_statements_of_a_few() -> None:
    costs = []
    club: Club = ClubFactory.create()
    for count in (FEW, MANY):
        Notification.objects.all().delete()
        players_lead(club, late_games(count, club))
        costs.append(cost_of_telling(count))
        assert Notification.objects.filter(kind=overdue.NO_ARBITER).count() == count
        assert Notification.objects.filter(kind=clock.OVERDUE).count() == count
        assert overdue.tell_arbiters() == 0
    assert costs[0] == costs[1]


def test_each_game_is_told_to_those_who_do_not_play_it() -> None:
    club = with_arbiter()
    first, second, third = late_games(3, club)
    arbiter = Membership.objects.get(club=club, role=Role.ARBITER).person
    Seat.objects.filter(game=second, side=1).update(player=arbiter)
    players_lead(club, [third])
    Seat.objects.filter(game=third, side=1).update(player=arbiter)
    assert overdue.tell_arbiters() == 2 + 2 + 1
    told = Notification.objects.filter(kind=overdue.OVERDUE)
    by_game = {
        game: {one.recipient_id for one in told if one.about.startswith(game.public_id)}
        for game in (first, second, third)
    }
    organiser = Membership.objects.get(club=club, role=Role.ORGANISER).person
    assert by_game == {first: {organiser.pk, arbiter.pk}, second: {organiser.pk}, third: set()}
    (no_arbiter,) = Notification.objects.filter(kind=overdue.NO_ARBITER)
    assert no_arbiter.recipient_id == organiser.pk


def test_a_game_of_which_nobody_can_be_told_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, *_others = late_games(3, with_arbiter())
    arbiters_in = jurisdiction.arbiters_in

    def failing(game_ids: Collection[int]) -> QuerySet[Membership]:
        if broken.pk in game_ids:
            raise ValueError
        return arbiters_in(game_ids)

    monkeypatch.setattr(jurisdiction, "arbiters_in", failing)
    assert overdue.tell_arbiters() == 2 * 2
    monkeypatch.undo()
    assert overdue.tell_arbiters() == 2, "of both who are late there"
