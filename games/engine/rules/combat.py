"""The combat phase: declaring, staying inside or coming out, and what follows a fight [8.1, 8.9.2, 8.10]."""

from __future__ import annotations

from games.engine.actions import Declare, Stance
from games.engine.components import Components
from games.engine.decisions import (
    ChooseStance,
    DeclareCombat,
    DrawCards,
    EndCombat,
    Fight,
    FightCombats,
    RetreatCombat,
)
from games.engine.errors import Illegal
from games.engine.grave import GraveReasons
from games.engine.options import Choice, Offer, Shape
from games.engine.play import Play
from games.engine.rules import control, mori, naming
from games.engine.side import EAST, NOBODY, OTHER, SIDES, Side
from games.engine.state import Combat, State
from games.rule_numbers import CASTLE_LIMIT


def undeclared(play: Play) -> list[int]:
    """The locations where combat must still be declared this phase (R-16)."""
    c, s = play.c, play.s
    met = [location for location, east, west in zip(c.indexes, *s.at, strict=False) if east and west]
    # Or blocks stand at a lone enemy disk.
    met += [x.location for x in c.disks if s.at[OTHER[x.side]][x.location] and x.bit & s.disks]
    return sorted({location for location in met if not s.declared >> location & 1})


def go_on(play: Play, step: FightCombats) -> None:
    """Continue with the next combat; if only one location is left, it is declared automatically (R-29)."""
    places = undeclared(play)
    if not places:
        return
    play.then(step)
    if len(places) == 1:
        begin(play, places[0], step.side)
    else:
        play.then(DeclareCombat(step.side))


def declare_options(play: Play, decision: DeclareCombat) -> list[Shape]:
    names = play.c.locations
    return [Choice([Offer(Declare(names[location])) for location in undeclared(play)])]


def resolve_declare(play: Play, decision: DeclareCombat, action: Declare) -> None:
    """The active player says where the next combat is [8.1].

    Raises:
        Malformed: no such location.
        Illegal: combat was declared there already (R-16), or nobody is there to fight.
    """
    location = naming.location(play, action.location)
    if play.s.declared >> location & 1:
        raise Illegal("declared-already", "R-16", location=action.location)
    if not control.contested(play.c, play.s, location):
        raise Illegal("nothing-to-fight", "8.1", location=action.location)
    begin(play, location, decision.side)


def begin_after_retreat(play: Play, step: RetreatCombat) -> None:
    """The retreat's combat, with the retreating side as attacker (R-25)."""
    if control.contested(play.c, play.s, step.location):
        begin(play, step.location, step.side)


def begin(play: Play, location: int, attacker: Side) -> None:
    """Declare combat: the Mori box joins first, then the castle's owner chooses (R-41) [8.9.2]."""
    c, s = play.c, play.s
    s.declared |= 1 << location
    where = c.locations[location]
    play.tell("combat-declared", attacker, lambda: {"location": where, "attacker": attacker.label})
    if location == c.mori_location and attacker == EAST:
        mori.join(play)
        if s.result is not None or not control.contested(c, s, location):
            return
    owner = control.owner(c, s, location)
    s.combat = new(c, s, location, attacker, siege=False)
    inside = 0 if owner == NOBODY else s.at[owner][location].bit_count()
    if owner == NOBODY or inside > CASTLE_LIMIT:
        _open(play)
    elif inside:
        play.then(ChooseStance(SIDES[owner]))
    else:
        # A lone disk is always inside [8.9.2].
        _close(play)


def new(c: Components, s: State, location: int, attacker: Side, *, siege: bool) -> Combat:
    """A combat in which nothing has been deployed."""
    return Combat(
        location=location,
        attacker=attacker,
        siege=siege,
        owner=control.owner(c, s, location),
        origins=[s.origin[side].get(location, 0) for side in SIDES],
        impact=[0, 0],
        finished=[False, False],
        with_card=[False, False],
        loyal=[0, 0],
        defected=[0, 0],
        played=[[], []],
        passing=[False, False],
        lost=[0, 0],
    )


def stance_options(play: Play, decision: ChooseStance) -> list[Shape]:
    return [
        Choice([Offer(Stance(inside=True)), Offer(Stance(inside=False), warns=outside(play, decision.side))])
    ]


def outside(play: Play, side: Side) -> GraveReasons:
    """Why it is grave to come outside: with a leader, against more blocks."""
    here, theirs = (play.s.at[each][play.combat.location] for each in (side, OTHER[side]))
    is_grave = here & play.c.fatal_mask[side] and theirs.bit_count() > here.bit_count()
    return ("uncovers-leader",) if is_grave else ()


def resolve_stance(play: Play, decision: ChooseStance, action: Stance) -> None:
    """All inside or all outside [8.9.2]."""
    location = play.c.locations[play.combat.location]
    play.tell("stance-taken", decision.side, lambda: {"location": location, "inside": action.inside})
    if action.inside:
        _close(play)
    else:
        _open(play)


def _open(play: Play) -> None:
    play.tell("battle-began", play.combat.attacker, lambda: _forces(play))
    play.then(Fight())


def _close(play: Play) -> None:
    """Inside makes a siege; if the besieged side is the active one, nothing happens [8.9.2], R-27."""
    combat = play.combat
    if combat.attacker == combat.owner:
        play.s.combat = None
        return
    combat.siege = True
    combat.finished[combat.owner] = True
    play.tell("siege-began", combat.attacker, lambda: _forces(play))
    play.then(Fight())


def _forces(play: Play) -> dict[str, object]:
    combat = play.combat
    east, west = (play.s.at[side][combat.location].bit_count() for side in SIDES)
    return {
        "location": play.c.locations[combat.location],
        "attacker": combat.attacker.label,
        "east": east,
        "west": west,
    }


def end(play: Play, step: EndCombat) -> None:
    """Replenishment [8.10], then the combat a retreat caused (R-26)."""
    s, combat = play.s, play.combat
    loser = OTHER[winner(combat)]
    draws: list[DrawCards] = []
    for side in SIDES:
        for kind in combat.played[side]:
            s.discards[side][kind] += 1
        for_losses = combat.lost[side] if combat.siege else combat.lost[side] // 2
        count = len(combat.played[side]) + for_losses
        if count:
            draws.append(DrawCards(side, count))
    s.combat = None
    if combat.retreat_to != NOBODY:
        play.then(RetreatCombat(loser, combat.retreat_to))
    play.then(*draws)


def winner(combat: Combat) -> Side:
    """The attacker only with more impact; a siege has no loser, and counts as the attacker's [8.2.1]."""
    attacker = combat.attacker
    if combat.siege or combat.impact[attacker] > combat.impact[OTHER[attacker]]:
        return attacker
    return OTHER[attacker]
