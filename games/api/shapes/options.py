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

    action: Action
    """The action to send."""
    number: Positive | UnsetType = UNSET
    """For a bid, the number on the card. The higher number wins."""
    impact: Number | UnsetType = UNSET
    """For a deployment, its impact."""
    may_show: Annotated[CardIds, Meta(min_length=1)] | UnsetType = UNSET
    """For a deployment, the cards that `show` may name to refute a challenge. Omitted if there are none in
    hand."""
    warns: tuple[GraveReason, ...] | UnsetType = UNSET
    """Why this answer is grave. Omitted if it is not."""


class Choice(Struct, frozen=True, forbid_unknown_fields=True, tag_field="shape", tag="choice"):
    """A set of actions: one from a list."""

    choices: Annotated[tuple[Offer, ...], Meta(min_length=1)]
    """The actions."""


class Subset(Struct, frozen=True, forbid_unknown_fields=True, tag_field="shape", tag="subset"):
    """A set of actions: one action with a selection of items in one of its fields."""

    action: Action
    """The action, with this field empty."""
    field: Literal["blocks", "cards", "stay"]
    """The field of the action that takes the selection."""
    of: tuple[dict[str, Positive], ...]
    """The items to choose from, each with its number of copies. If there are several groups, all items of one
    must be chosen before any of the next."""
    least: Number
    """The minimum number of items."""
    most: Number
    """The maximum number of items."""
    warns: Warns | UnsetType = UNSET
    """When a selection is a grave answer. Omitted if none is."""


class Reach(Struct, frozen=True, forbid_unknown_fields=True):
    """A path for one group that moves alone, with the conditions for taking it."""

    to: LocationId
    """The destination."""
    path: Annotated[tuple[LocationId, ...], Meta(min_length=1)]
    """The locations on the path, including the destination."""
    size: tuple[int, int]
    """The minimum and maximum number of blocks for this path."""
    force_march: bool
    """Whether a card must be paid for a force march [7.3.3]."""
    leader: bool
    """Whether a daimyo must lead."""
    meets: Literal["nothing", "fight", "overrun", "overrun-by-them"]
    """What happens at the destination. `overrun` overruns the enemy; in `overrun-by-them` the enemy overruns
    the group."""
    warns: tuple[GraveReason, ...] | UnsetType = UNSET
    """Why it is grave to go there. Omitted if it is not."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """A location that blocks may leave, with their paths."""

    source: LocationId
    """The location."""
    blocks: Annotated[BlockIds, Meta(min_length=1)]
    """The blocks that may move."""
    led: bool
    """Whether the location itself provides leadership."""
    leaders: BlockIds
    """The daimyo who can lead."""
    reach: Annotated[tuple[Reach, ...], Meta(min_length=1)]
    """All paths that one group can take alone, shorter ones first. A path has several rows if its price or
    what it meets depends on the size of the group, or if there are several ways to pay. Two paths to one
    destination differ in the resource locations they take and the roads they use up."""


class Route(Struct, frozen=True, forbid_unknown_fields=True, tag_field="shape", tag="route"):
    """A set of actions: stack moves from one source, of one or several groups.

    Groups that move together can also take paths that none could take alone: past enemies whom they overrun
    together. A move of several groups is judged as a whole.
    """

    sources: tuple[Source, ...]
    """The locations that blocks may leave."""


Answer = Choice | Subset | Route


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """All legal actions of a side."""

    decision: Decision | Literal["replace-bid"]
    """The decision to make. `replace-bid` is optional: a sealed bid can be replaced until the other side has
    bid."""
    rule: Annotated[str, Meta(examples=["7.1"])]
    """The rule that requires the decision."""
    answers: Annotated[tuple[Answer, ...], Meta(min_length=1)]
    """The sets of legal actions."""
