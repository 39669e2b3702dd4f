"""On the page of a game: the diary of its player, for nobody else, and the agreement to show it."""

from typing import Any, Final

from django.contrib import messages as notices
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.log.diary_chain import DIGITS_OF_DIARY
from games.models.message import LONGEST_MESSAGE
from games.models.note import Note
from games.models.seat import Seat
from games.reads.access import Viewer
from games.services import diary
from games.web.decision_rules import in_words
from games.web.unsent import Unsent, keep_unsent, take_unsent
from games.web.visitors import person_of, player_in, to_seat
from sekigahara.errors.exceptions import Refused

NOTES_UNFOLDED: Final = 6


def shown(viewer: Viewer, request: HttpRequest) -> dict[str, Any] | None:
    """The diary of the player who looks at a game, the latest note first; None to spectators and guests."""
    seat = viewer.seat
    if seat is None or seat.player is None or not seat.player.is_active:
        return None
    notes = list(diary.notes_of(seat))
    refused = diary.refusal(seat, viewer.both)
    sharing = _sharing(viewer, seat) if viewer.game.is_over else None
    unsent = take_unsent(request, _form_of(viewer.game.public_id))
    return {
        "is_open": bool(unsent.reason or (sharing and sharing["theirs"] and not sharing["mine"])),
        "notes": notes[::-1][:NOTES_UNFOLDED],
        "earlier": notes[::-1][NOTES_UNFOLDED:],
        "head": diary.head_of(seat, notes[-1] if notes else None)[:DIGITS_OF_DIARY],
        "refused": "" if refused is None else in_words(viewer.game, refused),
        "longest": LONGEST_MESSAGE,
        "unsent": unsent,
        "sharing": sharing,
    }


def _sharing(viewer: Viewer, seat: Seat) -> dict[str, Any] | None:
    """Who agrees to show the diaries of a game that is over; None if the other has left and never will."""
    other = viewer.both[seat.plays.enemy]
    if other.player is None and not other.computer:
        return None
    if other.player is not None and other.player.closed_at is not None:
        return None
    is_alone = other.player_id == seat.player_id or (diary.agrees(other) and not other.shares_diary)
    return {
        "mine": seat.shares_diary,
        "is_alone": is_alone,
        "theirs": not is_alone and other.shares_diary,
        "is_shown": diary.is_report_shown(viewer.both),
        "name": other.played_by,
    }


def noted_at(viewer: Viewer, number: int) -> list[Note]:
    """What the viewer wrote in their diary while they had seen so many changes."""
    return [] if viewer.seat is None else list(diary.notes_of(viewer.seat).filter(version=number))


@require_POST
@never_cache
def write(request: HttpRequest, public_id: str) -> HttpResponse:
    """Write a note, or agree to show both diaries or no longer (``share``)."""
    viewer, seat = player_in(request, public_id)
    try:
        if (share := request.POST.get("share")) in ("yes", "no"):
            if person_of(request) != seat.player:  # a mail with a link may have been forwarded
                return redirect_to_login(request.get_full_path())
            diary.agree(seat=seat, on=share == "yes")
        else:
            diary.write(seat=seat, text=request.POST.get("text", ""))
            notices.success(request, _("Your note is in your diary."))
    except Refused as refused:
        if "text" in request.POST:
            unsent = Unsent(request.POST["text"], in_words(viewer.game, refused))
            keep_unsent(request, _form_of(public_id), unsent)
        else:
            notices.warning(request, in_words(viewer.game, refused))
    response = to_seat(viewer)
    response["Location"] += "#diary"
    return response


def _form_of(public_id: str) -> str:
    return reverse("games:diary", args=[public_id])
