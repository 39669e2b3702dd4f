"""The computer players that one can play against."""

from typing import Annotated

from msgspec import Meta, Struct


class ComputerPlayer(Struct, frozen=True):
    """A computer player that you can play against."""

    name: Annotated[str, Meta(description="Its name, to create a game with.", examples=["hatamoto-2"])]
    key: Annotated[str, Meta(description="Its key as a player of games.", examples=["computer-hatamoto-2"])]
    about: Annotated[str, Meta(description="What it is like, in sentences.")]
    elo: Annotated[
        int | None,
        Meta(
            description="Its measured distance from `ashigaru` in Elo; not to be compared with ratings of "
            "people. Null if it is no level, or was not measured.",
            examples=[150],
        ),
    ]
    seconds: Annotated[
        float | None,
        Meta(
            description="The processor time of a usual turn, in seconds, as measured once. What it tries out "
            "is counted, so it plays alike on any machine. Null if it is no level."
        ),
    ]
    thinks: Annotated[
        bool,
        Meta(
            description="Whether it tries its turns out. Such players answer one after another, and how much "
            "they think in an hour is limited."
        ),
    ]


class ComputerPlayers(Struct, frozen=True):
    """All computer players: the levels from the weakest to the strongest, then others."""

    computers: list[ComputerPlayer]
