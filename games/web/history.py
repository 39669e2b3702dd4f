"""The whole story of a game, and its record as a file."""

from datetime import datetime
from typing import NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import story
from games.log import position
from games.reads import chronicle
from games.reads.access import Viewer
from games.web.arbitration.record import record_of
from games.web.visitors import viewer_in


class Told(NamedTuple):
    """What was told of one change.

    Attributes:
        number: of the moment it led to, at which the board can be seen; None in the chapters that the same
            change goes on in.
        at: when it happened; None where that is said already, of the one before.
        undone: it was taken back later.
    """

    number: int | None
    at: datetime | None
    undone: bool
    sentences: list[str]


class Chapter(NamedTuple):
    """The changes under one heading."""

    heading: str
    told: list[Told]


@never_cache
@require_safe
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    """Everything that happened, as the viewer could see it, under headings; undone things are struck out."""
    viewer = viewer_in(request, public_id)
    chapters = _chapters(viewer) if viewer.game.length else []
    context = {
        "game": viewer.game,
        "viewer": viewer,
        "chapters": chapters,
        "record": record_of(viewer.game),
    }
    return render(request, "games/history.html", context)


def _chapters(viewer: Viewer) -> list[Chapter]:
    seen = chronicle.changes_seen(viewer.game, viewer.side)
    teller = story.Storyteller(story.Names(position.rules_of(viewer.game)))
    chapters: list[Chapter] = []
    minute = None
    for item in seen:
        number: int | None = item.version
        for heading, sentences in teller.tell(item.events):
            if not chapters or chapters[-1].heading != heading:
                chapters.append(Chapter(heading, []))
                minute = None
            at = item.at.replace(second=0, microsecond=0)
            told = Told(number, None if at == minute else at, item.undone, sentences)
            chapters[-1].told.append(told)
            minute, number = at, None
    return chapters


@never_cache
@require_safe
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """The record, to keep or to check."""
    viewer = viewer_in(request, public_id)
    body = msgspec.json.format(msgspec.json.encode(chronicle.record_of(viewer.game, viewer.side)), indent=1)
    response = HttpResponse(body, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="sekigahara-{viewer.game.public_id}.json"'
    return response
