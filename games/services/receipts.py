"""Answers that are given again: a request repeated with its idempotency key is the same request."""

import hashlib

from games.models.game import Game
from games.models.receipt import Receipt
from games.services.errors import Unacceptable


def digest(verb: str, *bodies: bytes | str) -> str:
    """What tells one request from another."""
    told = hashlib.sha256(verb.encode())
    for body in bodies:
        raw = body.encode() if isinstance(body, str) else body
        told.update(b"%d:" % len(raw))
        told.update(raw)
    return told.hexdigest()


def recall(game: Game, person_id: int | None, key: str, request: str) -> str | None:
    """The answer this person's request with that key had in this game, if it had one.

    Raises:
        Unacceptable: the key was used for another request.
    """
    if not key or person_id is None:
        return None
    known = Receipt.objects.filter(game=game, person_id=person_id, key=key).first()
    if known is None:
        return None
    if known.request != request:
        raise Unacceptable("idempotency-key-reused", key=key)
    return known.answer


def keep(game: Game, person_id: int | None, key: str, request: str, answer: str) -> None:
    """Store the answer, in the transaction of what it answers."""
    if key and person_id is not None:
        Receipt.objects.create(game=game, person_id=person_id, key=key, request=request, answer=answer)
