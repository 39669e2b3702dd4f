"""The interface of computer players, and the players there are by name."""

import importlib
from typing import Any, NamedTuple, Protocol, runtime_checkable

from games.bots.levels import LARGE_BUDGET, MIDDLE_BUDGET, SMALL_BUDGET, Budget

Json = dict[str, Any]


class Player(Protocol):
    """Chooses among the options of one seat, from what that seat may know."""

    def choose(self, view: Json, options: Json) -> Json:
        """The action to take, as JSON.

        Args:
            view: the position as the player's own side sees it.
            options: what the side may answer now; there is always at least one answer.
        """


class World(Protocol):
    """A position as it may be, in which a player tries things out (``games.engine.worlds.World``)."""

    def copy(self) -> "World":
        """Another world of this position, to go on in another way with the same chance."""

    @property
    def asked(self) -> tuple[str, str] | None:
        """The side that must decide, and the word of its decision; None at the end."""

    def dump(self) -> bytes:
        """The position as bytes: two worlds of one deal with the same bytes go on alike."""

    def view(self, side: str) -> Json:
        """The position as a side sees it."""

    def options(self, side: str) -> Json:
        """What the side that is asked may answer."""

    def act(self, side: str, action: Json) -> bool:
        """Act for a side. Return whether the rules allow it here; if not, nothing changes."""


class Worlds(Protocol):
    """The positions that one seat may be in, by what it knows (``games.engine.worlds.Worlds``)."""

    def deal(self, seed: int) -> World:
        """One of them; the same seed always gives the same."""


@runtime_checkable
class Rehearser(Protocol):
    """A player that tries out what its answers lead to. Not every player is one."""

    def rehearse(self, view: Json, options: Json, worlds: Worlds) -> Json:
        """The action to take, as JSON.

        Args:
            view: the position as the player's own side sees it.
            options: what the side may answer now.
            worlds: the positions that it may be in.
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


class Made(NamedTuple):
    """How a player is made.

    Attributes:
        by: its module and class; loaded when one is made.
        budget: how much it tries out, if it rehearses.
    """

    by: str
    budget: Budget | None = None


PLAYERS = {
    "ashigaru": Made("games.bots.ashigaru:Ashigaru"),
    "ashigaru-0.2": Made("games.bots.ashigaru:Earlier"),
    "hatamoto-1": Made("games.bots.hatamoto:Hatamoto", SMALL_BUDGET),
    "hatamoto-2": Made("games.bots.hatamoto:Hatamoto", MIDDLE_BUDGET),
    "hatamoto-3": Made("games.bots.hatamoto:Hatamoto", LARGE_BUDGET),
    "komono": Made("games.bots.ashigaru:Komono"),
    "random": Made("games.bots.random_player:RandomPlayer"),
}
"""Every player by name. ``games.bots.levels`` says which of them people choose among."""

REHEARSED = ("level", "movement")
"""The decisions for which players rehearse. All others they answer as quickly as the players that do not."""


class UnknownPlayerError(LookupError):
    """No computer player has that name."""


def create(
    name: str, edition: Json, seed: int, character: str = "", *, budget: Budget | None = None
) -> Player:
    """A new player for one game.

    Args:
        edition: what is printed in the game's edition, its file as JSON.
        seed: decides everything the player leaves to chance.
        character: a code of ``games.bots.characters``; empty for none.
        budget: how much it tries out, if it rehearses; its own by default.

    Raises:
        UnknownPlayerError: there is no player of that name.
    """
    if name not in PLAYERS:
        raise UnknownPlayerError(f'there is no player "{name}"; there are: {", ".join(sorted(PLAYERS))}')
    made = PLAYERS[name]
    module, _, made_by = made.by.partition(":")
    settings = {} if made.budget is None else {"budget": budget or made.budget}
    player: Player = getattr(importlib.import_module(module), made_by)(edition, seed, character, **settings)
    return player


def rehearses(name: str) -> bool:
    """Whether the player of a name is a ``Rehearser``, so that it can play only where its worlds are."""
    return PLAYERS[name].budget is not None
