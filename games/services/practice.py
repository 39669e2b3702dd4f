"""Games for practice: they begin from a position, such as a moment of a finished game.

A player meets a computer player in them, or plays both sides.

They are private and unrated, have no clock, and are in no statistics, archive, ladder or count.
See `sekigahara/adr/0025-games-begin-from-a-position.md`.
"""

from collections.abc import Callable
from typing import NamedTuple

from django.db import transaction

from accounts.models.person import Person
from accounts.rate_limits import refuse_often
from games.engine import position as positions
from games.engine.referee import REFEREE
from games.engine.side import SIDES, Side
from games.models.game import EditionText, Game
from games.models.seat import Seat
from games.reads.moments import Moments
from games.services import creation, guest_games, idempotency
from games.services.idempotency import Creation
from games.services.lobby import GAMES, Computer, Myself, fill
from sekigahara.errors.exceptions import Conflict

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
        fill(seats[side.enemy], player, opponent)
        Seat.objects.bulk_create(seats)
        creation.begin(game, seats, beginning.position)
        idempotency.keep_game(request, game)
    return game


def play_on(
    *,
    player: Person,
    moments: Moments,
    number: int,
    side: Side,
    opponent: Computer | Myself,
    request: Creation | None = None,
) -> Game:
    """Begin a private game from a moment of a finished one. It has its own chance from there.

    Args:
        player: a guest, or a person, who may see the finished game with nothing hidden.
        moments: of that game.
        number: of the moment, as those count.
        side: of the player.
        opponent: for the other seat.
        request: with an idempotency key. If an earlier copy of it began a game, that game is returned.

    Raises:
        Conflict: ``still-running``; or ``over-at-moment``: nothing can be played there.
        Limited: the player started too many games within a day.
        TooManyRunningError: it is a guest who plays as many games as guests may.
        Unacceptable: the key was used for another request.
    """
    if (known := idempotency.game_of(request)) is not None:
        return known
    source = moments.game
    if not source.is_over:
        raise Conflict("still-running")
    state = moments.state(number)
    if state.result is not None:
        raise Conflict("over-at-moment")

    def enter(game: Game) -> None:
        refuse_often(GAMES, player.email)
        guest_games.refuse_too_many(player, game)
        game.source, game.source_moment = source, moments.same(number, REFEREE)
        game.source_week = state.week

    text = EditionText.objects.get(pk=source.edition_text_id).text
    beginning = Beginning(source.edition, text, source.revision, positions.write(moments.rules, state))
    return create(
        player=player, beginning=beginning, side=side, opponent=opponent, enter=enter, request=request
    )


def played_on_by(player: Person, source: Game) -> list[Game]:
    """The games that a player has begun from moments of a finished game, the newest first."""
    seats = Seat.objects.filter(player=player, game__source=source)
    games = Game.objects.filter(pk__in=seats.values("game"))
    return list(games.order_by("-created_at", "public_id"))
