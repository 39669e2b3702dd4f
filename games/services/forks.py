"""Playing on from a moment of a finished game, against a computer player or both sides oneself."""

from accounts.models.person import Person
from accounts.rate_limits import hit
from games.engine import position as positions
from games.engine.referee import REFEREE
from games.engine.side import Side
from games.models.edition import EditionText
from games.models.game import Game
from games.models.seat import Seat
from games.reads.moments import Moments
from games.services import guests, idempotency, practice
from games.services.idempotency import Creation
from games.services.lobby import GAMES, Computer, Myself
from games.services.practice import Beginning
from sekigahara.errors.exceptions import Conflict, Limited


def begin(
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
        Limited: the player has begun too many games lately.
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
        if wait := hit(GAMES, player.email):
            raise Limited(wait)
        guests.refuse_too_many(player, game)
        game.source, game.source_moment = source, moments.same(number, REFEREE)
        game.source_week = state.week

    text = EditionText.objects.get(pk=source.edition_text_id).text
    beginning = Beginning(source.edition, text, source.revision, positions.write(moments.rules, state))
    return practice.create(
        player=player, beginning=beginning, side=side, opponent=opponent, enter=enter, request=request
    )


def of_player(player: Person, source: Game) -> list[Game]:
    """The games that a player has begun from moments of a finished game, the newest first."""
    seats = Seat.objects.filter(player=player, game__source=source)
    games = Game.objects.filter(pk__in=seats.values("game"))
    return list(games.order_by("-created_at", "public_id"))
