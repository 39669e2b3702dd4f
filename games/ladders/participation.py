"""Ladders of a club: opening and closing one, and taking part.

Each verb is one durable transaction that locks the ladder's row first. Repeating what is already done has no
effect and is not refused.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from accounts.models.person import Person
from accounts.models.restriction import Restricted
from accounts.restrictions import refuse_restricted
from games.ladders import news
from games.ladders.challenges import ends as challenge_ends
from games.ladders.challenges import stored_ranking
from games.ladders.challenges.terms import BOUNDS, USUAL, ChallengeTerms
from games.ladders.clubs.founding import led_by
from games.ladders.models.challenge import ChallengeRules
from games.ladders.models.club import Club, Membership
from games.ladders.models.ladder import Entrant, Ladder, LadderStep
from games.ladders.models.season import Season
from games.ladders.seasons import ROUND_HOURS, SEASON_DAYS
from games.ladders.tables import updating
from games.models.clocks import HOLD, PACES, REACTION
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import edition_ids
from games.services.creation import refuse_tempo
from sekigahara.errors.exceptions import Conflict, Unacceptable

MOST_GAMES = 10
"""That one may ask for at a time."""


class Rules(NamedTuple):
    """The fixed settings of a ladder; see ``Ladder``."""

    name: str
    edition: str
    pace: int
    on_time_out: OnTimeOut = OnTimeOut.CLAIM
    season_days: int = 91
    hours_between: int = 24
    has_bidding: bool = False
    format: Ladder.Format = Ladder.Format.FREE
    hold: int = HOLD
    reaction: int | None = REACTION
    holidays_count: bool = True
    time_bank: int | None = None
    silence_loses: bool = False
    rates_bots: bool = True


def begin(*, club: Club, by: Person, rules: Rules, now: datetime, terms: ChallengeTerms = USUAL) -> Ladder:
    """Open a ladder with its first season.

    Args:
        terms: of challenges, for a challenge ladder.

    Raises:
        Forbidden: the person is not an organiser of the club.
        Unacceptable: the club has a ladder with this name, or a setting is invalid.
    """
    _refuse_impossible(rules, terms)
    with transaction.atomic(durable=True):
        led_by(club, by)
        if Ladder.objects.filter(club=club, name=rules.name).exists():
            raise Unacceptable("ladder-name-taken")
        ladder = Ladder.objects.create(
            club=club, next_round_at=now + timedelta(hours=rules.hours_between), **rules._asdict()
        )
        season = Season.objects.create(
            ladder=ladder, number=1, begins_at=now, ends_at=now + timedelta(days=rules.season_days)
        )
        if rules.format == Ladder.Format.CHALLENGE:
            ChallengeRules.objects.create(
                ladder=ladder, dropped_until=now, enters_by_rating=True, **terms._asdict()
            )
        news.tell(LadderStep.OPENED, ladder, season, but=by.pk)
    return ladder


def close(*, ladder: Ladder, by: Person, now: datetime) -> None:
    """Close a ladder. Running games are played to their end; unanswered challenges are called off.

    Raises:
        Forbidden: the person is not an organiser of the club.
    """
    with transaction.atomic(durable=True):
        led_by(ladder.club, by)
        row = locked(ladder)
        if row.closed_at is None:
            row.closed_at = now
            row.save(update_fields=["closed_at"])
            challenge_ends.call_off_all(row, now)
            news.tell(LadderStep.CLOSED, row, _latest(row).get(), but=by.pk)


def take_part(*, ladder: Ladder, person: Person, most: int, now: datetime) -> Entrant:
    """Set how many games a member wants at a time, 0 to pause; the first call enters the ladder.

    It also says that they are there, after missed check-ins.

    On a challenge ladder a new member enters at the place of their rating. Nobody is challenged while
    they pause.

    Raises:
        Conflict: the ladder is closed, or the person is not a member of its club.
        Forbidden: ``restricted``: they are not in it yet.
        Unacceptable: the number is too high.
    """
    limit = 1 if ladder.format == Ladder.Format.CHALLENGE else MOST_GAMES
    if not 0 <= most <= limit:
        raise Unacceptable("too-many-games-wanted", most=limit)
    with transaction.atomic(durable=True):
        row = locked(ladder)
        if row.closed_at is not None:
            raise Conflict("ladder-closed")
        if not Membership.objects.filter(club=row.club_id, person=person).exists():
            raise Conflict("not-a-member")
        entrant, is_new = Entrant.objects.get_or_create(
            ladder=row, person=person, defaults={"most": most, "waiting_since": now}
        )
        comes = is_new or entrant.left_at is not None
        if comes:
            refuse_restricted(person, Restricted.SIGN_UPS)
        if not is_new:
            # On a challenge ladder a pause counts as inactivity. On others the wait begins again with each
            # additional game.
            is_more = most > entrant.most and row.format != Ladder.Format.CHALLENGE
            if comes or is_more:
                entrant.waiting_since = now
            entrant.most, entrant.left_at, entrant.missed = most, None, 0
            entrant.save(update_fields=["most", "waiting_since", "left_at", "missed"])
        if row.format == Ladder.Format.CHALLENGE:
            stored_ranking.enter(row, person.pk, is_new=is_new)
        if comes:
            updating.changed(_latest(row))
    updating.keep_small(_latest(row))
    return entrant


def leave(*, ladder: Ladder, person: Person, now: datetime) -> None:
    """Leave a ladder. Running games are played to their end and count.

    On a challenge ladder the place is lost, and unanswered challenges are called off.
    """
    with transaction.atomic(durable=True):
        _left(locked(ladder), person.pk, now)
    updating.keep_small(_latest(ladder))


def leave_all(*, club: Club, person: int, now: datetime) -> None:
    """Leave every ladder of a club, for someone who is no longer a member.

    To come back, they must join the ladders again. Runs in the caller's transaction, which holds the club's
    lock.

    Args:
        person: their id.
    """
    entered = Ladder.objects.filter(club=club, entrants__person=person, entrants__left_at=None)
    for ladder in entered.order_by("pk"):
        _left(locked(ladder), person, now)


def _left(ladder: Ladder, person: int, now: datetime) -> None:
    """Remove someone from a locked ladder."""
    if Entrant.objects.filter(ladder=ladder, person=person, left_at=None).update(left_at=now, most=0):
        updating.changed(_latest(ladder))
    challenge_ends.call_off_of(ladder, [person], now)
    stored_ranking.take_off(ladder, [person])


def _latest(ladder: Ladder) -> QuerySet[Season]:
    """The season whose table lists everyone who takes part."""
    latest = Season.objects.filter(ladder=ladder).order_by("-number")
    return Season.objects.filter(pk__in=latest.values("pk")[:1])


def locked(ladder: Ladder) -> Ladder:
    """The ladder and its participants, locked until the end of the transaction."""
    return Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)


def _refuse_impossible(rules: Rules, terms: ChallengeTerms) -> None:
    if rules.edition not in edition_ids():
        raise Unacceptable("no-such-edition", edition=rules.edition, editions=edition_ids())
    refuse_tempo(rules.hold, rules.reaction, rules.time_bank)
    refuse_length(rules.pace, rules.season_days, rules.hours_between)
    for name, number in terms._asdict().items():
        least, most = BOUNDS[name]
        if not least <= number <= most:
            raise Unacceptable("challenge-terms", name=name, least=least, most=most)
    if terms.off_after <= terms.inactive_after:  # players would be removed before they lose a place
        raise Unacceptable("off-before-inactive")


def refuse_length(pace: int, season_days: int, hours_between: int) -> None:
    """Refuse an invalid clock, or an invalid length of seasons or time between rounds.

    Raises:
        Unacceptable: ``no-such-pace``, ``season-length`` or ``round-length``.
    """
    if pace not in PACES:
        raise Unacceptable("no-such-pace", paces=list(PACES))
    if not SEASON_DAYS[0] <= season_days <= SEASON_DAYS[1]:
        raise Unacceptable("season-length", least=SEASON_DAYS[0], most=SEASON_DAYS[1])
    if not ROUND_HOURS[0] <= hours_between <= ROUND_HOURS[1]:
        raise Unacceptable("round-length", least=ROUND_HOURS[0], most=ROUND_HOURS[1])
