"""The whole history of a game, and its record as a file."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import story
from games.log import position
from games.models.note import Note
from games.reads import chronicle
from games.reads.access import Viewer
from games.services import diary
from games.web.arbitration.record import record_of
from games.web.kept_html import kept_html
from games.web.kept_pages import kept_page
from games.web.visitors import show_game, to_seat, viewer_in

BEGINNINGS = ("week-began", "game-over")
"""Events with which a part of the story begins."""


@require_safe
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show everything that the viewer could see happen. Undone changes are struck out."""
    viewer = viewer_in(request, public_id)
    record = record_of(viewer.game)
    notes = [] if viewer.seat is None else list(diary.notes_of(viewer.seat))

    def make() -> HttpResponse:
        context = {"story": _story(viewer, notes), "record": record}
        return show_game(request, viewer, "games/history.html", context)

    return kept_page(request, viewer, [record.is_whole, record.rows], make, is_own=bool(notes))


def _story(viewer: Viewer, notes: list[Note]) -> str:
    """Everything that the viewer could see happen, as HTML; empty if nothing has. That of a finished game
    never changes, so it is kept, by the chain hash of its log, unless the viewer's diary is in it."""
    game = viewer.game
    position.refuse_stopped(game)
    if not game.length:
        return ""

    def make() -> str:
        noted: dict[int, list[Note]] = {}
        for note in notes:
            noted.setdefault(note.version, []).append(note)
        context = {"weeks": _weeks(viewer, noted), "game": game, "viewer": viewer}
        return render_to_string("games/_whole_story.html", context)

    if notes or not game.is_over:
        return make()
    zone = timezone.get_current_timezone_name()
    return kept_html(f"story:{game.public_id}:{bytes(game.chain).hex()}:{viewer.label}:{zone}", make)


def _weeks(viewer: Viewer, noted: Mapping[int, list[Note]]) -> list[dict[str, Any]]:
    """The chapters of each week, with the set-up before the first and the end after the last."""
    weeks: list[dict[str, Any]] = []
    for chapter in _chapters(viewer, noted):
        if not weeks or chapter["begins"]:
            weeks.append({"heading": chapter["heading"], "chapters": []})
        weeks[-1]["chapters"].append(chapter)
    return weeks


def _chapters(viewer: Viewer, noted: Mapping[int, list[Note]]) -> list[dict[str, Any]]:
    """The changes under headings. A moment and a minute are shown only where they are new.

    ``begins`` says that a week begins with the chapter, or that the game ends with it.
    ``by_order`` says that an order of the viewer did it, and that no earlier row says so. ``noted`` is what
    they wrote in their diary before the next change.
    """
    seen = chronicle.changes_seen(viewer.game, viewer.side)
    agreed = {item.takes_back for item in seen if item.agreed is True}
    names = story.Names(position.rules_of(viewer.game))
    teller = story.Storyteller(names)
    chapters: list[dict[str, Any]] = []
    minute = None
    for item in seen:
        number: int | None = item.version
        row: dict[str, Any] | None = None
        for heading, events in teller.gather(item.events):
            if not chapters or chapters[-1]["heading"] != heading:
                begins = any(event["event"] in BEGINNINGS for event in events)
                chapters.append({"heading": heading, "begins": begins, "rows": []})
                minute = None
            at = item.at.replace(second=0, microsecond=0)
            row = {
                "number": number,
                "at": None if at == minute else at,
                "undone": item.undone,
                "agreed": item.version in agreed,
                "by_order": number is not None and bool(item.by_order),
                "sentences": [story.Sentence.of(names, event) for event in events],
            }
            chapters[-1]["rows"].append(row)
            minute, number = at, None
        if row is not None:
            row["noted"] = noted.get(item.version, [])
    return chapters


def without_record(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Redirect to a game for practice, and say that nobody can check what it began from."""
    messages.info(
        request,
        _("This game began from a position, which nobody could check afterwards. So it has no record."),
    )
    return to_seat(viewer)


@require_safe
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """Download the record of a game, or say why there is none."""
    viewer = viewer_in(request, public_id)
    if viewer.game.begins_from_position:
        return without_record(request, viewer)
    body = msgspec.json.format(msgspec.json.encode(chronicle.record_of(viewer.game, viewer.side)), indent=1)
    response = HttpResponse(body, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="sekigahara-{viewer.game.public_id}.json"'
    return response
