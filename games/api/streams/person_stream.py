"""The stream of a person: changes of their games, what they have to answer, bid for or agree to, and who
declined their invitation.

Events of a bidding depend only on the person's own bid, never on that of the opponent.
"""

import contextlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, cast

import msgspec
from django.db.models import Max, Q

from accounts.models.person import Person
from games.api.answers import streams as answers
from games.api.answers.playing import Change
from games.api.representation import options_of
from games.api.streams.events import RETRY, News, event, moment_of, number_of
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
from games.reads import chronicle, queries
from games.reads.access import Viewer
from games.services import suspension
from games.services.diary import DIARY_SHOWN
from games.services.joining import DECLINED
from games.services.stream_hints import Changed
from notifications.models import Notification
from sekigahara.errors.exceptions import Frozen

OVERLAP = timedelta(minutes=1)
"""Far longer than a transaction takes, because a late commit may have an earlier time than events already
sent."""

_NOTICES = (DECLINED, DIARY_SHOWN)
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


class Wanted(NamedTuple):
    """What somebody wants to be sent of their games besides their states.

    Attributes:
        turns: their options, and nothing of a game but when it begins to wait, or is over.
        changes: what has changed since the event before, as in the history.
    """

    turns: bool = False
    changes: bool = False


STATES = Wanted()
"""Their states alone."""


class PersonStream(Stream):
    """The stream of one person.

    Attributes:
        person: their primary key.
        since: the time of the latest change that they have been sent.
        known: the versions that they have been sent, by subject; of games their turns, if it is one of turns.
        wanted: what they want of their games.
        told: what they have been told of the changes of their games.
    """

    def __init__(
        self, who: str, token: str | None, person: Person, beginning: "Beginning", wanted: Wanted = STATES
    ) -> None:
        super().__init__(who, token, beginning.sent)
        self.person = person.pk
        self.since, self.known = beginning.since, beginning.known
        self.wanted, self.told = wanted, beginning.told

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
        told: what they have been told of the changes of their games.
    """

    sent: bytes
    since: datetime
    known: dict[_About, int]
    told: "_Told"


def beginning(person: Person, since: int | None, wanted: Wanted = STATES) -> Beginning:
    """The first events of a stream: the number of waiting games, and what the person does not know.

    Args:
        since: the id of the last event that they know; None for the latest.
        wanted: what they want of their games.
    """
    latest = _latest(person)
    after = latest if since is None else min(latest, moment_of(since))
    rows = _rows({person.pk}, after)
    hello = event("hello", answers.MyGamesNow(queries.waiting_seats(person).count()), number_of(after))
    known: dict[_About, int] = {}
    news, reached = _unknown(rows, after, known, is_of_turns=wanted.turns)
    if since is None:
        news = []
    told = _Told(after - OVERLAP, {})
    sent = _encoded(news, wanted, told, _Seats(news if any(wanted) else ()))
    return Beginning(RETRY + hello + sent, reached, known, told)


def look(streams: Sequence[PersonStream]) -> Iterator[tuple[PersonStream, News]]:
    """Find new events for some streams."""
    if not streams:
        return
    rows = _rows({each.person for each in streams}, min(each.since for each in streams))
    found: dict[PersonStream, list[_Numbered]] = {}
    for each in streams:
        own = [row for row in rows if row.person == each.person]
        found[each], each.since = _unknown(own, each.since, each.known, is_of_turns=each.wanted.turns)
    seats = _Seats(one for each, news in found.items() if any(each.wanted) for one in news)
    for each, news in found.items():
        if news:
            yield each, News(_encoded(news, each.wanted, each.told, seats))


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
        turn = 0 if now.over else None if now.waiting_since is None else number_of(now.waiting_since)
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
                found.append(_Numbered(number_of(since), row))
    return found, since


class _Told(NamedTuple):
    """What a person has been told of the changes of their games.

    Attributes:
        since: they know all changes before this time.
        versions: of a seat, by its primary key, the last that they were told of since then.
    """

    since: datetime
    versions: dict[int, int]


class _Seats:
    """The seats that some events are about, as they are now. One statement reads them all.

    Args:
        news: the events.
    """

    def __init__(self, news: Iterable[_Numbered]) -> None:
        keys = {row.about[1] for _, row in news if row.about[0] == "seat"}
        found = Seat.objects.filter(pk__in=keys).exclude(player=None).select_related("game") if keys else ()
        self._seats = {(seat.pk, seat.player_id): seat for seat in found}
        self._with_options: dict[int, answers.SeatNow] = {}

    def now(self, row: _Row, wanted: Wanted, told: _Told) -> Any:
        """What a person wants of the subject of an event; the state that was read first if it is no seat of
        theirs any more."""
        seat = self._seats.get((row.about[1], row.person)) if row.about[0] == "seat" else None
        if seat is None or not any(wanted):
            return row.data
        now = self._asked(seat) if wanted.turns else _now(seat)
        if wanted.changes:
            now = msgspec.structs.replace(now, changes=_changes(seat, told))
        return now

    def _asked(self, seat: Seat) -> answers.SeatNow:
        if seat.pk not in self._with_options:
            self._with_options[seat.pk] = _with_options(seat)
        return self._with_options[seat.pk]


def _now(seat: Seat) -> answers.SeatNow:
    game = seat.game
    return answers.SeatNow(
        game=game.public_id,
        side=cast("Any", seat.plays.label),
        version=seat.version,
        asked=seat.asked or None,
        waiting_since=None if game.frozen_at else seat.waiting_since,
        over=game.is_over,
        head=heads.shown(game),
    )


def _with_options(seat: Seat) -> answers.SeatNow:
    """The state of a seat, with its options if it is asked something."""
    now = _now(seat)
    if not seat.asked:
        return now
    viewer = Viewer(seat.game, seat)
    with contextlib.suppress(Frozen), suspension.stopping():
        return msgspec.structs.replace(now, etag=etag(viewer), options=options_of(viewer))
    return now


def _changes(seat: Seat, told: _Told) -> list[Change]:
    """The changes of a game that its player was not told of; none while it is stopped."""
    known = told.versions.get(seat.pk)
    try:
        with suspension.stopping():
            seen = chronicle.changes_seen(seat.game, seat.plays, since=known or 0, until=seat.version)
    except Frozen:
        return []
    told.versions[seat.pk] = seat.version
    return [
        Change(**msgspec.structs.asdict(each)) for each in seen if known is not None or each.at > told.since
    ]


def _encoded(news: Iterable[_Numbered], wanted: Wanted, told: _Told, seats: _Seats) -> bytes:
    """Events as they are sent."""
    return b"".join(event(row.event, seats.now(row, wanted, told), number) for number, row in news)


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
    return max((each for each in times if each is not None), default=moment_of(0) + OVERLAP)
