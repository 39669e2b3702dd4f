"""The current battle or siege in a view."""

from typing import Annotated

from msgspec import Meta, Struct

from games.api.shapes.pairs import Counts, Flags, Piles
from games.api.shapes.terms import BlockIds, CardId, Kinds, LocationId, Number, Side


class Window(Struct, frozen=True, forbid_unknown_fields=True):
    """A deployment whose loyalty may be challenged now [8.6.1]."""

    deployer: Annotated[Side, Meta(description="The side that deployed.")]
    card: Annotated[CardId, Meta(description="The card played for it.")]
    kinds: Annotated[Kinds, Meta(description="The blocks, in order of deployment.")]
    impact: Annotated[Number, Meta(description="The impact of these blocks.")]


class Combat(Struct, frozen=True, forbid_unknown_fields=True):
    """The current battle or siege, as everyone sees it."""

    location: Annotated[LocationId, Meta(description="The location.")]
    attacker: Annotated[Side, Meta(description="The side that declared the combat, or retreated into it.")]
    siege: Annotated[
        bool,
        Meta(description="Whether this is a siege [8.9]. False for a battle, or while that is undecided."),
    ]
    castle_owner: Annotated[
        Side | None,
        Meta(description="The owner of the castle or disk there when combat began; null if there was none."),
    ]
    impact: Annotated[Counts, Meta(description="The impact so far [8.3.1].")]
    finished: Annotated[Flags, Meta(description="Whether that side has finished deploying.")]
    deployed_with_card: Annotated[
        Flags, Meta(description="Whether that side has already deployed with a card.")
    ]
    loyal: Annotated[Piles, Meta(description="The deployed blocks of that side that fight for it.")]
    defected: Annotated[
        Piles, Meta(description="The blocks of that side that now fight for the other side [8.6.2].")
    ]
    played: Annotated[Piles, Meta(description="The cards that side has played, in order.")]
    window: Annotated[
        Window | None,
        Meta(description="The deployment that may be challenged now, if it is public; otherwise null."),
    ]


class SideCombat(Combat, frozen=True, forbid_unknown_fields=True):
    """The current battle or siege, as one side sees it."""

    waiting: Annotated[BlockIds, Meta(description="The viewer's blocks there that are not deployed.")]
    passing: Annotated[
        bool,
        Meta(
            description="Secret: whether the viewer has passed on every challenge of this battle in advance. "
            "Always false since revision 2 of the rules.",
        ),
    ]
