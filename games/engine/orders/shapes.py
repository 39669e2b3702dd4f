"""The orders of one side, as its player gives them: plain data that is valid JSON.

Blocks, cards, clans and locations are named by the ids of the edition.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.rule_numbers import CASTLE_LIMIT, MOST_DEPLOYED

MOST_STEPS = 20
"""The most steps of a plan. No side has as many blocks in a battle."""
MOST_PLACES = 60
"""The most places that one list of orders can name; the board has fewer."""
MOST_IMPACT = 99

Impact = Annotated[int, Meta(ge=1, le=MOST_IMPACT)]
Least = Annotated[Impact, Meta(description="The least impact of the deployment.")]
LocationId = Annotated[str, Meta(title="LocationId", min_length=1, max_length=40)]
BlockId = Annotated[str, Meta(title="BlockId", min_length=1, max_length=40)]
CardId = Annotated[str, Meta(title="CardId", min_length=1, max_length=40)]
Clan = Annotated[str, Meta(min_length=1, max_length=40, examples=["tokugawa"])]


class AlwaysAsk(Struct, frozen=True, forbid_unknown_fields=True, tag_field="answer", tag="ask"):
    """Ask about every deployment."""


class AskFrom(Struct, frozen=True, forbid_unknown_fields=True, tag_field="answer", tag="ask-from"):
    """Ask about deployments of at least this impact, and let smaller ones stand."""

    impact: Least


class ChallengeFrom(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="answer", tag="challenge-from"
):
    """Challenge deployments of at least this impact, and two blocks with a double card; let others stand.

    Without a loyalty challenge card all of them stand.
    """

    impact: Least


class NeverChallenge(Struct, frozen=True, forbid_unknown_fields=True, tag_field="answer", tag="never"):
    """Let every deployment stand."""


LoyaltyOrder = AlwaysAsk | AskFrom | ChallengeFrom | NeverChallenge
"""How deployments of the other side are answered. The menu is the same whatever the hand holds."""


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deployment of a plan."""

    blocks: Annotated[tuple[BlockId, ...], Meta(min_length=1, max_length=MOST_DEPLOYED)]
    """One, or two with a double card."""
    card: CardId | None = None
    """The card that deploys them; null for a free daimyo [8.2.3]."""
    show: CardId | None = None
    """The card that refutes a challenge; null for the first that can (R-20)."""


class WhileBehind(Struct, frozen=True, forbid_unknown_fields=True, tag_field="rule", tag="while-behind"):
    """Deploy while this side is behind, the attacker also at a tie, as 8.5 gives the initiative."""


class UntilAhead(Struct, frozen=True, forbid_unknown_fields=True, tag_field="rule", tag="until-ahead"):
    """Deploy until this side is ahead by so much impact."""

    by: Impact
    """The difference."""


class AllOfIt(Struct, frozen=True, forbid_unknown_fields=True, tag_field="rule", tag="all"):
    """Deploy everything in the plan."""


GoOn = WhileBehind | UntilAhead | AllOfIt
"""When a plan goes on with its next step."""


class Plan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A battle plan: deployments in order, and when to go on with them."""

    steps: Annotated[tuple[Step, ...], Meta(max_length=MOST_STEPS)]
    """The deployments, in order; may be none."""
    go_on: GoOn = WhileBehind()
    """When it goes on with its next step."""
    stop_if_challenged: bool = True
    """Whether a challenge to one of its blocks ends it."""
    stop_if_they_gain: Impact | None = None
    """How much the enemy's impact may rise before it ends; null for any."""
    then: Literal["ask", "stop"] = "ask"
    """What happens when you are to deploy and it is at its end: you are asked, or stop deploying, without
    being asked about the deployment just made. It is at its end when all steps are done, or `go_on` says so.
    A plan without steps must stop."""

    def __post_init__(self) -> None:
        """Refuse a plan that does nothing.

        Raises:
            ValueError: it has no steps and does not stop.
        """
        if not self.steps and self.then == "ask":
            raise ValueError('a plan without steps needs "then": "stop"')


class BattleOrders(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The orders for one battle."""

    plan: Plan | None = None
    """Null to be asked."""
    loyalty: LoyaltyOrder | None = None
    """For this battle; null for the order of the game."""


class LossOrder(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What to lose first: blocks of the clans named first, of one clan the weakest first; daimyo last.

    What loses the game is never given up while anything else can be.
    """

    clans: Annotated[tuple[Clan, ...], Meta(max_length=MOST_PLACES)] = ()
    """In the order in which their blocks are given up. All others come after them."""
    disks: Literal["ask", "first", "last"] = "ask"
    """Where a disk may fall in place of a block: ask, or lose it first or last."""


class RetreatOrder(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where to retreat; never so that it is grave (see `warns` of the options) where another way is not."""

    places: Annotated[
        dict[LocationId, Annotated[tuple[LocationId, ...], Meta(min_length=1, max_length=12)]],
        Meta(max_length=MOST_PLACES),
    ] = {}
    """By the location of the battle, where to: the best first."""
    toward: LocationId | None = None
    """Elsewhere, to the neighbour that is nearest to this location; null to be asked."""
    stay: Annotated[int, Meta(ge=0, le=CASTLE_LIMIT)] = 0
    """How many blocks stay in your castle: the weakest, and a daimyo only if it would be given up otherwise.
    With 0 you are asked where it would be given up."""


class GameOrders(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The orders that hold for a whole game."""

    loyalty: LoyaltyOrder = AlwaysAsk()
    """Answers deployments of the other side."""
    losses: LossOrder | None = None
    """Null to be asked."""
    retreat: RetreatOrder | None = None
    """Null to be asked."""
    castles: Annotated[dict[LocationId, Literal["inside", "outside"]], Meta(max_length=MOST_PLACES)] = {}
    """By location, whether to stay inside or to come outside [8.9.2]; a block without which you lose never
    comes outside against more blocks. Elsewhere you are asked."""


class Orders(GameOrders, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All orders of one side."""

    battles: Annotated[dict[LocationId, BattleOrders], Meta(max_length=MOST_PLACES)] = {}
    """By location. They end with the battle, or with the turn."""
