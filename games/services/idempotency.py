"""Answers that are given again: a request repeated with its idempotency key is the same request."""

import hashlib
import re
from typing import NamedTuple

from accounts.closing import hold
from accounts.models.person import Person
from games.errors import Unacceptable
from games.models.game import Game
from games.models.receipt import Receipt
from games.models.seat import Seat
from sekigahara.db.statements import Insert
from sekigahara.db.writes import Statement

LONGEST_KEY = 100
_RECEIPTS = Insert(Receipt)
KEY = re.compile(rf"[ -~]{{1,{LONGEST_KEY}}}")


class Request(NamedTuple):
    """A request that is known again by its key.

    Attributes:
        digest: of everything in it that makes it this request.
    """

    game_id: int
    person_id: int
    key: str
    digest: str


def request(seat: Seat, key: str, verb: str, *bodies: bytes | str) -> Request | None:
    """What a seat's player asks for; None without a key, or where nobody could ask twice.

    Raises:
        Unacceptable: the key is none.
    """
    if not key or seat.player_id is None:
        return None
    return Request(seat.game_id, seat.player_id, _proper(key), _digest(f"{seat.plays.label} {verb}", *bodies))


def _proper(key: str) -> str:
    if not KEY.fullmatch(key):
        raise Unacceptable("bad-idempotency-key", most=LONGEST_KEY)
    return key


def _digest(what: str, *bodies: bytes | str) -> str:
    told = hashlib.sha256(what.encode())
    for body in bodies:
        raw = body.encode() if isinstance(body, str) else body
        told.update(b" %d:" % len(raw))
        told.update(raw)
    return told.hexdigest()


def recall(request: Request | None) -> str | None:
    """The answer the request had, if it had one.

    Raises:
        Unacceptable: the key was used for another request.
    """
    if request is None:
        return None
    known = Receipt.objects.filter(game=request.game_id, person=request.person_id, key=request.key).first()
    if known is None:
        return None
    if known.request != request.digest:
        raise Unacceptable("idempotency-key-reused", key=request.key)
    return known.answer


def has_answer(seat: Seat, key: str) -> bool:
    """Whether a request of the seat's player with that key was carried out, whatever was in it."""
    return Receipt.objects.filter(game=seat.game_id, person=seat.player_id, key=key).exists()


def keeping(request: Request, answer: str) -> Statement:
    """The statement that stores the answer, to be run together with what it answers."""
    receipt = _RECEIPTS.new(
        game_id=request.game_id,
        person_id=request.person_id,
        key=request.key,
        request=request.digest,
        answer=answer,
    )
    return _RECEIPTS.statement([receipt])


class Creation(NamedTuple):
    """A request for a new game that is known again by its key, which is the person's own for all their games.

    Attributes:
        digest: as of a ``Request``.
    """

    person_id: int
    key: str
    digest: str

    @property
    def kept_as(self) -> str:
        """What its receipt has for a key, which is none that a request in the game itself would have."""
        return f"new {hashlib.sha256(self.key.encode()).hexdigest()}"


def creation(person: Person, key: str, body: bytes) -> Creation | None:
    """What somebody asks for who wants a new game; None without a key.

    Raises:
        Unacceptable: the key is none.
    """
    return Creation(person.pk, _proper(key), _digest("create", body)) if key else None


def game_of(creation: Creation | None) -> Game | None:
    """The game that the request has made, if it has, as it is now.

    Raises:
        Unacceptable: the key was used for another request.
    """
    if creation is None:
        return None
    receipts = Receipt.objects.select_related("game")
    known = receipts.filter(person=creation.person_id, key=creation.kept_as).first()
    if known is None:
        return None
    if known.request != creation.digest:
        raise Unacceptable("idempotency-key-reused", key=creation.key)
    return known.game


def game_of_another(creation: Creation | None) -> Game | None:
    """The game that the request has made, locked against a concurrent copy of the request, which waits here.

    Runs in the transaction that is about to make the game.

    Raises:
        Unacceptable: the key was used for another request.
    """
    if creation is not None:
        hold(creation.person_id)
    return game_of(creation)


def keep_game(creation: Creation | None, game: Game) -> None:
    """Store what the request has made, in the same transaction."""
    if creation is not None:
        Receipt.objects.create(
            game=game, person_id=creation.person_id, key=creation.kept_as, request=creation.digest
        )
