"""On the page of a game: the diary of its player, for nobody else, and the agreement to show it."""

from typing import Any, Final

from django.contrib import messages as notices
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.log.diary_chain import DIGITS_OF_DIARY
from games.models.message import LONGEST_MESSAGE
from games.models.note import Note
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
    notes = diary.read(seat)
    refused = diary.refusal(seat, viewer.both)
    sharing = diary.sharing(seat, viewer.both)
    unsent = take_unsent(request, _form_of(viewer.game.public_id))
    return {
        "is_open": bool(unsent.reason or (sharing and _is_asked(sharing))),
        "notes": notes[::-1][:NOTES_UNFOLDED],
        "earlier": notes[::-1][NOTES_UNFOLDED:],
        "last": notes[-1].number if notes else 0,
        "head": diary.head_of(seat, notes[-1] if notes else None)[:DIGITS_OF_DIARY],
        "refused": "" if refused is None else in_words(viewer.game, refused),
        "longest": LONGEST_MESSAGE,
        "unsent": unsent,
        "sharing": sharing,
        "other": viewer.both[seat.plays.enemy].played_by,
    }


def _is_asked(sharing: diary.Sharing) -> bool:
    """Whether the other would like to show both diaries, and the player has not agreed."""
    return sharing.theirs and not sharing.is_alone and not sharing.mine


def noted_at(viewer: Viewer, number: int) -> list[Note]:
    """What the viewer wrote in their diary while they had seen so many changes."""
    return [] if viewer.seat is None else list(diary.notes_of(viewer.seat).filter(version=number))


@require_POST
def write(request: HttpRequest, public_id: str) -> HttpResponse:
    """Write a note, or agree to show both diaries or no longer (``share``)."""
    viewer, seat = player_in(request, public_id)
    try:
        if (share := request.POST.get("share")) in ("yes", "no"):
            if person_of(request) != seat.player:  # a mail with a link may have been forwarded
                return redirect_to_login(request.get_full_path())
            diary.agree(seat=seat, on=share == "yes")
        else:
            after = request.POST.get("after", "")
            number = int(after) if after.isdecimal() and len(after) < 7 else None
            diary.write(seat=seat, text=request.POST.get("text", ""), after=number)
            notices.success(request, _("Your note is in your diary."))
    except Refused as refused:
        if "text" in request.POST:
            unsent = Unsent(request.POST["text"], in_words(viewer.game, refused))
            keep_unsent(request, _form_of(public_id), unsent)
        else:
            notices.warning(request, in_words(viewer.game, refused))
    return to_seat(viewer, "diary")


def _form_of(public_id: str) -> str:
    return f"/games/{public_id}/diary/"
