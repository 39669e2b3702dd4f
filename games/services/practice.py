"""Games for practice: they begin from a position, against a computer player or oneself.

They are private and unrated, have no clock, and are in no statistics, archive, ladder or count.
See `sekigahara/adr/0025-games-begin-from-a-position.md`.
"""

from collections.abc import Callable
from typing import NamedTuple

from django.db import transaction

from accounts.models.person import Person
from games.engine.side import SIDES, Side
from games.models.game import Game
from games.models.seat import Seat
from games.services import creation, idempotency
from games.services.idempotency import Creation
from games.services.lobby import Computer, Myself

Entering = Callable[[Game], None]
"""Judges or marks a new game that is not saved yet, in the transaction that creates it."""


class Beginning(NamedTuple):
    """What a game for practice begins from.

    Attributes:
        edition: the id of its edition.
        edition_text: the text of that.
        revision: of the rules.
        position: the text of the position. It holds the secrets of both sides.
    """

    edition: str
    edition_text: str
    revision: int
    position: str


def create(
    *,
    player: Person,
    beginning: Beginning,
    side: Side,
    opponent: Computer | Myself,
    enter: Entering,
    request: Creation | None = None,
) -> Game:
    """Create a private game that begins from a position, and begin it at once.

    Args:
        player: who plays.
        beginning: from where.
        side: of the player, who has both if the opponent is ``Myself``.
        opponent: for the other seat.
        enter: says what the game is for; or refuses.
        request: with an idempotency key. If an earlier copy of it created a game, that game is returned.

    Raises:
        CorruptLog: the rules refuse the position.
        Unacceptable: the key was used for another request.
    """
    with transaction.atomic(durable=True):
        if (known := idempotency.locked_game_of(request)) is not None:
            return known
        terms = creation.PRIVATE.for_one()
        game = creation.new_game(beginning.edition, beginning.edition_text, terms, player)
        game.revision, game.first, game.nonces = beginning.revision, side, ["", ""]
        enter(game)
        game.save()
        seats = Seat(game=game, side=SIDES[0]), Seat(game=game, side=SIDES[1])
        seats[side].player = player
        match opponent:
            case Computer(name):
                seats[side.enemy].computer = name
            case Myself():
                seats[side.enemy].player = player
        Seat.objects.bulk_create(seats)
        creation.begin(game, seats, beginning.position)
        idempotency.keep_game(request, game)
    return game
