"""The agenda: pending decisions, draws that are due, and automatic steps.

``State.agenda`` is a stack whose last entry comes next. An entry is a *decision* (a side must act), a *draw*
(chance must) or a *step* (automatic). ``Pair`` holds two queues that run independently (R-07); it is the only
place where both sides decide at the same time.
"""

from __future__ import annotations

from msgspec import Struct

from games.engine.side import Side


class OfSide(Struct, frozen=True, tag=True):
    """An item of the agenda that concerns one side."""

    side: Side


class Decision(OfSide, frozen=True, tag=True):
    """Something that a side must decide; ``side`` says which."""


class DiscardHalf(Decision, frozen=True, tag="discard"):
    """Choose ``count`` cards to discard, or one more where the edition lets an odd hand be rounded up; sealed
    until both sides have [6.2], R-07."""

    count: int


class PlaceBid(Decision, frozen=True, tag="bid"):
    """Bid one card for turn order [6.3]."""


class ChooseOrder(Decision, frozen=True, tag="order"):
    """The winner of the bid says who goes first this week [6.3]."""


class ChooseLevel(Decision, frozen=True, tag="level"):
    """Buy movement [7.1]."""


class MoveStacks(Decision, frozen=True, tag="movement"):
    """Move, muster, bring Mori blocks, or end the phase [7]."""


class DeclareCombat(Decision, frozen=True, tag="declare"):
    """Say where the next combat is fought [8.1]."""


class ChooseStance(Decision, frozen=True, tag="stance"):
    """Inside the castle or outside [8.9.2]."""


class DeployBlocks(Decision, frozen=True, tag="deploy"):
    """Deploy or be finished [8.5]; while a window is open also answer the deployment just made [8.6.1]."""


class AnswerDeployment(Decision, frozen=True, tag="window"):
    """Challenge the deployment just made, or pass [8.6.1]: the window of a side without the initiative."""


class ChooseLosses(Decision, frozen=True, tag="losses"):
    """Choose ``count`` units to lose: blocks, and in a siege a disk that falls in place of one
    [8.7.2, 8.9.4, 9.2]."""

    count: int


class ChooseRetreat(Decision, frozen=True, tag="retreat"):
    """Choose where to retreat and who stays in the castle [8.8]."""


class DrawCards(OfSide, frozen=True, tag="draw-cards"):
    """Cards that chance must give to a side."""

    count: int


class DrawBlocks(OfSide, frozen=True, tag="draw-blocks"):
    """Blocks that chance must draw from a side's bag into a place [5.2.2, 6.2]."""

    count: int
    place: int


class BeginWeek(Struct, frozen=True, tag="begin-week"):
    """Reinforcement, then the bids [6.1]."""


class RevealBids(Struct, frozen=True, tag="reveal-bids"):
    """Both bids are in and are turned over [6.3]."""


class BeginTurn(OfSide, frozen=True, tag="begin-turn"):
    """One side's movement and combat in turn A (0) or B (1) [6.4]."""

    turn: int


class Movement(OfSide, frozen=True, tag="move-on"):
    """The movement phase continues while anything can still be done in it [7.1]."""


class FightCombats(OfSide, frozen=True, tag="fight-combats"):
    """The combat phase continues while combat can be declared somewhere [8.1]."""


class Fight(Struct, frozen=True, tag="fight"):
    """The battle or siege continues: who has the initiative now [8.5]."""


class TakeLosses(OfSide, frozen=True, tag="take-losses"):
    """A side's losses after a combat, chosen where there is a choice [8.7]."""


class JudgeLeaders(Struct, frozen=True, tag="judge-leaders"):
    """Instant victory is checked after both sides' losses [2.1]."""


class BeatRetreat(OfSide, frozen=True, tag="beat-retreat"):
    """The loser retreats [8.8]."""


class EndCombat(Struct, frozen=True, tag="end-combat"):
    """Replenishment, then the combat a retreat caused (R-26)."""


class RetreatCombat(OfSide, frozen=True, tag="retreat-combat"):
    """The combat that a retreat caused, with the retreating side as attacker (R-25)."""

    location: int


class EndGame(Struct, frozen=True, tag="end-game"):
    """After the last week the points are counted [2.2]."""


PlayerDecision = (
    DiscardHalf
    | PlaceBid
    | ChooseOrder
    | ChooseLevel
    | MoveStacks
    | DeclareCombat
    | ChooseStance
    | DeployBlocks
    | AnswerDeployment
    | ChooseLosses
    | ChooseRetreat
)
Draw = DrawCards | DrawBlocks
QueueItem = DiscardHalf | PlaceBid | DrawCards | DrawBlocks


DRAWS = (DrawCards, DrawBlocks)


class Pair(Struct, frozen=True, tag="pair"):
    """Two queues, East's and West's, each worked off from the front without regard to the other (R-07)."""

    east: tuple[QueueItem, ...]
    west: tuple[QueueItem, ...]

    def queue(self, side: Side) -> tuple[QueueItem, ...]:
        return self.west if side else self.east

    def advanced(self, side: Side) -> Pair:
        """The pair without the front of that side's queue."""
        return Pair(self.east, self.west[1:]) if side else Pair(self.east[1:], self.west)


AgendaStep = (
    BeginWeek
    | RevealBids
    | BeginTurn
    | Movement
    | FightCombats
    | Fight
    | TakeLosses
    | JudgeLeaders
    | BeatRetreat
    | EndCombat
    | RetreatCombat
    | EndGame
)
AgendaItem = PlayerDecision | Draw | AgendaStep | Pair
