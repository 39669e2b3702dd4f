"""Seasons of a challenge ladder: people challenge, decline and fall silent by a simple policy.

What the service allows is compared with the rules of challenges applied to the whole history, and the final
ranking with one that is computed from the history alone: see ``replayed``.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F, Q

from accounts.models.person import Person
from games.ladders import participation, rounds
from games.ladders.challenges import negotiation, ranking, stored_ranking
from games.ladders.challenges.eligibility import PlainChallenge as Plain
from games.ladders.challenges.eligibility import State, refusals
from games.ladders.models.challenge import Challenge, ChallengeRules
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.season import Season
from games.ladders.ratings.glicko import NEWCOMER
from games.ladders.ratings.results import BOTH_LOST, TIME_OUT
from games.rulebook.editions import DEFAULT
from games.services import outages
from games.simulation.league import (
    BEGIN,
    DAY,
    LATEST,
    Finding,
    Judged,
    League,
    check_in_all,
    counted,
    end_games,
    enter,
    fewest_games,
    gathered,
    judged,
    likeness,
    rate_half,
)
from sekigahara.errors.exceptions import Conflict

PLAYING = frozenset({State.ACCEPTED, State.PLAYED})
EAGER = 0.9
"""How likely somebody who has no challenge open makes one today."""
BOLD = 0.1
"""How likely they try anybody at all, whom they mostly may not challenge."""
ANSWERS = (0.7, 0.05)
"""How likely somebody accepts, or declines, a challenge today. Who does neither for days has lost."""
LASTS = (2, 8)
"""Days that a game takes: players as lively as these have played enough within a year to be judged by."""
AWAY = 0.002
"""How likely somebody goes away today, for some weeks or months, and answers nobody."""
EARLY = 8
"""Games each, on average, after which it is judged how well newcomers were placed."""
SECOND = timedelta(seconds=1)


class Came(NamedTuple):
    """Somebody came to a ladder, or left it or was taken off."""

    at: datetime
    person: int
    is_coming: bool


class ChallengesReport(NamedTuple):
    """The outcome of a simulation.

    Attributes:
        states: how many challenges ended in each state.
        refused: attempts that the rules refused.
        taken_off: how often somebody was taken off for inactivity.
        fewest: the smallest number of games that anybody has finished.
        judged: how well the ratings tell who is strong.
        ranked: the rank correlation of the ranking with the strengths; None with fewer than two players.
        ranked_early: the same once people had played ``EARLY`` games on average; None before that.
    """

    players: int
    seasons: int
    games: int
    states: Counter[str]
    refused: int
    taken_off: int
    fewest: int
    judged: Judged
    ranked: float | None
    ranked_early: float | None
    findings: list[Finding]


class _Run:
    """One simulated ladder, day by day."""

    def __init__(self, players: int, seed: int, *, enters_by_rating: bool) -> None:
        self.chooser = random.Random(seed)  # noqa: S311 - what is drawn is a simulation
        rules = participation.Rules("Challenges", DEFAULT, pace=3, format=Ladder.Format.CHALLENGE)
        self.league: League = gathered(players, self.chooser, rules)
        ChallengeRules.objects.update(enters_by_rating=enters_by_rating)
        rate_half(self.league, self.chooser)
        self.points = stored_ranking.ratings_of(self.league.strengths)
        enter(self.league, [1] * players)
        self.people = {person.pk: person for person in Person.objects.filter(pk__in=self.league.strengths)}
        self.came = [Came(BEGIN, person, is_coming=True) for person in sorted(self.people)]
        self.back: dict[int, datetime] = {}
        self.ends: dict[int, datetime] = {}
        self.days: list[datetime] = []
        self.findings: list[Finding] = []
        self.refused = 0
        self.ranked_early: float | None = None
        self.now = BEGIN

    def day(self) -> None:
        """The worker runs, then people act."""
        self.now = self.now.replace(minute=0, second=0) + DAY
        end_games(self.league, self.ends, self.now, self.chooser)
        # It has looked all day: nothing was down.
        outages.go_on(self.now)
        rounds.run(self.now)
        self.days.append(self.now)
        self.league.ladder.refresh_from_db()
        off = Entrant.objects.filter(left_at=self.now).values_list("person", flat=True)
        self.came += [Came(self.now, person, is_coming=False) for person in off]
        if self.league.ladder.closed_at is None:
            self._act()
        if self.ranked_early is None and 2 * self.games() >= EARLY * len(self.people):
            self.ranked_early = self.ranked()

    def games(self) -> int:
        """How many challenges have been played."""
        return Challenge.objects.filter(state=State.PLAYED).count()

    def ranked(self) -> float | None:
        """The rank correlation of the ranking with the strengths."""
        standing = stored_ranking.ranking_of(self.league.ladder)
        return likeness(range(len(standing), 0, -1), [self.league.strengths[person] for person in standing])

    def _act(self) -> None:
        for person in sorted(self.people):
            if self.chooser.random() < AWAY:
                self.back[person] = self.now + timedelta(days=self.chooser.randint(10, 110))
        present = [person for person in sorted(self.people) if self.back.get(person, self.now) <= self.now]
        standing = set(stored_ranking.ranking_of(self.league.ladder))
        for person in present:
            if person not in standing:
                self.now += SECOND
                self.came.append(Came(self.now, person, is_coming=True))
                participation.take_part(
                    ladder=self.league.ladder, person=self.people[person], most=1, now=self.now
                )
        unanswered = Challenge.objects.filter(Challenge.UNANSWERED, challenged__in=present)
        for challenge in unanswered.order_by("pk"):
            self._answer(challenge)
        self.chooser.shuffle(present)
        # What ended before that has no say any more, by any of the usual terms.
        late = Q(ended_at=None) | Q(ended_at__gt=self.now - 60 * DAY) | Q(made_at__gt=self.now - 60 * DAY)
        known = [each.plain for each in Challenge.objects.filter(late)]
        busy = {each.challenger for each in known if each.is_open}
        ranking = stored_ranking.ranking_of(self.league.ladder)
        for person in present:
            if person not in busy and self.chooser.random() < EAGER:
                self._challenge(person, ranking, known)

    def _answer(self, challenge: Challenge) -> None:
        self.now += SECOND
        drawn = self.chooser.random()
        by = self.people[challenge.challenged_id]
        if drawn < ANSWERS[0]:
            match = negotiation.accept(challenge=challenge, by=by, now=self.now).match
            if match is None:
                self.findings.append(Finding(self.now, f"challenge {challenge.pk} has no game"))
            else:
                check_in_all()
                self.ends[match.pk] = self.now + timedelta(days=self.chooser.randint(*LASTS))
        elif drawn < sum(ANSWERS):
            negotiation.decline(challenge=challenge, by=by, now=self.now)

    def _challenge(self, person: int, ranking: Sequence[int], known: list[Plain]) -> None:
        """Challenge the highest whom one may challenge, or sometimes anybody.

        Args:
            ranking: as it stands.
            known: all challenges that still matter; a new one is added.
        """
        self.now += SECOND
        ladder = self.league.ladder
        settings = ladder.challenge_rules.terms
        refusal = refusals(ranking, known, challenger=person, now=self.now, settings=settings)
        if self.chooser.random() < BOLD:
            target = self.chooser.choice(sorted(self.people))
        else:
            target = next((each for each in ranking if refusal(each) is None), 0)
        if not target:
            return
        by, opponent = self.people[person], self.people[target]
        try:
            made = negotiation.challenge(ladder=ladder, by=by, opponent=opponent, now=self.now)
        except Conflict as error:
            self.refused += 1
            if refusal(target) is None:
                self.findings.append(Finding(self.now, f"{person} may challenge {target}: {error}"))
        else:
            if refusal(target) is not None:
                self.findings.append(Finding(self.now, f"{person} may not challenge {target}"))
            known.append(made.plain)


def ranked_unseeded(*, players: int, weeks: int, seed: int) -> float | None:
    """What ``ranked_early`` is if everybody begins at the bottom; None if so many weeks are not enough."""
    run = _Run(players, seed, enters_by_rating=False)
    while run.ranked_early is None and run.now < BEGIN + timedelta(weeks=weeks):
        run.day()
    return run.ranked_early


def simulate(*, players: int, weeks: int, seed: int) -> ChallengesReport:
    """Run a challenge ladder for some weeks, and then until every game has ended.

    Half of the people have a rating when it begins.

    Args:
        seed: decides everything.
    """
    run = _Run(players, seed, enters_by_rating=True)
    last = BEGIN + timedelta(weeks=weeks)
    while run.now < last + timedelta(days=LATEST):
        run.day()
        if run.league.ladder.closed_at is None and run.now >= last:
            founder = run.people[min(run.people)]
            participation.close(ladder=run.league.ladder, by=founder, now=run.now + SECOND)
    run.findings += [Finding(run.now, text) for text in _wrong(run)]
    run.findings += counted(run.league, run.now)
    return _report(run)


def _wrong(run: _Run) -> Iterator[str]:
    """Errors found at the end: an open challenge, a forfeit before its time, or a different ranking."""
    yield from (f"challenge {each.pk} is {each.state}" for each in Challenge.objects.filter(Challenge.OPEN))
    ladder = run.league.ladder
    silent = Challenge.objects.filter(state=State.FORFEITED, answered_at=None)
    early = silent.filter(ended_at__lt=F("answer_by"))
    yield from (f"challenge {each.pk} was lost before its time" for each in early)
    until = [day for day in run.days if ladder.closed_at is None or day <= ladder.closed_at]
    again = replayed(ladder, run.came, until, run.points)
    if again != stored_ranking.ranking_of(ladder):
        yield f"the ranking worked out again is {again}, and kept is {stored_ranking.ranking_of(ladder)}"


def _report(run: _Run) -> ChallengesReport:
    strengths = run.league.strengths
    return ChallengesReport(
        players=len(strengths),
        seasons=Season.objects.filter(ladder=run.league.ladder).count(),
        games=run.games(),
        states=Counter(Challenge.objects.values_list("state", flat=True)),
        refused=run.refused,
        taken_off=sum(not each.is_coming for each in run.came),
        fewest=fewest_games(run.league),
        judged=judged(run.league),
        ranked=run.ranked(),
        ranked_early=run.ranked_early,
        findings=run.findings,
    )


def replayed(
    ladder: Ladder, came: Sequence[Came], days: Sequence[datetime], points: Mapping[int, int]
) -> list[int]:
    """The ranking after the whole history.

    Args:
        came: who came and went, in order.
        days: when the worker ran while the ladder was open; drops for inactivity follow then.
        points: the ratings of those who had one before the ladder began.
    """
    challenges = list(Challenge.objects.filter(season__ladder=ladder).select_related("match"))
    ended = [each for each in challenges if each.ended_at is not None]
    ended.sort(key=lambda each: (each.ended_at, each.answered_at is None, each.match_id or 0, each.answer_by))
    steps: list[tuple[datetime, int, int, Came | Challenge | datetime | None]] = [
        *((each.at, 0 if each.is_coming else 4, place, each) for place, each in enumerate(came)),
        *((day, 1, place, None) for place, day in enumerate(days)),
        *((each.ended_at, 2, place, each) for place, each in enumerate(ended) if each.ended_at is not None),
        *((day, 3, place, day) for place, day in enumerate(days)),
    ]
    standing: list[int] = []
    idle_since: dict[int, datetime] = {}
    since = days[0]
    for at, _kind, _place, step in sorted(steps, key=lambda each: each[:3]):
        if isinstance(step, Came):
            standing = [each for each in standing if each != step.person]
            if step.is_coming:
                is_seeded = ladder.challenge_rules.enters_by_rating and step.person not in idle_since
                known = points if is_seeded else {step.person: 0}
                standing = ranking.entered(standing, step.person, known, usual=NEWCOMER.points)
                idle_since[step.person] = at
        elif step is None:
            idle_since |= dict.fromkeys(standing[:1], at)  # who is at the top is not idle
        elif isinstance(step, Challenge):
            standing = _after(ladder, standing, step)
            idle_since |= dict.fromkeys(_active(step), at)
        else:
            busy = {*standing[:1], *_busy(challenges, at)}
            active = {each: at if each in busy else idle_since[each] for each in standing}
            settings = ladder.challenge_rules.terms
            found = ranking.after_inactivity(standing, active, since=since, now=at, settings=settings)
            standing, since = found.ranking, at
    return standing


def _after(ladder: Ladder, standing: Sequence[int], challenge: Challenge) -> list[int]:
    """The ranking after a challenge has ended."""
    both = {"challenger": challenge.challenger_id, "challenged": challenge.challenged_id}
    match = challenge.match
    if challenge.state == State.FORFEITED:
        return ranking.after_result(standing, **both, winner=challenge.challenger_id)
    if challenge.state != State.PLAYED or match is None:
        return list(standing)
    settings = ladder.challenge_rules.terms
    if match.victory == BOTH_LOST:
        return ranking.after_both_lost(standing, **both, settings=settings)
    if match.winner_id is None or match.victory != TIME_OUT:
        return ranking.after_result(standing, **both, winner=match.winner_id)
    loser = match.east_id + match.west_id - match.winner_id
    return ranking.after_time_out(standing, **both, loser=loser, settings=settings)


def _active(challenge: Challenge) -> set[int]:
    """Who counts as active until a challenge ended."""
    if challenge.state == State.PLAYED:
        return {challenge.challenger_id, challenge.challenged_id}
    return {challenge.challenger_id}


def _busy(challenges: Sequence[Challenge], at: datetime) -> set[int]:
    """Who was playing at that moment, or waiting for an answer."""
    found = set()
    for each in challenges:
        if each.made_at <= at and (each.ended_at is None or each.ended_at > at):
            found.add(each.challenger_id)
            if each.answered_at is not None and each.answered_at <= at and each.state in PLAYING:
                found.add(each.challenged_id)
    return found
