"""Answers that are given again: a request repeated with its idempotency key is the same request."""

import hashlib
import re
from typing import NamedTuple

from games.models.receipt import Receipt
from games.models.seat import Seat
from games.services.errors import Unacceptable
from sekigahara.plain_sql import Insert

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
    if not KEY.fullmatch(key):
        raise Unacceptable("bad-idempotency-key", most=LONGEST_KEY)
    told = hashlib.sha256(f"{seat.plays.label} {verb}".encode())
    for body in bodies:
        raw = body.encode() if isinstance(body, str) else body
        told.update(b" %d:" % len(raw))
        told.update(raw)
    return Request(seat.game_id, seat.player_id, key, told.hexdigest())


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


def keep(request: Request | None, answer: str) -> None:
    """Store the answer, in the transaction of what it answers, which has made sure that there is none."""
    if request is not None:
        receipt = Receipt(
            game_id=request.game_id,
            person_id=request.person_id,
            key=request.key,
            request=request.digest,
            answer=answer,
        )
        _RECEIPTS.add([receipt])
