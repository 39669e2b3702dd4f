"""The final ranking of a challenge ladder, computed from its history alone."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from games.ladders.challenges import ranking
from games.ladders.challenges.eligibility import State
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Ladder
from games.ladders.ratings.glicko import NEWCOMER
from games.ladders.ratings.results import BOTH_LOST, TIME_OUT

PLAYING = frozenset({State.ACCEPTED, State.PLAYED})


class Came(NamedTuple):
    """Somebody came to a ladder, or left it or was taken off."""

    at: datetime
    person: int
    is_coming: bool


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
