"""The stream of a person: changes of their games, what they have to answer, bid for or agree to, and who
declined their invitation.

Events of a bidding depend only on the person's own bid, never on that of the opponent.
"""

import contextlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, cast

import msgspec
from django.db.models import Max, Q

from accounts.models.person import Person
from games.api.answers import playing as answers
from games.api.representation import options_of
from games.api.streams.events import RETRY, News, event
from games.api.streams.hub import of_person
from games.api.streams.listener import Stream
from games.api.versions import etag
from games.engine.side import LABELS
from games.ladders.models.bidding import Bidding
from games.ladders.models.challenge import Challenge
from games.log import heads
from games.models.game import Game
from games.models.seat import Invitation, Seat
from games.notices.consent import report_event
from games.reads import queries
from games.reads.access import Viewer
from games.services import suspension
from games.services.diary import DIARY_SHOWN
from games.services.lobby import DECLINED
from games.services.stream_hints import Changed
from notifications.models import Notification
from sekigahara.errors.exceptions import Frozen

OVERLAP = timedelta(minutes=1)
"""Far longer than a transaction takes, because a late commit may have an earlier time than events already
sent."""

_NOTICES = (DECLINED, DIARY_SHOWN)
_MICROSECOND = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_COLUMNS = (
    "pk",
    "player",
    "game__public_id",
    "side",
    "version",
    "asked",
    "waiting_since",
    "changed_at",
    "game__status",
    "game__frozen_at",
    "game__version",
    "game__head_version",
    "game__head_public",
    "game__head_chain",
)


class _Row(NamedTuple):
    """An event for a person.

    Attributes:
        person: their primary key.
        about: the subject of the event.
        version: the version of the subject; a later one is sent again.
        turn: likewise for a stream that is sent a game only when it begins to wait or is over; None if it
            does neither.
    """

    person: int
    at: datetime
    about: "_About"
    version: int
    event: str
    data: (
        answers.SeatNow
        | answers.InvitationNow
        | answers.DeclinedNow
        | answers.ReportNow
        | answers.ChallengeNow
        | answers.BiddingNow
    )
    turn: int | None = 0


_About = tuple[str, int]


class PersonStream(Stream):
    """The stream of one person.

    Attributes:
        person: their primary key.
        since: the time of the latest change that they have been sent.
        known: the versions that they have been sent, by subject; of games their turns, if it is one of turns.
        is_of_turns: whether it tells of games only when they begin to wait, or are over.
    """

    def __init__(
        self,
        who: str,
        token: str | None,
        person: Person,
        beginning: "Beginning",
        *,
        is_of_turns: bool = False,
    ) -> None:
        super().__init__(who, token, beginning.sent)
        self.person = person.pk
        self.since, self.known = beginning.since, beginning.known
        self.is_of_turns = is_of_turns

    @property
    def topics(self) -> tuple[str, ...]:
        return (of_person(self.person),)

    def concerns(self, changed: Changed) -> bool:
        return self.person in changed.players


class Beginning(NamedTuple):
    """The start of a stream.

    Attributes:
        since: the time of the latest change that its person knows then.
        known: the versions that they know, by subject.
    """

    sent: bytes
    since: datetime
    known: dict[_About, int]


def beginning(person: Person, since: int | None, *, is_of_turns: bool = False) -> Beginning:
    """The first events of a stream: the number of waiting games, and what the person does not know.

    Args:
        since: the id of the last event that they know; None for the latest.
        is_of_turns: as in ``PersonStream``.
    """
    latest = _latest(person)
    after = latest if since is None else min(latest, _EPOCH + since * _MICROSECOND)
    rows = _rows({person.pk}, after)
    hello = event("hello", answers.MyGamesNow(queries.waiting_seats(person).count()), _number(after))
    known: dict[_About, int] = {}
    news, reached = _unknown(rows, after, known, is_of_turns=is_of_turns)
    if since is None:
        news = []
    turns = _turns(news) if is_of_turns else {}
    return Beginning(RETRY + hello + _encoded(news, turns), reached, known)


