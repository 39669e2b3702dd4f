"""Drafting battle plans: which blocks to deploy with which cards, in which order [8.2-8.7]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.bots.ashigaru.battle import UNSAFE, SeatFight, favour, goal, is_worth_going_on, merit, sensible
from games.bots.ashigaru.board import Board, PrintedBlock
from games.bots.ashigaru.cards import card_values
from games.bots.ashigaru.decisions import PendingDecision
from games.bots.players import Json
from games.rule_numbers import IMPACT_PER_BLOCK

Rows = Sequence[Json]


def steps(pending: PendingDecision, place: str, rows: Rows, spent: Counter[str]) -> list[Json]:
    """Deployments, always the one with the most merit next: free daimyo, then impact for the risk.

    Leaders come only when enough others are lost before them [8.7.2].

    Args:
        rows: the deployments with which the plan could begin, as the choices of the decision ``deploy``.
        spent: cards that are not to be used.
    """
    board, position = pending.board, pending.position
    values = card_values(position)
    unsafe = min(0.6, UNSAFE * position.foe_hand)
    draft = _Draft(board, rows, Counter(position.hand) - spent)
    shield = _shield_needed(pending, place)

    def worth(row: Json) -> tuple[float, int]:
        value, impact = merit(row, draft.impact(row), values, 0.0 if draft.refuters(row) else unsafe)
        return value + favour(pending, row), impact

    while safe := [
        row
        for row in draft.possible()
        if draft.deployed > shield or board.fatal.isdisjoint(row["action"]["blocks"])
    ]:
        draft.add(max(safe, key=worth))
    return draft.steps


def closing(pending: PendingDecision, rows: Rows) -> Json:
    """The plan after the enemy has stopped: enough at the least cost, and more only if blocks defect."""
    fight = SeatFight(pending)
    values = card_values(pending.position)
    draft = _Draft(pending.board, rows, Counter(pending.position.hand))
    enough: int | None = None
    while left := sensible(fight, draft.possible()):
        if enough is None and not is_worth_going_on(fight):
            enough = fight.mine - fight.theirs
        best = max(left, key=lambda row: merit(row, draft.impact(row), values, enough=goal(fight)))
        fight.deploy(best["action"], draft.impact(best))
        draft.add(best)
    if enough is None:
        enough = fight.mine - fight.theirs
    go_on: Json = {"rule": "until-ahead", "by": enough} if enough > 0 else {"rule": "all"}
    return {"steps": draft.steps, "go_on": go_on, "stop_if_challenged": False, "then": "stop"}


class _Draft:
    """A plan in the making: what is used up, and what deployed blocks add to those that follow.

    Args:
        rows: the deployments with which the plan could begin.
        hand: what cards are left for it, by kind.

    Attributes:
        steps: the plan so far.
    """

    def __init__(self, board: Board, rows: Rows, hand: Counter[str]) -> None:
        self.board = board
        self.hand = hand
        self.is_with_card = False
        self.steps: list[Json] = []
        self._rows = list(rows)
        self._used: set[str] = set()
        self._clans: Counter[str] = Counter()
        self._arms: Counter[str | None] = Counter()

    @property
    def deployed(self) -> int:
        """How many blocks the plan deploys so far."""
        return len(self._used)

    def possible(self) -> list[Json]:
        """The deployments that are still possible after those before [8.2.4]."""
        self._rows = [row for row in self._rows if self._is_possible(row)]
        return self._rows

    def _is_possible(self, row: Json) -> bool:
        action = row["action"]
        card = action.get("card")
        is_paid = not self.is_with_card if card is None else self.hand[card] > 0
        return is_paid and self._used.isdisjoint(action["blocks"])

    def impact(self, row: Json) -> int:
        """The impact of a deployment after those before it, which its row does not include yet."""
        action = row["action"]
        blocks = [self.board.blocks[name] for name in action["blocks"]]
        gained = sum(self._clans[block.clan] for block in blocks if not block.wildcard)
        card = self.board.cards.get(action.get("card"))
        if card is not None and card.type == "special" and blocks[0].arm:
            gained += self.board.arm_bonus * self._arms[blocks[0].arm]
        impact: int = row["impact"]
        return impact + gained

    def refuters(self, row: Json) -> int:
        """How many kinds of cards would be left that refute a challenge to it."""
        card = row["action"].get("card")
        return sum(self.hand[name] > (name == card) for name in row.get("may_show", ()))

    def add(self, row: Json) -> None:
        """Put a deployment at the end."""
        action = row["action"]
        card = action.get("card")
        step = {"blocks": action["blocks"]}
        self.steps.append(step if card is None else {**step, "card": card})
        if card is not None:
            self.hand[card] -= 1
            self.is_with_card = True
        for name in action["blocks"]:
            self._used.add(name)
            block: PrintedBlock = self.board.blocks[name]
            self._arms[block.arm] += 1
            if not block.wildcard:
                self._clans[block.clan] += 1


def _shield_needed(pending: PendingDecision, place: str) -> int:
    """How many blocks must have been deployed more than by now, so that a leader may be."""
    position = pending.position
    fight = pending.view["combat"]
    theirs, waiting, mine = 0, position.enemies(place), 0
    if fight is not None and fight["location"] == place:
        theirs = fight["impact"][position.foe]
        waiting -= len(fight["loyal"][position.foe]) + len(fight["defected"][position.foe])
        mine = len(fight["loyal"][position.me])
    return (theirs + 2 * min(waiting, position.foe_hand)) // IMPACT_PER_BLOCK + 1 - mine
