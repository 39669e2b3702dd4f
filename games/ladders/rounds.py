"""The automatic part of ladders: recording results, beginning seasons, and pairing rounds.

Each step is a transaction that first checks whether it is still due. So several workers may run this at the
same time, and one that dies leaves nothing half done.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F, Q, QuerySet

from accounts.models.person import Block
from games.ladders import changing, isolation, news, participation, seasons
from games.ladders.bidding import sealed_bids
from games.ladders.challenges import automation as challenge_automation
from games.ladders.challenges import stored_ranking
from games.ladders.clubs import webhook_events
from games.ladders.models.bidding import Bidding
from games.ladders.models.ladder import MOST_MISSED, Entrant, Ladder, LadderStep
from games.ladders.models.season import Match, Season
from games.ladders.pairing.matchmaking import Candidate, Pairing, pair_up
from games.ladders.ratings.glicko import NEWCOMER
from games.ladders.settling import settle
from games.ladders.starting import begin
from games.ladders.tables import updating
from games.services import outages
from sekigahara.db import service_time

REMEMBERED = 12
"""The number of latest opponents that pairing considers."""
REMEMBERED_FOR = timedelta(days=365)
"""Opponents of longer ago are as good as new."""
LAST_WEEK = timedelta(days=7)
TURN_IS_NEWS_FOR = timedelta(days=2)
ROUND_LEASE = timedelta(minutes=10)
"""For which a round is one worker's. Of one that died in it another pairs the rest then."""


def run(now: datetime | None = None) -> int:
    """Do everything that is due. While the time is in doubt, only results are recorded.

    Args:
        now: the current time by default.

    Returns:
        The number of results recorded and games begun.
    """
    now = now or service_time.now()
    done = settle()
    coming = Ladder.objects.filter(closed_at=None, coming_at__lte=now)
    isolation.attempt_each(partial(changing.take_effect, now=now), "change the rules of ladder", coming)
    due = Ladder.objects.filter(format=Ladder.Format.FREE, closed_at=None, next_round_at__lte=now)
    if due.exists() and not outages.catch_up(now):
        due = due.none()
    done += isolation.attempt_each(partial(pair, now=now), "pair ladder", due.select_related("club"))
    done += challenge_automation.look(now)
    done += turn_seasons(now)
    updating.keep_due()  # one season may have begun, and another ended
    return done


def turn_seasons(now: datetime) -> int:
    """Begin the seasons of open ladders that are due, and mail players that one has begun or ends in a week.

    Returns:
        How many steps were told of.
    """
    open_ladders = Ladder.objects.filter(closed_at=None)
    over = open_ladders.filter(seasons__ends_at__lte=now).exclude(seasons__ends_at__gt=now).distinct()
    begun = Q(told=0, number__gt=1, begins_at__gt=now - TURN_IS_NEWS_FOR, begins_at__lte=now)
    ending = Q(told__lt=Season.LAST_WEEK_TOLD, ends_at__gt=now, ends_at__lte=now + LAST_WEEK)
    told = Season.objects.filter(begun | ending, ladder__in=open_ladders).select_related("ladder__club")
    if not (over.exists() or told.exists()) or not outages.catch_up(now):
        return 0
    isolation.attempt_each(partial(_turn, now=now), "begin a season of ladder", over)
    return isolation.attempt_each(partial(_tell, now=now), "tell of season", told.all())


def _turn(ladder: Ladder, now: datetime) -> int:
    with transaction.atomic(durable=True):
        seasons.current(participation.locked(ladder), now)
    return 0


def _tell(season: Season, now: datetime) -> int:
    """Mail the players of a season its latest step, if it had games; one where nobody plays is no news."""
    is_ending = season.ends_at <= now + LAST_WEEK
    told = Season.LAST_WEEK_TOLD if is_ending else Season.BEGUN_TOLD
    with transaction.atomic(durable=True):
        # Of two workers one gets to change it.
        if not Season.objects.filter(pk=season.pk, told__lt=told).update(told=told):
            return 0
        last = season.number if is_ending else season.number - 1
        if not Match.objects.filter(season__ladder=season.ladder_id, season__number=last).exists():
            return 0
        news.tell(LadderStep.LAST_WEEK if is_ending else LadderStep.TURNED, season.ladder, season)
    return 1


