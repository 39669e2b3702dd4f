"""The automatic part of challenge ladders.

Unanswered challenges are forfeited, inactive players lose places, and those who have left the club are
removed. Each step is a transaction that locks the ladder's row and checks again whether it is still due, so
several workers may run this at the same time. Outages cost no one a place: deadlines are extended first.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q

from accounts.models.person import Person
from games.ladders import isolation, participation, seasons
from games.ladders.challenges import ends as challenge_ends
from games.ladders.challenges import stored_ranking
from games.ladders.challenges.eligibility import State
from games.ladders.challenges.ranking import after_inactivity
from games.ladders.models.challenge import Challenge, ChallengeRules
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.season import Season
from games.ladders.tables import updating
from games.models import playing_time
from games.models.outage import Timer
from games.reads import deadlines
from games.services import clock, outages
from notifications.services import Announcement, announce

ANSWER_REMINDER = "ladders.challenge-reminder"
TAKEN_OFF = "ladders.taken-off"
GOING = Q(format=Ladder.Format.CHALLENGE, closed_at=None)
"""The ladders on which people challenge each other."""


def look(now: datetime) -> int:
    """Do everything that is due, unless the time is in doubt.

    Returns:
        The number of challenges that ended, and of people who lost places or were reminded.
    """
    rows = list(Ladder.objects.filter(GOING).select_related("challenge_rules").order_by("pk"))
    if rows and not outages.catch_up(now):
        return 0
    return isolation.attempt_each(partial(_look_at, now=now), "look at ladder", rows)


def timers(on: Collection[Ladder]) -> Iterator[Timer]:
    """The deadlines of challenges on some ladders, and the times from which idleness is counted there."""
    going = Ladder.objects.filter(GOING, pk__in=[ladder.pk for ladder in on])
    unanswered = Challenge.objects.filter(Challenge.UNANSWERED, season__ladder__in=going)
    unanswered = unanswered.select_related("challenged", "season__ladder")
    yield Timer(unanswered, "answer_by", "made_at", ("is_reminded",), _asked_by)
    yield Timer(Entrant.objects.filter(ladder__in=going, place__isnull=False), "waiting_since")
    yield Timer(ChallengeRules.objects.filter(ladder__in=going), "dropped_until")


def _asked_by(challenge: Challenge) -> list[Person]:
    return [challenge.challenged] if challenge.season.ladder.holidays_count else []


def _look_at(ladder: Ladder, now: datetime) -> int:
    return _tidy(ladder, now) + _forfeit_late(ladder, now) + _drop(ladder, now) + _remind(ladder, now)


def _tidy(ladder: Ladder, now: datetime) -> int:
    """Begin a due season, remove those who have left the club, and call off their open challenges.

    A player at the top who does not pause has not been inactive: they have no one to challenge.
    """
    of_club = Q(person__memberships__club=ladder.club_id)
    gone = Entrant.objects.filter(ladder=ladder, left_at=None).exclude(of_club)
    with transaction.atomic(durable=True):
        row = participation.locked(ladder)
        people = list(gone.values_list("person", flat=True))
        if people:
            gone.update(left_at=now, most=0)
            stored_ranking.take_off(row, people)
        season = seasons.current(row, now)
        if people:
            updating.changed(Season.objects.filter(pk=season.pk))
        present = stored_ranking.ranking_of(row)
        Entrant.objects.filter(ladder=row, person__in=present[:1], most__gt=0).update(waiting_since=now)
        absent = ~Q(challenger__in=present) | ~Q(challenged__in=present)
        stuck = Q(Challenge.UNANSWERED) | Q(state=State.ACCEPTED, match=None)
        left = list(Challenge.objects.filter(absent, stuck, season__ladder=row))
        for challenge in left:
            both = {challenge.challenger_id, challenge.challenged_id}
            challenge_ends.call_off(challenge, now, notify=sorted(both.intersection(present)))
    return len(left)


def _forfeit_late(ladder: Ladder, now: datetime) -> int:
    """Forfeit the challenges that were not answered in time."""
    late = Challenge.objects.filter(Challenge.UNANSWERED, season__ladder=ladder, answer_by__lte=now)
    done = 0
    for pk in late.order_by("answer_by", "made_at", "pk").values_list("pk", flat=True):
        with transaction.atomic(durable=True):
            row = participation.locked(ladder)
            challenge = late.filter(pk=pk).first()
            if challenge is not None:
                challenge_ends.forfeit(row, challenge, now)
                done += 1
    return done


def _drop(ladder: Ladder, now: datetime) -> int:
    """Drop inactive players in the ranking, and finally remove them."""
    long_ago = now - timedelta(days=ladder.challenge_rules.inactive_after)
    idle = stored_ranking.ranked(ladder).filter(waiting_since__lte=long_ago)
    if not idle.exists():
        return 0
    with transaction.atomic(durable=True):
        row = participation.locked(ladder)
        rules = ChallengeRules.objects.get(ladder=row)
        if row.closed_at is not None or now <= rules.dropped_until:
            return 0
        found = after_inactivity(
            stored_ranking.ranking_of(row),
            _active(row, now),
            since=rules.dropped_until,
            now=now,
            settings=rules.terms,
        )
        rules.dropped_until = now
        rules.save(update_fields=["dropped_until"])
        stored_ranking.keep(row, found.ranking)
        _take_off(row, found.off, now)
    return len(found.dropped) + len(found.off)


def _active(ladder: Ladder, now: datetime) -> Mapping[int, datetime]:
    """By person, since when they have not played.

    Not inactive are players with a running game, those who wait for an answer to their challenge, and the
    player at the top if they are ready to play.
    """
    entrants = list(stored_ranking.ranked(ladder).select_related("person"))
    for entrant in entrants:
        (away,) = ladder.time_away_of(entrant.person) or ("",)
        entrant.waiting_since = playing_time.idle_since(entrant.waiting_since, now, away)
    busy = {entrant.person_id for entrant in entrants[:1] if entrant.most > 0}
    for challenge in Challenge.objects.filter(Challenge.OPEN, season__ladder=ladder):
        busy.add(challenge.challenger_id)
        if not challenge.is_unanswered:
            busy.add(challenge.challenged_id)
    return {
        entrant.person_id: now if entrant.person_id in busy else entrant.waiting_since for entrant in entrants
    }


def _take_off(ladder: Ladder, people: Collection[int], now: datetime) -> None:
    """Remove people from the ladder. They may come back at the bottom."""
    if not people:
        return
    Entrant.objects.filter(ladder=ladder, person__in=people).update(left_at=now, most=0)
    updating.changed(Season.objects.filter(pk=seasons.current(ladder, now).pk))
    challenge_ends.call_off_of(ladder, people, now)
    when = deadlines.occasion(now)
    announce([Announcement(TAKEN_OFF, ladder.public_id, f"{person}.{when}", person) for person in people])


def _remind(ladder: Ladder, now: datetime) -> int:
    """Remind, once, those who have a quarter of their time left."""
    left = timedelta(days=ladder.challenge_rules.answer_within) * clock.REMIND_WITH
    waiting = Challenge.objects.filter(Challenge.UNANSWERED, season__ladder=ladder, is_reminded=False)
    done = 0
    for challenge in waiting.filter(answer_by__gt=now, answer_by__lte=now + left):
        with transaction.atomic(durable=True):
            if waiting.filter(pk=challenge.pk).update(is_reminded=True):
                when = deadlines.occasion(challenge.answer_by)
                announce([Announcement(ANSWER_REMINDER, challenge.public_id, when, challenge.challenged_id)])
                done += 1
    return done
