"""Bidding for sides: bids are stored sealed and opened together, and the game begins.

Sealed means: whatever one of the two players does before the bids are open, the other gets the same bytes at
the same times. This includes whether they have bid. Otherwise the last bidder would know that their bid opens
both, and a player could wait for one who has not bid.

Each verb is one durable transaction that locks the ladder's row first, like all that change who has a game.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models.person import Person
from games.engine.side import EAST, Side
from games.ladders import isolation, participation, starting
from games.ladders.bidding import auction
from games.ladders.bidding.auction import MOST_POINTS, Bid
from games.ladders.challenges import ends as challenge_ends
from games.ladders.challenges.eligibility import State
from games.ladders.models.bidding import Bidding
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Entrant, Ladder
from games.models.clocks import PACES
from games.models.outage import Timer
from games.reads import deadlines
from games.services import clock, creation, outages
from games.services.creation import Chance
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, Unacceptable

BID_REMINDER = "ladders.bid-reminder"
OPENED = "ladders.bids-opened"
BIDDING_CALLED_OFF = "ladders.bidding-off"

BID = ("first_side", "first_points", "first_nonce", "second_side", "second_points", "second_nonce")
"""The fields of both bids."""
COIN_NAMES = ("first", "second")
"""What the coin calls the two players. Both know it before they bid, as they know the commitment."""


def bid(
    *, bidding: Bidding, person: Person, side: Side, points: int, now: datetime, nonce: str = ""
) -> Bidding:
    """Bid for a side, or change the bid while the other has not bid; the second bid opens both.

    Bids after ``due_at`` count as long as the bids have not been opened.

    Args:
        person: one of the two players.
        points: what they would give for the side, up to ``MOST_POINTS``.
        nonce: what they add to the randomness of the coin and of the game. It is sealed with the bid.

    Raises:
        Unacceptable: ``bid-too-high``, or the nonce is invalid.
        Conflict: ``not-bidding``: it is a pairing of others; ``bids-open``: the bids are open, and differ
            from this one; ``bidding-off``: the pairing was cancelled.
    """
    if not 0 <= points <= MOST_POINTS:
        raise Unacceptable("bid-too-high", most=MOST_POINTS)
    creation.refuse_nonce(nonce)
    with transaction.atomic(durable=True):
        row = locked(bidding)
        place = row.place_of(person)
        if place is None:
            raise Conflict("not-bidding")
        made = Bid(side, points)
        if row.called_off_at is not None:
            raise Conflict("bidding-off")
        if row.opened_at is not None:
            if row.bids[place] != made:
                raise Conflict("bids-open")
            return row
        row.keep(place, made, nonce)
        row.save(update_fields=BID)
        if None not in row.bids:
            _end(row, now, first=1 - place)
        return row


def look(now: datetime | None = None) -> int:
    """Open the bids whose time is over, remind of missing ones, and cancel pairings that cannot be played.

    First extends deadlines by the time the service was down; does nothing else while the time is in doubt.
    Several workers may call it at the same time: each row is locked and checked again.

    Args:
        now: the current time by default.

    Returns:
        The number of biddings that ended or were reminded of.
    """
    now = now or service_time.now()
    if waiting().exists() and not outages.catch_up(now):
        return 0
    due = waiting().filter(Q(due_at__lte=now) | _left()).order_by("due_at", "pk")
    done = isolation.attempt_each(partial(_ended, now=now), "end bidding", due)
    for pace in PACES:
        left = timedelta(days=pace) * clock.REMIND_WITH
        of_pace = waiting().filter(season__ladder__pace=pace, is_reminded=False)
        late = of_pace.filter(due_at__gt=now, due_at__lte=now + left)
        done += isolation.attempt_each(_remind, "remind of bidding", late)
    return done


def timer(on: Collection[Ladder]) -> Timer:
    """The deadlines of the bids on some ladders."""
    rows = waiting().filter(season__ladder__in=on).select_related("first", "second", "season__ladder")
    return Timer(rows, "due_at", "paired_at", ("is_reminded",), _asked_by)


def _asked_by(bidding: Bidding) -> list[Person]:
    return list(bidding.players) if bidding.season.ladder.holidays_count else []


def call_off_of(person: Person, now: datetime) -> None:
    """Cancel the biddings of someone who leaves for good, and notify the opponents."""
    for row in waiting().filter(Q(first=person) | Q(second=person)):
        with transaction.atomic(durable=True):
            at = locked(row)
            if at.is_waiting:
                _call_off(at, now, notify=[each for each in at.players if each != person])


def waiting() -> QuerySet[Bidding]:
    """The biddings whose bids are sealed."""
    return Bidding.objects.filter(Bidding.WAITING).select_related("season__ladder")


def locked(bidding: Bidding) -> Bidding:
    """The current row, locked until the end of the transaction."""
    participation.locked(bidding.season.ladder)
    rows = Bidding.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("season__ladder", "first", "second", "match__game").get(pk=bidding.pk)


def coin_of(bidding: Bidding) -> int:
    """Which of the two the coin of a bidding favours: 0 for the first, 1 for the second."""
    if not bidding.game_seed:
        return auction.coin_without_nonces(bytes(bidding.seed), *COIN_NAMES)
    return auction.coin(bytes(bidding.seed), bidding.public_id, bidding.nonces)


def _left() -> Q:
    """One of both does not take part in the ladder any more, or has left its club."""
    return ~Exists(_entry("first")) | ~Exists(_entry("second"))


def _entry(player: str) -> QuerySet[Entrant]:
    of_club = Entrant.objects.filter(left_at=None, person__memberships__club=F("ladder__club"))
    return of_club.filter(ladder=OuterRef("season__ladder"), person=OuterRef(player))


def _ended(bidding: Bidding, now: datetime) -> bool:
    """End a due bidding, unless it has ended meanwhile."""
    with transaction.atomic(durable=True):
        row = locked(bidding)
        if not row.is_waiting:
            return False
        _end(row, now, first=1 if row.bids[0] is None else 0)
        return True


def _end(row: Bidding, now: datetime, *, first: int) -> None:
    """Open both bids and make the game; or call it off, if one of both has left.

    A bid is a check-in, so the game begins at once if both have bid.

    Args:
        first: which player's nonce came first: 0 for the first, 1 for the second.
    """
    if waiting().filter(_left(), pk=row.pk).exists():
        _call_off(row, now, notify=row.players)
        return
    found = auction.opened(*row.bids, coin_of(row))
    is_in_order = found.sides[0] is EAST
    row.match = starting.match(
        ladder=row.season.ladder,
        season=row.season,
        players=row.players if is_in_order else row.players[::-1],
        number=row.round,
        paired_at=row.paired_at,
        handicap=found.handicap,
        chance=Chance(
            row.origin,
            row.check_ins if is_in_order else row.check_ins[::-1],
            first=None if row.bids[first] is None else found.sides[first],
        ),
    )
    row.opened_at = now
    row.save(update_fields=["match", "opened_at"])
    _tell(OPENED, row, row.players)


def _call_off(row: Bidding, now: datetime, *, notify: Iterable[Person]) -> None:
    """Cancel a pairing and delete its bids, which no one ever sees."""
    row.called_off_at = now
    for place in (0, 1):
        row.keep(place, None)
    row.save(update_fields=["called_off_at", *BID])
    both = (row.first_id, row.second_id)
    accepted = Challenge.objects.filter(season__ladder=row.season.ladder, state=State.ACCEPTED, match=None)
    for challenge in accepted.filter(challenger__in=both, challenged__in=both):
        challenge_ends.call_off(challenge, now, notify=())  # the mail about the bidding says it
    _tell(BIDDING_CALLED_OFF, row, notify)


def _tell(kind: str, row: Bidding, people: Iterable[Person]) -> None:
    announce([Announcement(kind, row.public_id, str(each.pk), each.pk) for each in people])


def _remind(bidding: Bidding) -> bool:
    """Remind once of missing bids; players who have bid get no reminder."""
    with transaction.atomic(durable=True):
        row = locked(bidding)
        if row.is_reminded or not row.is_waiting:
            return False
        row.is_reminded = True
        row.save(update_fields=["is_reminded"])
        missing = [each for each, made in zip(row.players, row.bids, strict=True) if made is None]
        due = deadlines.occasion(row.due_at)
        announce([Announcement(BID_REMINDER, row.public_id, f"{each.pk}.{due}", each.pk) for each in missing])
        return bool(missing)
