"""Pages of finished games that browsers keep, and ask about before they show them again.

What happened in a finished game never changes, but its pages also show who looks, in which language, and what
the players are called.
"""

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language

from games.reads.access import Viewer
from games.web.menu import menu
from games.web.visitors import SEATS, person_of
from sekigahara.db import caching
from sekigahara.pages import theme


def kept_page(
    request: HttpRequest,
    viewer: Viewer,
    shows: list[Any],
    make: Callable[[], HttpResponse],
    *,
    is_own: bool = False,
) -> HttpResponse:
    """A page of a game. A browser that has it as it is now gets a 304, and it is not made.

    Only pages of finished games that everybody may see are kept: all others may show what should not stay on
    a computer that several people use.

    Args:
        request: for the page.
        viewer: who looks at the game.
        shows: what the page shows beside all that follows from its address, the log, the viewer and the
            names of the players, and beside its frame, ``base.html``.
        make: renders it.
        is_own: whether it shows what is the viewer's alone, such as their diary.
    """
    game = viewer.game
    is_kept = game.is_public and game.is_over and game.frozen_at is None and not is_own
    is_kept = is_kept and not len(get_messages(request))
    tag = _tag(request, viewer, shows) if is_kept else ""
    response = (get_conditional_response(request, etag=tag) if tag else None) or make()
    if tag and response.status_code in (200, 304):
        response["ETag"] = tag
        patch_cache_control(response, private=True, no_cache=True)
    return response


def _tag(request: HttpRequest, viewer: Viewer, shows: list[Any]) -> str:
    person = person_of(request)
    everything = [
        caching.release(),
        request.get_full_path(),
        get_language(),
        timezone.get_current_timezone_name(),
        theme.offer(request),
        None if person is None else person.pk,
        menu(request)["menu"](),
        bool(request.session.get(SEATS)),
        [viewer.game.version, viewer.game.ended_at],  # the chain would tell twins apart
        viewer.label,
        [seat.plays.label for seat in viewer.others],
        [seat.played_by for seat in viewer.both],
        shows,
    ]
    return f'"{hashlib.sha256(msgspec.json.encode(everything)).hexdigest()[:32]}"'
