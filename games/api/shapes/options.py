"""What `Options.describe` tells a side it may answer.

Every answer of the list is a set of actions, and an action is legal when one of the sets holds it. There are
three kinds of sets, told apart by `shape`.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.shapes.terms import BlockIds, CardIds, Decision, LocationId, Number, Positive
from games.engine.actions import Action


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """One complete action, and what to know before taking it."""

    action: Annotated[Action, Meta(description="The action to send.")]
    number: Annotated[
        Positive | UnsetType, Meta(description="Of a bid: the number on the card, the higher of which wins.")
    ] = UNSET
    impact: Annotated[Number | UnsetType, Meta(description="Of a deployment: the impact it brings.")] = UNSET
    may_show: Annotated[
        Annotated[CardIds, Meta(min_length=1)] | UnsetType,
        Meta(
            description="Of a deployment: the cards its `show` may name, to refute a challenge with; left "
            "out where the hand has none.",
        ),
    ] = UNSET


class Choice(Struct, frozen=True, forbid_unknown_fields=True, tag_field="shape", tag="choice"):
    """One action of a list."""

    choices: Annotated[tuple[Offer, ...], Meta(min_length=1, description="The actions.")]


class Subset(Struct, frozen=True, forbid_unknown_fields=True, tag_field="shape", tag="subset"):
    """One action, with some of many things put into one of its fields."""

    action: Annotated[Action, Meta(description="The action, with that field still empty.")]
    field: Annotated[
        Literal["blocks", "cards", "stay"], Meta(description="The field of the action to put them into.")
    ]
    of: Annotated[
        tuple[dict[str, Positive], ...],
        Meta(
            description="What may be chosen: names, with how often each. Of several groups all of one is "
            "chosen before any of the next."
        ),
    ]
    least: Annotated[Number, Meta(description="The least to choose.")]
    most: Annotated[Number, Meta(description="The most to choose.")]


class Reach(Struct, frozen=True, forbid_unknown_fields=True):
    """A way to a location, for a group of some size, at some price."""

    to: Annotated[LocationId, Meta(description="Where it ends.")]
    path: Annotated[
        tuple[LocationId, ...], Meta(min_length=1, description="The locations on the way, the last included.")
    ]
    size: Annotated[tuple[int, int], Meta(description="The least and the most blocks that can go this way.")]
    force_march: Annotated[bool, Meta(description="Whether a card must be paid for it [7.3.3].")]
    leader: Annotated[bool, Meta(description="Whether a daimyo must be named to lead it.")]
    meets: Annotated[
        Literal["nothing", "fight", "overrun", "overrun-by-them"],
        Meta(description="What follows there; the last two are an overrun of, or by, the enemy."),
    ]


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """A location that blocks may leave, and where to."""

    source: Annotated[LocationId, Meta(description="Where they are.")]
    blocks: Annotated[BlockIds, Meta(min_length=1, description="The blocks that may move.")]
    led: Annotated[bool, Meta(description="Whether the location itself lends leadership.")]
    leaders: Annotated[BlockIds, Meta(description="The daimyo who could be named to lead.")]
    reach: Annotated[tuple[Reach, ...], Meta(min_length=1, description="The ways out.")]


class Route(Struct, frozen=True, forbid_unknown_fields=True, tag_field="shape", tag="route"):
    """A stack move: out of one source, in groups that each go one of its ways."""

    sources: Annotated[tuple[Source, ...], Meta(description="The locations that blocks may leave.")]


Answer = Choice | Subset | Route


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a side may answer now."""

    decision: Annotated[
        Decision | Literal["replace-bid"],
        Meta(
            description="What is asked; `replace-bid` is asked by nobody: a sealed bid may be replaced until "
            "the other side's is in."
        ),
    ]
    rule: Annotated[str, Meta(description="The rule that asks.", examples=["7.1"])]
    answers: Annotated[tuple[Answer, ...], Meta(min_length=1, description="The sets of possible answers.")]
