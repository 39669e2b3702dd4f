"""Seasons of a ladder without players: strengths are planted, results are drawn from them, all else is real.

Clubs, entrants, rounds, matches, games and ratings are made by the services, day by day, as they would be by
people and workers; only how a game ends is drawn, and written into its row instead of being played.
"""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from accounts.models.person import Person
from games.editions import DEFAULT
from games.engine.side import EAST, WEST, Side
from games.ladders import clubs, ladders, membership, rated, rounds
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.ladders.models.match import Match
from games.ladders.models.rating_standing import RatingStanding
from games.ladders.models.season import Season
from games.ladders.pairing import Candidate, Settings, is_rematch, may_meet
from games.ladders.rating_check import first_difference
from games.ladders.ratings import OVERALL
from games.models.game import Game

BEGIN: Final = datetime(2026, 1, 5, 18, tzinfo=UTC)
DAY: Final = timedelta(days=1)
SPREAD: Final = 250
"""Rating points: the standard deviation of the planted strengths."""
EAST_IS_WORTH: Final = 70
"""Rating points that East is stronger by: about 60 games of 100 between equals."""
ENOUGH_GAMES: Final = 30
"""With so many each, ratings must tell who is strong."""
ENOUGH_LIKENESS: Final = 0.9
LATEST: Final = 60
"""Days within which every game ends."""


class Finding(NamedTuple):
    """Something that must not be.

    Attributes:
        when: the day of the season.
    """

    when: datetime
    text: str


class Report(NamedTuple):
    """What came of it.

    Attributes:
        likeness: the rank correlation of the ratings with the strengths; None with fewer than two players.
        fewest: games that somebody has finished who finished fewest.
        rematches: games against one's latest opponent that could not be avoided.
        furthest: by how many games somebody's sides ever were apart.
    """

    players: int
    rounds: int
    seasons: int
    games: int
    fewest: int
    likeness: float | None
    rematches: int
    furthest: int
    findings: list[Finding]


class League(NamedTuple):
    """The people of a simulation, and what they are worth."""

    ladder: Ladder
    strengths: dict[int, float]


def simulate(*, players: int, weeks: int, seed: int) -> Report:
    """Let a ladder of free pairing run for some weeks, and then until every game has ended.

    Args:
        seed: decides everything.
    """
    chooser = random.Random(seed)  # noqa: S311 - what is drawn is a simulation
    league = _begun(players, chooser)
    findings: list[Finding] = []
    ends: dict[int, datetime] = {}
    rematches = furthest = 0
    last = BEGIN + timedelta(weeks=weeks)
    now = BEGIN
    while now < last + timedelta(days=LATEST):
        now += DAY
        _end_games(league, ends, now, chooser)
        if now == last:
            ladders.close(ladder=league.ladder, by=Person.objects.get(pk=min(league.strengths)), now=now)
        league.ladder.refresh_from_db()
        rounds.settle()
        rounds.settle()
        waiting = {each.id: each for each in rounds.candidates(league.ladder, now)}
        rounds.run(now)
        begun = list(Match.objects.filter(paired_at=now).order_by("pk"))
        findings += [Finding(now, text) for text in illegal(begun, waiting, now)]
        rematches += sum(is_rematch(waiting[match.east_id], waiting[match.west_id]) for match in begun)
        furthest = max([furthest, *(abs(after) for after in _after(begun, waiting).values())])
        for match in begun:
            ends[match.pk] = now + timedelta(days=chooser.randint(4, 20))
    rounds.run(now)
    findings += [Finding(now, f"game {match} has no result") for match in Match.objects.filter(ended_at=None)]
    while rated.fold_due():
        pass
    if (difference := first_difference()) is not None:
        findings.append(Finding(now, f"a rebuild differs: {difference}"))
    return _report(league, findings, rematches, furthest)


