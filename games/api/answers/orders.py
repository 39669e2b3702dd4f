"""Orders of a seat: what is in force, and what it would come to."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.answers.terms import BattleOrders, Number, Offer, Orders, Version
from games.api.shapes.terms import LocationId
from games.engine.orders.keeping import Ending, Kind


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
    kind: Annotated[Kind, Meta(description="The kind of order.")]
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
