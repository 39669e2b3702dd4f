"""Where the loser retreats, who stays in the castle, what it causes [8.8], R-23 to R-25, R-44, R-46."""

from __future__ import annotations

from games.engine import grave
from games.engine.actions import Retreat
from games.engine.decisions import BeatRetreat, ChooseRetreat
from games.engine.errors import Illegal
from games.engine.grave import GraveReasons, Warns
from games.engine.options import Shape, Subset, Tier
from games.engine.play import Play
from games.engine.rules import control, naming, overrun
from games.engine.side import OTHER, Side
from games.rule_numbers import CASTLE_LIMIT


def begin(play: Play, step: BeatRetreat) -> None:
    """Retreat at once where there is one way, else ask; a castle always leaves a choice (R-24, R-29)."""
    side, combat = step.side, play.combat
    force = play.s.at[side][combat.location]
    if not force:
        return
    ends = destinations(play, side)
    if combat.owner == side or len(ends) > 1:
        play.then(ChooseRetreat(side))
    else:
        _go(play, side, ends[0], force, 0)


def destinations(play: Play, side: Side) -> list[int]:
    """Where the beaten force may go [8.8.2, 8.8.3]."""
    c, s, combat = play.c, play.s, play.combat
    near = [road.to for road in c.roads_from[combat.location]]
    if side == combat.attacker:
        preferred = [end for end in near if combat.origins[side] >> end & 1]
    else:
        enemy = OTHER[side]
        came = combat.origins[enemy]
        preferred = [end for end in near if not came >> end & 1 and not control.has_units(c, s, enemy, end)]
    return preferred or near


def options(play: Play, decision: ChooseRetreat) -> list[Shape]:
    side, combat = decision.side, play.combat
    force = play.s.at[side][combat.location]
    size = force.bit_count()
    pool = [Tier(dict.fromkeys(play.c.ids(side, force), 1))]
    stays = min(CASTLE_LIMIT, size - 1) if combat.owner == side else 0
    names, warns = play.c.locations, warnings(play, side)
    shapes: list[Shape] = [
        Subset(_Build(names[end]), "stay", pool, 0, stays, warns[end]) for end in destinations(play, side)
    ]
    if combat.owner == side and size <= CASTLE_LIMIT:
        shapes.append(Subset(_Build(None), "stay", pool, size, size))
    return shapes


def warnings(play: Play, side: Side) -> dict[int, Warns]:
    """By destination, when a retreat there is grave, while another is not.

    Where it leads is judged for the whole force: the fewer go, the worse.
    """
    c, s, combat = play.c, play.s, play.combat
    force = s.at[side][combat.location]
    leaders = c.ids(side, force & c.fatal_mask[side])
    is_held = combat.owner == side
    numbers = {end: (s.at[side][end] | force).bit_count() for end in destinations(play, side)}
    swept = {end for end, number in numbers.items() if grave.is_swept(play, side, end, number)}
    open_to_them = {end for end, number in numbers.items() if grave.can_be_swept(play, side, end, number)}
    if len(swept) == len(numbers) and not (is_held and force.bit_count() <= CASTLE_LIMIT):
        swept = set()
    if not leaders or (len(open_to_them) == len(numbers) and not is_held):
        open_to_them = set()
    leaving = _leaving(play, side) if is_held else ()
    may_stay = is_held and force.bit_count() > 1
    found = {}
    for end in numbers:
        into: GraveReasons = ("runs-into-overrun",) if end in swept else ()
        out: GraveReasons = ("uncovers-leader",) if end in open_to_them else ()
        left_out = dict.fromkeys(leaders, out) if may_stay and out else {}
        found[end] = Warns(into if may_stay else out + into, leaving, {}, left_out)
    return found


def _leaving(play: Play, side: Side) -> GraveReasons:
    """Why it is grave that no block stays in the castle that the side holds [8.8.4]."""
    c, s, location = play.c, play.s, play.combat.location
    disk = next((each for each in c.disks if each.bit & s.disks & c.disk_bit[side][location]), None)
    if disk is not None:
        return ("uncovers-leader",) if disk.fatal else ()
    is_lost = s.at[OTHER[side]][location] or c.castle[location] == OTHER[side]
    return ("gives-up-castle",) if is_lost else ()


class _Build:
    """Builds the action for the blocks that stay, with one destination."""

    __slots__ = ("to",)

    def __init__(self, to: str | None) -> None:
        self.to = to

    def __call__(self, stay: tuple[str, ...]) -> Retreat:
        return Retreat(self.to, stay)


def resolve(play: Play, decision: ChooseRetreat, action: Retreat) -> None:
    """Up to two blocks may stay in the castle the loser owned; the rest retreat as one group [8.8.1, 8.8.4].

    Raises:
        Malformed: names that do not exist.
        Illegal: the castle is not theirs, too many stay, or the destination is not allowed.
    """
    side, combat = decision.side, play.combat
    force = play.s.at[side][combat.location]
    stay = naming.blocks(play, side, action.stay, force, "8.8.4")
    if stay and combat.owner != side:
        raise Illegal("not-your-castle", "8.8.4")
    if stay.bit_count() > CASTLE_LIMIT:
        raise Illegal("castle-limit", "8.8.4", limit=CASTLE_LIMIT)
    if action.to is None:
        if stay != force:
            raise Illegal("must-retreat", "8.8.1")
        return _go(play, side, combat.location, 0, stay)
    end = naming.location(play, action.to)
    if end not in destinations(play, side):
        rule = "8.8.2" if side == combat.attacker else "8.8.3"
        raise Illegal("not-a-retreat", rule, to=action.to)
    if stay == force:
        raise Illegal("nobody-retreats", "8.8.4")
    return _go(play, side, end, force & ~stay, stay)


def _go(play: Play, side: Side, end: int, going: int, stay: int) -> None:
    c, s, combat = play.c, play.s, play.combat
    start = combat.location
    names = c.locations
    play.tell(
        "retreated",
        side,
        lambda: {
            "source": names[start],
            "to": names[end] if going else None,
            "count": going.bit_count(),
            "stayed": stay.bit_count(),
        },
        lambda: {"blocks": c.ids(side, going), "stay": c.ids(side, stay)},
    )
    if not going:
        return
    friends = control.has_units(c, s, side, end)
    control.depart(s, side, going, s.at[side][start])
    control.leave(play, side, start, going)
    control.arrive(play, side, end, going, start)
    overrun.check(play, end)
    if s.result is None and not friends and s.at[side][end] and control.contested(c, s, end):
        # R-25 [8.8.5]: no friends were there, so it comes to a combat at once, after replenishment.
        combat.retreat_to = end
