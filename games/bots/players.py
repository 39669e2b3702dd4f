"""The interface of computer players, and the players there are by name."""

import importlib
from typing import Any, Protocol, runtime_checkable

Json = dict[str, Any]


class Player(Protocol):
    """Chooses among the options of one seat, from what that seat may know."""

    def choose(self, view: Json, options: Json) -> Json:
        """The action to take, as JSON.

        Args:
            view: the position as the player's own side sees it.
            options: what the side may answer now; there is always at least one answer.
        """


@runtime_checkable
class Planner(Protocol):
    """Gives orders in advance for one seat, from what that seat may know. Not every player is one."""

    def orders(self, view: Json, battles: Json) -> Json:
        """All orders that hold from now on, as JSON (``games.engine.orders.shapes.Orders``).

        Args:
            view: the position as the player's own side sees it.
            battles: by place with a fight, the deployments with which a plan could begin there, as the
                choices of the decision ``deploy``.
        """


PLAYERS = {
    "ashigaru": "games.bots.ashigaru:Ashigaru",
    "random": "games.bots.random_player:RandomPlayer",
}
"""Module and class of every player; loaded when one is made."""


class UnknownPlayerError(LookupError):
    """No computer player has that name."""


def create(name: str, edition: Json, seed: int) -> Player:
    """A new player for one game.

    Args:
        edition: what is printed in the game's edition, its file as JSON.
        seed: decides everything the player leaves to chance.

    Raises:
        UnknownPlayerError: there is no player of that name.
    """
    if name not in PLAYERS:
        raise UnknownPlayerError(f'there is no player "{name}"; there are: {", ".join(sorted(PLAYERS))}')
    module, _, made_by = PLAYERS[name].partition(":")
    player: Player = getattr(importlib.import_module(module), made_by)(edition, seed)
    return player
