"""An analysis in words."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis.luck import Luck
from games.analysis.reasons import Kind, Reason
from games.analysis.turning_points import ERRORS, Difference, TurningPoint
from games.story.names import Names, blocks_counted

HARDLY, LITTLE, WELL = 0.5, 1.0, 2.0
"""Of the usual range: up to here luck is as usual, a little better or worse, and better or worse."""


def luck_in_words(side: str, luck: Luck) -> str:
    """How a side drew.

    Args:
        side: its name.
        luck: of all its draws.
    """
    part = abs(luck.castles) / luck.usual if luck.usual else 0.0
    if part < HARDLY:
        text = _("%(side)s drew about as usual.")
    elif luck.castles > 0:
        text = _better(part)
    else:
        text = _worse(part)
    return text % {"side": side}


def _better(part: float) -> str:
    if part < LITTLE:
        return _("%(side)s drew a little better than usual.")
    return (
        _("%(side)s drew better than usual.") if part < WELL else _("%(side)s drew much better than usual.")
    )


def _worse(part: float) -> str:
    if part < LITTLE:
        return _("%(side)s drew a little worse than usual.")
    return _("%(side)s drew worse than usual.") if part < WELL else _("%(side)s drew much worse than usual.")


def luck_in_castles(luck: Luck) -> str:
    """The luck of draws as a number, with its usual range."""
    values = {"castles": signed(luck.castles), "usual": number_format(round(luck.usual, 1), 1)}
    # One castle and less is singular.
    count = 1 if abs(round(luck.castles, 1)) <= 1 else 2
    text = ngettext("%(castles)s castle, usual ± %(usual)s", "%(castles)s castles, usual ± %(usual)s", count)
    return text % values


def signed(number: float) -> str:
    """A number with one decimal and its sign."""
    rounded = round(abs(number), 1)
    shown = number_format(rounded, 1)
    if not rounded:
        return shown
    return f"+{shown}" if number > 0 else f"\N{MINUS SIGN}{shown}"


def cost(names: Names, point: TurningPoint) -> str:
    """What a turn cost, by what its side knew then."""
    found = _points(point.known)
    return ngettext(
        "By what %(side)s knew then, it cost %(points)d point of 100 (± %(error)d) in chance to win.",
        "By what %(side)s knew then, it cost %(points)d points of 100 (± %(error)d) in chance to win.",
        found["points"],
    ) % {"side": names.side(point.side), **found}


def hindsight(point: TurningPoint) -> str:
    """What it cost as everything truly lay."""
    found = point.hindsight
    values = _points(found)
    if not found.is_clear or not values["points"]:
        return _("As everything truly lay, it made no clear difference (± %(error)d points).") % values
    if found.cost > 0:
        text = ngettext(
            "As everything truly lay, it cost %(points)d point (± %(error)d).",
            "As everything truly lay, it cost %(points)d points (± %(error)d).",
            values["points"],
        )
    else:
        text = ngettext(
            "As everything truly lay, it was better by %(points)d point (± %(error)d).",
            "As everything truly lay, it was better by %(points)d points (± %(error)d).",
            values["points"],
        )
    return text % values


def _points(difference: Difference) -> dict[str, int]:
    """A difference in points of a hundred, with the range that is right 19 times in 20."""
    error = max(1, round(100 * ERRORS * difference.error))
    return {"points": round(100 * abs(difference.cost)), "error": error}


def reasons(names: Names, point: TurningPoint) -> list[str]:
    """Why the other turn is better, a sentence each; there is always one."""
    found = [REASONS[reason.kind](names, point.side, reason) for reason in point.reasons]
    return found or [_("No single fact explains it: many small differences add up.")]


def _lost(names: Names, side: str, reason: Reason) -> str:
    values = _of_100(reason) | {"side": names.side(side)}
    return (
        _(
            "In %(played)d of 100 rehearsals %(side)s loses its leader and the game before its next turn; "
            "with the other turn in %(preferred)d."
        )
        % values
    )


def _won(names: Names, side: str, reason: Reason) -> str:
    values = _of_100(reason) | {"side": names.side(side)}
    return (
        _(
            "With the other turn %(side)s takes the enemy's leader and wins at once in %(preferred)d of 100 "
            "rehearsals; as played in %(played)d."
        )
        % values
    )


def _guard(names: Names, _side: str, reason: Reason) -> str:
    guard, better = (round(each) for each in (reason.played, reason.preferred))
    values = {
        "leader": names.leader(reason.leader),
        "blocks": blocks_counted(guard) if guard else _("no block"),
        "better": blocks_counted(better),
    }
    return _("Beside %(leader)s stood %(blocks)s; with the other turn it would be %(better)s.") % values


def _scored(names: Names, side: str, reason: Reason) -> str:
    values = {"side": names.side(side), "more": number_format(reason.preferred - reason.played, 1)}
    return _("With the other turn %(side)s is %(more)s victory points better off after the answer.") % values


def _own_losses(names: Names, side: str, reason: Reason) -> str:
    values = {"side": names.side(side), "fewer": number_format(reason.played - reason.preferred, 1)}
    return _("With the other turn %(side)s loses %(fewer)s fewer blocks.") % values


def _enemy_losses(names: Names, side: str, reason: Reason) -> str:
    enemy = "west" if side == "east" else "east"
    values = {"side": names.side(enemy), "more": number_format(reason.preferred - reason.played, 1)}
    return _("With the other turn %(side)s loses %(more)s more blocks.") % values


def _cards(names: Names, side: str, reason: Reason) -> str:
    values = {"side": names.side(side), "more": number_format(reason.preferred - reason.played, 1)}
    return _("With the other turn %(side)s has %(more)s more cards left.") % values


def _of_100(reason: Reason) -> dict[str, int | str]:
    return {"played": round(100 * reason.played), "preferred": round(100 * reason.preferred)}


REASONS: dict[Kind, Callable[[Names, str, Reason], str]] = {
    Kind.LOST: _lost,
    Kind.GUARD: _guard,
    Kind.WON: _won,
    Kind.POINTS: _scored,
    Kind.OWN_LOSSES: _own_losses,
    Kind.ENEMY_LOSSES: _enemy_losses,
    Kind.CARDS: _cards,
}
