"""Deploying, finishing and challenging [8.2-8.6]."""

from __future__ import annotations

from typing import Any

from games.bots.ashigaru.board import FOE, Board, PrintedBlock, PrintedCard
from games.bots.ashigaru.cards import card_values
from games.bots.ashigaru.decisions import Answer, PendingDecision
from games.bots.ashigaru.judgement import likely_impact
from games.rule_numbers import IMPACT_PER_BLOCK

HOPE = 3.0
"""How much more than the usual impact is hoped for before a battle is given up: played cards are replaced
[8.10], and an early stop costs more than they do."""
UNSAFE = 0.07
"""How likely one unseen enemy card is a loyalty challenge that will be played."""


class SeatFight:
    """A battle or siege as one side sees it.

    Attributes:
        mine: my impact so far.
        theirs: the enemy's.
        more: what so many waiting blocks and cards as mine could still add, at their best.
    """

    def __init__(self, pending: PendingDecision) -> None:
        self.pending = pending
        board, view = pending.board, pending.view
        self.me: str = view["viewer"]
        self.foe = FOE[self.me]
        self.combat: dict[str, Any] = view["combat"]
        self.mine: int = self.combat["impact"][self.me]
        self.theirs: int = self.combat["impact"][self.foe]
        self.hand: list[str] = view["mine"]["hand"]
        self.waiting: list[str] = self.combat["waiting"]
        here = view["locations"][self.combat["location"]]
        shown = len(self.combat["loyal"][self.foe]) + len(self.combat["defected"][self.foe])
        self.foe_blocks: int = here.get(self.foe, {"count": 0})["count"]
        self.foe_waiting = self.foe_blocks - shown
        self.foe_cards: int = view["sides"][self.foe]["hand"]
        self.disk = "disk" in here and board.disks[here["disk"]].side == self.foe
        self.more = HOPE * likely_impact(len(self.waiting), len(self.hand))

    def deploy(self, action: dict[str, Any], impact: int) -> None:
        """Imagine one more deployment of mine."""
        self.mine += impact
        self.waiting = [name for name in self.waiting if name not in action["blocks"]]
        if (card := action.get("card")) is not None:
            self.hand = list(self.hand)
            self.hand.remove(card)
        self.more = HOPE * likely_impact(len(self.waiting), len(self.hand))

    @property
    def is_winning(self) -> bool:
        """Whether the battle would be mine if it ended now: a tie is the defender's [8.2.1]."""
        return self.mine > self.theirs or (self.mine == self.theirs and self.combat["attacker"] != self.me)

    @property
    def lead_needed(self) -> int:
        """Impact still to be added to win as things stand."""
        if self.is_winning:
            return 0
        behind = self.theirs - self.mine
        return behind + 1 if self.combat["attacker"] == self.me else behind

    def next_hit(self) -> int:
        """Impact still to be added for one more enemy block [8.7.1]."""
        return IMPACT_PER_BLOCK - self.mine % IMPACT_PER_BLOCK

    def can_hit_more(self) -> bool:
        """Whether another enemy unit is left to be lost, and within reach."""
        units = self.foe_blocks + (self.combat["siege"] and self.disk)
        spare = units - self.mine // IMPACT_PER_BLOCK - (self.is_winning and not self.combat["siege"])
        return spare > 0 and self.more >= self.next_hit()


def choose(pending: PendingDecision) -> Answer:
    """Answer ``deploy`` or ``window``."""
    fight = SeatFight(pending)
    by_type: dict[str, list[dict[str, Any]]] = {}
    for choice in pending.choices():
        by_type.setdefault(choice["action"]["type"], []).append(choice)
    if "challenge" in by_type and is_doubtful(fight):
        return {"type": "challenge"}
    if pending.decision == "window" or ("pass" in by_type and _passes_first(fight)):
        return {"type": "pass"}
    deployments = sensible(fight, by_type.get("deploy", []))
    if not deployments or not is_worth_going_on(fight):
        return {"type": "finish"}
    return _deployment(fight, deployments)


def _passes_first(fight: SeatFight) -> bool:
    """Whether to say now and then, before deploying, that nothing is challenged."""
    return fight.pending.temper.whim("pass", fight.pending.view["week"], fight.theirs) < 0.1


