"""A challenge ladder, and actions on it."""

from datetime import UTC, datetime, timedelta

from accounts.models.person import Person
from games.engine.side import EAST, SIDES, WEST
from games.ladders import participation, rounds
from games.ladders.challenges import negotiation, stored_ranking
from games.ladders.challenges.terms import ChallengeTerms
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Ladder
from games.models.game import Game
from games.models.pulse import Pulse
from tests.kit.clubs import a_club, entered, named

NOW = datetime(2026, 3, 2, 20, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def challenger(number: int) -> Person:
    """The member who enters as so-manieth."""
    return named(f"Ashigaru {number}")


def a_ladder(count: int = 5, *, has_bidding: bool = False, now: datetime = NOW, **terms: int) -> Ladder:
    """A ladder of challenges; the first member is at the top."""
    organiser = named("Organiser One")
    club = a_club(organiser)
    rules = participation.Rules(
        "Challenges", "kessen", pace=3, format=Ladder.Format.CHALLENGE, has_bidding=has_bidding
    )
    ladder = participation.begin(club=club, by=organiser, rules=rules, now=now, terms=ChallengeTerms(**terms))
    for number in range(1, count + 1):
        entered(club, challenger(number))
        participation.take_part(ladder=ladder, person=challenger(number), most=1, now=now)
    return ladder


def challenge(ladder: Ladder, one: int, other: int, at: datetime = NOW) -> Challenge:
    """One of them challenges another."""
    return negotiation.challenge(ladder=ladder, by=challenger(one), opponent=challenger(other), now=at)


def accept(made: Challenge, at: datetime = NOW) -> Challenge:
    """Whoever was challenged accepts."""
    return negotiation.accept(challenge=made, by=made.challenged, now=at)


def decline(made: Challenge, at: datetime = NOW) -> Challenge:
    """Whoever was challenged declines."""
    return negotiation.decline(challenge=made, by=made.challenged, now=at)


def win(made: Challenge, winner: Person | None, at: datetime, victory: str = "points") -> None:
    """The game ends; what follows is for ``run``."""
    match = Challenge.objects.select_related("match").get(pk=made.pk).match
    assert match is not None
    side = None if winner is None else EAST if match.east_id == winner.pk else WEST
    assert side is None or (match.east_id, match.west_id)[SIDES.index(side)] == winner.pk  # type: ignore[union-attr]
    Game.objects.filter(pk=match.game_id).update(
        status=Game.Status.OVER, ended_at=at, winner=side, victory=victory, week=6
    )


def run(at: datetime) -> int:
    """The worker looks, as it has done all the time before."""
    Pulse.objects.update_or_create(pk=1, defaults={"at": at})
    return rounds.run(at)


def order(ladder: Ladder) -> list[int]:
    """The numbers of the members as they stand, the top first."""
    names = dict(stored_ranking.ranked(ladder).values_list("person", "person__name"))
    return [int(names[person].split()[-1]) for person in stored_ranking.ranking_of(ladder)]
