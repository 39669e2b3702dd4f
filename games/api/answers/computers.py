"""The computer players that one can play against."""

from typing import Annotated

from msgspec import Meta, Struct


class ComputerPlayer(Struct, frozen=True):
    """A computer player that you can play against."""

    name: Annotated[str, Meta(examples=["hatamoto-2"])]
    """Its name, to create a game with."""
    key: Annotated[str, Meta(examples=["computer-hatamoto-2"])]
    """Its key as a player of games."""
    about: str
    """What it is like, in sentences."""
    elo: Annotated[int | None, Meta(examples=[150])]
    """Its measured distance from `ashigaru` in Elo; not to be compared with ratings of people. Null if it is
    no level, or was not measured."""
    seconds: float | None
    """The processor time of a usual turn, in seconds, as measured once. What it tries out is counted, so it
    plays alike on any machine. Null if it is no level."""
    thinks: bool
    """Whether it tries its turns out. Such players answer one after another, and how much they think in an
    hour is limited."""


class ComputerPlayers(Struct, frozen=True):
    """All computer players: the levels from the weakest to the strongest, then others."""

    computers: list[ComputerPlayer]
