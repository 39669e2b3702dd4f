"""The factories themselves: what they make is in the state they say, and its log is whole."""

import pytest

from games.ladders.models.challenge import Challenge
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from tests.factories.clubs import ClubFactory
from tests.factories.games import GameFactory, in_battle
from tests.factories.ladders import ChallengeFactory, LadderFactory, SeasonFactory
from tests.factories.people import PersonFactory
from tests.kit import replays
from tests.kit.clubs import roles

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("running", Game.Status.RUNNING),
        ("in_battle", Game.Status.RUNNING),
        ("over", Game.Status.OVER),
        ("resigned", Game.Status.OVER),
    ],
)
def test_game_is_in_the_state_of_its_trait_and_its_log_is_whole(state: str, status: Game.Status) -> None:
    game = GameFactory.create(**{state: True})
    assert game.status == status
    if status == Game.Status.RUNNING:  # others may have ended in a battle
        assert in_battle(position.load(game).state) == (state == "in_battle")
    assert (game.victory == "resignation") == (state == "resigned")
    replays.check(game)


def test_game_waits_for_an_opponent_by_default() -> None:
    game = GameFactory.create(creator__name="Anna")
    assert game.status == Game.Status.WAITING
    assert [seat.player and seat.player.name for seat in Seat.objects.filter(game=game).order_by("side")] == [
        "Anna",
        None,
    ]


def test_person_of_a_name_is_made_once() -> None:
    assert PersonFactory.named("Anna") == PersonFactory.create(name="Anna")
    assert PersonFactory.create() != PersonFactory.create()
    assert PersonFactory.create(guest=True).is_guest


def test_players_of_a_ladder_become_members_of_its_club() -> None:
    club = ClubFactory.create(members=["Anna"])
    LadderFactory.create(club=club, players=["Anna", "Bert"])
    assert roles(club) == {"Organiser One": "organiser", "Anna": "member", "Bert": "member"}


def test_season_has_as_many_rounds_as_were_asked_for() -> None:
    season = SeasonFactory.create(ladder__players=4, rounds=1)
    assert {match.round for match in season.matches.all()} == {1}
    assert season.matches.count() == 2


def test_challenge_waits_for_an_answer() -> None:
    made = ChallengeFactory.create()
    assert Challenge.objects.get() == made
    assert (made.challenger, made.challenged) == (PersonFactory.numbered(2), PersonFactory.numbered(1))
