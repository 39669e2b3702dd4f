"""The position of a game, its history, and the results of actions."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.answers.games import Given
from games.api.answers.terms import (
    AskedNow,
    CanUndo,
    Event,
    HeadNow,
    HistoryAction,
    Moment,
    Number,
    Options,
    RevealedOrView,
    Version,
    View,
)
from games.api.shapes.terms import Side
from games.engine.orders.keeping import Kind
from games.log.heads import Head


class GameView(Struct, frozen=True):
    """The position as you see it."""

    version: Version
    asked: AskedNow
    can_undo: CanUndo
    given: Given
    view: View
    head: HeadNow


class GameOptions(Struct, frozen=True):
    """The legal actions of your side."""

    version: Version
    asked: AskedNow
    options: Annotated[
        Options | None,
        Meta(
            description="The legal actions; null if your side has nothing to decide. A sealed bid can still "
            "be replaced."
        ),
    ]


class Done(Struct, frozen=True):
    """The result of a request."""

    version: Version
    asked: AskedNow
    events: Annotated[list[Event], Meta(description="What happened, as you see it.")]
    can_undo: CanUndo


class Preview(Struct, frozen=True):
    """The expected result of actions, as far as you can foresee it."""

    legal: Annotated[Number, Meta(description="How many actions are legal: all of them.")]
    barrier: Annotated[
        Number | None,
        Meta(
            description="The index, from 0, of the action that would tell you something new, draw something "
            "or let somebody else act. The preview stops before it. Null if there is none."
        ),
    ]
    events: Annotated[list[Event], Meta(description="What would happen up to that point.")]
    view: View
    options: Annotated[
        Options | None,
        Meta(
            description="Your options after all of the actions; null after a `barrier`, or if there are none."
        ),
    ]
    board: Annotated[
        str | None,
        Meta(
            description="With `draw`, the board in `view` as an SVG element; null without. Each location is "
            "an element with its id as `data-location`. The stacks in it are elements of the classes "
            "`stack of-east` and `stack of-west`."
        ),
    ] = None


class Change(Struct, frozen=True):
    """A change visible to you."""

    version: Version
    at: Annotated[Moment, Meta(description="When it happened.")]
    type: Annotated[
        Literal["set-up", "action", "undo", "silence", "resignation", "time-out", "adjudication"],
        Meta(description="The kind of change. `silence`: a side did not answer a loyalty window in time."),
    ]
    side: Annotated[Side | None, Meta(description="The side that acted; null for the set-up.")]
    action: Annotated[HistoryAction | None, Meta(description="Your own action; null if it was not yours.")]
    events: Annotated[list[Event], Meta(description="What happened, as you see it.")]
    undone: Annotated[bool, Meta(description="Whether it was undone later.")]
    takes_back: Annotated[Version | None, Meta(description="For an undo, the version of the undone change.")]
    head: Annotated[
        Head | None, Meta(description="The head after it; null if the change was not visible to the public.")
    ]
    by_order: Annotated[
        Kind | UnsetType,
        Meta(
            description="The kind of order of yours that took the action; omitted if you did. Nobody else "
            "sees it while the game is running."
        ),
    ] = UNSET


class GameMoment(Change, frozen=True, kw_only=True):
    """A change and the position after it. For the referee, `version` counts all steps of the game."""

    view: RevealedOrView


class History(Struct, frozen=True):
    """A page of the changes visible to you, oldest first."""

    version: Version
    changes: list[Change]
    next: Annotated[
        str | None, Meta(description="The URL of the changes after these; null if there are none.")
    ]
