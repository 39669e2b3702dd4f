"""Empties the cached positions of games, which the service must work without."""

from games.engine.state import State
from games.log import position
from games.models.game import Game


def forget() -> None:
    """Of every game nothing is left but its log."""
    Game.objects.update(dump=b"")


def put(game: Game, state: State) -> None:
    """Have a game stand where its log does not lead."""
    Game.objects.filter(pk=game.pk).update(**position.marks(state))
