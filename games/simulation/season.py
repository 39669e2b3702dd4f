"""Seasons of free pairing without players: strengths are planted, results drawn from them, all else is real.

Clubs, entrants, rounds, matches, games and ratings are made by the services, day by day, as they would be by
people and workers; only how a game ends is drawn, and written into its row instead of being played.
"""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from accounts.models.person import Person
from games.editions import DEFAULT
from games.ladders import ladders, rounds, settling
from games.ladders.models.match import Match
from games.ladders.models.season import Season
from games.ladders.pairing.pairing import Candidate, Settings, is_rematch, may_meet
from games.simulation.league import (
    BEGIN,
    DAY,
    LATEST,
    Finding,
    League,
    begun,
    counted,
    end_games,
    fewest_games,
    likeness_of_ratings,
)


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


def simulate(*, players: int, weeks: int, seed: int) -> Report:
    """Let a ladder of free pairing run for some weeks, and then until every game has ended.

    Args:
        seed: decides everything.
    """
    chooser = random.Random(seed)  # noqa: S311 - what is drawn is a simulation
    rules = ladders.Rules("Free pairing", DEFAULT, pace=3)
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
            ladders.close(ladder=league.ladder, by=Person.objects.get(pk=min(league.strengths)), now=now)
        league.ladder.refresh_from_db()
        settling.settle()
        settling.settle()
        waiting = {each.id: each for each in rounds.candidates(league.ladder, now)}
        rounds.run(now)
        paired = list(Match.objects.filter(paired_at=now).order_by("pk"))
        findings += [Finding(now, text) for text in illegal(paired, waiting, now)]
        rematches += sum(is_rematch(waiting[match.east_id], waiting[match.west_id]) for match in paired)
        furthest = max([furthest, *(abs(after) for after in _after(paired, waiting).values())])
        for match in paired:
            ends[match.pk] = now + timedelta(days=chooser.randint(4, 20))
    rounds.run(now)
    findings += counted(league, now)
    return _report(league, findings, rematches, furthest)


def illegal(paired: list[Match], waiting: dict[int, Candidate], now: datetime) -> Iterator[str]:
    """What is wrong with a round, in words.

    A rematch is wrong where two games of the round could change opponents, and neither of the new ones were
    one; the side of a game where the other way round both players' seasons would be more even.
    """
    settings = Settings()
    met = [(waiting[match.east_id], waiting[match.west_id]) for match in paired]
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
    after = _after(paired, waiting)
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


def _after(paired: list[Match], waiting: dict[int, Candidate]) -> dict[int, int]:
    """By player of a round, games as East less those as West after it."""
    after = {each: waiting[each].difference for match in paired for each in (match.east_id, match.west_id)}
    for match in paired:
        after[match.east_id] += 1
        after[match.west_id] -= 1
    return after


def _report(league: League, findings: list[Finding], rematches: int, furthest: int) -> Report:
    league.ladder.refresh_from_db()
    return Report(
        players=len(league.strengths),
        rounds=league.ladder.round,
        seasons=Season.objects.filter(ladder=league.ladder).count(),
        games=Match.objects.count(),
        fewest=fewest_games(league),
        likeness=likeness_of_ratings(league),
        rematches=rematches,
        furthest=furthest,
        findings=findings,
    )