def pair(ladder: Ladder, now: datetime) -> int:
    """Pair a due round of a ladder, and begin its games.

    An interrupted round is continued: players who already got a game from it are not paired beyond their
    wish.

    Returns:
        The number of games begun; 0 if another worker was first.
    """
    number, until = ladder.round + 1, now + ROUND_LEASE
    # Pairing many players takes seconds, so nothing is locked meanwhile. Changes are checked below.
    pairings = pair_up(candidates(ladder, now), now=now, number=number)
    mine = Ladder.objects.filter(pk=ladder.pk, round=ladder.round)
    with transaction.atomic(durable=True):
        due = mine.filter(next_round_at=ladder.next_round_at, closed_at=None)
        if not due.update(next_round_at=until):
            return 0
        season = seasons.current(ladder, now)
    begun = sum(
        isolation.attempt(
            partial(_begin, ladder, season, pairing, number, now), "begin a game of ladder", ladder
        )
        for pairing in pairings
    )
    with transaction.atomic(durable=True):
        still = mine.filter(next_round_at=until)  # otherwise another worker has continued it
        if still.update(round=number, next_round_at=now + ladder.between_rounds):
            paired = (Bidding if ladder.has_bidding else Match).objects.filter(season__ladder=ladder)
            webhook_events.paired(ladder, number, paired.filter(round=number).count())
    return begun


def candidates(ladder: Ladder, now: datetime) -> list[Candidate]:
    """Everyone who wants more games than they have, as candidates for pairing."""
    wanting = [
        entrant
        for entrant in _entrants(ladder).filter(most__gt=0, missed__lt=MOST_MISSED).order_by("pk")
        if not entrant.is_on_holiday(ladder, now)
    ]
    people = [entrant.person_id for entrant in wanting]
    playing = _playing(ladder)
    points = stored_ranking.ratings_of(people)
    season = Season.objects.filter(ladder=ladder, begins_at__lte=now).latest("number")
    recent = _recent(ladder, now - REMEMBERED_FOR)
    differences, blocked = seasons.differences(season), _blocked(people)
    return [
        Candidate(
            id=entrant.person_id,
            rating=points.get(entrant.person_id, NEWCOMER.points),
            slots=entrant.most - len(playing[entrant.person_id]),
            difference=differences[entrant.person_id],
            since=entrant.waiting_since,
            blocked=frozenset(blocked[entrant.person_id] | set(playing[entrant.person_id])),
            recent=tuple(recent[entrant.person_id][:REMEMBERED]),
        )
        for entrant in wanting
        if entrant.most > len(playing[entrant.person_id])
    ]


def _begin(ladder: Ladder, season: Season, pairing: Pairing, number: int, now: datetime) -> bool:
    """Begin one game of a round, if both still want it."""
    with transaction.atomic(durable=True):
        row = participation.locked(ladder)
        both = _entrants(row).filter(person__in=[pairing.east, pairing.west], missed__lt=MOST_MISSED)
        entrants = {entrant.person_id: entrant for entrant in both}
        playing = _playing(row, only=entrants)
        if row.closed_at is not None or any(
            person not in entrants
            or entrants[person].most <= len(playing[person])
            or other in playing[person]
            for person, other in ((pairing.east, pairing.west), (pairing.west, pairing.east))
        ):
            return False
        begin(
            ladder=row,
            season=season,
            players=(entrants[pairing.east].person, entrants[pairing.west].person),
            number=number,
            now=now,
        )
    return True


def _entrants(ladder: Ladder) -> QuerySet[Entrant]:
    """The participants who are still members of the club."""
    present = Entrant.objects.filter(ladder=ladder, left_at=None, person__memberships__club=ladder.club_id)
    return present.select_related("person")


def _matches(ladder: Ladder) -> QuerySet[Match]:
    return Match.objects.filter(season__ladder=ladder)


def _playing(ladder: Ladder, only: Iterable[int] | None = None) -> defaultdict[int, list[int]]:
    """By person, whom they are playing now, or bid for sides with."""
    running = _matches(ladder).filter(ended_at=None)
    sealed = sealed_bids.waiting().filter(season__ladder=ladder)
    if only is not None:
        running = running.filter(Q(east__in=only) | Q(west__in=only))
        sealed = sealed.filter(Q(first__in=only) | Q(second__in=only))
    found: defaultdict[int, list[int]] = defaultdict(list)
    for one, other in (*running.values_list("east", "west"), *sealed.values_list("first", "second")):
        found[one].append(other)
        found[other].append(one)
    return found


def _recent(ladder: Ladder, since: datetime) -> defaultdict[int, list[int]]:
    """By person, their opponents in the ladder since a moment, the latest first."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    # By season there is an index: those that were over by then are not read.
    paired = _matches(ladder).filter(season__ends_at__gt=since, paired_at__gt=since)
    for east, west in paired.order_by("-paired_at", "-pk").values_list("east", "west"):
        found[east].append(west)
        found[west].append(east)
    return found


def _blocked(people: list[int]) -> defaultdict[int, set[int]]:
    """By person, whom they have blocked."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    rows = Block.objects.filter(person__in=people, blocked__in=people)
    for person, blocked in rows.values_list(F("person"), F("blocked")):
        found[person].add(blocked)
    return found
