"""The lists of established ratings and of bots, and what pages of players and of games say of ratings."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.drawing.chart import Dot, rating_chart
from games.engine.side import EAST, SIDES
from games.ladders import bots
from games.ladders.models.rating import Player, RatedGame, RatingChange, RatingStanding
from games.ladders.ratings import queries
from games.ladders.ratings.fold import OVERALL
from games.ladders.ratings.glicko import POINT, PROVISIONAL, Rating
from games.ladders.ratings.results import LOSS, TIE, WIN
from games.models.game import Game
from games.web.visitors import person_of
from sekigahara.db import service_time

RATINGS_A_PAGE = 25
RATING_CHANGES_CHARTED = 200


@require_safe
def best(request: HttpRequest) -> HttpResponse:
    """List the players whose rating is not provisional, the best first."""
    ladder, now = _ladder(request), service_time.now()
    page = Paginator(queries.best(ladder, now), RATINGS_A_PAGE).get_page(request.GET.get("page"))
    person = person_of(request)
    me = None if person is None else queries.own_player(person)
    rows = [
        {
            "place": place,
            "player": row.player,
            "rating": rating_now(row, now),
            "games": row.games,
            "is_me": row.player == me,
        }
        for place, row in enumerate(page.object_list, page.start_index())
    ]
    context = {
        "rows": rows,
        "page": page,
        "ladder": ladder,
        "ladders": queries.ladders().items(),
        "me": me,
        "provisional": PROVISIONAL // POINT,
        "not_rated": [
            (reason, queries.NOT_RATED_PURPOSES[code]) for code, reason in queries.NOT_RATED_BECAUSE.items()
        ],
    }
    return render(request, "games/ratings/best.html", context)


@require_safe
def bot_pool(request: HttpRequest) -> HttpResponse:
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


def rating_history(request: HttpRequest, player: Player) -> dict[str, Any]:
    """The rated games of a player on the ladder that the query names, with a chart, for their page.

    The result of a rated game and its effect on ratings are public. The game itself, and its address, are
    shown only if the game is public.

    Raises:
        Http404: there is no such ladder.
    """
    ladder = _ladder(request)
    page = Paginator(queries.games_of(player, ladder), RATINGS_A_PAGE).get_page(request.GET.get("page"))
    games = list(page.object_list)
    changes = {each.game_id: each for each in queries.changes_of(player, ladder).filter(game__in=games)}
    public = queries.public_among(games)
    return {
        "ladder": ladder,
        "ladder_name": queries.name_of(ladder),
        "games": [_played(game, player, changes.get(game.pk), game.game in public) for game in games],
        "page": page,
        "chart": _chart(player, ladder, queries.latest_changes(player, ladder, RATING_CHANGES_CHARTED)),
    }


def game_ratings(game: Game) -> dict[str, Any] | None:
    """The effect of a game on ratings: East's outcome and West's, or the reason why it did not count.

    None while it runs; it is awaited until the worker has processed it.
    """
    if not game.is_over:
        return None
    if not game.is_rated:
        return {"reason": _("it began as an unrated game.")}
    found = queries.outcome_of(game)
    if found is None:
        return {"is_awaited": True}
    if found.reason:
        return {"reason": str(queries.NOT_RATED_BECAUSE[found.reason])}
    changes = found.changes.filter(ladder=OVERALL).select_related("player__person").order_by("side")
    outcomes = [
        {
            "player": change.player,
            "before": _shown(change.before),
            "after": _shown(change.standing.rating),
            "moved": _moved(change),
        }
        for change in changes
    ]
    return {"outcomes": outcomes}


def _ladder(request: HttpRequest) -> str:
    """The ladder of ratings that the query names.

    Raises:
        Http404: there is no such ladder.
    """
    ladder = request.GET.get("edition", OVERALL)
    if ladder not in queries.ladders():
        raise Http404
    return ladder


def _shown(rating: Rating) -> dict[str, Any]:
    """A rating in whole points, as pages show it."""
    return {
        "points": _rounded(rating.points),
        "deviation": _rounded(rating.deviation),
        "is_provisional": rating.is_provisional,
    }


def rating_now(row: RatingStanding, now: datetime) -> dict[str, Any]:
    """The present rating. Its deviation grows with the time since the last game."""
    return _shown(row.standing.rating_at(max(now, row.at)))


def _played(game: RatedGame, player: Player, change: RatingChange | None, is_public: bool) -> dict[str, Any]:
    """A rated game on the page of one of its players. It has a rating if it counted, a reason if it did not.

    ``watched`` is the id of a public game.
    """
    side = next((side for side in SIDES if game.players[side] == player), EAST)
    opponent = game.players[side.enemy]
    words = {WIN: _("won"), TIE: _("tied"), LOSS: _("lost")}
    return {
        "at": game.finished_at,
        "edition": queries.name_of(game.edition),
        "side": side,
        "opponent": opponent,
        "won": words[(game.east_halves, game.west_halves)[side]],
        "reason": str(queries.NOT_RATED_BECAUSE[game.reason]) if game.reason else "",
        "rating": None if change is None else _shown(change.standing.rating),
        "moved": "" if change is None else _moved(change),
        "watched": game.game if is_public else "",
    }


def _moved(change: RatingChange) -> str:
    """The change in points, as the difference of the rounded ratings."""
    moved = _rounded(change.points) - _rounded(change.points_before)
    return f"+{moved}" if moved > 0 else f"\N{MINUS SIGN}{-moved}" if moved < 0 else "±0"


def _rounded(parts: int) -> int:
    """Round a stored rating to whole points."""
    return (parts + POINT // 2) // POINT


def _chart(player: Player, ladder: str, changes: Sequence[RatingChange]) -> SafeString | None:
    """A chart of a player's latest ratings; None if there are none."""
    if not changes:
        return None
    dots = [Dot(each.at, each.points / POINT, each.deviation / POINT) for each in changes]
    values = {
        "count": len(changes),
        "name": str(player),
        "ladder": queries.name_of(ladder),
        "first": _rounded(changes[0].points),
        "last": _rounded(changes[-1].points),
        "low": _rounded(min(each.points for each in changes)),
        "high": _rounded(max(each.points for each in changes)),
    }
    described = ngettext(
        "After %(count)d game: %(last)s points. The band shows one deviation up and down. The table below "
        "has the same numbers.",
        "Over %(count)d games, from %(first)s to %(last)s points, between %(low)s and %(high)s. The band "
        "shows one deviation up and down. The table below has the same numbers, page by page.",
        len(changes),
    )
    first, last = (date_format(timezone.localtime(each.at), "DATE_FORMAT") for each in (dots[0], dots[-1]))
    title = _("The rating of %(name)s, %(ladder)s") % values
    return rating_chart(dots, title=title, described=described % values, ends=(first, last))
