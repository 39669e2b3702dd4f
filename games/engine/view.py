"""What a viewer knows [3.1], built up from nothing, never stripped down from the state (R-28, R-32).

A hidden block appears only as one of a number: the viewer gets neither its id nor any token for it. Lists of
kinds are sorted, so that their order reveals nothing.
"""

from __future__ import annotations

from typing import Any

from games.engine import core
from games.engine.components import Components, Landmark
from games.engine.decisions import AnswerDeployment, PlayerDecision
from games.engine.rules import control, hand, victory
from games.engine.ruleset import Ruleset
from games.engine.side import LABELS, NOBODY, SIDES, Side
from games.engine.state import LEVELS, TOTAL, Combat, State

SIDE_NAMES = (*LABELS, None)
"""By side; of NOBODY, which is -1, None."""

PHASES = {
    "discard": "reinforcement",
    "bid": "turn-order",
    "order": "turn-order",
    "level": "movement",
    "movement": "movement",
}


def view(rules: Ruleset, state: State, viewer: int) -> dict[str, Any]:
    """The position as JSON-ready data for a side, or for the public with NOBODY."""
    c = rules.components
    pending = core.pending(state)
    castles = [c.castle_by_holder[index][state.holder[index]] for index in c.castles]
    resources = [state.control[index] for index in c.resources]
    seen: dict[str, Any] = {
        "viewer": SIDE_NAMES[viewer] or "public",
        "week": state.week,
        "turn": "AB"[state.turn],
        "phase": _phase(state, pending),
        "first": SIDE_NAMES[state.first],
        "active": SIDE_NAMES[state.active],
        "pending": [{"side": LABELS[x.side], "decision": core.word(x)} for x in pending],
        "sides": {name: _side(c, state, side, castles, resources) for side, name in enumerate(LABELS)},
        "locations": _locations(c, state, viewer),
        "mori_box": c.kinds(SIDES[1], state.at[1][c.mori_box]),
        "disks": [disk.id for disk in c.disks if disk.bit & state.disks],
        "movement": _movement(c, state),
        "combat": None if state.combat is None else _combat(c, state, state.combat, viewer),
        "result": None,
    }
    if viewer != NOBODY:
        seen["mine"] = _mine(c, state, SIDES[viewer])
    if state.result is not None:
        won = state.result
        seen["result"] = {"winner": won.winner.label, "victory": won.victory, "points": _pair(won.points)}
    return seen


def points(rules: Ruleset, state: State) -> tuple[int, int]:
    """The victory points of East and of West, if the game were scored now. Everyone knows them."""
    return victory.both_points(rules.components, state) if state.result is None else state.result.points


def _pair(values: Any) -> dict[str, Any]:
    return {"east": values[0], "west": values[1]}


def phase(state: State) -> str:
    """The phase of the week, as everyone may know it."""
    return _phase(state, core.pending(state))


def _phase(state: State, pending: list[PlayerDecision]) -> str:
    if state.result is not None:
        return "over"
    if state.combat is not None:
        return "combat"
    phases = {PHASES.get(core.word(decision), "combat") for decision in pending}
    # While the sides are at different points of reinforcement and bidding, it is still reinforcement.
    return "reinforcement" if "reinforcement" in phases else next(iter(phases), "setup")


def _side(c: Components, s: State, side: int, castles: list[int], resources: list[int]) -> dict[str, Any]:
    """What everyone knows of a side: sizes, points, shown cards and losses."""
    held, controlled = castles.count(side), resources.count(side)
    return {
        "hand": sum(s.hand[side]),
        "draw_pile": sum(s.deck[side]),
        "discards": sum(s.discards[side]),
        "bag": s.at[side][c.bag].bit_count(),
        "recruitment": s.at[side][c.box].bit_count(),
        "castles": held,
        "resources": controlled,
        "points": victory.points(c, s, side, held, controlled),
        "shown_cards": c.card_ids(side, s.shown[side]),
        "lost": c.kinds(side, s.at[side][c.lost]),
    }


