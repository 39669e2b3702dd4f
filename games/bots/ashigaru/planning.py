"""Orders in advance: battle plans, loyalty, losses and retreats.

What an opponent can notice of orders follows from what everybody sees: where a plan stops, what is
challenged, whether castles are held. Only which blocks and cards a plan deploys, and for how long it has any,
is the player's secret, until they are deployed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from games.bots.ashigaru import combat, drafting
from games.bots.ashigaru.aims import Aims
from games.bots.ashigaru.battle import SeatFight, is_worth_going_on
from games.bots.ashigaru.decisions import PendingDecision
from games.bots.ashigaru.drafting import Rows
from games.bots.players import Json
from games.rule_numbers import CASTLE_LIMIT, IMPACT_PER_BLOCK

SHARE = 1.8
"""Of a challenged deployment, what changes sides is about so many times its impact: it counts for the
challenger, and none for the other."""
LIKELY = 0.75
"""It is worth coming back to a battle where a card drawn meanwhile fits with this probability."""
LEFT_OVER = 2
"""Of so many fitting cards that are meant for an earlier battle, one is probably left."""


def orders(pending: PendingDecision, battles: Mapping[str, Rows]) -> Json:
    """Everything that is ordered from now on.

    Args:
        pending: the position; nothing need be asked in it.
        battles: for each place with a fight, the deployments with which a plan could begin, as the choices of
            the decision ``deploy``.
    """
    found: Json = {
        "loyalty": loyalty(pending),
        "losses": {"disks": "first"},
        "retreat": _retreat(pending, battles),
        "castles": _castles(pending),
    }
    spent: Counter[str] = Counter()
    plans: dict[str, Json] = {}
    for place in _in_turn(pending, battles):
        plan = _plan(pending, place, battles[place], spent, is_later=bool(plans))
        if plan is not None:
            plans[place] = {"plan": plan}
            spent.update(step["card"] for step in plan["steps"] if "card" in step)
    if plans:
        found["battles"] = plans
    return found


def loyalty(pending: PendingDecision) -> Json:
    """Challenge what is likely to change enough, as far as the size of the enemy's hand tells [8.6.1]."""
    board, position = pending.board, pending.position
    clans = Counter(block.clan for block in board.blocks.values())
    fitting = [cards for clan, cards in board.clan_cards.items() if clans[clan]]
    share = sum(fitting) / max(1, len(fitting)) / board.deck[position.foe]
    standing = max(0.01, (1 - share) ** max(1, position.foe_hand))
    least = math.ceil(pending.temper.doubt / standing / SHARE)
    # No deployment is worth as much as there are blocks.
    return {"answer": "challenge-from", "impact": min(len(board.blocks), max(1, least))}


def _in_turn(pending: PendingDecision, battles: Mapping[str, Rows]) -> list[str]:
    """The places to plan for, in the order in which their battles use the hand.

    The one being fought comes first, then as they would be declared.
    """
    judgement = pending.judgement
    fought = (pending.view["combat"] or {}).get("location")

    def turn(place: str) -> tuple[bool, float]:
        return place != fought, -combat.promise(judgement, place)

    return sorted((place for place in battles if _is_to_plan(pending, place)), key=turn)


def _is_to_plan(pending: PendingDecision, place: str) -> bool:
    """Whether a plan helps there. In a siege nobody answers, so it is decided step by step."""
    view, position = pending.view, pending.position
    fight = view["combat"]
    if fight is not None and fight["location"] == place:
        return (
            not fight["siege"]
            and not fight["finished"][position.me]
            and is_worth_going_on(SeatFight(pending))
        )
    return bool(position.friends(place)) and place in position.theirs


def _plan(
    pending: PendingDecision, place: str, rows: Rows, spent: Counter[str], *, is_later: bool
) -> Json | None:
    """The plan for a battle; None to be asked.

    Args:
        rows: the deployments with which it could begin.
        spent: cards that plans for other battles take.
        is_later: whether another battle is planned for before it.
    """
    position, fight = pending.position, pending.view["combat"]
    if fight is not None and fight["location"] == place and fight["finished"][position.foe]:
        return drafting.closing(pending, rows)
    steps = drafting.steps(pending, place, rows, spent)
    asks = is_later and not _is_siege(pending, place) and _may_go_on(pending, place, rows, steps, spent)
    if not steps and (rows or asks):
        return None
    then = "ask" if asks else "stop"
    return {"steps": steps, "go_on": _going_on(pending, place), "stop_if_challenged": False, "then": then}


def _may_go_on(pending: PendingDecision, place: str, rows: Rows, steps: Rows, spent: Counter[str]) -> bool:
    """Whether more can probably be deployed after the plan of a later battle.

    Cards may be left of what the battles before were to use, and for each card that they use one is drawn
    [8.10].
    """
    board, position = pending.board, pending.position
    planned = {name for step in steps for name in step["blocks"]}
    usable = {row["action"].get("card") for row in rows if planned.isdisjoint(row["action"]["blocks"])}
    if sum(spent[card] for card in usable) >= LEFT_OVER:
        return True
    left = [board.blocks[name] for name in position.friends(place) if name not in planned]
    deck = board.deck[position.me]
    if any(block.wildcard for block in left):
        fitting = deck
    else:
        fitting = sum(board.clan_cards.get(clan, 0) for clan in {block.clan for block in left})
    return 1 - (1 - fitting / deck) ** spent.total() > LIKELY


def _is_siege(pending: PendingDecision, place: str) -> bool:
    """Whether all enemies there fit inside their castle."""
    position = pending.position
    return bool(position.foe_stronghold(place)) and position.theirs.get(place, 0) <= CASTLE_LIMIT


def _going_on(pending: PendingDecision, place: str) -> Json:
    """Go on while behind, which a siege is not: there, until all within are hit."""
    if not _is_siege(pending, place):
        return {"rule": "while-behind"}
    position = pending.position
    units = position.theirs[place] + (place in position.foe_disk)
    return {"rule": "until-ahead", "by": IMPACT_PER_BLOCK * units}


def _castles(pending: PendingDecision) -> Json:
    """Stay inside everywhere: only as many as find room there are asked [8.9.2]."""
    position = pending.position
    return {place: "inside" for place in position.mine if position.my_stronghold(place)}


def _retreat(pending: PendingDecision, battles: Mapping[str, Rows]) -> Json:
    """For each place with a fight its neighbours, the best refuge first [8.8]; some stay in a castle."""
    judgement = pending.judgement
    position, aims = judgement.position, Aims(judgement)
    places = {}
    for place in battles:
        going = position.friends(place)
        if going:
            ends = dict.fromkeys(road.to for road in pending.board.roads[place])
            places[place] = sorted(
                ends, key=lambda end: combat.refuge(judgement, aims, end, going), reverse=True
            )
    return {"places": places, "stay": CASTLE_LIMIT if judgement.temper.stays else 0} if places else {}
