"""The diary of a player of a game: private notes, which both may agree to show once the game is over.

Writing changes nothing else: no row of the game, its log or its seats, no version, no moment, no mail.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from accounts.models.person import Block, Person
from accounts.models.restriction import Restricted
from accounts.rate_limits import Limit, refuse_often
from accounts.restrictions import refuse_restricted
from games.log import diary_chain, heads
from games.models.note import Note
from games.models.seat import Seat
from games.services.messages import checked
from notifications.models import Notification
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.db.statements import Select
from sekigahara.errors.exceptions import Conflict, Limited

DIARY_SHOWN: Final = "games.report"
"""The kind of the notice that the other player shows their diary, if one shows one's own."""
MOST_NOTES: Final = 500
NOTES = Limit.declare("notes of a person", 60, 60 * 60)


class Sharing(NamedTuple):
    """Who agrees to show both diaries of a game.

    Attributes:
        mine: whether the player does.
        theirs: whether the other does, or has nothing against it.
        is_alone: nobody else need be asked.
        is_shown: everyone who may see the game may read both.
    """

    mine: bool
    theirs: bool
    is_alone: bool
    is_shown: bool


def refusal(seat: Seat, both: Sequence[Seat]) -> Conflict | None:
    """Why the player of a seat cannot write in their diary; None if they can.

    Args:
        seat: of the player.
        both: East's and West's.
    """
    if seat.player is None or not seat.player.is_active or not seat.game.length:
        return Conflict("no-diary")
    return Conflict("diary-is-shown") if is_report_shown(both) else None


def write(*, seat: Seat, text: str, after: int | None = None) -> Note:
    """Write a note, which nobody else is shown or told of.

    Args:
        seat: of the author, in a game that has begun.
        text: as for a message.
        after: the number of the last note that the author saw; 0 for none. The same text after that note is
            one note, if it is sent twice.

    Raises:
        Conflict: ``no-diary``: the author is a guest, or has left; ``diary-is-shown``; ``diary-full``.
        Unacceptable: ``bad-message``.
        Limited: the author has written too many, or several at one moment.
    """
    author = seat.player
    if (refused := refusal(seat, (seat, seat.opposite()))) is not None or author is None:
        raise refused or Conflict("no-diary")
    words = checked(text)
    refuse_often(NOTES, str(author.pk))
    for _attempt in range(2):
        try:
            with transaction.atomic():
                return _added(seat, author, words, after)
        except IntegrityError:  # another note of theirs got the number at the same moment
            continue
    raise Limited(1)


def _added(seat: Seat, author: Person, words: str, after: int | None) -> Note:
    last = notes_of(seat).last()
    if after is not None and last is not None and last.number > after:
        for note in notes_of(seat).filter(number__gt=after):
            if note.words == words:
                return note
    if last is not None and last.number >= MOST_NOTES:
        raise Conflict("diary-full", most=MOST_NOTES)
    shown, now = heads.shown(seat.game), service_time.now()
    game_head = "" if shown is None else str(shown)
    return Note.objects.create(
        game_id=seat.game_id,
        author=author,
        side=seat.side,
        number=1 if last is None else last.number + 1,
        text=Note.sealed(words),
        version=seat.version,
        game_head=game_head,
        head=diary_chain.next_head(head_of(seat, last), game_head, words, now),
        written_at=now,
    )


def notes_of(seat: Seat) -> QuerySet[Note]:
    """The diary of the player of a seat, in order. Who had the seat before them wrote in another."""
    return Note.objects.filter(game=seat.game_id, author=seat.player_id, side=seat.side).order_by("number")


_WRITTEN = Select[tuple[Note]](
    """
    SELECT {note} FROM games_note note
    WHERE note.game_id = %s AND note.author_id = %s AND note.side = %s ORDER BY note.number
    """,
    note=Note,
)


def read(seat: Seat) -> list[Note]:
    """All of ``notes_of``, for the page of a game: without a query that is put together each time."""
    return [note for (note,) in _WRITTEN.rows(seat.game_id, seat.player_id, seat.side)]


def head_of(seat: Seat, last: Note | None) -> str:
    """The head of a diary, hex.

    Args:
        seat: of its author.
        last: the latest note; None for none.
    """
    return first_head_of(seat) if last is None else last.head


def first_head_of(seat: Seat) -> str:
    """The head of a diary before its first note, hex; empty if nobody has the seat."""
    return "" if seat.player is None else diary_chain.first_head(seat.player, seat.game, seat.side)


def agree(*, seat: Seat, on: bool) -> None:
    """Agree that both diaries are shown to everyone who may see the game, or no longer.

    The other player is told once, if they are a person who can answer and does not block this one.

    Raises:
        Conflict: ``no-report``: the game is not over.
        Forbidden: ``restricted``.
    """
    if not seat.game.is_over or seat.player is None:
        raise Conflict("no-report")
    if on:
        refuse_restricted(seat.player, Restricted.MESSAGES)
    # Both seats, if one player has them.
    mine = Seat.objects.filter(game=seat.game_id, player=seat.player_id, shares_diary=not on)
    with transaction.atomic():
        if mine.update(shares_diary=on) and on:
            _tell(seat, seat.opposite())


def _tell(mine: Seat, other: Seat) -> None:
    person = other.player
    if person is None or person == mine.player or not person.is_active:
        return
    if agrees(other) and not other.shares_diary:
        return  # they need not be asked
    if Block.objects.filter(person=person, blocked=mine.player).exists():
        return
    occasion = "shown" if agrees(other) else "asked"
    if not Notification.objects.filter(kind=DIARY_SHOWN, about=other.reference, occasion=occasion).exists():
        announce([Announcement(DIARY_SHOWN, other.reference, occasion, person.pk)])


def agrees(seat: Seat) -> bool:
    """Whether the player of a seat agrees. Programs have nothing against it, and guests have no diary."""
    if seat.player is None:
        return bool(seat.computer)
    return seat.shares_diary or seat.player.is_bot or seat.player.is_guest


def is_report_shown(both: Sequence[Seat]) -> bool:
    """Whether everybody who may see a game may read both diaries.

    Args:
        both: East's and West's.
    """
    is_wanted = any(seat.shares_diary for seat in both)
    return is_wanted and both[0].game.is_over and all(map(agrees, both))


def sharing(seat: Seat, both: Sequence[Seat]) -> Sharing | None:
    """Who agrees to show both diaries; None while the game is not over, and if the other has left.

    Args:
        seat: of the player who asks.
        both: East's and West's.
    """
    if not seat.game.is_over:
        return None
    other = both[seat.plays.enemy]
    has_left = not other.computer if other.player is None else other.player.closed_at is not None
    if has_left:
        return None
    is_alone = other.player_id == seat.player_id or (agrees(other) and not other.shares_diary)
    return Sharing(seat.shares_diary, agrees(other), is_alone, is_report_shown(both))
