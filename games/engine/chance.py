"""Where outcomes come from. The engine never draws by itself: it asks a source, and the answer is logged.

The real source derives every draw from a secret seed, so that it can be checked once the seed is published.
Each pile counts its own draws, so one side's draws never depend on when the other side acts.

Nobody can choose the draws if the seed's hash is published first, then each player adds a nonce, and then the
first draw is made. ``graded`` says how much of this a game can prove.
"""

from __future__ import annotations

import enum
import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from typing import Protocol

NONCE = re.compile(r"[A-Za-z0-9+/=_.-]{0,64}")
"""What a player may add to the derivation of chance."""

HASH = re.compile(r"[0-9a-f]{64}")
"""The hash of a nonce."""

PILES = ("east-cards", "west-cards", "east-blocks", "west-blocks")
SIDES_DRAWN, COIN = "sides", "coin"
"""Labels of what is drawn before a game, like those of piles. Nonces are in the order of the players then."""


class Grade(enum.StrEnum):
    """Who could have chosen the draws of a game. The words are stored in no record, but part of the API."""

    NOBODY = "nobody"
    SERVER_WITH_LAST = "server-with-last"
    """Only the service together with the player who came last."""
    UNPROVED = "unproved"


def graded(nonces: Sequence[str], nonce_hash: str) -> Grade:
    """Who could have chosen the draws of a game.

    Args:
        nonces: of both players, in any order.
        nonce_hash: of the nonce of the player who came first, published before the other nonce was given;
            empty for none.
    """
    if not all(nonces):
        return Grade.UNPROVED
    return Grade.NOBODY if nonce_hash else Grade.SERVER_WITH_LAST


def hash_of(nonce: str) -> str:
    """The hash by which a player can commit to a nonce: its SHA-256 in hexadecimal."""
    return hashlib.sha256(nonce.encode()).hexdigest()


class Source(Protocol):
    """Chooses what comes out of a pile."""

    def pick(self, pile: str, count: int, contents: Sequence[int], names: Sequence[str]) -> int:
        """The index of the item drawn.

        Args:
            pile: one of ``PILES``, or a label of what is drawn before a game.
            count: how many items were drawn from this pile before, from 0.
            contents: how many of each item the pile holds; at least one in all.
            names: the items' ids, in the order of ``contents``.
        """


class Seeded:
    """The real source: HMAC-SHA-256 over game, nonces, pile and count, keyed with the game's secret seed.

    Args:
        seed: the secret, 32 random bytes; its SHA-256 is public from the start.
        game: the game's id.
        nonces: East's and West's contributions, empty where none was given. For what is drawn before a game,
            those of the players in their order.
    """

    def __init__(self, seed: bytes, game: str = "", nonces: tuple[str, str] = ("", "")) -> None:
        self._seed = seed
        self._prefix = f"{game}|{nonces[0]}|{nonces[1]}"

    def pick(self, pile: str, count: int, contents: Sequence[int], names: Sequence[str]) -> int:
        """The index of the item that the seed gives for this draw. The pile holds at least one."""
        message = f"{self._prefix}|{pile}|{count}".encode()
        number = int.from_bytes(hmac.digest(self._seed, message, hashlib.sha256), "big")
        # 256 bits over at most 55 items: the bias is below 2**-249.
        return _nth(contents, number % sum(contents))


class ScriptError(ValueError):
    """A script names what the pile does not hold."""


class Scripted:
    """A source that hands out named items first, for tests and positions, and then asks another.

    Args:
        script: for each pile, the ids to draw, in order.
        then: the source used when a pile's script is used up.
    """

    def __init__(self, script: Mapping[str, Sequence[str]], then: Source) -> None:
        self._script = {pile: list(items) for pile, items in script.items()}
        self._then = then

    def pick(self, pile: str, count: int, contents: Sequence[int], names: Sequence[str]) -> int:
        """The index of the next item of the script, or what the other source gives where the script has none
        left.

        Raises:
            ScriptError: the pile does not hold the next item.
        """
        waiting = self._script.get(pile)
        if not waiting:
            return self._then.pick(pile, count, contents, names)
        item = waiting.pop(0)
        if item not in names or not contents[names.index(item)]:
            raise ScriptError(f"the script draws {item} from {pile}, which does not hold it")
        return names.index(item)


def _nth(contents: Sequence[int], place: int) -> int:
    for index, count in enumerate(contents):
        if place < count:
            return index
        place -= count
    raise ValueError("an empty pile was drawn from")
