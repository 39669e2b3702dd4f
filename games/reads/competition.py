"""Which competition a game is of, for pages and mails that tell of it. Apps register what they know of when
they are ready."""

from collections.abc import Callable
from typing import NamedTuple

from games.models.game import Game


class Competition(NamedTuple):
    """What a game is played for, beside itself. Anybody may know.

    Attributes:
        name: the ladder's.
        season: its number.
        club: whose ladder it is.
        path: of the page of that season.
    """

    name: str
    season: int
    club: str
    path: str


Finder = Callable[[Game], Competition | None]
"""Given a game: its competition, if this app has paired it."""

_finders: list[Finder] = []


def register_competitions(finder: Finder) -> None:
    """Have a function asked whenever the beginning of a game, or its page, is told."""
    if finder not in _finders:
        _finders.append(finder)


def competition_of(game: Game) -> Competition | None:
    """Of which competition a game is; None for a game that people have made for themselves."""
    return next((found for finder in _finders if (found := finder(game)) is not None), None)
