"""Notices about a seat: a fresh link to it, and that its game was stopped or resumed."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.notices.addressed import seat_letter, seat_of, title_of
from games.notices.game_events import GameData, game_event
from games.services.link_renewal import FRESH_LINK
from games.services.suspension import FROZEN, STOPPED
from notifications.registry import Event, EventType, Kind, Message, register

GAME_STOPPED = EventType("game.stopped", gettext_lazy("A game was suspended"), GameData)
GAME_GOES_ON = EventType("game.goes-on", gettext_lazy("A suspended game has resumed"), GameData)


def fresh_link(reference: str, occasion: str) -> Message | None:  # noqa: ARG001 - each is like the other
    """Compose the mail with a fresh link that a player requested for a seat."""
    seat = seat_of(reference)
    if seat is None:
        return None
    title = title_of(seat)
    subject = _("%(title)s: a fresh link to your seat") % {"title": title}
    button = _("Open my seat")
    return seat_letter(seat, "fresh_link", {"title": title}, kind=FRESH_LINK, subject=subject, button=button)


def frozen(reference: str, occasion: str) -> Message | None:
    """Compose the mail that a game was stopped or resumed; None if that is no longer so."""
    seat = seat_of(reference)
    goes_on = not occasion.startswith(STOPPED)
    if seat is None or goes_on != (seat.game.frozen_at is None):
        return None
    title = title_of(seat)
    subject = _("%(title)s: the game has resumed") if goes_on else _("%(title)s: the game was suspended")
    return seat_letter(
        seat,
        "frozen",
        {"title": title, "goes_on": goes_on},
        kind=FROZEN,
        subject=subject % {"title": title},
        button=_("Open the game"),
    )


def frozen_event(reference: str, occasion: str) -> Event | None:
    """Compose the event that a game was stopped or resumed; None if that is no longer so."""
    seat = seat_of(reference)
    is_stopped = occasion.startswith(STOPPED)
    if seat is None or is_stopped != (seat.game.frozen_at is not None):
        return None
    return game_event(GAME_STOPPED if is_stopped else GAME_GOES_ON, seat)


register(Kind(name=FRESH_LINK, title=gettext_lazy("Fresh link to a seat"), compose=fresh_link))
register(
    Kind(
        name=FROZEN,
        title=gettext_lazy("A game was suspended or resumed"),
        compose=frozen,
        events=(GAME_STOPPED, GAME_GOES_ON),
        compose_event=frozen_event,
    )
)
