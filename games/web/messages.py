"""On the page of a game: what its two players wrote to each other."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.contrib import messages as notes
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models.message import LONGEST_MESSAGE, Message
from games.models.seat import Seat
from games.reads.access import Viewer
from games.services import messages
from games.web.decision_rules import in_words
from games.web.unsent import Unsent, keep_unsent, take_unsent
from games.web.visitors import player_in, to_seat
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Refused

MESSAGES_UNFOLDED: Final = 6
MESSAGES_ON_PAGE: Final = 200
"""The latest ones. Those before are shown at their moments, and by the API."""


def shown(viewer: Viewer, request: HttpRequest) -> dict[str, Any] | None:
    """The messages that a viewer may read, those that are new to them, and whether they can write.

    None to spectators, and in games in which nobody can have written.
    """
    seat = viewer.seat
    if seat is None:
        return None
    refused = messages.refusal(viewer.both)
    if refused is not None and not seat.messages:
        return None
    latest = messages.shown_to(seat).order_by("-number")[:MESSAGES_ON_PAGE] if seat.messages else ()
    listed = list(_rows(viewer, seat, latest))[::-1]
    return {
        "rows": listed[-MESSAGES_UNFOLDED:],
        "earlier": listed[:-MESSAGES_UNFOLDED],
        "has_theirs": any(not row["is_mine"] for row in listed),
        "last": seat.messages,
        "unsent": take_unsent(request, _form_of(viewer.game.public_id)),
        "unread": [row for row in listed if row["is_unread"]],
        "may_write": refused is None,
        "refused": "" if refused is None else in_words(viewer.game, refused),
        "is_muted": seat.mutes_messages,
        "longest": LONGEST_MESSAGE,
    }


def said_at(viewer: Viewer, number: int) -> list[dict[str, Any]]:
    """The messages that were written while the viewer had seen so many changes."""
    seat = viewer.seat
    if seat is None:
        return []
    return list(_rows(viewer, seat, messages.shown_to(seat).filter(**{f"{viewer.label}_version": number})))


def _rows(viewer: Viewer, seat: Seat, shown: Iterable[Message]) -> Iterator[dict[str, Any]]:
    """Messages as the player of a seat reads them."""
    other = viewer.both[seat.plays.enemy]
    now, theirs = service_time.now(), other.played_by
    for each in shown:
        is_mine = each.side == seat.side
        yield {
            "message": each,
            "author": _("You") if is_mine else theirs,
            "is_mine": is_mine,
            "report": other.player.key if other.player and not is_mine and (each.text or each.former) else "",
            "version": each.version_of(seat.side),
            "is_unread": not is_mine and each.number > seat.messages_seen and bool(each.text),
            "may_edit": is_mine and bool(each.text) and now - each.written_at <= messages.EDITABLE_FOR,
        }


@require_POST
def write(request: HttpRequest, public_id: str) -> HttpResponse:
    """Write a message, edit one (``number``), take one away (``remove``), or mute the other (``mute``)."""
    viewer, seat = player_in(request, public_id)
    if (mute := request.POST.get("mute")) in ("yes", "no"):
        messages.mute(seat=seat, on=mute == "yes")
        return to_seat(viewer, "messages")
    number, text = request.POST.get("number", ""), request.POST.get("text", "")
    try:
        if number.isdecimal():
            text = "" if "remove" in request.POST else text
            messages.edit(seat=seat, number=int(number[:9]), text=text)
        else:
            messages.write(seat=seat, text=text)
            notes.success(request, _("Your message is sent."))
    except Refused as refused:
        if number.isdecimal():
            notes.warning(request, in_words(viewer.game, refused))
        else:
            keep_unsent(request, _form_of(public_id), Unsent(text, in_words(viewer.game, refused)))
    return to_seat(viewer, "messages")


def _form_of(public_id: str) -> str:
    return f"/games/{public_id}/messages/"
