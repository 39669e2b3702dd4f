"""What a view tells of the battle or siege that is being fought."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.shapes.pairs import Counts, Flags, Piles
from games.api.shapes.terms import BlockIds, CardId, Kinds, LocationId, Number, Side


class Window(Struct, frozen=True, forbid_unknown_fields=True):
    """A deployment whose loyalty may be challenged now [8.6.1]."""

    deployer: Annotated[Side, Meta(description="Whose deployment it is.")]
    card: Annotated[CardId, Meta(description="The card it was made with.")]
    kinds: Annotated[Kinds, Meta(description="The blocks, in the order deployed.")]
    impact: Annotated[Number, Meta(description="The impact they brought.")]


class Combat(Struct, frozen=True, forbid_unknown_fields=True):
    """The battle or siege that is being fought, as everybody sees it."""

    location: Annotated[LocationId, Meta(description="Where.")]
    attacker: Annotated[Side, Meta(description="Who declared it, or retreated into it.")]
    siege: Annotated[bool, Meta(description="A siege [8.9]; else a battle, or not yet decided which.")]
    castle_owner: Annotated[
        Side | None, Meta(description="Who owned the castle or disk there when combat began, if anybody did.")
    ]
    impact: Annotated[Counts, Meta(description="Impact so far [8.3.1].")]
    finished: Annotated[Flags, Meta(description="Whether that side deploys no more.")]
    deployed_with_card: Annotated[Flags, Meta(description="Whether that side has deployed with a card yet.")]
    loyal: Annotated[Piles, Meta(description="That side's blocks deployed and fighting for it.")]
    defected: Annotated[Piles, Meta(description="That side's blocks that fight for the other now [8.6.2].")]
    played: Annotated[Piles, Meta(description="The cards that side has played, in order.")]
    window: Annotated[
        Window | None, Meta(description="The deployment that may be challenged, if everybody may know of it.")
    ]


class SideCombat(Combat, frozen=True, forbid_unknown_fields=True):
    """The battle or siege that is being fought, as a side sees it."""

    waiting: Annotated[BlockIds, Meta(description="Own blocks there that are not deployed.")]
    passing: Annotated[
        bool, Meta(description="Sealed: the viewer has passed every challenge of this battle in advance.")
    ]
