"""This app's kinds of messages: what people are told of their games.

Everything in a mail comes from the recipient's own view.
"""

from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from games import engine
from games.engine.side import Side
from games.models.seat import Seat
from games.services import position
from games.services.waiting import STARTED, WINDOW, YOUR_PHASE
from games.story import PHASES, Names, moment, question
from games.turn_links import turn_link
from notifications.kinds import Kind, Message, register


def register_kinds() -> None:
    """Tell the outbox which messages of ours there are."""
    for name in (YOUR_PHASE, WINDOW, STARTED):
        register(Kind(name, compose))


def compose(reference: str, occasion: str) -> Message | None:
    """The mail to a seat, or None when the game no longer waits for it, or has told it so once more since.

    Args:
        reference: the seat's.
        occasion: the seat's version when it was told.
    """
    public_id, _dot, side = reference.rpartition(".")
    # The game comes with the seat in one query, so that both are of the same version.
    seats = Seat.objects.select_related("game", "player").exclude(asked="").filter(told_at=int(occasion))
    seat = seats.filter(game__public_id=public_id, side=Side.named(side)).first()
    if seat is None or seat.player is None:
        return None
    where = position.load(seat.game)
    options = engine.options(*where, seat.plays)
    if options is None:
        return None
    seen = engine.view(*where, seat.plays)
    names = Names(where.rules)
    with translation.override(seat.player.language):
        task = question(names, seen, options).task
        return Message(seat.player.email, _subject(seat, seen), _text(seat, seen, names, task))


def _is_window_open(seat: Seat, seen: dict[str, Any]) -> bool:
    window = (seen["combat"] or {}).get("window")
    return window is not None and window["deployer"] != seat.plays.label


def _subject(seat: Seat, seen: dict[str, Any]) -> str:
    told = {"game": seat.game.public_id, "week": seen["week"], "phase": PHASES[seen["phase"]]}
    if _is_window_open(seat, seen):
        return _("Sekigahara %(game)s, week %(week)d: a loyalty-challenge window is open") % told
    return _("Sekigahara %(game)s, week %(week)d: your phase, %(phase)s") % told


def _text(seat: Seat, seen: dict[str, Any], names: Names, task: str) -> str:
    lines = [_("You play %(side)s.") % {"side": names.side(seat.plays.label)}, moment(names, seen)]
    if _is_window_open(seat, seen):
        lines.append(_("A loyalty-challenge window is open."))
    lines.append(_("The game waits for you to %(what)s.") % {"what": task})
    return "\n".join([*lines, "", turn_link(seat), ""])
