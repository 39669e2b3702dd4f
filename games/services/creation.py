"""Making games, and beginning them once both seats are taken. Who may make one is said by who calls this."""

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
    """What is agreed about a game beside its rules.

    Attributes:
        is_public: whether anybody may watch.
        pace: one of PACES, or None for no clock.
        on_time_out: what follows when somebody does not answer in time. Without a clock nothing does.
        is_rated: whether its result is to move the ratings of both, who must be two people.
    """

    is_public: bool = False
    pace: int | None = None
    on_time_out: OnTimeOut = OnTimeOut.NOTHING
    is_rated: bool = False


PRIVATE = Terms()
"""Between the two players, without a clock."""


def text_of(edition: str, flags: Mapping[str, Any], terms: Terms) -> str:
    """What a game will be played by, to the letter, if it may be made so.

    Raises:
        UnknownEditionError: when there is no such edition.
        Unacceptable: a pace that is none, or a flag that cannot be chosen, or not so.
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
    """The chance of a game or of a coin, which nobody can know before it is told."""
    return secrets.token_bytes(SEED_BYTES)


def made(edition: str, text: str, terms: Terms, creator: Person | None) -> Game:
    """A game of that text, with a chance of its own, that is not saved yet and nobody sits at."""
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


def between(
    players: tuple[Person, Person], *, edition: str, flags: Mapping[str, Any] = {}, terms: Terms = PRIVATE
) -> Game:
    """Make and begin a game that others have arranged, in the caller's transaction.

    Args:
        players: who plays East and who plays West.

    Raises:
        UnknownEditionError, Unacceptable: as ``text_of`` does.
    """
    game = made(edition, text_of(edition, flags, terms), terms, None)
    game.save()
    east, west = (Seat(game=game, side=side, player=player) for side, player in enumerate(players))
    Seat.objects.bulk_create([east, west])
    begin(game, (east, west))
    return game


def begin(game: Game, seats: tuple[Seat, Seat]) -> None:
    """Both seats are taken: chance sets the game up."""
    game.status, game.started_at = Game.Status.RUNNING, timezone.now()
    game.head = record.genesis(game)
    game.save(update_fields=["status", "started_at", "nonces", "head"])
    table = Table(seats)
    table.set_up()
    table.record()
    table.write_locked()
