"""Messages between the two players of a game: plain text, beside the log and never part of it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models.person import Block, Person
from accounts.models.restriction import Restricted
from accounts.name_rules import is_visible
from accounts.rate_limits import Limit, refuse_often
from accounts.restrictions import refuse_restricted
from games.models import both_seats
from games.models.message import LONGEST_MESSAGE, Message
from games.models.seat import Seat
from games.models.seat_change import SeatChange
from games.services import stream_hints
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, Unacceptable, or_404

MESSAGE: Final = "games.message"
EDITABLE_FOR: Final = timedelta(minutes=5)
REPORTABLE_FOR: Final = timedelta(days=30)
"""How long a message can be reported that its reader is not shown any more."""
MOST_LINES: Final = 30
MESSAGES = Limit.declare("messages of a person", 60, 60 * 60)
_TAKEN_OVER: Final = SeatChange.objects.filter(
    game=OuterRef("game"), kind=SeatChange.Kind.SUBSTITUTE, at__gte=OuterRef("written_at")
)
"""By which a message was between others than those who play now."""


def refusal(both: Sequence[Seat]) -> Conflict | None:
    """Why the players of a game cannot write to each other; None if they can.

    Args:
        both: the seats, with their players.
    """
    east, west = (seat.player for seat in both)
    if east is None or west is None or east == west or not both[0].game.length:
        return Conflict("no-messages")
    if not (east.is_active and west.is_active):  # a guest, or somebody who has left
        return Conflict("no-messages")
    return None if east.takes_messages and west.takes_messages else Conflict("messages-off")


def write(*, seat: Seat, text: str) -> Message:
    """Write to the other player. They get a mail only if none of this game waits to be read.

    Args:
        seat: of the author, in a game that has begun.
        text: at most ``LONGEST_MESSAGE`` characters in ``MOST_LINES`` lines.

    Raises:
        Conflict: ``no-messages``: the game is not one of two people with accounts; ``messages-off``: one of
            them takes none.
        Forbidden: ``restricted``.
        Unacceptable: ``bad-message``.
        Limited: the author has written too many.
    """
    if seat.player is not None:
        refuse_restricted(seat.player, Restricted.MESSAGES)
    text = checked(text)
    refuse_often(MESSAGES, str(seat.player_id))
    with transaction.atomic(durable=True):
        Seat.objects.filter(game=seat.game_id).update(messages=F("messages"))  # the two write one by one
        both = both_seats.found_with_players(seat.game.public_id)
        if (refused := refusal(both)) is not None:
            raise refused
        mine, other = both[seat.plays], both[seat.plays.enemy]
        last = Message.objects.filter(game=seat.game_id).aggregate(last=Max("number"))["last"]
        number = (last or 0) + 1
        is_blocked = _is_blocked(mine, other)
        told = [mine.pk] if is_blocked else [mine.pk, other.pk]
        Seat.objects.filter(pk__in=told).update(messages=number)
        written = Message.objects.create(
            game=seat.game,
            number=number,
            side=seat.plays,
            author=mine.player,
            text=text,
            is_kept_back=is_blocked,
            east_version=both[0].version,
            west_version=both[1].version,
        )
        if mine.messages_seen >= mine.messages:
            Seat.objects.filter(pk=mine.pk).update(messages_seen=number)
        if not is_blocked and not other.mutes_messages and other.player_id is not None:
            has_read = other.looked_at >= other.told_at and other.messages_seen >= other.messages
            announce(
                [Announcement(MESSAGE, other.reference, str(number), other.player_id, is_mailed=has_read)]
            )
        stream_hints.send_presence(mine.game_id)
    return written


def edit(*, seat: Seat, number: int, text: str) -> Message:
    """Change one's own message within ``EDITABLE_FOR``. An empty text takes it away, at any time.

    Raises:
        Http404: there is no such message by the player of the seat.
        Conflict: ``too-late-to-edit``.
        Forbidden: ``restricted``: there is a new text.
        Unacceptable: ``bad-message``.
        Limited: the author has written too many.
    """
    text, now = _trimmed(text), service_time.now()
    if text and seat.player is not None:
        refuse_restricted(seat.player, Restricted.MESSAGES)
    if text:  # each text is kept for a while
        refuse_often(MESSAGES, str(seat.player_id))
    with transaction.atomic(durable=True):
        mine = Message.objects.filter(game=seat.game_id, author=seat.player_id, side=seat.side)
        written = or_404(mine.select_for_update().filter(number=number).first())
        if text and now - written.written_at > EDITABLE_FOR:
            raise Conflict("too-late-to-edit")
        if written.text and not written.is_kept_back:
            written.former += f"\0{written.text}"
        written.text, written.edited_at = text, now
        if text and _is_blocked(seat, seat.opposite()):  # since it was written
            written.is_kept_back = True
        written.save(update_fields=["text", "former", "edited_at", "is_kept_back"])
    return written


def mute(*, seat: Seat, on: bool) -> None:
    """Show the player of a seat none of the other's messages, or show them again. The other is not told."""
    Seat.objects.filter(pk=seat.pk).update(mutes_messages=on)


