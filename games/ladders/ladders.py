"""Ladders of a club: beginning and closing one, and taking part.

Each verb is one durable transaction that locks the ladder's row first. What was done already is not done
again and not refused.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import IntegrityError, transaction

from accounts.models.person import Person
from games.editions import edition_ids
from games.ladders.clubs import led_by
from games.ladders.models.club import Club
from games.ladders.models.entrant import Entrant
from games.ladders.models.ladder import Ladder
from games.ladders.models.membership import Membership
from games.ladders.models.season import Season
from games.models.game import PACES, Game
from games.services.errors import Conflict, Unacceptable

MOST_GAMES = 10
"""That one may ask for at a time."""
SEASONS = (28, 364)
"""Days that a season lasts, at least and at most."""
ROUNDS = (1, 168)
"""Hours from one round to the next, at least and at most."""


class Rules(NamedTuple):
    """What a ladder is begun with, and keeps; see ``Ladder``."""

    name: str
    edition: str
    pace: int
    on_time_out: Game.OnTimeOut = Game.OnTimeOut.CLAIM
    season_days: int = 91
    hours_between: int = 24


def begin(*, club: Club, by: Person, rules: Rules, now: datetime) -> Ladder:
    """Begin a ladder with its first season.

    Raises:
        Forbidden: by somebody who does not organise the club.
        Unacceptable: the club has a ladder of that name, or a rule of it cannot be.
    """
    _refuse_impossible(rules)
    try:
        with transaction.atomic(durable=True):
            led_by(club, by)
            ladder = Ladder.objects.create(
                club=club, next_round_at=now + timedelta(hours=rules.hours_between), **rules._asdict()
            )
            Season.objects.create(
                ladder=ladder, number=1, begins_at=now, ends_at=now + timedelta(days=rules.season_days)
            )
    except IntegrityError:
        raise Unacceptable("ladder-name-taken") from None
    return ladder


def close(*, ladder: Ladder, by: Person, now: datetime) -> None:
    """Pair nobody any more; games that have begun are played to their end.

    Raises:
        Forbidden: by somebody who does not organise the club.
    """
    with transaction.atomic(durable=True):
        led_by(ladder.club, by)
        Ladder.objects.filter(pk=ladder.pk, closed_at=None).update(closed_at=now)


def take_part(*, ladder: Ladder, person: Person, most: int, now: datetime) -> Entrant:
    """Ask for so many games at a time, none to pause; the first time this is how one enters.

    Raises:
        Conflict: the ladder is closed, or the person is no member of its club.
        Unacceptable: more games than one may ask for.
    """
    if not 0 <= most <= MOST_GAMES:
        raise Unacceptable("too-many-games-wanted", most=MOST_GAMES)
    with transaction.atomic(durable=True):
        row = locked(ladder)
        if row.closed_at is not None:
            raise Conflict("ladder-closed")
        if not Membership.objects.filter(club=row.club_id, person=person).exists():
            raise Conflict("not-a-member")
        entrant, is_new = Entrant.objects.get_or_create(
            ladder=row, person=person, defaults={"most": most, "waiting_since": now}
        )
        if not is_new:
            if most > entrant.most or entrant.left_at is not None:
                entrant.waiting_since = now
            entrant.most, entrant.left_at = most, None
            entrant.save(update_fields=["most", "waiting_since", "left_at"])
        return entrant


def leave(*, ladder: Ladder, person: Person, now: datetime) -> None:
    """Take part no longer. Games that have begun are played to their end and count."""
    with transaction.atomic(durable=True):
        locked(ladder)
        Entrant.objects.filter(ladder=ladder, person=person, left_at=None).update(left_at=now, most=0)


def locked(ladder: Ladder) -> Ladder:
    """The ladder as it is now. Nobody else changes it, or who takes part, before the transaction ends."""
    return Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)


def _refuse_impossible(rules: Rules) -> None:
    if rules.edition not in edition_ids():
        raise Unacceptable("no-such-edition", edition=rules.edition, editions=edition_ids())
    if rules.pace not in PACES:
        raise Unacceptable("no-such-pace", paces=list(PACES))
    if not SEASONS[0] <= rules.season_days <= SEASONS[1]:
        raise Unacceptable("season-length", least=SEASONS[0], most=SEASONS[1])
    if not ROUNDS[0] <= rules.hours_between <= ROUNDS[1]:
        raise Unacceptable("round-length", least=ROUNDS[0], most=ROUNDS[1])
