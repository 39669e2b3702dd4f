"""What an arbiter decided, in sentences for both players and whoever may watch."""

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.side import EAST
from games.ladders.arbitration.rulings import ON_TIME
from games.ladders.models.ruling import Ruling
from games.reads.deadlines import moment

Kind = Ruling.Kind


def told(ruling: Ruling) -> str:
    """What was decided; not by whom, when or why."""
    return _TOLD[Kind(ruling.kind)](ruling)


def decided_by(ruling: Ruling) -> str:
    """The arbiter's name as it was."""
    return ruling.arbiter_name or _("an arbiter who has left")


def _extended(ruling: Ruling) -> str:
    days = ruling.parameters["days"]
    words = (
        ngettext("East has %(count)d more day.", "East has %(count)d more days.", days)
        if ruling.about == EAST
        else ngettext("West has %(count)d more day.", "West has %(count)d more days.", days)
    ) % {"count": days}
    until = ruling.parameters["until"]
    if until is None:
        return words
    return f"{words} {_('Time is over on %(when)s.') % {'when': moment(datetime.fromisoformat(until))}}"


def _corrected(ruling: Ruling) -> str:
    match ruling.parameters["winner"]:
        case "east":
            return _("The result is corrected: the game counts as won by East.")
        case "west":
            return _("The result is corrected: the game counts as won by West.")
        case _:
            return _("The result is corrected: the game counts as a tie.")


def _substituted(ruling: Ruling) -> str:
    names = {
        "newcomer": ruling.newcomer or _("somebody who has left"),
        "former": ruling.former or _("somebody who has left"),
        "side": _("East") if ruling.about == EAST else _("West"),
    }
    return _("%(newcomer)s takes the seat of %(former)s (%(side)s). The game is not rated.") % names


def _lost(ruling: Ruling) -> str:
    if ruling.parameters.get("how") == ON_TIME:
        is_east = ruling.about == EAST
        return _("East loses the game on time.") if is_east else _("West loses the game on time.")
    return _("East loses the game.") if ruling.about == EAST else _("West loses the game.")


def _answered(ruling: Ruling) -> str:
    is_of_east = ruling.about == EAST
    return _("A question of East is answered.") if is_of_east else _("A question of West is answered.")


_TOLD: dict[Ruling.Kind, Callable[[Ruling], str]] = {
    Kind.EXTEND: _extended,
    Kind.PAUSE: lambda _row: _("The clock stands still."),
    Kind.RESUME: lambda _row: _("The clock goes on."),
    Kind.SUBSTITUTE: _substituted,
    Kind.ADJUDICATE: _lost,
    Kind.ANNUL: lambda _row: _("The game is annulled: it counts for nothing, in ladder and ratings."),
    Kind.CORRECT: _corrected,
    Kind.ANSWER: _answered,
    Kind.OPEN: lambda _row: _(
        "The game is opened: the arbiter may see all that both sides hid, as it stood then."
    ),
}
