"""The stream of a ladder, or of all ladders of a club: their games, results and seasons, the same for all.

Nothing hints at these changes, which nobody awaits within seconds: they are found at the beat.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Max, Q

from accounts.models.person import Person
from games.api.answers import ladders as answers
from games.api.season_rows import matches_shown
from games.api.streams.events import RETRY, News, event, moment_of, number_of
from games.api.streams.game_stream import closed
from games.api.streams.listener import Stream
from games.ladders.models.club import Membership
from games.ladders.models.ladder import Ladder, LadderEntry
from games.ladders.models.season import Match, Season
from games.services.stream_hints import Changed

LADDER_OVERLAP = timedelta(minutes=1)
"""Longer than the transactions take that begin and settle games, because a late commit may have an earlier
time than events already sent."""


class Followed(NamedTuple):
    """The ladders that a stream is about, by primary key: one, or all of a club."""

    ladder: int | None = None
    club: int | None = None


@dataclass
class Known:
    """What the client of a stream knows.

    Attributes:
        since: the time of the latest event that it has been sent.
        ladders: their states, by primary key.
        matches: the latest games, by primary key.
    """

    followed: Followed
    since: datetime
    ladders: dict[int, answers.LadderNow]
    matches: dict[int, answers.LadderMatch]

    def news(self, ladders: Sequence["_Ladder"], matches: Sequence["_Row"]) -> bytes:
        """The events that it has not been sent, which it knows from now on."""
        own = {row.pk: row for row in ladders if row.is_of(self.followed)}
        oldest = self.since - LADDER_OVERLAP
        latest = [row for row in matches if row.ladder in own and row.at > oldest]
        unknown = [row for row in latest if self.matches.get(row.pk) != row.shown]
        changed = [row for row in own.values() if self.ladders.get(row.pk) != row.now]
        self.since = max([self.since, *(row.at for row in unknown)])
        self.matches = {row.pk: row.shown for row in latest}
        self.ladders = {pk: row.now for pk, row in own.items()}
        sent = [event("match", row.shown, number_of(row.at)) for row in unknown]
        sent += [event("ladder", row.now, number_of(self.since)) for row in changed]
        return b"".join(sent)


class LadderStream(Stream):
    """The stream of one ladder or of one club.

    Attributes:
        known: to its client.
    """

    topics = ()

    def __init__(self, who: str, token: str | None, beginning: "LadderBeginning") -> None:
        super().__init__(who, token, beginning.sent)
        self.known = beginning.known

    def concerns(self, changed: Changed) -> bool:  # noqa: ARG002 - no hint does
        return False


class LadderBeginning(NamedTuple):
    """The first events of a stream, and what its client knows then."""

    sent: bytes
    known: Known


def beginning(followed: Followed, since: int | None) -> LadderBeginning:
    """Begin a stream with the state of the ladders, and what its client does not know.

    Args:
        since: the id of the last event that it knows; None for the latest.
    """
    ladders = _ladders([followed])
    latest = _latest(ladders)
    after = latest if since is None else min(latest, moment_of(since))
    matches = _matches(ladders, after)
    known = Known(followed, after, {row.pk: row.now for row in ladders}, {})
    if since is None:
        known.matches = {row.pk: row.shown for row in matches}
    hello = event("hello", answers.LaddersNow([row.now for row in ladders]), number_of(after))
    return LadderBeginning(RETRY + hello + known.news(ladders, matches), known)


class _Ladder(NamedTuple):
    pk: int
    club: int
    is_private: bool
    now: answers.LadderNow

    def is_of(self, followed: Followed) -> bool:
        """Whether a stream is about it."""
        return followed in (Followed(self.pk), Followed(club=self.club))


class _Row(NamedTuple):
    """A game that has begun or whose result has changed.

    Attributes:
        at: when.
    """

    at: datetime
    pk: int
    ladder: int
    shown: answers.LadderMatch


def look(
    streams: Sequence[LadderStream], persons: Mapping[str, Person]
) -> Iterator[tuple[LadderStream, News]]:
    """Find new events for some streams, and close those of clubs that their readers no longer know of.

    Args:
        persons: the owners of tokens.
    """
    if not streams:
        return
    ladders = _ladders([each.known.followed for each in streams])
    matches = _matches(ladders, min(each.known.since for each in streams))
    private = {row for row in ladders if row.is_private}
    members = _members({row.club for row in private})
    for each in streams:
        person = None if each.token is None else persons[each.token].pk
        if any((row.club, person) not in members for row in private if row.is_of(each.known.followed)):
            yield each, closed("not-found")
        elif sent := each.known.news(ladders, matches):
            yield each, News(sent)


def _members(clubs: set[int]) -> set[tuple[int, int | None]]:
    """The members of clubs, by the primary keys of both."""
    members = Membership.objects.filter(club__in=clubs).values_list("club", "person")
    return set(members) if clubs else set()


def _ladders(followed: Sequence[Followed]) -> list[_Ladder]:
    """The ladders that some streams are about."""
    wanted = Q(pk__in=[each.ladder for each in followed if each.ladder is not None])
    wanted |= Q(club__in=[each.club for each in followed if each.club is not None])
    rows = Ladder.objects.filter(wanted).annotate(latest=Max("seasons__number")).order_by("pk")
    columns = ("pk", "club", "club__is_private", "public_id", "name", "latest", "closed_at", "register")
    return [
        _Ladder(pk, club, is_private, answers.LadderNow(public_id, name, latest, closed_at, register or None))
        for pk, club, is_private, public_id, name, latest, closed_at, register in rows.values_list(*columns)
    ]


def _matches(ladders: Sequence[_Ladder], since: datetime) -> list[_Row]:
    """The games that have begun, or whose results were entered, since shortly before a time, in order."""
    of_these = [ladder.pk for ladder in ladders]
    after = since - LADDER_OVERLAP
    entries = LadderEntry.objects.filter(ladder__in=of_these, at__gt=after)
    changed = dict(entries.order_by("at").values_list("game", "at"))
    begun = Q(paired_at__gt=after) | Q(game__public_id__in=changed)
    rows = Match.objects.filter(begun, season__ladder__in=of_these)
    by_season: defaultdict[Season, list[Match]] = defaultdict(list)
    for match in rows.select_related("game", "season", "east__rated_as", "west__rated_as"):
        by_season[match.season].append(match)
    return sorted(
        _Row(changed.get(match.game.public_id, match.paired_at), match.pk, season.ladder_id, shown)
        for season, found in by_season.items()
        for match, shown in zip(found, matches_shown(season, found), strict=True)
    )


def _latest(ladders: Sequence[_Ladder]) -> datetime:
    """The time of the latest event of some ladders; long ago if there is none."""
    of_these = [ladder.pk for ladder in ladders]
    begun = Match.objects.filter(season__ladder__in=of_these).aggregate(at=Max("paired_at"))["at"]
    entered = LadderEntry.objects.filter(ladder__in=of_these).aggregate(at=Max("at"))["at"]
    return max((each for each in (begun, entered) if each is not None), default=moment_of(0) + LADDER_OVERLAP)
