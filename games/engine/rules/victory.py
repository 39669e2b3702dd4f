"""The end: leaders lost, or points after the last week [2]."""

from __future__ import annotations

from games.engine.actions import Adjudicate, Conclude, Resign, TimeOut
from games.engine.components import Components, bits
from games.engine.decisions import EndGame, JudgeLeaders
from games.engine.play import Play
from games.engine.rules import control
from games.engine.side import EAST, NOBODY, SIDES, WEST, Side
from games.engine.state import Result, State
from games.rule_numbers import CASTLE_POINTS

RESOURCE_POINTS = 1
POINTS, POINTS_TIE = "points", "points-tie"
"""What a victory after the last week is called."""
FORFEITS: dict[type, str] = {
    Resign: "resignation",
    TimeOut: "time-out",
    Adjudicate: "adjudication",
    Conclude: "lesson",
}
"""What a victory is called that the other side brought about, or an arbiter, or the end of a lesson."""


def points(c: Components, s: State, side: int, castles: int, resources: int) -> int:
    """The current victory points [2.2, 9.1], R-34.

    Args:
        castles, resources: how many castles and resource locations the side controls.
    """
    disks = (s.disks & c.disk_mask[side]).bit_count()
    return CASTLE_POINTS * castles + RESOURCE_POINTS * resources + c.flags.disk_points * disks


def both_points(c: Components, s: State) -> tuple[int, int]:
    """The current victory points of East and of West."""
    east, west = (
        points(c, s, side, control.castles_of(c, s, side), control.resources_of(c, s, side)) for side in SIDES
    )
    return east, west


def judge_leaders(play: Play) -> None:
    """End the game if a leader or a fatal disk is lost [2.1]; both at once are West's victory (R-43)."""
    c, s = play.c, play.s
    for side in SIDES:
        dead = s.at[side][c.lost] & c.fatal_mask[side]
        if dead:
            kind = c.blocks[side][next(bits(dead))].kind
            return finish(play, side.enemy, kind)
        for disk in c.disks:
            if disk.fatal and disk.side == side and not disk.bit & s.disks:
                return finish(play, side.enemy, disk.id)
    return None


def after_losses(play: Play, step: JudgeLeaders) -> None:
    """Instant victory is checked when both sides have taken their losses [2.1]."""
    judge_leaders(play)


def finish(play: Play, winner: Side, victory: str) -> None:
    """End the game: clear the agenda and record the result."""
    score = both_points(play.c, play.s)
    play.s.result = Result(winner, victory, score)
    play.s.agenda.clear()
    play.s.active = NOBODY
    play.s.clear_turn()
    play.tell(
        "game-over",
        NOBODY,
        lambda: {"winner": winner.label, "victory": victory, "east": score[0], "west": score[1]},
    )


def score(play: Play, step: EndGame) -> None:
    """Count the points; a tie is West's [2.2]."""
    east, west = both_points(play.c, play.s)
    if east == west:
        finish(play, WEST, POINTS_TIE)
    else:
        finish(play, EAST if east > west else WEST, POINTS)
