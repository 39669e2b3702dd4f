"""Who may join games that are not for just anybody. Apps register what they know of when they are ready."""

from collections.abc import Callable

from django.db.models import QuerySet

from accounts.models.person import Person
from games.models.game import Game

Gate = Callable[[QuerySet[Game], Person | None], QuerySet[Game]]
"""Given games and somebody, or nobody in particular: those of the games that they are not kept from."""

_gates: list[Gate] = []


def register_gate(gate: Gate) -> None:
    """Have a function asked before anybody joins a game."""
    if gate not in _gates:
        _gates.append(gate)


def admitting(games: QuerySet[Game], person: Person | None) -> QuerySet[Game]:
    """The games whose free seat is not kept from somebody, if there is one; that is not looked at here."""
    for gate in _gates:
        games = gate(games, person)
    return games


def is_admitted(person: Person | None, game: Game) -> bool:
    """Whether the free seat of one game, if there is one, is not kept from them."""
    return admitting(Game.objects.filter(pk=game.pk), person).exists()
