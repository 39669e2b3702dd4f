"""People with known strengths who play on a ladder, for both kinds of simulated seasons.

The services make clubs, entrants, matches, games and ratings. Only the end of a game is drawn at random and
written into its row instead of being played.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from accounts.models.person import Person
from games.engine.side import EAST, WEST, Side
from games.ladders import participation, settling
from games.ladders.clubs import founding, membership
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.ladders.models.rating import RatingStanding
from games.ladders.models.season import Match
from games.ladders.ratings import intake
from games.ladders.ratings.check import first_difference
from games.ladders.ratings.fold import OVERALL
from games.ladders.starting import begin
from games.models.game import Game
from games.models.seat import Seat
from games.rulebook.editions import DEFAULT
from games.services import check_in
from games.simulation.population import numbered

BEGIN: Final = datetime(2026, 1, 5, 18, tzinfo=UTC)
DAY: Final = timedelta(days=1)
SPREAD: Final = 250
"""Rating points: the standard deviation of the planted strengths."""
EAST_IS_WORTH: Final = 70
"""Rating points that East is stronger by: about 60 games of 100 between equals."""
GAMES_BEFORE: Final = 6
"""That half of the people have played before a challenge ladder begins."""
ENOUGH_GAMES: Final = 30
"""With so many each, ratings must tell who is strong."""
ENOUGH_LIKENESS: Final = 0.9
ENOUGH_PLAYERS: Final = 16
"""Of fewer a rank correlation is chance."""
LATEST: Final = 60
"""Days within which every game ends."""


class Finding(NamedTuple):
    """Something that is wrong.

    Attributes:
        when: the day of the season.
    """

    when: datetime
    text: str


class League(NamedTuple):
    """The people of a simulation, and their strengths."""

    ladder: Ladder
    strengths: dict[int, float]


def begun(players: int, chooser: random.Random, rules: participation.Rules, most: Sequence[int]) -> League:
    """A new club whose members all take part in its ladder.

    Args:
        most: the numbers of games at a time that they choose from.
    """
    wanted = [chooser.choice(most) for _ in range(players)]
    league = gathered(players, chooser, rules)
    enter(league, wanted)
    return league


def gathered(players: int, chooser: random.Random, rules: participation.Rules) -> League:
    """A new club with a ladder in which nobody takes part yet."""
    people = numbered(players, BEGIN)
    club = founding.found(founder=people[0], terms=founding.ClubTerms("Season", joining=Club.Joining.OPEN))
    ladder = participation.begin(club=club, by=people[0], rules=rules, now=BEGIN)
    for person in people:
        membership.join(club=club, person=person)
    return League(ladder, {person.pk: chooser.gauss(0, SPREAD) for person in people})


def enter(league: League, wanted: Sequence[int]) -> None:
    """Everybody takes part, in the order of their numbers.

    Args:
        wanted: how many games at a time each wants.
    """
    people = Person.objects.filter(pk__in=league.strengths).order_by("pk")
    for person, most in zip(people, wanted, strict=True):
        participation.take_part(ladder=league.ladder, person=person, most=most, now=BEGIN)


def rate_half(league: League, chooser: random.Random) -> None:
    """Every second one plays some games against others of these before the ladder begins, and so is rated."""
    club, people = league.ladder.club, list(Person.objects.filter(pk__in=league.strengths).order_by("pk"))
    rules, first = participation.Rules("Before", DEFAULT, pace=3), BEGIN - GAMES_BEFORE * DAY
    ladder = participation.begin(club=club, by=people[0], rules=rules, now=first)
    season, half = ladder.seasons.get(), people[::2]
    for number in range(GAMES_BEFORE):
        now = first + number * DAY
        chooser.shuffle(half)
        for players in zip(half[::2], half[1::2], strict=False):
            begin(ladder=ladder, season=season, players=players, number=number, now=now)
        check_in_all()
        end_games(
            league,
            dict.fromkeys(Match.objects.filter(ended_at=None).values_list("pk", flat=True), now),
            now,
            chooser,
        )
        settling.settle()
    participation.close(ladder=ladder, by=people[0], now=BEGIN)
    while intake.fold_due():
        pass


def check_in_all() -> None:
    """Every player checks in to the games that wait for them."""
    asked = Seat.objects.select_related("game").filter(
        game__status=Game.Status.WAITING, game__nonce_hash="", due_at__isnull=False
    )
    for seat in asked.order_by("pk"):
        check_in.check_in(seat=seat, nonce=f"player-{seat.player_id}")


def end_games(league: League, ends: dict[int, datetime], now: datetime, chooser: random.Random) -> None:
    """End the games that are due, as their players' strengths and chance decide."""
    due = [match for match, at in ends.items() if at <= now]
    for match in Match.objects.filter(pk__in=due).order_by("pk"):
        del ends[match.pk]
        gap = league.strengths[match.east_id] + EAST_IS_WORTH - league.strengths[match.west_id]
        winner: Side = EAST if chooser.random() < 1 / (1 + 10 ** (-gap / 400)) else WEST
        Game.objects.filter(pk=match.game_id).update(
            status=Game.Status.OVER,
            ended_at=now - timedelta(minutes=chooser.randint(1, 1400)),
            winner=winner,
            victory=chooser.choices(("points", "resignation", "time-out"), (85, 12, 3))[0],
            week=chooser.randint(2, 7),
        )


