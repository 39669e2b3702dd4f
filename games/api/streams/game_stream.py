"""The stream of a game: each change visible to its viewer, as in the history, and what else one waits for."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

import msgspec
from django.http import Http404

from accounts.models.person import Person
from games.api import rows
from games.api.answers import streams as answers
from games.api.answers.games import TakeBack
from games.api.answers.playing import Change
from games.api.streams.events import RETRY, News, event
from games.api.streams.hub import of_game
from games.api.streams.listener import Stream
from games.engine.side import NOBODY
from games.log import heads
from games.log.position import refuse_stopped
from games.models import both_seats
from games.models.seat import Seat
from games.reads import chronicle
from games.reads.access import Viewer, Visitor, viewer_among
from games.reads.link_lifetime import OpenedLink
from games.services import computers, presence, suspension
from games.services.presence import Presence
from games.services.stream_hints import Changed
from sekigahara.errors.exceptions import Frozen

_COLUMNS = (
    *("game__version", "game__status", "game__frozen_at", "side", "version", "asked", "player_id"),
    *("shares_presence", "computer", "thinks_after", "take_back_asked", "messages", "mutes_messages"),
)


class GameStream(Stream):
    """The stream of one viewer of a game.

    Attributes:
        since: the version up to which the viewer has been sent everything.
        links: by seat reference, the links by which its client may see the game.
        session: of the browser whose page it is, by its key as it is stored; None for a program's.
        player: of the seat when the stream began, by primary key.
        presence: what its client was last sent of the other player's presence.
        pause: until when a computer player pauses, as its client was last sent; None for no pause.
        take_back: the request to take an action back, as its client was last sent; None for none.
        messages: the number of the last message between the players that its client knows of.
    """

    def __init__(
        self,
        who: str,
        token: str | None,
        viewer: Viewer,
        beginning: bytes,
        *,
        links: Mapping[str, OpenedLink] = MappingProxyType({}),
        session: str | None = None,
    ) -> None:
        super().__init__(who, token, beginning)
        self.links, self.session = links, session
        self.game, self.public_id = viewer.game.pk, viewer.game.public_id
        self.side, self.label = viewer.side, viewer.label
        self.since = viewer.version
        self.seat = None if viewer.seat is None else viewer.seat.pk
        self.player = None if viewer.seat is None else viewer.seat.player_id
        self.presence = Presence()
        self.pause: datetime | None = None
        self.take_back: TakeBack | None = None
        self.messages = self.said(viewer.both)

    @property
    def topics(self) -> tuple[str, ...]:
        return (of_game(self.game),)

    @property
    def is_of_page(self) -> bool:
        """Whether it is that of a page which somebody has open, not of a program with a token."""
        return self.seat is not None and self.token is None

    def concerns(self, changed: Changed) -> bool:
        is_of_players = changed.is_presence and self.seat is not None
        return is_of_players or changed.is_thinking or changed.versions[self.side] > self.since

    def is_outdated(self, both: Sequence[Seat]) -> bool:
        """Whether the seat has another player by now."""
        return self.seat is not None and both[self.side].player_id != self.player

    def now(self, known: Mapping[int, Presence]) -> Presence:
        """What its client may know of the other player's presence, of what is known to each seat."""
        return Presence() if self.seat is None else known.get(self.seat, Presence())

    def requested(self, both: Sequence[Seat]) -> TakeBack | None:
        """What its client may know of a request to take an action back."""
        return None if self.seat is None else rows.take_back(both)

    def said(self, both: Sequence[Seat]) -> int:
        """The number of the last message that its client may know of; 0 for none."""
        return 0 if self.seat is None or both[self.side].mutes_messages else both[self.side].messages


def beginning(viewer: Viewer, since: int | None) -> News:
    """The first events of a stream: the current state, and the changes that the viewer does not know.

    Args:
        since: the last version that they know; None for the current one.

    Raises:
        Frozen: the game is suspended.
    """
    refuse_stopped(viewer.game)
    known = viewer.version if since is None else min(since, viewer.version)
    decision = None if viewer.seat is None else viewer.seat.asked or None
    # The id is the version known before, because the changes that follow may get lost.
    hello = event("hello", answers.GameNow(viewer.version, decision, heads.shown(viewer.game)), known)
    changes = b"".join(_changes(viewer, known).values())
    last = _over(viewer)
    return News(RETRY + hello + changes + last, bool(last))


