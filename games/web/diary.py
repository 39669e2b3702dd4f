"""On the page of a game: the diary of its player, for nobody else, and the agreement to show it."""

from typing import Any, Final

from django.contrib import messages as notices
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.log.diary_chain import DIGITS_OF_DIARY
from games.models.message import LONGEST_MESSAGE
from games.models.note import Note
from games.reads.access import Viewer
from games.services import diary
from games.web.decision_rules import in_words
from games.web.visitors import player_in, to_seat
from sekigahara.errors.exceptions import Refused

NOTES_UNFOLDED: Final = 6


def shown(viewer: Viewer) -> dict[str, Any] | None:
    """The diary of the player who looks at a game, the latest note first; None to spectators and guests."""
    seat = viewer.seat
    if seat is None or seat.player is None or not seat.player.is_active:
        return None
    notes = list(diary.notes_of(seat))
    refused = diary.refusal(seat, viewer.both)
    return {
        "notes": notes[::-1][:NOTES_UNFOLDED],
        "earlier": notes[::-1][NOTES_UNFOLDED:],
        "head": diary.head_of(seat, notes[-1] if notes else None)[:DIGITS_OF_DIARY],
        "refused": "" if refused is None else in_words(viewer.game, refused),
        "longest": LONGEST_MESSAGE,
    }


def noted_at(viewer: Viewer, number: int) -> list[Note]:
    """What the viewer wrote in their diary while they had seen so many changes."""
    return [] if viewer.seat is None else list(diary.notes_of(viewer.seat).filter(version=number))


@require_POST
@never_cache
def write(request: HttpRequest, public_id: str) -> HttpResponse:
    """Write a note."""
    viewer, seat = player_in(request, public_id)
    try:
        diary.write(seat=seat, text=request.POST.get("text", ""))
        notices.success(request, _("Your note is in your diary."))
    except Refused as refused:
        notices.warning(request, in_words(viewer.game, refused))
    response = to_seat(viewer)
    response["Location"] += "#diary"
    return response
