"""The stream of a person: in which of their games something changed for them, and which wait for them now;
who challenges them, and where they are asked for a bid.

Of a bidding a person is told by their own bid alone, and as long as it waits: nothing of the other's.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, cast

from django.db.models import Max, Q

from accounts.models.person import Person
from games.api import answers
from games.api.streams.events import RETRY, News, event
from games.api.streams.hub import of_person
from games.api.streams.listener import Stream
from games.engine.side import LABELS
from games.ladders.models.bidding import Bidding
from games.ladders.models.challenge import Challenge
from games.models.game import Game
from games.models.seat import Seat
from games.reads import queries
from games.services.stream_hints import Changed

OVERLAP = timedelta(minutes=1)
"""Far longer than a transaction takes: what is committed late bears an earlier time than what was told."""

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
)


class _Row(NamedTuple):
    """Something to tell a person.

    Attributes:
        person: their primary key.
        about: what is told apart from what.
        version: of what it is about; a later one is told again.
    """

    person: int
    at: datetime
    about: "_About"
    version: int
    event: str
    data: answers.SeatNow | answers.ChallengeNow | answers.BiddingNow


_About = tuple[str, int]


class PersonStream(Stream):
    """One person.

    Attributes:
        person: their primary key.
        since: when the latest change happened that they were told of.
        known: the versions that they were told of, by what each is about.
    """

    def __init__(self, who: str, token: str | None, person: Person, beginning: "Beginning") -> None:
        super().__init__(who, token, beginning.sent)
        self.person = person.pk
        self.since, self.known = beginning.since, beginning.known

    @property
    def topics(self) -> tuple[str, ...]:
        return (of_person(self.person),)

    def concerns(self, changed: Changed) -> bool:
        return self.person in changed.players


class Beginning(NamedTuple):
    """What a stream begins with.

    Attributes:
        since: when the latest change happened that its person knows by then.
        known: the versions that they know, by what each is about.
    """

    sent: bytes
    since: datetime
    known: dict[_About, int]


def beginning(person: Person, since: int | None) -> Beginning:
    """How many games wait, and what a person does not know yet.

    Args:
        since: the number of the last event they know; None for the latest there is.
    """
    latest = _latest(person)
    after = latest if since is None else min(latest, _EPOCH + since * _MICROSECOND)
    rows = _rows({person.pk}, after)
    hello = event("hello", answers.MyGamesNow(queries.waiting_seats(person).count()), _number(after))
    known = {} if since is not None else {row.about: row.version for row in rows}
    news, reached = _news(rows, after, known)
    return Beginning(RETRY + hello + news, reached, known)


def look(streams: Sequence[PersonStream]) -> Iterator[tuple[PersonStream, News]]:
    """What has changed for each since they were told last."""
    if not streams:
        return
    rows = _rows({each.person for each in streams}, min(each.since for each in streams))
    for each in streams:
        own = [row for row in rows if row.person == each.person]
        sent, each.since = _news(own, each.since, each.known)
        if sent:
            yield each, News(sent)


def _rows(persons: Collection[int], since: datetime) -> list[_Row]:
    """What there is to tell some people, in the order in which it happened; with some overlap."""
    after = since - OVERLAP
    found = [*_seats(persons, after), *_challenges(persons, after), *_biddings(persons, after)]
    return sorted(found, key=lambda row: (row.at, row.about))


def _seats(persons: Collection[int], after: datetime) -> Iterator[_Row]:
    """The seats in which they could see something change."""
    for row in Seat.objects.filter(player__in=persons, changed_at__gt=after).values(*_COLUMNS):
        about = ("seat", row["pk"])
        yield _Row(row["player"], row["changed_at"], about, row["version"], "change", _seat(row))


def _challenges(persons: Collection[int], after: datetime) -> Iterator[_Row]:
    """The challenges that wait for their answer."""
    waiting = Challenge.objects.filter(Challenge.UNANSWERED, challenged__in=persons, made_at__gt=after)
    for row in waiting.select_related("season__ladder"):
        sent = answers.ChallengeNow(row.public_id, row.season.ladder.public_id, row.answer_by)
        yield _Row(row.challenged_id, row.made_at, ("challenge", row.pk), 0, "challenge", sent)


def _biddings(persons: Collection[int], after: datetime) -> Iterator[_Row]:
    """The pairings that wait for their bid."""
    asked = Q(first__in=persons, first_side=None) | Q(second__in=persons, second_side=None)
    waiting = Bidding.objects.filter(Bidding.WAITING, asked, paired_at__gt=after)
    for row in waiting.select_related("season__ladder"):
        sent = answers.BiddingNow(row.public_id, row.season.ladder.public_id, row.due_at)
        for person, made in zip((row.first_id, row.second_id), row.bids, strict=True):
            if made is None:
                yield _Row(person, row.paired_at, ("bidding", row.pk), 0, "bidding", sent)


def _news(rows: Iterable[_Row], since: datetime, known: dict[_About, int]) -> tuple[bytes, datetime]:
    """What of a person's rows they were not told yet, and the time of the latest change that they know then.

    Args:
        known: the versions that they were told of, by what each is about; what is told now is added.
    """
    sent = b""
    oldest = since - OVERLAP
    for row in rows:
        if row.at > oldest and known.get(row.about) != row.version:
            known[row.about] = row.version
            since = max(since, row.at)
            sent += event(row.event, row.data, _number(since))
    return sent, since


def _seat(row: dict[str, Any]) -> answers.SeatNow:
    return answers.SeatNow(
        game=row["game__public_id"],
        side=cast("Any", LABELS[row["side"]]),
        version=row["version"],
        asked=row["asked"] or None,
        waiting_since=None if row["game__frozen_at"] else row["waiting_since"],
        over=row["game__status"] == Game.Status.OVER,
    )


def _latest(person: Person) -> datetime:
    """When something last changed for a person; long ago where nothing ever has."""
    paired = Bidding.objects.filter(Q(first=person) | Q(second=person))
    times = (
        Seat.objects.filter(player=person).aggregate(latest=Max("changed_at"))["latest"],
        Challenge.objects.filter(challenged=person).aggregate(latest=Max("made_at"))["latest"],
        paired.aggregate(latest=Max("paired_at"))["latest"],
    )
    return max((each for each in times if each is not None), default=_EPOCH + OVERLAP)


def _number(moment: datetime) -> int:
    """Of an event: microseconds since 1970."""
    return (moment - _EPOCH) // _MICROSECOND