def is_worth_going_on(fight: SeatFight) -> bool:
    """Whether more impact can still change anything: who wins, or another seventh point."""
    if fight.combat["siege"]:
        return fight.can_hit_more()
    if not fight.combat["finished"][fight.foe]:
        # The enemy may answer: a side that can take the lead must try, and a larger lead is welcome.
        return fight.is_winning or fight.more >= fight.lead_needed or fight.can_hit_more()
    if fight.lead_needed and fight.more >= fight.lead_needed:
        return True
    return fight.can_hit_more()


def sensible(fight: SeatFight, deployments: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without those that stake the game: a leader deployed is lost before the blocks that wait [8.7.2]."""
    staked = fight.theirs + 2 * min(fight.foe_waiting, fight.foe_cards)
    shield = len(fight.combat["loyal"][fight.me])
    if shield > staked // IMPACT_PER_BLOCK + 1:
        return deployments
    blocks = fight.pending.board.blocks
    return [x for x in deployments if not any(blocks[name].fatal for name in x["action"]["blocks"])]


def _deployment(fight: SeatFight, choices: list[dict[str, Any]]) -> Answer:
    """Free daimyo first; enough at the least cost when the enemy is finished; else the most for the risk."""
    values = card_values(fight.pending.position)
    is_closing = fight.combat["finished"][fight.foe] or fight.combat["siege"]

    def worth(choice: dict[str, Any]) -> tuple[float, int]:
        if is_closing:
            return merit(choice, choice["impact"], values, enough=goal(fight))
        risk = 0.0 if choice.get("may_show") else min(0.6, UNSAFE * fight.foe_cards)
        value, impact = merit(choice, choice["impact"], values, risk)
        return value + favour(fight.pending, choice), impact

    best = max(choices, key=worth)
    action: Answer = dict(best["action"])
    shows = best.get("may_show")
    if shows and fight.pending.temper.whim("show", len(fight.hand), fight.mine) < 0.3:
        action["show"] = shows[-1]
    return action


def favour(pending: PendingDecision, choice: dict[str, Any]) -> float:
    """How much rather than others the blocks of a deployment are seen to fight."""
    blocks = pending.board.blocks
    return sum(pending.temper.favour(blocks[name].clan) for name in choice["action"]["blocks"])


def goal(fight: SeatFight) -> int:
    """The impact that is enough once the enemy has stopped: the lead, or else one more block."""
    return fight.lead_needed or fight.next_hit()


def merit(
    choice: dict[str, Any],
    impact: int,
    values: dict[str, list[float]],
    risk: float = 0.0,
    *,
    enough: int | None = None,
) -> tuple[float, int]:
    """What a deployment is worth, to compare it with others.

    Args:
        impact: that it would have.
        values: of the cards, as ``card_values`` tells them.
        risk: how likely its blocks defect.
        enough: the impact that is enough; None for the more the better.
    """
    card = choice["action"].get("card")
    if card is None:
        return 100.0, impact
    cost = 0.5 * min(values[card])
    if enough is not None and impact >= enough:
        return 50.0 - 4 * cost - 0.5 * impact, impact
    return impact * (1 - risk) - cost, impact


def is_doubtful(fight: SeatFight) -> bool:
    """Whether a challenge to the deployment just made can be expected to change enough [8.6.1]."""
    window = fight.combat["window"]
    blocks = [fight.pending.board.kinds[kind] for kind in window["kinds"]]
    standing = 1 - _refuted(fight, window, blocks)
    swing = standing * (window["impact"] + sum(block.mon for block in blocks))
    if standing > 0 and any(block.fatal for block in blocks):
        swing += 3
    return bool(swing >= fight.pending.temper.doubt)


def _refuted(fight: SeatFight, window: dict[str, Any], blocks: list[PrintedBlock]) -> float:
    """How likely the enemy holds a card that fits the block (R-18)."""
    board = fight.pending.board
    clan = board.cards[window["card"]].clan or ""
    own = [block for block in blocks if block.clan == clan]
    if own:
        fitting = board.clan_cards[clan]
    else:
        fitting = sum(
            card.copies
            for card in board.cards.values()
            if card.side == fight.foe and _deploys_wildcards(board, card)
        )
    for name in fight.pending.view["sides"][fight.foe]["shown_cards"]:
        card = board.cards[name]
        if card.clan == clan if own else _deploys_wildcards(board, card):
            return 1.0
    return 1 - (1 - fitting / board.deck[fight.foe]) ** fight.foe_cards


def _deploys_wildcards(board: Board, card: PrintedCard) -> bool:
    """Whether the card alone would bring a wildcard [8.2.2], [8.4.2]."""
    return card.clan is not None and (card.type != "double" or board.doubles_lone_wildcards)
