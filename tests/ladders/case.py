"""A game of a club and everybody who may rule on it, for tests of what arbiters decide."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models.person import Person
from games.engine.side import EAST, WEST, Side
from games.ladders.arbitration import register
from games.ladders.arbitration.verbs.base import Verb
from games.ladders.models.club import Club, ClubGame, Membership
from games.ladders.models.ladder import Ladder
from games.ladders.models.ruling import Ruling
from games.ladders.models.season import Match
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import lobby
from games.simulation.league import check_in_all
from sekigahara.errors.exceptions import Refused
from tests.factories.clubs import ClubFactory, MembershipFactory, Role
from tests.factories.ladders import LadderFactory, pair_round
from tests.factories.people import PersonFactory
from tests.kit.clubs import member
from tests.kit.table import Table

CLOCK = lobby.Terms(pace=3, on_time_out=OnTimeOut.CLAIM)


class Case:
    """A game between two members of a club that has an organiser, an arbiter, and a member who does not play.

    Args:
        terms: what is agreed of the game.
        seed: as ``Table`` has it.
    """

    def __init__(self, terms: lobby.Terms = CLOCK, seed: int = 0) -> None:
        self.organiser, self.arbiter = (
            PersonFactory.named("Organiser One"),
            PersonFactory.named("Ashigaru Arbiter"),
        )
        self.free = PersonFactory.named("Ashigaru Free")
        self.club: Club = ClubFactory.create(founder=self.organiser)
        self.table = Table(seed, terms=terms)
        MembershipFactory.create(club=self.club, person=self.arbiter, role=Role.ARBITER)
        MembershipFactory.create(club=self.club, person=self.free)
        for side, name in ((EAST, "Tokugawa Player"), (WEST, "Ishida Player")):
            person = self.table.people[side]
            Person.objects.filter(pk=person.pk).update(name=name)
            MembershipFactory.create(club=self.club, person=person)
        if terms.pace is not None:
            Game.objects.filter(pk=self.table.game.pk).update(on_time_out=OnTimeOut.ARBITER)
        self.held = ClubGame.objects.create(game=self.table.game, club=self.club)

    @property
    def game(self) -> Game:
        return self.table.game

    def seat(self, side: Side) -> Seat:
        return self.table.seat(side)

    def player(self, side: Side) -> Person:
        person = self.seat(side).player
        assert person is not None
        return person

    @property
    def waiting(self) -> Side:
        """A side the game waits for."""
        return self.table.asked()[0]

    @property
    def newcomer(self) -> Membership:
        return member(self.club, self.free)

    @property
    def record(self) -> list[Ruling]:
        return register.record_of(self.game)

    def decide(self, verb: Verb, by: Person | None = None, nonce: str = "a") -> Ruling:
        """The arbiter, or somebody else, decides."""
        return verb.decide(game=self.game, by=by or self.arbiter, nonce=nonce)

    def is_whole(self) -> bool:
        return register.is_whole(self.game, self.record)


def a_match(number: int = 2) -> tuple[Ladder, Match]:
    """A rated game of a ladder, just paired, in a club whose arbiter does not play."""
    club = ClubFactory.create(members=["Ashigaru Free"])
    MembershipFactory.create(club=club, person__name="Ashigaru Arbiter", role=Role.ARBITER)
    ladder = LadderFactory.create(club=club, on_time_out=OnTimeOut.ARBITER, players=number)
    pair_round(ladder)
    check_in_all()
    return ladder, Match.objects.select_related("game").earliest("pk")


def code_of(refused: Callable[[], object]) -> str:
    """The code of its refusal."""
    with pytest.raises(Refused) as refusal:
        refused()
    return refusal.value.code


def over(game: Game, winner: Side = EAST, week: int = 5) -> None:
    """The game ended now, by points."""
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.OVER, winner=winner, victory="points", week=week, ended_at=timezone.now()
    )
