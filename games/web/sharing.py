"""Sharing a finished game that anybody may see: its address, and a picture with words for other services."""

from typing import Any

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games import engine
from games.drawing.picture import SHARED_HEIGHT, SHARED_WIDTH, sharing_png
from games.engine.side import NOBODY
from games.log import position
from games.models import both_seats
from games.models.game import Game
from games.reads.access import Viewer
from games.reads.endings import ending_in_words
from games.web.kept_html import kept_png
from sekigahara.db import caching


def shared(request: HttpRequest, viewer: Viewer, view: dict[str, Any]) -> dict[str, Any] | None:
    """What other services learn of a finished game: nothing but what its page shows to everybody.

    The page itself describes it to other services if it is the one that everybody sees. None while the game
    runs, and if only its players may see it.

    Args:
        request: for the page. One that selects a side is not described to others.
        viewer: of the page.
        view: of the game.
    """
    if not _is_to_share(viewer.game):
        return None
    address = settings.SITE_URL + reverse("games:game", args=[viewer.game.public_id])
    ending = ending_in_words(viewer.both, view)
    return {
        "address": address,
        "picture": f"{address}picture.png",
        "title": ending.title,
        "line": ending.line,
        "is_described": viewer.seat is None and not request.GET,
        "width": SHARED_WIDTH,
        "height": SHARED_HEIGHT,
    }


@require_safe
@cache_control(public=True, no_cache=True)
def picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """The final board of a game that anybody may see, with who won. Its ETag follows from what it shows.

    Raises:
        Http404: there is no such game, it is still played, or only its players may see it.
    """
    both = both_seats.found_with_players(public_id)
    if not both or not _is_to_share(both[0].game):
        raise Http404
    game = both[0].game
    rules, state = position.load(game)
    view = engine.view(rules, state, NOBODY)
    ending = ending_in_words(both, view)
    shows = msgspec.json.encode(
        [caching.release(), get_language(), game.edition_text_id, view, ending.title, ending.line]
    )
    return kept_png(
        request, "picture", shows, lambda: sharing_png(rules, view, title=ending.title, line=ending.line)
    )


def _is_to_share(game: Game) -> bool:
    return game.is_public and game.is_over and game.frozen_at is None