def look(streams: Sequence[PersonStream]) -> Iterator[tuple[PersonStream, News]]:
    """Find new events for some streams."""
    if not streams:
        return
    rows = _rows({each.person for each in streams}, min(each.since for each in streams))
    found: dict[PersonStream, list[_Numbered]] = {}
    for each in streams:
        own = [row for row in rows if row.person == each.person]
        found[each], each.since = _unknown(own, each.since, each.known, is_of_turns=each.is_of_turns)
    turns = _turns([one for each, news in found.items() if each.is_of_turns for one in news])
    for each, news in found.items():
        if news:
            yield each, News(_encoded(news, turns if each.is_of_turns else {}))


def _rows(persons: Collection[int], since: datetime) -> list[_Row]:
    """The events for some people in order of time, including some that they may know already."""
    after = since - OVERLAP
    found = [*_seats(persons, after), *_invitations(persons, after)]
    found += [*_challenges(persons, after), *_biddings(persons, after), *_notices(persons, after)]
    return sorted(found, key=lambda row: (row.at, row.about))


def _seats(persons: Collection[int], after: datetime) -> Iterator[_Row]:
    """The seats with changes visible to their players."""
    for row in Seat.objects.filter(player__in=persons, changed_at__gt=after).values(*_COLUMNS):
        about, now = ("seat", row["pk"]), _seat(row)
        turn = 0 if now.over else None if now.waiting_since is None else _number(now.waiting_since)
        yield _Row(row["player"], row["changed_at"], about, row["version"], "change", now, turn)


def _invitations(persons: Collection[int], after: datetime) -> Iterator[_Row]:
    """The invitations that these people have not answered, without those from people they block."""
    waiting = queries.unanswered(Invitation.objects.filter(person__in=persons, created_at__gt=after))
    for row in waiting.select_related("seat__game"):
        sent = answers.InvitationNow(row.seat.game.public_id)
        yield _Row(row.person_id, row.created_at, ("invitation", row.pk), 0, "invitation", sent)


def _challenges(persons: Collection[int], after: datetime) -> Iterator[_Row]:
    """The challenges that these people have not answered."""
    waiting = Challenge.objects.filter(Challenge.UNANSWERED, challenged__in=persons, made_at__gt=after)
    for row in waiting.select_related("season__ladder"):
        sent = answers.ChallengeNow(row.public_id, row.season.ladder.public_id, row.answer_by)
        yield _Row(row.challenged_id, row.made_at, ("challenge", row.pk), 0, "challenge", sent)


def _biddings(persons: Collection[int], after: datetime) -> Iterator[_Row]:
    """The biddings in which these people have not bid."""
    without_bid = Q(first__in=persons, first_side=None) | Q(second__in=persons, second_side=None)
    waiting = Bidding.objects.filter(Bidding.WAITING, without_bid, paired_at__gt=after)
    for row in waiting.select_related("season__ladder"):
        sent = answers.BiddingNow(row.public_id, row.season.ladder.public_id, row.due_at)
        for person, made in zip((row.first_id, row.second_id), row.bids, strict=True):
            if made is None:
                yield _Row(person, row.paired_at, ("bidding", row.pk), 0, "bidding", sent)


def _notices(persons: Collection[int], after: datetime) -> Iterator[_Row]:
    """What these people are also mailed: who declined their invitation, and who shows them a diary."""
    told = Notification.objects.filter(recipient__in=persons, kind__in=_NOTICES, created_at__gt=after)
    for row in told:
        about, game = ("notice", row.pk), row.about.partition(".")[0]
        if row.kind == DECLINED:
            sent = answers.DeclinedNow(game)
            yield _Row(row.recipient_id, row.created_at, about, 0, "declined", sent)
        elif report_event(row.about, row.occasion) is not None:  # it may be taken back
            report = answers.ReportNow(game, cast("Any", row.occasion))
            yield _Row(row.recipient_id, row.created_at, about, 0, "report", report)


