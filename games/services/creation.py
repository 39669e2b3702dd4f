"""Creating games, and beginning them once both seats are taken. The caller checks who may create one."""

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils import timezone

from accounts.models.person import Person
from games.engine.edition_layers import OPTIONAL, ChoiceError
from games.engine.editions import digest
from games.engine.ruleset import REVISION
from games.errors import Unacceptable
from games.log import record
from games.models.edition import EditionText
from games.models.game import PACES, Game
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import text_with
from games.services.table import Table

SEED_BYTES = 32


class Terms(NamedTuple):
    """The terms of a game other than its rules.

    Attributes:
        is_public: whether anybody may watch.
        pace: one of PACES, or None for no clock.
        on_time_out: the time-out policy, which is ignored without a clock.
        is_rated: whether the result counts for ratings. Both players must be people.
    """

    is_public: bool = False
    pace: int | None = None
    on_time_out: OnTimeOut = OnTimeOut.NOTHING
    is_rated: bool = False


PRIVATE = Terms()
"""The terms of a private game without a clock."""


def text_of(edition: str, flags: Mapping[str, Any], terms: Terms) -> str:
    """The edition text for a new game with the chosen flags.

    Raises:
        UnknownEditionError: there is no such edition.
        Unacceptable: the pace is not allowed, or a flag cannot be chosen or has an invalid value.
    """
    if terms.pace is not None and terms.pace not in PACES:
        raise Unacceptable("no-such-pace", paces=list(PACES))
    try:
        return text_with(edition, flags)
    except ChoiceError as error:
        if error.allowed:
            raise Unacceptable("bad-flag", flag=error.flag, allowed=list(error.allowed)) from None
        raise Unacceptable("no-such-flag", flag=error.flag, allowed=list(OPTIONAL)) from None


def new_seed() -> bytes:
    """A new secret seed for a game or a coin toss."""
    return secrets.token_bytes(SEED_BYTES)


def new_game(edition: str, text: str, terms: Terms, creator: Person | None) -> Game:
    """A new game with a seed and without seats, not yet saved."""
    pinned, _ = EditionText.objects.get_or_create(digest=digest(text), defaults={"text": text})
    seed = new_seed()
    return Game(
        creator=creator,
        is_public=terms.is_public,
        is_rated=terms.is_rated,
        pace=terms.pace,
        on_time_out=OnTimeOut.NOTHING if terms.pace is None else terms.on_time_out,
        edition=edition,
        edition_text=pinned,
        revision=REVISION,
        seed=seed,
        commitment=hashlib.sha256(seed).hexdigest(),
    )


def create_between(
    players: tuple[Person, Person], *, edition: str, flags: Mapping[str, Any] = {}, terms: Terms = PRIVATE
) -> Game:
    """Create and begin a game between two people, in the caller's transaction.

    Args:
        players: East's player and West's.
        edition: its id.
        flags: the chosen flags.
        terms: the other terms.

    Raises:
        UnknownEditionError, Unacceptable: as in ``text_of``.
    """
    game = new_game(edition, text_of(edition, flags, terms), terms, None)
    game.save()
    east, west = (Seat(game=game, side=side, player=player) for side, player in enumerate(players))
    Seat.objects.bulk_create([east, west])
    begin(game, (east, west))
    return game


def begin(game: Game, seats: tuple[Seat, Seat]) -> None:
    """Begin a game whose seats are both taken, and set it up, in the caller's transaction."""
    game.status, game.started_at = Game.Status.RUNNING, timezone.now()
    game.head = record.genesis(game)
    game.save(update_fields=["status", "started_at", "nonces", "head"])
    table = Table(seats)
    table.set_up()
    table.record()
    table.write_locked()
