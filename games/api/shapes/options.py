"""The legal actions of a side, as returned by `Options.describe`.

Each entry of the list is a set of actions. An action is legal if one of the sets contains it. There are three
kinds of sets, distinguished by `shape`.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.shapes.terms import BlockIds, CardIds, Decision, LocationId, Number, Positive
from games.engine.actions import Action
from games.engine.grave import GraveReason, Warns


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """A complete action with facts that help to choose it."""

    action: Annotated[Action, Meta(description="The action to send.")]
    number: Annotated[
        Positive | UnsetType, Meta(description="For a bid, the number on the card. The higher number wins.")
    ] = UNSET
    impact: Annotated[Number | UnsetType, Meta(description="For a deployment, its impact.")] = UNSET
    may_show: Annotated[
        Annotated[CardIds, Meta(min_length=1)] | UnsetType,
        Meta(
            description="For a deployment, the cards that `show` may name to refute a challenge. Omitted "
            "if there are none in hand.",
        ),
    ] = UNSET
    warns: Annotated[
        tuple[GraveReason, ...] | UnsetType,
        Meta(description="Why this answer is grave. Omitted if it is not."),
    ] = UNSET


class Choice(Struct, frozen=True, forbid_unknown_fields=True, tag_field="shape", tag="choice"):
    """A set of actions: one from a list."""

    choices: Annotated[tuple[Offer, ...], Meta(min_length=1, description="The actions.")]


class Subset(Struct, frozen=True, forbid_unknown_fields=True, tag_field="shape", tag="subset"):
    """A set of actions: one action with a selection of items in one of its fields."""

    action: Annotated[Action, Meta(description="The action, with this field empty.")]
    field: Annotated[
        Literal["blocks", "cards", "stay"],
        Meta(description="The field of the action that takes the selection."),
    ]
    of: Annotated[
        tuple[dict[str, Positive], ...],
        Meta(
            description="The items to choose from, each with its number of copies. If there are several "
            "groups, all items of one must be chosen before any of the next."
        ),
    ]
    least: Annotated[Number, Meta(description="The minimum number of items.")]
    most: Annotated[Number, Meta(description="The maximum number of items.")]
    warns: Annotated[
        Warns | UnsetType,
        Meta(description="When a selection is a grave answer. Omitted if none is."),
    ] = UNSET


class Reach(Struct, frozen=True, forbid_unknown_fields=True):
    """A path for one group that moves alone, with the conditions for taking it."""

    to: Annotated[LocationId, Meta(description="The destination.")]
    path: Annotated[
        tuple[LocationId, ...],
        Meta(min_length=1, description="The locations on the path, including the destination."),
    ]
    size: Annotated[
        tuple[int, int], Meta(description="The minimum and maximum number of blocks for this path.")
    ]
    force_march: Annotated[bool, Meta(description="Whether a card must be paid for a force march [7.3.3].")]
    leader: Annotated[bool, Meta(description="Whether a daimyo must lead.")]
    meets: Annotated[
        Literal["nothing", "fight", "overrun", "overrun-by-them"],
        Meta(
            description="What happens at the destination. `overrun` overruns the enemy; in "
            "`overrun-by-them` the enemy overruns the group."
        ),
    ]
    warns: Annotated[
        tuple[GraveReason, ...] | UnsetType,
        Meta(description="Why it is grave to go there. Omitted if it is not."),
    ] = UNSET


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """A location that blocks may leave, with their paths."""

    source: Annotated[LocationId, Meta(description="The location.")]
    blocks: Annotated[BlockIds, Meta(min_length=1, description="The blocks that may move.")]
    led: Annotated[bool, Meta(description="Whether the location itself provides leadership.")]
    leaders: Annotated[BlockIds, Meta(description="The daimyo who can lead.")]
    reach: Annotated[
        tuple[Reach, ...],
        Meta(
            min_length=1,
            description="All paths that one group can take alone, shorter ones first. A path has several "
            "rows if its price or what it meets depends on the size of the group, or if there are several "
            "ways to pay. Two paths to one destination differ in the resource locations they take and the "
            "roads they use up.",
        ),
    ]


class Route(Struct, frozen=True, forbid_unknown_fields=True, tag_field="shape", tag="route"):
    """A set of actions: stack moves from one source, of one or several groups.

    Groups that move together can also take paths that none could take alone: past enemies whom they overrun
    together. A move of several groups is judged as a whole.
    """

    sources: Annotated[tuple[Source, ...], Meta(description="The locations that blocks may leave.")]


Answer = Choice | Subset | Route


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """All legal actions of a side."""

    decision: Annotated[
        Decision | Literal["replace-bid"],
        Meta(
            description="The decision to make. `replace-bid` is optional: a sealed bid can be replaced "
            "until the other side has bid."
        ),
    ]
    rule: Annotated[str, Meta(description="The rule that requires the decision.", examples=["7.1"])]
    answers: Annotated[tuple[Answer, ...], Meta(min_length=1, description="The sets of legal actions.")]