class _Numbered(NamedTuple):
    """An event with its id."""

    number: int
    row: _Row


def _unknown(
    rows: Iterable[_Row], since: datetime, known: dict[_About, int], *, is_of_turns: bool
) -> tuple[list[_Numbered], datetime]:
    """The events that a person has not been sent, and the time of the latest change that they know then.

    Args:
        known: the versions that they have been sent, by subject; the new ones are added.
    """
    found = []
    oldest = since - OVERLAP
    for row in rows:
        version = row.turn if is_of_turns else row.version
        if row.at > oldest and known.get(row.about) != version:
            since = max(since, row.at)
            if version is not None:
                known[row.about] = version
                found.append(_Numbered(_number(since), row))
    return found, since


_Turns = Mapping[tuple[_About, int], answers.SeatNow]
"""States of seats, by subject and by the primary key of the player."""


def _turns(news: Iterable[_Numbered]) -> _Turns:
    """The state of the seats that some events are about, with the options of those that are asked something.
    One statement reads them all."""
    seats = {row.about[1] for _, row in news if row.about[0] == "seat"}
    found = Seat.objects.filter(pk__in=seats).exclude(player=None).select_related("game") if seats else ()
    return {(("seat", seat.pk), cast("int", seat.player_id)): _with_options(seat) for seat in found}


def _with_options(seat: Seat) -> answers.SeatNow:
    game = seat.game
    now = answers.SeatNow(
        game=game.public_id,
        side=cast("Any", seat.plays.label),
        version=seat.version,
        asked=seat.asked or None,
        waiting_since=None if game.frozen_at else seat.waiting_since,
        over=game.is_over,
        head=heads.shown(game),
    )
    if not seat.asked:
        return now
    viewer = Viewer(game, seat)
    with contextlib.suppress(Frozen), suspension.stopping():
        return msgspec.structs.replace(now, etag=etag(viewer), options=options_of(viewer))
    return now


def _encoded(news: Iterable[_Numbered], turns: _Turns) -> bytes:
    """Events as they are sent.

    Args:
        turns: what is sent of seats in place of their rows.
    """
    return b"".join(
        event(row.event, turns.get((row.about, row.person), row.data), number) for number, row in news
    )


def _seat(row: dict[str, Any]) -> answers.SeatNow:
    return answers.SeatNow(
        game=row["game__public_id"],
        side=cast("Any", LABELS[row["side"]]),
        version=row["version"],
        asked=row["asked"] or None,
        waiting_since=None if row["game__frozen_at"] else row["waiting_since"],
        over=row["game__status"] == Game.Status.OVER,
        head=heads.stored(
            row["game__version"],
            row["game__head_version"],
            bytes(row["game__head_public"]),
            bytes(row["game__head_chain"]),
        ),
    )


def _latest(person: Person) -> datetime:
    """The time of the latest change for a person; long ago if there is none."""
    paired = Bidding.objects.filter(Q(first=person) | Q(second=person))
    told = Notification.objects.filter(recipient=person, kind__in=_NOTICES)
    times = (
        Seat.objects.filter(player=person).aggregate(latest=Max("changed_at"))["latest"],
        Invitation.objects.filter(person=person).aggregate(latest=Max("created_at"))["latest"],
        Challenge.objects.filter(challenged=person).aggregate(latest=Max("made_at"))["latest"],
        paired.aggregate(latest=Max("paired_at"))["latest"],
        told.aggregate(latest=Max("created_at"))["latest"],
    )
    return max((each for each in times if each is not None), default=_EPOCH + OVERLAP)


def _number(moment: datetime) -> int:
    """The id of an event: microseconds since 1970."""
    return (moment - _EPOCH) // _MICROSECOND
