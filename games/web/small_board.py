"""The small board beside a game in a list, with what is new to the reader."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games import engine
from games.drawing.small_board import small_board_png
from games.engine.side import NOBODY
from games.log import position
from games.reads import chronicle, past
from games.web.kept_html import kept_png
from games.web.replay import words_in
from games.web.visitors import viewer_in
from sekigahara.db import caching


@require_safe
@cache_control(private=True, no_cache=True)
def small_board(request: HttpRequest, public_id: str) -> HttpResponse:
    """The small board of a game that has begun. Its ETag follows from what was seen and what is new.

    Raises:
        Http404: there is no such game, or the visitor may not see it.
    """
    viewer = viewer_in(request, public_id)
    if not viewer.game.length or viewer.game.frozen_at is not None:
        raise Http404
    seat = viewer.seat
    seen, present = (seat.looked_at, seat.version) if seat is not None else (0, viewer.game.version)
    shows = f"{caching.release()} {public_id} {viewer.label} {min(present, seen)} {present}"

    def draw() -> bytes:
        rules, state = position.load(viewer.game)
        new: set[str] = set()
        if seat is not None and 0 < seen < present:
            changes = chronicle.items_of(past.steps_of(viewer.game), seat.side, since=seen)
            new = {word for change in changes for word in words_in(change.events)}
        return small_board_png(rules, engine.view(rules, state, NOBODY), new)

    return kept_png(request, "small-board", shows.encode(), draw)
