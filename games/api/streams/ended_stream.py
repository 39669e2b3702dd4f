"""The stream of all public games that end, the same for all.

Nothing hints at them: they are found at the beat, once they are in the archive. So a game can be found after
one that ended later.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from games.api.answers.finished import ArchivedGame, ArchiveNow
from games.api.archive_rows import archived
from games.api.streams.events import RETRY, News, event, moment_of, number_of
from games.api.streams.listener import Stream
from games.ladders.models.statistics import GameSummary
from games.ladders.statistics import archive
from games.services.stream_hints import Changed

LATE_IN_ARCHIVE = timedelta(hours=1)
"""Longer than it takes until a game that has ended is in the archive."""
MOST_ENDED_AT_ONCE = 500
"""The most games that a stream begins with."""


class EndedKnown(NamedTuple):
    """What the client of a stream knows.

    Attributes:
        since: the end of the latest game that it has been sent.
        games: the ids of the latest games.
    """

    since: datetime
    games: frozenset[str]

    def unknown(self, rows: Iterable[ArchivedGame]) -> tuple[list[ArchivedGame], "EndedKnown"]:
        """The games that it has not been sent, and what it knows then."""
        latest = [row for row in rows if row.ended_at > self.since - LATE_IN_ARCHIVE]
        found = [row for row in latest if row.id not in self.games]
        since = max([self.since, *(row.ended_at for row in found)])
        return found, EndedKnown(since, frozenset(row.id for row in latest))


class EndedStream(Stream):
    """A stream of all games that end.

    Attributes:
        known: to its client.
    """

    topics = ()

    def __init__(self, who: str, token: str | None, sent: bytes, known: EndedKnown) -> None:
        super().__init__(who, token, sent)
        self.known = known

    def concerns(self, changed: Changed) -> bool:  # noqa: ARG002 - no hint does
        return False


def beginning(since: int | None) -> tuple[bytes, EndedKnown]:
    """The first events of a stream, and what its client knows then.

    Args:
        since: the id of the last event that it knows; None for the latest.
    """
    latest = _latest()
    after = latest if since is None else min(latest, moment_of(since))
    news, known = EndedKnown(after, frozenset()).unknown(_rows(after))
    hello = event("hello", ArchiveNow(latest), number_of(after))
    return RETRY + hello + (b"" if since is None else _encoded(news, after)), known


def look(streams: Sequence[EndedStream]) -> Iterator[tuple[EndedStream, News]]:
    """Find new events for some streams."""
    if not streams:
        return
    rows = _rows(min(each.known.since for each in streams))
    for each in streams:
        before = each.known.since
        news, each.known = each.known.unknown(rows)
        if news:
            yield each, News(_encoded(news, before))


def _rows(since: datetime) -> list[ArchivedGame]:
    """The public games that have ended since some time before, in order."""
    games = archive.find(archive.Filters()).filter(ended_at__gt=since - LATE_IN_ARCHIVE)
    return [archived(row) for row in reversed(archive.with_players(list(games[:MOST_ENDED_AT_ONCE])))]


def _latest() -> datetime:
    """When the latest game of the archive ended; long ago if there is none."""
    ended = GameSummary.objects.filter(game__is_public=True).order_by("-ended_at", "-public_id")
    return ended.values_list("ended_at", flat=True).first() or moment_of(0) + LATE_IN_ARCHIVE


def _encoded(news: Sequence[ArchivedGame], since: datetime) -> bytes:
    sent = b""
    for row in news:
        since = max(since, row.ended_at)
        sent += event("game", row, number_of(since))
    return sent
