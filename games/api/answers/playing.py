"""A game in play: views, options, changes, records and orders."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.answers.games import EditionName, Given
from games.api.answers.terms import (
    AskedNow,
    BattleOrders,
    CanUndo,
    Event,
    HeadNow,
    HistoryAction,
    Moment,
    Number,
    Offer,
    Options,
    Orders,
    RevealedOrView,
    Version,
    View,
)
from games.api.shapes.terms import LocationId, Side, Viewpoint
from games.engine.grave import GraveReason
from games.engine.orders.keeping import Ending, OrderKind
from games.log.heads import Head
from games.log.portable import RecordFormat


class GameView(Struct, frozen=True):
    """The position as you see it."""

    version: Version
    asked: AskedNow
    can_undo: CanUndo
    may_ask_to_take_back: Annotated[
        bool,
        Meta(
            description="Whether your latest action drew and showed nothing, and can be taken back if your "
            "opponent, who has to decide now, agrees. It does not say whether you have asked."
        ),
    ]
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


class ViewChange(Struct, frozen=True):
    """An operation of a JSON Patch (RFC 6902)."""

    op: Literal["add", "remove", "replace"]
    path: Annotated[
        str,
        Meta(
            description="A JSON Pointer into the response of `view/`; empty for all of it.",
            examples=["/view/points"],
        ),
    ]
    value: Annotated[Any, Meta(description="Omitted if something is removed.")] = UNSET


class Done(Struct, frozen=True):
    """The result of a request."""

    version: Version
    asked: AskedNow
    events: Annotated[list[Event], Meta(description="What happened, as you see it.")]
    can_undo: CanUndo
    options: Annotated[
        GameOptions | UnsetType,
        Meta(description="The response of `options/` now. Only with `Prefer: return=representation`."),
    ] = UNSET
    view_changes: Annotated[
        list[ViewChange] | UnsetType,
        Meta(
            description="What makes the response of `view/` now of that for the version in `If-Match`. Only "
            "with `Prefer: return=representation`."
        ),
    ] = UNSET


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
    warns: Annotated[
        list[GraveReason],
        Meta(description="Why one of the actions is grave and could not be undone; empty if none is."),
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
        OrderKind | UnsetType,
        Meta(
            description="The kind of order of yours that took the action; omitted if you did. Nobody else "
            "sees it while the game is running."
        ),
    ] = UNSET
    agreed: Annotated[
        bool | UnsetType,
        Meta(description="True for an undo to which the other side had to agree; omitted otherwise."),
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


class Nonces(Struct, frozen=True):
    """What each side added to the randomness."""

    east: str
    west: str


class NonceOrder(Struct, frozen=True):
    """How the nonces came about, as in a complete record."""

    first: Side
    sides: Literal["chosen", "drawn"]
    nonce_hash: str


class RecordSoFar(Struct, frozen=True):
    """The record of a running game, with everything that you know of it."""

    format: RecordFormat
    game: str
    edition: EditionName
    revision: int
    commitment: str
    nonces: Nonces
    started_at: Moment
    complete: Annotated[bool, Meta(extra_json_schema={"const": False})]
    viewer: Viewpoint
    history: list[Change]
    view: View
    chance: NonceOrder | UnsetType = UNSET


class Outlook(Struct, frozen=True):
    """What a plan would come to from what your side knows, if no block defects."""

    totals: Annotated[
        list[Number],
        Meta(
            description="Your impact after each step, as far as the steps can be carried out.",
            examples=[[3, 9]],
        ),
    ]
    refused: Annotated[
        str | None,
        Meta(description="The error code of the first step that cannot be; null if all can."),
    ]
    theirs: Annotated[Number, Meta(description="The impact of the other side now.")]
    next_loss: Annotated[
        Number,
        Meta(
            description="The impact of yours at which the other side would lose one more unit.", examples=[14]
        ),
    ]
    deployments: Annotated[
        list[Offer],
        Meta(description="The deployments that could come next; none if a step cannot be carried out."),
    ]


class OrderedBattle(Struct, frozen=True):
    """A location for whose battle orders can be given: both sides have units there."""

    location: LocationId
    orders: Annotated[BattleOrders | None, Meta(description="Null for none.")]
    done: Annotated[Number, Meta(description="How many steps of the plan have been carried out.")]
    ended: Annotated[
        Ending | None,
        Meta(description="Why nothing more of the plan is done; null if it has not ended."),
    ]
    outlook: Annotated[
        Outlook | None, Meta(description="Of the steps that are left; null without a plan that goes on.")
    ]
    deployments: Annotated[
        list[Offer],
        Meta(description="The deployments with which a plan could begin now."),
    ]


class OrderDeed(Struct, frozen=True):
    """Something that an order did, or the end of a plan."""

    version: Annotated[Version, Meta(description="Your version of the game after it.")]
    week: Number
    location: LocationId
    kind: Annotated[OrderKind, Meta(description="The kind of order.")]
    did: Annotated[
        str,
        Meta(description="The type of the action, or `ended` for the end of a plan.", examples=["deploy"]),
    ]
    ending: Annotated[Ending | None, Meta(description="Why the plan ended; null for actions.")]


class OrdersNow(Struct, frozen=True):
    """The orders of your side."""

    game_version: Annotated[
        Version, Meta(description="Your version of the game. If it is new to you, orders have acted.")
    ]
    orders: Annotated[Orders, Meta(description="What is in force. Fields at their defaults are omitted.")]
    battles: list[OrderedBattle]
    lately: Annotated[list[OrderDeed], Meta(description="What orders did, the latest last.")]
