"""Seasons of free pairing without players: strengths are given, results drawn from them, all else is real.

The services make clubs, entrants, rounds, matches, games and ratings, day by day, as for people. Only the end
of a game is drawn at random and written into its row instead of being played.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from accounts.models.person import Person
from games.ladders import participation, rounds, settling
from games.ladders.models.season import Match, Season
from games.ladders.pairing.matchmaking import Candidate, is_rematch, may_meet, pair_up
from games.ladders.pairing.sides import balanced
from games.rulebook.editions import DEFAULT
from games.services import outages
from games.simulation.league import (
    BEGIN,
    DAY,
    LATEST,
    Finding,
    Judged,
    League,
    begun,
    check_in_all,
    counted,
    end_games,
    fewest_games,
    judged,
)


class SeasonReport(NamedTuple):
    """The outcome of a simulation.

    Attributes:
        judged: how well the ratings tell who is strong.
        fewest: the smallest number of games that anybody has finished.
        rematches: games against one's latest opponent that could not be avoided.
        furthest: the largest difference between somebody's games as East and as West.
    """

    players: int
    rounds: int
    seasons: int
    games: int
    fewest: int
    judged: Judged
    rematches: int
    furthest: int
    findings: list[Finding]


def simulate(*, players: int, weeks: int, seed: int) -> SeasonReport:
    """Run a ladder of free pairing for some weeks, and then until every game has ended.

    Args:
        seed: decides everything.
    """
    chooser = random.Random(seed)  # noqa: S311 - what is drawn is a simulation
    rules = participation.Rules("Free pairing", DEFAULT, pace=3)
    league = begun(players, chooser, rules, most=(2, 2, 3))
    findings: list[Finding] = []
    ends: dict[int, datetime] = {}
    rematches = furthest = 0
    last = BEGIN + timedelta(weeks=weeks)
    now = BEGIN
    while now < last + timedelta(days=LATEST):
        now += DAY
        end_games(league, ends, now, chooser)
        if now == last:
            participation.close(
                ladder=league.ladder, by=Person.objects.get(pk=min(league.strengths)), now=now
            )
        league.ladder.refresh_from_db()
        settling.settle()
        settling.settle()
        waiting = {each.id: each for each in rounds.candidates(league.ladder, now)}
        outages.go_on(now)  # it has run all day: nothing was down
        rounds.run(now)
        check_in_all()
        paired = list(Match.objects.filter(paired_at=now).order_by("pk"))
        findings += [Finding(now, text) for text in illegal(paired, waiting, now)]
        rematches += sum(is_rematch(waiting[match.east_id], waiting[match.west_id]) for match in paired)
        after = _after((waiting[match.east_id], waiting[match.west_id]) for match in paired)
        furthest = max([furthest, *map(abs, after.values())])
        for match in paired:
            ends[match.pk] = now + timedelta(days=chooser.randint(4, 20))
    rounds.run(now)
    findings += counted(league, now)
    return _report(league, findings, rematches, furthest)


def illegal(paired: Sequence[Match], waiting: Mapping[int, Candidate], now: datetime) -> Iterator[str]:
    """What is wrong with a round, in words.

    A rematch is wrong where a round without rematches has as many games. Sides are wrong where the same pairs
    with other sides would make the sum of the squares of all differences smaller.

    Args:
        waiting: everybody who could have been paired, by person.
    """
    met = [(waiting[match.east_id], waiting[match.west_id]) for match in paired]
    taken = {frozenset((one.id, other.id)) for one, other in met}
    if len(taken) < len(met):
        yield "two play each other twice in one round"
    slots = Counter(person.id for game in met for person in game)
    yield from (
        f"player {each} has more games than asked for" for each in slots if slots[each] > waiting[each].slots
    )
    for one, other in met:
        if not may_meet(one, other, now):
            yield f"{one.id} and {other.id} may not meet"
    again = [f"{one.id} and {other.id}" for one, other in met if is_rematch(one, other)]
    if again:
        never = [replace(each, blocked=each.blocked.union(each.recent[:1])) for each in waiting.values()]
        if len(pair_up(never, now=now, number=0)) >= len(met):
            yield f"{', '.join(again)} meet again, and as many games could have been without"
    after = _after(met)
    best = _after(
        (waiting[east], waiting[west])
        for east, west in balanced(
            [(one.id, other.id) for one, other in met],
            {each: waiting[each].difference for each in after},
            {each: each for each in after},
        )
    )
    if _unevenness(after) > _unevenness(best):
        yield f"the sides could have been more even: {after} and not {best}"


def _after(games: Iterable[tuple[Candidate, Candidate]]) -> dict[int, int]:
    """By player of a round, games as East less those as West after it.

    Args:
        games: East and West of each.
    """
    after: dict[int, int] = {}
    for east, west in games:
        after[east.id] = after.get(east.id, east.difference) + 1
        after[west.id] = after.get(west.id, west.difference) - 1
    return after


def _unevenness(after: Mapping[int, int]) -> int:
    return sum(difference * difference for difference in after.values())


def _report(league: League, findings: list[Finding], rematches: int, furthest: int) -> SeasonReport:
    league.ladder.refresh_from_db()
    return SeasonReport(
        players=len(league.strengths),
        rounds=league.ladder.round,
        seasons=Season.objects.filter(ladder=league.ladder).count(),
        games=Match.objects.count(),
        fewest=fewest_games(league),
        judged=judged(league),
        rematches=rematches,
        furthest=furthest,
        findings=findings,
    )