def illegal(begun: list[Match], waiting: dict[int, Candidate], now: datetime) -> Iterator[str]:
    """What is wrong with a round, in words.

    A rematch is wrong where two games of the round could change opponents, and neither of the new ones were
    one; the side of a game where the other way round both players' seasons would be more even.
    """
    settings = Settings()
    met = [(waiting[match.east_id], waiting[match.west_id]) for match in begun]
    taken = {frozenset((one.id, other.id)) for one, other in met}
    if len(taken) < len(met):
        yield "two play each other twice in one round"
    slots = Counter(person.id for game in met for person in game)
    yield from (
        f"player {each} has more games than asked for" for each in slots if slots[each] > waiting[each].slots
    )
    for one, other in met:
        if not may_meet(one, other, now, settings):
            yield f"{one.id} and {other.id} may not meet"
        if is_rematch(one, other):
            yield from (
                f"{one.id} and {other.id} meet again, and could have changed with {third.id} and {fourth.id}"
                for third, fourth in met
                if _could_change((one, other), (third, fourth), taken, now)
            )
    after = _after(begun, waiting)
    for east, west in ((one.id, other.id) for one, other in met):
        worst = max(abs(after[east]), abs(after[west]))
        if worst > 1 and worst > max(abs(after[east] - 2), abs(after[west] + 2)):
            yield f"{east} and {west} have the wrong sides"


def _could_change(
    game: tuple[Candidate, Candidate],
    with_game: tuple[Candidate, Candidate],
    taken: set[frozenset[int]],
    now: datetime,
) -> bool:
    if len({person.id for person in (*game, *with_game)}) < 4:
        return False
    (one, other), (third, fourth) = game, with_game
    return any(
        all(
            may_meet(*new, now, Settings())
            and not is_rematch(*new)
            and frozenset(person.id for person in new) not in taken
            for new in changed
        )
        for changed in (((one, third), (other, fourth)), ((one, fourth), (other, third)))
    )


def _after(begun: list[Match], waiting: dict[int, Candidate]) -> dict[int, int]:
    """By player of a round, games as East less those as West after it."""
    after = {each: waiting[each].difference for match in begun for each in (match.east_id, match.west_id)}
    for match in begun:
        after[match.east_id] += 1
        after[match.west_id] -= 1
    return after


def _begun(players: int, chooser: random.Random) -> League:
    """A club of so many, all of whom take part in its ladder."""
    people = [Person.objects.at(f"player-{number}@example.org") for number in range(1, players + 1)]
    for number, person in enumerate(people, start=1):
        Person.objects.filter(pk=person.pk).update(name=f"Player {number}")
        person.name = f"Player {number}"
    club = clubs.found(founder=people[0], terms=clubs.Terms("Season", joining=Club.Joining.OPEN))
    rules = ladders.Rules("Free pairing", DEFAULT, pace=3)
    ladder = ladders.begin(club=club, by=people[0], rules=rules, now=BEGIN)
    for person in people:
        membership.join(club=club, person=person)
        ladders.take_part(ladder=ladder, person=person, most=chooser.choice((2, 2, 3)), now=BEGIN)
    return League(ladder, {person.pk: chooser.gauss(0, SPREAD) for person in people})


def _end_games(league: League, ends: dict[int, datetime], now: datetime, chooser: random.Random) -> None:
    """End the games whose day has come, as their players' strengths and chance have it."""
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


def _report(league: League, findings: list[Finding], rematches: int, furthest: int) -> Report:
    counts = Counter(dict.fromkeys(league.strengths, 0))
    for pair in Match.objects.exclude(ended_at=None).values_list("east", "west"):
        counts.update(pair)
    standings = RatingStanding.objects.filter(ladder=OVERALL).values_list("player__person", "points")
    points = dict(standings)
    known = sorted(person for person in league.strengths if person in points)
    likeness = _likeness([points[each] for each in known], [league.strengths[each] for each in known])
    fewest = min(counts.values(), default=0)
    if fewest >= ENOUGH_GAMES and likeness is not None and likeness < ENOUGH_LIKENESS:
        findings.append(Finding(BEGIN, f"ratings are like strengths by {likeness:.3f} only"))
    league.ladder.refresh_from_db()
    return Report(
        players=len(league.strengths),
        rounds=league.ladder.round,
        seasons=Season.objects.filter(ladder=league.ladder).count(),
        games=Match.objects.count(),
        fewest=fewest,
        likeness=likeness,
        rematches=rematches,
        furthest=furthest,
        findings=findings,
    )


def _likeness(one: list[float], other: list[float]) -> float | None:
    """Spearman's rank correlation: 1 where both put them in the same order."""
    count = len(one)
    if count < 2:
        return None
    ranks = [_ranks(one), _ranks(other)]
    apart: int = sum((first - second) * (first - second) for first, second in zip(*ranks, strict=True))
    return 1 - 6 * apart / (count * (count * count - 1))


def _ranks(values: list[float]) -> list[int]:
    order = sorted(range(len(values)), key=lambda index: (values[index], index))
    ranks = [0] * len(values)
    for rank, index in enumerate(order):
        ranks[index] = rank
    return ranks
