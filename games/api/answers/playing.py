"""What a viewer is told of one game, and what came of acting in it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.api.answers.games import Given
from games.api.answers.terms import (
    AskedNow,
    CanUndo,
    Event,
    HistoryAction,
    Moment,
    Number,
    Options,
    RevealedOrView,
    Version,
    View,
)
from games.api.shapes.terms import Side


class GameView(Struct, frozen=True):
    """The position as you may know it."""

    version: Version
    asked: AskedNow
    can_undo: CanUndo
    given: Given
    view: View


class GameOptions(Struct, frozen=True):
    """What your side may answer."""

    version: Version
    asked: AskedNow
    options: Annotated[
        Options | None, Meta(description="Null while nothing is asked. A bid that is in may be replaced.")
    ]


class Done(Struct, frozen=True):
    """What came of a request."""

    version: Version
    asked: AskedNow
    events: Annotated[list[Event], Meta(description="What happened, as you may know it.")]
    can_undo: CanUndo


class Preview(Struct, frozen=True):
    """What would come of some actions, as far as that can be told without doing them."""

    legal: Annotated[Number, Meta(description="How many of them would be carried out: all.")]
    barrier: Annotated[
        Number | None,
        Meta(
            description="The place, from 0, of the action that would show or draw something, of which "
            "therefore nothing can be said; null without one."
        ),
    ]
    events: Annotated[list[Event], Meta(description="What would happen before that.")]
    view: View


class Change(Struct, frozen=True):
    """One change that you could see."""

    version: Version
    at: Annotated[Moment, Meta(description="When it happened.")]
    type: Annotated[
        Literal["set-up", "action", "undo", "resignation", "time-out", "adjudication"],
        Meta(description="What kind of change."),
    ]
    side: Annotated[Side | None, Meta(description="Who acted; null for the set-up.")]
    action: Annotated[HistoryAction | None, Meta(description="What you did; null where you did nothing.")]
    events: Annotated[list[Event], Meta(description="What happened, as you may know it.")]
    undone: Annotated[bool, Meta(description="It was taken back later.")]
    takes_back: Annotated[Version | None, Meta(description="Of an undo: the version of what it took back.")]


class GameMoment(Change, frozen=True):
    """What a viewer was shown after a change, and the change; of the referee `version` counts the steps."""

    view: RevealedOrView


class History(Struct, frozen=True):
    """Some changes that you could see, oldest first."""

    version: Version
    changes: list[Change]
    next: Annotated[str | None, Meta(description="The address of the changes after these; null for none.")]
