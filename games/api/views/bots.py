"""The pool of bots."""

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.public_keys import identity
from games.api.answers import ratings as answers
from games.api.endpoint import Readable, by_content
from games.api.openapi.operations import for_anybody
from games.api.views.ratings import rating_shown
from games.ladders import bots
from sekigahara.db import service_time


class Bots(Readable):
    """The bots that anyone may challenge."""

    @for_anybody("listBots", answer=answers.Bots)
    def get(self, request: Request) -> HttpResponse:
        """List the bots that anyone may challenge.

        Get the bots that used the API in the last month, those that are up first, up to 100. Challenge one
        by its `key`, as in `createGame`."""
        now = service_time.now()
        rows = [
            answers.PooledBot(
                name=each.person.name,
                is_up=each.is_up,
                seen_at=each.seen_at,
                editions=each.person.bot_editions.split(),
                rating=None if each.rating is None else rating_shown(each.rating, now),
                **identity(each.person),
            )
            for each in bots.pool(now)
        ]
        return by_content(request, answers.Bots(rows), is_public=True)
