"""This app's kinds of messages: what people are told of their games.

Everything in a mail comes from the recipient's own view.
"""

from typing import Any

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import engine
from games.engine.side import Side
from games.models.seat import Seat
from games.services import position
from games.services.waiting import STARTED, WINDOW, YOUR_PHASE
from games.turn_links import turn_link
from notifications.kinds import Kind, Message, register

SIDES: dict[str, Promise] = {"east": gettext_lazy("East"), "west": gettext_lazy("West")}

PHASES: dict[str, Promise] = {
    "reinforcement": gettext_lazy("reinforcement"),
    "turn-order": gettext_lazy("the bids for turn order"),
    "movement": gettext_lazy("movement phase"),
    "combat": gettext_lazy("combat phase"),
}

ASKED: dict[str, Promise] = {
    "discard": gettext_lazy("choose the cards to discard"),
    "bid": gettext_lazy("bid a card for turn order"),
    "order": gettext_lazy("go first or second this week"),
    "level": gettext_lazy("choose the movement level"),
    "movement": gettext_lazy("move, muster, or end the movement phase"),
    "declare": gettext_lazy("declare a combat"),
    "stance": gettext_lazy("stay inside the castle or come outside"),
    "deploy": gettext_lazy("deploy a block, or be finished"),
    "window": gettext_lazy("challenge the deployment just made, or pass"),
    "losses": gettext_lazy("choose the blocks to lose"),
    "retreat": gettext_lazy("choose where to retreat"),
}
"""What each decision asks for, to stand after "The game waits for you to"."""


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
    seen = engine.view(*position.load(seat.game), seat.plays)
    with translation.override(seat.player.language):
        return Message(seat.player.email, _subject(seat, seen), _text(seat, seen, ASKED[seat.asked]))


def _is_window_open(seat: Seat, seen: dict[str, Any]) -> bool:
    window = (seen["combat"] or {}).get("window")
    return window is not None and window["deployer"] != seat.plays.label


def _subject(seat: Seat, seen: dict[str, Any]) -> str:
    told = {"game": seat.game.public_id, "week": seen["week"], "phase": PHASES[seen["phase"]]}
    if _is_window_open(seat, seen):
        return _("Sekigahara %(game)s, week %(week)d: a loyalty-challenge window is open") % told
    return _("Sekigahara %(game)s, week %(week)d: your phase, %(phase)s") % told


def _text(seat: Seat, seen: dict[str, Any], asked: Promise) -> str:
    lines = [_("You play %(side)s.") % {"side": SIDES[seat.plays.label]}]
    if _is_window_open(seat, seen):
        lines.append(_("A loyalty-challenge window is open."))
    lines.append(_("The game waits for you to %(what)s.") % {"what": asked})
    return "\n".join([*lines, "", turn_link(seat), ""])
