"""The stream of a person: in which of their games something changed for them, and which wait for them now."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, cast

from django.db.models import Max

from accounts.models.person import Person
from games import queries
from games.api import answers
from games.api.streams.events import RETRY, News, event
from games.api.streams.hub import of_person
from games.api.streams.stream import Stream
from games.engine.side import LABELS
from games.models.game import Game
from games.models.seat import Seat
from games.services.changed import Changed

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


class PersonStream(Stream):
    """One person.

    Attributes:
        person: their primary key.
        since: when the latest change happened that they were told of.
        known: by seat, the version that they were told of.
    """

    def __init__(self, who: str, token: str | None, person: Person, beginning: "Beginning") -> None:
        super().__init__(who, token, beginning.told)
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
        known: by seat, the version that they know.
    """

    told: bytes
    since: datetime
    known: dict[int, int]


def beginning(person: Person, since: int | None) -> Beginning:
    """How many games wait, and what a person does not know yet.

    Args:
        since: the number of the last event they know; None for the latest there is.
    """
    latest = _latest(person)
    after = latest if since is None else min(latest, _EPOCH + since * _MICROSECOND)
    rows = _rows({person.pk}, after)
    hello = event("hello", answers.MyGamesNow(queries.waiting_seats(person).count()), _number(after))
    known = {} if since is not None else {row["pk"]: row["version"] for row in rows}
    news, reached = _news(rows, after, known)
    return Beginning(RETRY + hello + news, reached, known)


def look(streams: Sequence[PersonStream]) -> Iterator[tuple[PersonStream, News]]:
    """What has changed for each since they were told last."""
    if not streams:
        return
    rows = _rows({each.person for each in streams}, min(each.since for each in streams))
    for each in streams:
        own = [row for row in rows if row["player"] == each.person]
        told, each.since = _news(own, each.since, each.known)
        if told:
            yield each, News(told)


def _rows(persons: Iterable[int], since: datetime) -> list[dict[str, Any]]:
    """The seats of some people in which they could see something change, in that order; with some overlap."""
    seats = Seat.objects.filter(player__in=persons, changed_at__gt=since - OVERLAP)
    return list(seats.order_by("changed_at", "pk").values(*_COLUMNS))


def _news(rows: Iterable[dict[str, Any]], since: datetime, known: dict[int, int]) -> tuple[bytes, datetime]:
    """What of a person's rows they were not told yet, and the time of the latest change that they know then.

    Args:
        known: by seat, the version that they were told of; what is told now is added.
    """
    told = b""
    oldest = since - OVERLAP
    for row in rows:
        if row["changed_at"] > oldest and known.get(row["pk"]) != row["version"]:
            known[row["pk"]] = row["version"]
            since = max(since, row["changed_at"])
            told += event("change", _seat(row), _number(since))
    return told, since


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
    changed = Seat.objects.filter(player=person).aggregate(latest=Max("changed_at"))["latest"]
    return changed or _EPOCH + OVERLAP


def _number(moment: datetime) -> int:
    """Of an event: microseconds since 1970."""
    return (moment - _EPOCH) // _MICROSECOND
