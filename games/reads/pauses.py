"""What is said of a pause by consent."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models.game import Game
from games.models.seat import Seat
from games.reads.deadlines import moment


def is_asked_for(seat: Seat) -> bool:
    """Whether the opponent of a seat asks for a pause, and has no answer yet."""
    game = seat.game
    is_open = game.status == Game.Status.RUNNING and game.paused_at is None
    return is_open and game.pause_asked_by == seat.plays.enemy


def in_words(seat: Seat) -> str:
    """A sentence about the pause of a game, for the player of a seat; empty if there is nothing to say."""
    game = seat.game
    if game.status != Game.Status.RUNNING or game.pause_asked_by is None:
        return ""
    if game.paused_at is not None:
        return _agreed(game)
    values = {"name": seat.opposite().played_by, "count": game.pause_days}
    return _asked(game.pause_days, by_other=is_asked_for(seat)) % values


def _agreed(game: Game) -> str:
    if game.paused_until is None:
        return _("You have both agreed on a pause. It lasts until one of you ends it.")
    when = {"when": moment(game.paused_until)}
    return _("You have both agreed on a pause until %(when)s, or until one of you ends it.") % when


def _asked(days: int | None, *, by_other: bool) -> str:
    if by_other:
        if days is None:
            return _("%(name)s asks for a pause, until one of you ends it.")
        return ngettext(
            "%(name)s asks for a pause of %(count)d day.",
            "%(name)s asks for a pause of %(count)d days.",
            days,
        )
    if days is None:
        return _("You have asked for a pause. %(name)s has not answered yet.")
    return ngettext(
        "You have asked for a pause of %(count)d day. %(name)s has not answered yet.",
        "You have asked for a pause of %(count)d days. %(name)s has not answered yet.",
        days,
    )