def _locations(c: Components, s: State, viewer: int) -> dict[str, Any]:
    """The locations that have anything to show."""
    rows: dict[str, Any] = {}
    holder, controller, disks = s.holder, s.control, s.disks
    known_east, known_west = s.known
    # Only the active side has blocks that moved.
    spent_east, spent_west = s.spent * (s.active == 0), s.spent * (s.active == 1)
    own_east, own_west = viewer == 0, viewer == 1
    # After the locations come bag, box and the like.
    for name, landmark, east, west in zip(c.locations, c.landmarks, s.at[0], s.at[1], strict=False):
        if not east and not west and not landmark:
            continue
        place: dict[str, Any] = {}
        if east:
            place["east"] = _force(c, 0, east, known_east, spent_east, own_east)
        if west:
            place["west"] = _force(c, 1, west, known_west, spent_west, own_west)
        if landmark:
            # Much of a view is made here, and a call for each of these would take longer than they do.
            location, castle, is_resource, _, disk_bit = landmark
            if castle:
                place["castle"] = LABELS[castle[holder[location]]]
            if is_resource:
                place["resource"] = SIDE_NAMES[controller[location]]
            if disk_bit & disks or (east and west):
                _add_disk_and_siege(c, s, landmark, place)
        if place:
            rows[name] = place
    return rows


def _force(c: Components, side: int, blocks: int, known: int, spent: int, own: bool) -> dict[str, Any]:
    """A side's blocks at a place: how many, and which of them the viewer may know."""
    force: dict[str, Any] = {"count": blocks.bit_count()}
    if shown := blocks & known:
        force["known"] = c.kinds(side, shown)
    if own:
        force["blocks"] = c.ids(side, blocks)
    if done := blocks & spent:
        force["spent"] = done.bit_count()
    return force


def _add_disk_and_siege(c: Components, s: State, landmark: Landmark, place: dict[str, Any]) -> None:
    """Add the disk if it is there, and whose castle or disk is besieged."""
    location, _, _, disk, disk_bit = landmark
    if disk_bit & s.disks:
        place["disk"] = disk
    if control.contested(c, s, location):
        owner = control.owner(c, s, location)
        if owner != NOBODY:
            place["besieged"] = LABELS[owner]


def _movement(c: Components, s: State) -> dict[str, Any] | None:
    if not s.level:
        return None
    return {
        "level": LEVELS[s.level],
        "moves_left": None if s.level == TOTAL else s.moves_left,
        "mustered": s.mustered,
        "roads_used": c.road_names(s.roads_used),
    }


def _combat(c: Components, s: State, combat: Combat, viewer: int) -> dict[str, Any]:
    window = combat.window
    row: dict[str, Any] = {
        "location": c.locations[combat.location],
        "attacker": combat.attacker.label,
        "siege": combat.siege,
        "castle_owner": SIDE_NAMES[combat.owner],
        "impact": _pair(combat.impact),
        "finished": _pair(combat.finished),
        "deployed_with_card": _pair(combat.with_card),
        "loyal": _pair([*map(c.kinds, SIDES, combat.loyal)]),
        "defected": _pair([*map(c.kinds, SIDES, combat.defected)]),
        "played": _pair([[c.cards[side][k].id for k in combat.played[side]] for side in SIDES]),
        "window": None,
    }
    # A window that is part of the challenger's own decision is shown only to them: whether it is still open
    # would reveal a pass that nobody else sees, in revision 1 perhaps for the rest of the battle.
    is_own_decision = bool(s.agenda) and type(s.agenda[-1]) is AnswerDeployment
    if window is not None and (is_own_decision or viewer == window.side.enemy):
        army = c.blocks[window.side]
        row["window"] = {
            "deployer": window.side.label,
            "card": c.cards[window.side][window.card].id,
            "kinds": [army[number].kind for number in window.blocks],
            "impact": window.impact,
        }
    if viewer != NOBODY:
        row["waiting"] = c.ids(
            SIDES[viewer],
            s.at[viewer][combat.location] & ~(combat.loyal[viewer] | combat.defected[viewer]),
        )
        row["passing"] = combat.passing[viewer]
    return row


def _mine(c: Components, s: State, side: Side) -> dict[str, Any]:
    """The viewer's own secrets."""
    bid = s.bids[side]
    sealed = s.sealed[side]
    return {
        "hand": c.card_ids(side, s.hand[side]),
        "recruitment": c.ids(side, s.at[side][c.box]),
        "spent": c.ids(side, s.spent) if s.active == side else [],
        "bid": c.cards[side][bid].id if bid >= 0 else None,
        "wish": s.wishes[side] or None,
        "sealed_discards": [] if sealed is None else hand.names(c, side, sealed),
    }
