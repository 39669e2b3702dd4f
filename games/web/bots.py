"""The page of bots that anyone may challenge."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.ladders import bots
from games.ladders.ratings import queries
from games.web.ratings import rating_now
from sekigahara.db import service_time


@require_safe
def pool(request: HttpRequest) -> HttpResponse:
    """List them, with who is up, how strong they are and what they play."""
    now, names = service_time.now(), queries.ladders()
    rows = [
        {
            "bot": each,
            "rating": None if each.rating is None else rating_now(each.rating, now),
            "editions": [names[name] for name in each.person.bot_editions.split() if name in names],
        }
        for each in bots.pool(now)
    ]
    return render(request, "games/bots.html", {"rows": rows})
