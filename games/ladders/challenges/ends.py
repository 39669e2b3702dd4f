"""The ends of challenges, and their effect on the ranking.

The functions run in the transaction of the caller, which holds the lock of the ladder's row.
"""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q

from games.ladders.challenges import eligibility, ranking, stored_ranking, webhook_events
from games.ladders.challenges.eligibility import State
from games.ladders.models.challenge import Challenge, ChallengeRules
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.season import Match
from games.ladders.ratings.results import BOTH_LOST, TIME_OUT
from notifications.services import Announcement, announce

OUTCOME = "ladders.challenge-outcome"


def decline(ladder: Ladder, challenge: Challenge, now: datetime) -> None:
    """The challenged does not want to play; that is free so often in a season, and then a loss."""
    rules = ChallengeRules.objects.get(ladder=ladder).terms
    state = eligibility.declined(
        [one.plain for one in Challenge.objects.filter(season=challenge.season_id)],
        challenge.challenged_id,
        rules,
    )
    challenge.answered_at = now
    _end(challenge, state, now)
    _tell(challenge, [challenge.challenger_id])
    if state is State.FORFEITED:
        _lose(ladder, challenge)
    _wait(challenge, [challenge.challenger_id], now)


def stay_away(ladder: Ladder, challenge: Challenge, now: datetime) -> None:
    """The challenged accepted, and alone did not check in to the game. It counts as declining, or they could
    evade every challenge for nothing.
    """
    decline(ladder, challenge, now)
    _tell(challenge, [challenge.challenged_id])


def forfeit(ladder: Ladder, challenge: Challenge, now: datetime) -> None:
    """The challenged did not answer in time, and has lost."""
    _end(challenge, State.FORFEITED, now)
    _tell(challenge, [challenge.challenger_id, challenge.challenged_id])
    _lose(ladder, challenge)
    _wait(challenge, [challenge.challenger_id], now)


def call_off(challenge: Challenge, now: datetime, *, notify: Collection[int]) -> None:
    """Call off a challenge without any loss of places. The time of inactivity begins now for both players.

    Args:
        notify: the ids of the players who get a mail about it.
    """
    kept = [challenge.challenger_id] if challenge.is_unanswered else [*challenge.plain.between]
    _end(challenge, State.CALLED_OFF, now)
    _wait(challenge, kept, now)
    _tell(challenge, notify)


def withdraw(challenge: Challenge, now: datetime) -> None:
    """Withdraw a challenge. The challenger's time of inactivity runs as if it had not been made."""
    _end(challenge, State.CALLED_OFF, now)
    _tell(challenge, [challenge.challenged_id])


def call_off_of(ladder: Ladder, people: Collection[int], now: datetime) -> None:
    """Call off the unanswered challenges of people who no longer take part, and notify their opponents."""
    theirs = Q(challenger__in=people) | Q(challenged__in=people)
    waiting = Challenge.objects.filter(theirs, Challenge.UNANSWERED, season__ladder=ladder)
    for challenge in waiting:
        both = (challenge.challenger_id, challenge.challenged_id)
        call_off(challenge, now, notify=[person for person in both if person not in people])


def call_off_all(ladder: Ladder, now: datetime) -> None:
    """Call off all unanswered challenges of a closed ladder, and notify both players."""
    for challenge in Challenge.objects.filter(Challenge.UNANSWERED, season__ladder=ladder):
        call_off(challenge, now, notify=[challenge.challenger_id, challenge.challenged_id])


def record_result(ladder: Ladder, match: Match) -> None:
    """Record the result of a challenge's game, and update the ranking.

    A loss on time costs additional places, and so does a game that both lost. Does nothing for a match
    without an open challenge.
    """
    challenge = Challenge.objects.filter(match=match, state=State.ACCEPTED).first()
    if challenge is None or match.ended_at is None:
        return
    _end(challenge, State.PLAYED, match.ended_at)
    if match.winner_id is not None or match.victory == BOTH_LOST:
        _rank(ladder, challenge, match)
    webhook_events.ended(ladder, challenge)


def _rank(ladder: Ladder, challenge: Challenge, match: Match) -> None:
    """Move the players of a game with a winner, or of one that both lost, to their new places."""
    both = {"challenger": challenge.challenger_id, "challenged": challenge.challenged_id}
    standing = stored_ranking.ranking_of(ladder)
    settings = ChallengeRules.objects.get(ladder=ladder).terms
    if match.victory == BOTH_LOST:
        after = ranking.after_both_lost(standing, **both, settings=settings)
    elif match.victory == TIME_OUT:
        loser = match.west_id if match.winner_id == match.east_id else match.east_id
        after = ranking.after_time_out(standing, **both, loser=loser, settings=settings)
    else:
        after = ranking.after_result(standing, **both, winner=match.winner_id)
    stored_ranking.keep(ladder, after)


def _end(challenge: Challenge, state: State, now: datetime) -> None:
    challenge.state, challenge.ended_at = state, now
    challenge.save(update_fields=["state", "ended_at", "answered_at"])


def _lose(ladder: Ladder, challenge: Challenge) -> None:
    """The challenged has lost without a game."""
    after = ranking.after_result(
        stored_ranking.ranking_of(ladder),
        challenger=challenge.challenger_id,
        challenged=challenge.challenged_id,
        winner=challenge.challenger_id,
    )
    stored_ranking.keep(ladder, after)
    webhook_events.ended(ladder, challenge)


def _wait(challenge: Challenge, people: Collection[int], now: datetime) -> None:
    """Restart the time of inactivity for people who got no game through no fault of their own."""
    entrants = Entrant.objects.filter(ladder=challenge.season.ladder_id, person__in=people)
    entrants.update(waiting_since=now)


def _tell(challenge: Challenge, people: Collection[int]) -> None:
    announce([Announcement(OUTCOME, challenge.public_id, str(person), person) for person in people])
