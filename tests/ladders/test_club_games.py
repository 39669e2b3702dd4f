"""Games of a club: members make them, members join them, and everybody knows whose they are."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models.person import Person
from games.api import paging
from games.ladders.clubs import games as club_games
from games.ladders.clubs import membership
from games.ladders.models.club import Club, ClubGame
from games.models.game import Game
from games.models.time_out_policy import OnTimeOut
from games.services import creation, joining, lobby
from games.simulation.league import check_in_all
from sekigahara.errors.exceptions import Unacceptable
from tests.factories.clubs import ClubFactory
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit.concurrency import at_once

pytestmark = pytest.mark.django_db

ANYBODY = lobby.Anybody()


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(members=["Anna", "Bert"])


@pytest.fixture
def anna(club: Club) -> Person:
    return PersonFactory.named("Anna")


@pytest.fixture
def bert(club: Club) -> Person:
    return PersonFactory.named("Bert")


def made(club: Club, by: Person, opponent: lobby.Opponent = ANYBODY, **more: Any) -> Game:
    enter = partial(club_games.enter, club=club, by=by)
    return GameFactory.create(creator=by, opponent=opponent, enter=enter, **more)


@pytest.mark.parametrize("opponent", [lobby.Myself(), lobby.Computer("ashigaru")])
def test_club_game_is_between_two_people(club: Club, anna: Person, opponent: lobby.Opponent) -> None:
    with pytest.raises(Unacceptable, match="not-for-a-club"):
        made(club, anna, opponent)
    assert not Game.objects.exists()


def test_without_a_club_there_is_no_arbiter() -> None:
    with pytest.raises(Unacceptable, match="no-arbiter"):
        GameFactory.create(
            creator=PersonFactory.named("Anna"), terms=lobby.Terms(pace=3, on_time_out=OnTimeOut.ARBITER)
        )


def test_everybody_is_told_of_the_games_that_anybody_may_watch_and_of_no_others(
    club: Club, anna: Person, bert: Person
) -> None:
    for is_public in (True, False):
        for joins in (True, False):
            game = made(club, anna, terms=lobby.Terms(is_public=is_public))
            if joins:
                joining.join(game=game, person=bert)
    (listed,) = club_games.games_of(club, is_member=False)
    assert (listed.is_public, listed.status) == (True, Game.Status.RUNNING)
    elsewhere = ClubFactory.create(founder=PersonFactory.named("Stranger"), name="Elsewhere")
    assert not club_games.games_of(elsewhere, is_member=False)


@pytest.mark.both
def test_games_that_go_on_are_first_and_then_the_latest_changed(
    club: Club, anna: Person, bert: Person
) -> None:
    now = timezone.now()
    rows = {}
    for name, is_over, days in (("ended long ago", True, 300), ("ended", True, 1), ("goes on", False, 200)):
        terms = creation.Terms(is_public=True)
        game = lobby.create_between((anna, bert), edition="kessen", terms=terms)
        check_in_all()
        ClubGame.objects.create(game=game, club=club)
        at = now - timedelta(days=days)
        Game.objects.filter(pk=game.pk).update(changed_at=at)
        if is_over:
            Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, victory="points", ended_at=at)
        rows[game] = name
    listed = list(club_games.games_of(club, is_member=False))
    assert [rows[game] for game in listed] == ["goes on", "ended", "ended long ago"]
    first, cursor = paging.page(club_games.games_of(club, is_member=False), 1, "")
    others, _end = paging.page(club_games.games_of(club, is_member=False), 2, cursor)
    assert first + others == listed


@pytest.mark.django_db(transaction=True)
@pytest.mark.services
def test_leaving_while_creating_a_game_leaves_no_half_made_game(club: Club, anna: Person) -> None:
    made_one, left = at_once(partial(made, club, anna), partial(membership.leave, club=club, person=anna))
    assert left is None
    if isinstance(made_one, Game):
        assert ClubGame.objects.get().game == made_one
    else:
        assert made_one.code == "not-a-member"
        assert not Game.objects.exists()
