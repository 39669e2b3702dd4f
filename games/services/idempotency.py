"""Idempotency keys: a repeated request gets the stored response of the first."""

import hashlib
import re
from typing import NamedTuple

from accounts.closing import hold
from accounts.models.person import Person
from games.models.game import Game
from games.models.receipt import Receipt
from games.models.seat import Seat
from sekigahara.db.statements import Insert
from sekigahara.db.writes import Statement
from sekigahara.errors.exceptions import Unacceptable

LONGEST_KEY = 100
_RECEIPTS = Insert(Receipt)
KEY = re.compile(rf"[ -~]{{1,{LONGEST_KEY}}}")


class Request(NamedTuple):
    """A request with an idempotency key.

    Attributes:
        game_id: the primary key of the game.
        person_id: the primary key of who sends it.
        key: the idempotency key.
        digest: of the contents of the request.
    """

    game_id: int
    person_id: int
    key: str
    digest: str


def request(seat: Seat, key: str, verb: str, *bodies: bytes | str) -> Request | None:
    """Describe a request of a seat's player; None without a key or a player.

    Raises:
        Unacceptable: the key is invalid.
    """
    if not key or seat.player_id is None:
        return None
    digest = _digest(f"{seat.plays.label} {verb}", *bodies)
    return Request(seat.game_id, seat.player_id, _checked(key), digest)


def _checked(key: str) -> str:
    if not KEY.fullmatch(key):
        raise Unacceptable("bad-idempotency-key", most=LONGEST_KEY)
    return key


def _digest(what: str, *bodies: bytes | str) -> str:
    hasher = hashlib.sha256(what.encode())
    for body in bodies:
        raw = body.encode() if isinstance(body, str) else body
        hasher.update(b" %d:" % len(raw))
        hasher.update(raw)
    return hasher.hexdigest()


def recall(request: Request | None) -> str | None:
    """The stored response of a request; None if it is new.

    Raises:
        Unacceptable: the key was used for another request.
    """
    if request is None:
        return None
    receipts = Receipt.objects.filter(game=request.game_id, person=request.person_id, key=request.key)
    known = _checked_receipt(receipts.first(), request)
    return None if known is None else known.answer


def _checked_receipt(known: Receipt | None, request: "Request | Creation") -> Receipt | None:
    if known is not None and known.request != request.digest:
        raise Unacceptable("idempotency-key-reused", key=request.key)
    return known


def has_answer(seat: Seat, key: str) -> bool:
    """Whether a request of the seat's player with this key was carried out, whatever its contents."""
    return Receipt.objects.filter(game=seat.game_id, person=seat.player_id, key=key).exists()


def storing(request: Request, answer: str) -> Statement:
    """The statement that stores a response, to run in the transaction of the request."""
    receipt = _RECEIPTS.new(
        game_id=request.game_id,
        person_id=request.person_id,
        key=request.key,
        request=request.digest,
        answer=answer,
    )
    return _RECEIPTS.statement([receipt])


class Creation(NamedTuple):
    """A request for a new game, with an idempotency key that is unique for each person.

    Attributes:
        person_id: the primary key of who sends it.
        key: the idempotency key.
        digest: of the contents of the request.
    """

    person_id: int
    key: str
    digest: str

    @property
    def kept_as(self) -> str:
        """The key of its receipt, which cannot be that of a request in the game itself."""
        return f"new {hashlib.sha256(self.key.encode()).hexdigest()}"


def creation(person: Person, key: str, body: bytes) -> Creation | None:
    """Describe a request for a new game; None without a key.

    Raises:
        Unacceptable: the key is invalid.
    """
    return Creation(person.pk, _checked(key), _digest("create", body)) if key else None


def game_of(creation: Creation | None) -> Game | None:
    """The game that an earlier copy of the request created; None if there was none.

    Raises:
        Unacceptable: the key was used for another request.
    """
    if creation is None:
        return None
    receipts = Receipt.objects.select_related("game")
    found = receipts.filter(person=creation.person_id, key=creation.kept_as).first()
    known = _checked_receipt(found, creation)
    return None if known is None else known.game


def locked_game_of(creation: Creation | None) -> Game | None:
    """The game that an earlier copy of the request created, after waiting for concurrent copies.

    Call it in the transaction that creates the game.

    Raises:
        Unacceptable: the key was used for another request.
    """
    if creation is not None:
        hold(creation.person_id)
    return game_of(creation)


def keep_game(creation: Creation | None, game: Game) -> None:
    """Store which game the request created, in the same transaction."""
    if creation is not None:
        Receipt.objects.create(
            game=game, person_id=creation.person_id, key=creation.kept_as, request=creation.digest
        )
