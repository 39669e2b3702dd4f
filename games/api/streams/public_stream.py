"""The stream of chosen public games: each change that anybody may see, as in their histories."""

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec
from django.db.models import QuerySet

from games.api.answers import streams as answers
from games.api.streams.events import RETRY, News, event, moment_of, number_of
from games.api.streams.hub import of_game
from games.api.streams.listener import Stream
from games.engine.side import NOBODY
from games.log import heads
from games.models.game import Game
from games.reads import chronicle
from games.reads.chronicle import SeenChange
from games.services import suspension
from games.services.stream_hints import Changed
from sekigahara.errors.exceptions import Frozen

PUBLIC_OVERLAP = timedelta(minutes=1)
"""Longer than an action takes, because a late commit may have an earlier time than events already sent."""


class PublicKnown(NamedTuple):
    """What the client of a stream knows.

    Attributes:
        since: the time of the latest change that it has been sent.
        versions: by the primary key of each game that it follows, the last version that it has been sent.
        ids: the public ids of these games, by primary key.
    """

    since: datetime
    versions: dict[int, int]
    ids: dict[int, str]


class PublicStream(Stream):
    """A stream of chosen public games.

    Attributes:
        known: to its client.
    """

    def __init__(self, who: str, token: str | None, sent: bytes, known: PublicKnown) -> None:
        super().__init__(who, token, sent)
        self.known = known
        self._topics = tuple(map(of_game, known.versions))

    @property
    def topics(self) -> tuple[str, ...]:
        return self._topics

    def concerns(self, changed: Changed) -> bool:
        return changed.versions[NOBODY] > self.known.versions.get(changed.game, changed.versions[NOBODY])


def beginning(ids: Iterable[str], since: int | None) -> tuple[bytes, PublicKnown]:
    """The first events of a stream, and what its client knows then.

    Args:
        ids: of the games. Those that a stranger may not see are as if they did not exist.
        since: the id of the last event that it knows; None for the latest.
    """
    wanted = list(dict.fromkeys(ids))
    games = {game.public_id: game for game in _watched().filter(public_id__in=wanted)}
    latest = max((_changed_at(game) for game in games.values()), default=moment_of(0))
    after = latest if since is None else min(latest, moment_of(since))
    hello = answers.PublicGamesNow([_now(games[each]) for each in wanted if each in games])
    sent = RETRY + event("hello", hello, number_of(after))
    sent += b"".join(_gone(each) for each in wanted if each not in games)
    known = PublicKnown(after, {}, {game.pk: game.public_id for game in games.values()})
    changes: dict[int, list[SeenChange]] = {}
    for game in games.values():
        known.versions[game.pk] = game.version
        if since is not None and _changed_at(game) > after - PUBLIC_OVERLAP:
            recent = [each for each in _changes(game, 0) if each.at > after - PUBLIC_OVERLAP]
            changes[game.pk] = recent
            known.versions[game.pk] -= len(recent)
    news, known = _news(known, changes)
    return sent + news, known


def look(streams: Sequence[PublicStream]) -> Iterator[tuple[PublicStream, News]]:
    """Find new events for some streams. The log of each game that has changed is read once."""
    followed = {pk for each in streams for pk in each.known.versions}
    if not followed:
        return
    versions = dict(_watched().filter(pk__in=followed).values_list("pk", "version"))
    since: dict[int, int] = {}
    for each in streams:
        for pk, version in each.known.versions.items():
            if versions.get(pk, 0) > version:
                since[pk] = min(version, since.get(pk, version))
    changed = _watched().filter(pk__in=since) if since else ()
    changes = {game.pk: _changes(game, since[game.pk]) for game in changed}
    for each in streams:
        gone = [pk for pk in each.known.versions if pk not in versions]
        sent = b"".join(_gone(each.known.ids[pk]) for pk in gone)
        for pk in gone:
            del each.known.versions[pk]
        news, each.known = _news(each.known, changes)
        if sent + news:
            yield each, News(sent + news)


def _watched() -> QuerySet[Game]:
    """The games that anybody may watch."""
    return Game.objects.filter(is_public=True, length__gt=0)


def _changed_at(game: Game) -> datetime:
    return game.changed_at or moment_of(0)


def _now(game: Game) -> answers.PublicGameNow:
    return answers.PublicGameNow(game.public_id, game.version, game.is_over, heads.shown(game))


def _gone(public_id: str) -> bytes:
    return event("gone", answers.PublicGameGone(public_id))


def _changes(game: Game, since: int) -> list[SeenChange]:
    """The changes of a game that anybody could see after a version; none while it is stopped."""
    with contextlib.suppress(Frozen), suspension.stopping():
        return chronicle.changes_seen(game, NOBODY, since=since, until=game.version)
    return []


def _news(known: PublicKnown, changes: Mapping[int, Sequence[SeenChange]]) -> tuple[bytes, PublicKnown]:
    """The events that a client has not been sent, in the order of time, and what it knows then.

    Args:
        changes: the latest of some games, by primary key.
    """
    unknown = [
        (change.at, pk, change)
        for pk, version in known.versions.items()
        for change in changes.get(pk, ())
        if change.version > version
    ]
    sent, since = b"", known.since
    for at, pk, change in sorted(unknown, key=lambda each: (each[0], each[1], each[2].version)):
        since = max(since, at)
        known.versions[pk] = change.version
        shown = answers.GameChange(**msgspec.structs.asdict(change), game=known.ids[pk])
        sent += event("change", shown, number_of(since))
    return sent, known._replace(since=since)
