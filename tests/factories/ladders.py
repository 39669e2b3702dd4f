"""Ladders of each format, and the challenges and pairings on them."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from factory import LazyAttribute, LazyFunction, SubFactory
from factory.django import DjangoModelFactory

from accounts.models.person import Person
from games.ladders import participation, rounds
from games.ladders.challenges import negotiation
from games.ladders.challenges.terms import ChallengeTerms
from games.ladders.models.bidding import Bidding
from games.ladders.models.challenge import Challenge
from games.ladders.models.club import Club, Membership
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Season
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.people import PersonFactory, names_of

NOW = datetime(2026, 3, 2, 20, tzinfo=UTC)
"""When ladders of challenges open, unless a test says otherwise."""


def organiser_of(club: Club) -> Person:
    """The first organiser of a club."""
    members = Membership.objects.select_related("person").filter(role=Membership.Role.ORGANISER)
    return members.filter(club=club).earliest("pk").person


class LadderFactory(DjangoModelFactory[Ladder]):
    """A ladder of free pairing in its first season, on which everybody wants one game at a time.

    ``players`` says how many take part (``PersonFactory.numbered`` has them), or gives their names. They
    become members of the club. Its settings are arguments, for challenges also their terms.
    """

    class Meta:
        model = Ladder

    club = SubFactory(ClubFactory)
    by = LazyAttribute(lambda ladder: organiser_of(ladder.club))
    now: Any = LazyFunction(timezone.now)
    name = "Free"
    edition = "kessen"
    pace = 3
    players: int | Iterable[str] = 0

    @classmethod
    def _create(
        cls,
        model_class: type[Ladder],
        *args: Any,
        club: Club,
        by: Person,
        now: datetime,
        players: int | Iterable[str],
        **given: Any,
    ) -> Ladder:
        terms = ChallengeTerms(**{name: given.pop(name) for name in ChallengeTerms._fields if name in given})
        rules = participation.Rules(**given)
        ladder = participation.begin(club=club, by=by, rules=rules, now=now, terms=terms)
        for name in names_of(players):
            person = PersonFactory.named(name)
            if not Membership.objects.filter(club=club, person=person).exists():
                MembershipFactory.create(club=club, person=person)
            participation.take_part(ladder=ladder, person=person, most=1, now=now)
        return ladder


class ChallengeLadderFactory(LadderFactory):
    """A ladder of challenges; the first player is at the top."""

    name = "Challenges"
    format = Ladder.Format.CHALLENGE
    now = NOW
    players = 5


PLAYERS = ("Ashigaru One", "Ashigaru Two")


class BiddingLadderFactory(LadderFactory):
    """A ladder whose players bid for sides."""

    name = "Bidding"
    has_bidding = True
    players = PLAYERS


class SeasonFactory(DjangoModelFactory[Season]):
    """The first season of a ladder, in which so many rounds have been paired."""

    class Meta:
        model = Season

    ladder = SubFactory(LadderFactory, players=4)
    rounds = 0

    @classmethod
    def _create(cls, model_class: type[Season], *args: Any, ladder: Ladder, rounds: int) -> Season:
        for _number in range(rounds):
            pair_round(ladder)
        return ladder.seasons.get(number=1)


def pair_round(ladder: Ladder) -> None:
    """Pair the next round of a ladder when it is due."""
    ladder.refresh_from_db()
    assert rounds.run(ladder.next_round_at)


class ChallengeFactory(DjangoModelFactory[Challenge]):
    """A challenge between the players of two numbers, the lower-placed one first."""

    class Meta:
        model = Challenge

    ladder = SubFactory(ChallengeLadderFactory)
    challenger = 2
    challenged = 1
    now = NOW

    @classmethod
    def _create(
        cls, model_class: type[Challenge], *args: Any, challenger: int, challenged: int, **given: Any
    ) -> Challenge:
        by, opponent = PersonFactory.numbered(challenger), PersonFactory.numbered(challenged)
        return negotiation.challenge(by=by, opponent=opponent, **given)


class BiddingFactory(DjangoModelFactory[Bidding]):
    """The first pairing of a ladder with bidding, before either has bid."""

    class Meta:
        model = Bidding

    ladder = SubFactory(BiddingLadderFactory)

    @classmethod
    def _create(cls, model_class: type[Bidding], *args: Any, ladder: Ladder) -> Bidding:
        pair_round(ladder)
        return model_class.objects.select_related("season__ladder", "first", "second").get(
            season__ladder=ladder
        )