def counted(league: League, now: datetime) -> list[Finding]:
    """Fold all ratings; return what is wrong with them, and which games have no result."""
    findings = [Finding(now, f"game {match} has no result") for match in Match.objects.filter(ended_at=None)]
    while intake.fold_due():
        pass
    if (difference := first_difference()) is not None:
        findings.append(Finding(now, f"a rebuild differs: {difference}"))
    found = judged(league)
    if found.likeness is not None and found.likeness < ENOUGH_LIKENESS:
        findings.append(Finding(now, f"ratings are like strengths by {found.likeness:.3f} only"))
    return findings


def fewest_games(league: League) -> int:
    """The smallest number of games that anybody has finished."""
    return min(_finished(league).values(), default=0)


class Judged(NamedTuple):
    """How well ratings tell who is strong, of those who have finished enough games.

    Attributes:
        players: how many these are.
        likeness: the rank correlation of their ratings with their strengths; None where they are too few to
            say.
    """

    players: int
    likeness: float | None


def judged(league: League) -> Judged:
    """How well the stored ratings tell who is strong, of all who have finished ``ENOUGH_GAMES``."""
    standings = RatingStanding.objects.filter(ladder=OVERALL).values_list("player__person", "points")
    return judge(dict(standings), league.strengths, _finished(league))


def judge(points: Mapping[int, int], strengths: Mapping[int, float], finished: Mapping[int, int]) -> Judged:
    """How well given ratings tell who is strong, of all who have finished ``ENOUGH_GAMES``.

    Args:
        points: the ratings of those who have one, by person.
        strengths: everybody's.
        finished: how many games each has finished.
    """
    known = sorted(each for each in points if finished[each] >= ENOUGH_GAMES)
    if len(known) < ENOUGH_PLAYERS:
        return Judged(len(known), None)
    return Judged(len(known), likeness([points[each] for each in known], [strengths[each] for each in known]))


def _finished(league: League) -> Counter[int]:
    """How many games each has finished."""
    counts = Counter(dict.fromkeys(league.strengths, 0))
    for pair in Match.objects.exclude(ended_at=None).values_list("east", "west"):
        counts.update(pair)
    return counts


def likeness(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's rank correlation: 1 where both put them in the same order."""
    count = len(one)
    if count < 2:
        return None
    ranks = [_ranks(one), _ranks(other)]
    squares: int = sum((first - second) * (first - second) for first, second in zip(*ranks, strict=True))
    return 1 - 6 * squares / (count * (count * count - 1))


def _ranks(values: Sequence[float]) -> list[int]:
    order = sorted(range(len(values)), key=lambda index: (values[index], index))
    ranks = [0] * len(values)
    for rank, index in enumerate(order):
        ranks[index] = rank
    return ranks