def closed(code: str) -> News:
    """The event that ends a stream, with the reason."""
    return News(event("closed", {"code": code}), is_last=True)


def look(streams: Sequence[GameStream], persons: Mapping[str, Person]) -> Iterator[tuple[GameStream, News]]:
    """Find new events for some streams. Streams without any cost nothing extra.

    Args:
        persons: the owners of the tokens.
    """
    of: defaultdict[str, list[GameStream]] = defaultdict(list)
    games = _games({each.game for each in streams})
    known = presence.beat(games.values(), _open_pages(streams, games))
    for each in streams:
        both = games.get(each.game)
        if both is None:
            continue
        version = both[0].game.version if each.side == NOBODY else both[each.side].version
        is_other = each.now(known) != each.presence or _pause(both) != each.pause
        is_other = is_other or each.requested(both) != each.take_back or each.said(both) > each.messages
        if version > each.since or is_other or each.is_outdated(both):
            of[each.public_id].append(each)
    for public_id, moved in of.items():
        yield from _look_at(public_id, moved, persons, known)


def _open_pages(streams: Sequence[GameStream], games: Mapping[int, Sequence[Seat]]) -> set[int]:
    """The primary keys of the seats whose players have the page open."""
    return {
        each.seat
        for each in streams
        if each.seat and each.is_of_page and each.game in games and not each.is_outdated(games[each.game])
    }


def _games(games: set[int]) -> dict[int, list[Seat]]:
    """The seats of games, with what is needed to see whether there is news, by game."""
    found: defaultdict[int, list[Seat]] = defaultdict(list)
    seats = Seat.objects.filter(game__in=games).select_related("game").order_by("game", "side")
    for seat in seats.only(*_COLUMNS):
        found[seat.game_id].append(seat)
    return dict(found)


def _look_at(
    public_id: str,
    streams: Sequence[GameStream],
    persons: Mapping[str, Person],
    known: Mapping[int, Presence],
) -> Iterator[tuple[GameStream, News]]:
    """Make the events for streams of one game. The log is read once for each side or the public."""
    both = both_seats.found(public_id)
    since = {
        side: min(each.since for each in streams if each.side == side) for side in {s.side for s in streams}
    }
    sent: dict[int, dict[int, bytes]] = {}
    for each in streams:
        try:
            # The permission to see the game is checked each time.
            person = None if each.token is None else persons[each.token]
            viewer = viewer_among(both, Visitor(person, each.links), each.label)
            if each.side not in sent:
                with suspension.stopping():
                    sent[each.side] = _changes(viewer, since[each.side])
        except Http404:
            yield each, closed("not-found")
            continue
        except Frozen:
            yield each, closed("frozen")
            continue
        last = _over(viewer)
        events = [data for version, data in sent[each.side].items() if version > each.since]
        if (now := each.now(known)) != each.presence:
            # First, because it was found before the changes were read.
            events.insert(0, event("presence", answers.PresenceNow(*now)))
        if (pause := _pause(viewer.both)) != each.pause and (thinking := rows.thinking_in(viewer.both)):
            events.append(event("thinking", thinking))
        if (asked := each.requested(viewer.both)) != each.take_back and asked is not None:
            events.append(event("take-back", asked))
        if (said := each.said(viewer.both)) > each.messages:
            events.append(event("messages", answers.MessagesNow(said)))
        each.since, each.presence, each.pause, each.take_back = viewer.version, now, pause, asked
        each.messages = said
        yield each, News(b"".join(events) + last, bool(last))


def _pause(both: Sequence[Seat]) -> datetime | None:
    thinking = computers.thinking(both)
    return None if thinking is None else thinking.goes_on_at


def _changes(viewer: Viewer, since: int) -> dict[int, bytes]:
    """The changes after a version, up to the version of the viewer's row, by version."""
    if since >= viewer.version:
        return {}
    items = chronicle.changes_seen(viewer.game, viewer.side, since=since, until=viewer.version)
    sent = [Change(**msgspec.structs.asdict(item)) for item in items]
    return {change.version: event("change", change, change.version) for change in sent}


def _over(viewer: Viewer) -> bytes:
    """The last event of a finished game's stream; empty while the game is running."""
    return event("over", answers.StreamOver(viewer.version), viewer.version) if viewer.game.is_over else b""
