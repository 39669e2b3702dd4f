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
    may_ask_to_take_back: bool
    """Whether your latest action drew and showed nothing, and can be taken back if your opponent, who has to
    decide now, agrees. It does not say whether you have asked."""
    given: Given
    view: View
    head: HeadNow


class GameOptions(Struct, frozen=True):
    """The legal actions of your side."""

    version: Version
    asked: AskedNow
    options: Options | None
    """The legal actions; null if your side has nothing to decide. A sealed bid can still be replaced."""


class ViewChange(Struct, frozen=True):
    """An operation of a JSON Patch (RFC 6902)."""

    op: Literal["add", "remove", "replace"]
    path: Annotated[str, Meta(examples=["/view/points"])]
    """A JSON Pointer into the response of `view/`; empty for all of it."""
    value: Any = UNSET
    """Omitted if something is removed."""


class Done(Struct, frozen=True):
    """The result of a request."""

    version: Version
    asked: AskedNow
    events: list[Event]
    """What happened, as you see it."""
    can_undo: CanUndo
    options: GameOptions | UnsetType = UNSET
    """The response of `options/` now. Only with `Prefer: return=representation`."""
    view_changes: list[ViewChange] | UnsetType = UNSET
    """What makes the response of `view/` now of that for the version in `If-Match`. Only with `Prefer:
    return=representation`."""


class Preview(Struct, frozen=True):
    """The expected result of actions, as far as you can foresee it."""

    legal: Number
    """How many actions are legal: all of them."""
    barrier: Number | None
    """The index, from 0, of the action that would tell you something new, draw something or let somebody else
    act. The preview stops before it. Null if there is none."""
    events: list[Event]
    """What would happen up to that point."""
    view: View
    options: Options | None
    """Your options after all of the actions; null after a `barrier`, or if there are none."""
    warns: list[GraveReason]
    """Why one of the actions is grave and could not be undone; empty if none is."""
    board: str | None = None
    """With `draw`, the board in `view` as an SVG element; null without. Each location is an element with its
    id as `data-location`. The stacks in it are elements of the classes `stack of-east` and `stack
    of-west`."""


class Change(Struct, frozen=True):
    """A change visible to you."""

    version: Version
    at: Moment
    """When it happened."""
    type: Literal["set-up", "action", "undo", "silence", "resignation", "time-out", "adjudication"]
    """The kind of change. `silence`: a side did not answer a loyalty window in time."""
    side: Side | None
    """The side that acted; null for the set-up."""
    action: HistoryAction | None
    """Your own action; null if it was not yours."""
    events: list[Event]
    """What happened, as you see it."""
    undone: bool
    """Whether it was undone later."""
    takes_back: Version | None
    """For an undo, the version of the undone change."""
    head: Head | None
    """The head after it; null if the change was not visible to the public."""
    by_order: OrderKind | UnsetType = UNSET
    """The kind of order of yours that took the action; omitted if you did. Nobody else sees it while the game
    is running."""
    agreed: bool | UnsetType = UNSET
    """True for an undo to which the other side had to agree; omitted otherwise."""


class GameMoment(Change, frozen=True, kw_only=True):
    """A change and the position after it. For the referee, `version` counts all steps of the game."""

    view: RevealedOrView


class History(Struct, frozen=True):
    """A page of the changes visible to you, oldest first."""

    version: Version
    changes: list[Change]
    next: str | None
    """The URL of the changes after these; null if there are none."""


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

    totals: Annotated[list[Number], Meta(examples=[[3, 9]])]
    """Your impact after each step, as far as the steps can be carried out."""
    refused: str | None
    """The error code of the first step that cannot be; null if all can."""
    theirs: Number
    """The impact of the other side now."""
    next_loss: Annotated[Number, Meta(examples=[14])]
    """The impact of yours at which the other side would lose one more unit."""
    deployments: list[Offer]
    """The deployments that could come next; none if a step cannot be carried out."""


class OrderedBattle(Struct, frozen=True):
    """A location for whose battle orders can be given: both sides have units there."""

    location: LocationId
    orders: BattleOrders | None
    """Null for none."""
    done: Number
    """How many steps of the plan have been carried out."""
    ended: Ending | None
    """Why nothing more of the plan is done; null if it has not ended."""
    outlook: Outlook | None
    """Of the steps that are left; null without a plan that goes on."""
    deployments: list[Offer]
    """The deployments with which a plan could begin now."""


class OrderDeed(Struct, frozen=True):
    """Something that an order did, or the end of a plan."""

    version: Version
    """Your version of the game after it."""
    week: Number
    location: LocationId
    kind: OrderKind
    """The kind of order."""
    did: Annotated[str, Meta(examples=["deploy"])]
    """The type of the action, or `ended` for the end of a plan."""
    ending: Ending | None
    """Why the plan ended; null for actions."""


class OrdersNow(Struct, frozen=True):
    """The orders of your side."""

    game_version: Version
    """Your version of the game. If it is new to you, orders have acted."""
    orders: Annotated[Orders, Meta(description="What is in force. Fields at their defaults are omitted.")]
    battles: list[OrderedBattle]
    lately: list[OrderDeed]
    """What orders did, the latest last."""