def mark_read(*, seat: Seat) -> None:
    """Remember that the player has been shown all messages there are."""
    if seat.messages_seen < seat.messages:
        Seat.objects.filter(pk=seat.pk, messages_seen__lt=seat.messages).update(messages_seen=seat.messages)


def shown_to(seat: Seat) -> QuerySet[Message]:
    """The messages that the player of a seat may read, oldest first. Without any written it is no query.

    What was written before somebody else took a seat was between others, and is shown to nobody any more.
    """
    if not seat.messages:
        return Message.objects.none()
    found = Message.objects.filter(~Exists(_TAKEN_OVER), game=seat.game_id).order_by("number")
    if seat.mutes_messages:
        return found.filter(side=seat.side)
    return found.exclude(side=seat.plays.enemy, is_kept_back=True)


def reportable_by(person: Person) -> QuerySet[Message]:
    """The messages to somebody that they can report, the latest first.

    What they are not shown any more is among them for ``REPORTABLE_FOR``: its author has changed it or taken
    it away, or somebody took a seat over. ``is_gone`` says so.
    """
    long_ago = service_time.now() - REPORTABLE_FOR
    seated = SeatChange.objects.filter(game=OuterRef("game")).exclude(side=OuterRef("side"))
    before = seated.exclude(kind=SeatChange.Kind.SUBSTITUTE, at__gte=OuterRef("written_at"))
    now = Seat.objects.filter(game=OuterRef("game")).exclude(side=OuterRef("side"))
    to = Coalesce(Subquery(before.order_by("-number").values("person")[:1]), now.values("player")[:1])
    rows = Message.objects.annotate(to=to, is_gone=Q(Exists(_TAKEN_OVER)) | Q(text="") | Q(is_kept_back=True))
    rows = rows.filter(~Exists(_TAKEN_OVER.filter(at__lt=long_ago)), to=person.pk)
    return rows.exclude(text="", former="").exclude(is_kept_back=True, former="").order_by("-pk")


def forget_former() -> int:
    """Delete what messages said before they were changed ``REPORTABLE_FOR`` ago.

    Returns:
        Of how many messages.
    """
    old = Message.objects.filter(edited_at__lt=service_time.now() - REPORTABLE_FOR)
    return old.exclude(former="").update(former="")


def unread_by(seat: Seat) -> QuerySet[Message]:
    """The other player's messages that the player of a seat has not been shown."""
    if seat.messages_seen >= seat.messages:
        return Message.objects.none()
    return shown_to(seat).filter(side=seat.plays.enemy, number__gt=seat.messages_seen).exclude(text="")


def _is_blocked(mine: Seat, other: Seat) -> bool:
    return Block.objects.filter(person=other.player_id, blocked=mine.player_id).exists()


def checked(text: str) -> str:
    """What a player writes in a game, without blanks around it.

    Raises:
        Unacceptable: ``bad-message``.
    """
    text = _trimmed(text)
    if not text:
        raise Unacceptable("bad-message", most=LONGEST_MESSAGE)
    return text


def _trimmed(text: str) -> str:
    lines = [line.replace("\t", " ").rstrip() for line in text.strip().splitlines()]
    text = "\n".join(lines)
    if len(text) > LONGEST_MESSAGE or len(lines) > MOST_LINES or not all(map(is_visible, lines)):
        raise Unacceptable("bad-message", most=LONGEST_MESSAGE)
    return text
