"""Pages about ratings: the list of established ratings, and a page for each player."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.drawing.chart import Dot, rating_chart
from games.engine.side import EAST, SIDES, Side
from games.ladders.models.rating import Player, RatedGame, RatingChange, RatingStanding
from games.ladders.ratings import queries
from games.ladders.ratings.fold import OVERALL
from games.ladders.ratings.glicko import POINT, Rating
from games.ladders.ratings.results import LOSS, TIE, WIN
from games.models.game import Game
from games.web.game_lists import rows_of
from games.web.visitors import person_of
from sekigahara.db import service_time

ON_A_PAGE = 25
PUBLIC_GAMES = 6
CHARTED = 200
"""The number of rating changes in the chart."""


class Shown(NamedTuple):
    """A rating in whole points, as pages show it."""

    points: int
    deviation: int
    is_provisional: bool

    @classmethod
    def of(cls, rating: Rating) -> "Shown":
        """A rating, rounded."""
        return cls(_rounded(rating.points), _rounded(rating.deviation), rating.is_provisional)


class Ranked(NamedTuple):
    """A row of the list of ratings.

    Attributes:
        place: from 1; no two players share one.
        player: whose rating it is.
        rating: at present.
        games: how many rated games they have finished.
        is_me: whether the player is the signed-in person.
    """

    place: int
    player: Player
    rating: Shown
    games: int
    is_me: bool


class Placed(NamedTuple):
    """A player's present rating in one edition, or in all."""

    ladder: str
    name: str
    rating: Shown
    games: int


class PlayerGame(NamedTuple):
    """A rated game on the page of one of its players.

    Attributes:
        at: when it ended.
        edition: its name.
        side: of the player.
        opponent: None if unknown.
        opponent_has_page: whether the opponent has a public page.
        won: the result for the player, in a word.
        reason: why it did not count; empty if it did.
        rating: of the player afterwards; None if it did not count.
        moved: the change in points, with a sign.
        watched: the id of a public game; else empty.
    """

    at: datetime
    edition: str
    side: Side
    opponent: Player | None
    opponent_has_page: bool
    won: str
    reason: str
    rating: Shown | None
    moved: str
    watched: str


@require_safe
@never_cache
def best(request: HttpRequest) -> HttpResponse:
    """List the players whose rating is not provisional, the best first."""
    ladder, now = _ladder(request), service_time.now()
    page = Paginator(queries.best(ladder, now), ON_A_PAGE).get_page(request.GET.get("page"))
    person = person_of(request)
    me = None if person is None else queries.own_player(person)
    rows = [
        Ranked(place, row.player, _now(row, now), row.games, row.player == me)
        for place, row in enumerate(page.object_list, page.start_index())
    ]
    context = {
        "rows": rows,
        "page": page,
        "ladder": ladder,
        "ladders": queries.ladders().items(),
        "me": me,
        "not_rated": [(reason, queries.PURPOSES[code]) for code, reason in queries.REASONS.items()],
    }
    return render(request, "games/ratings/best.html", context)


@require_safe
@never_cache
def player(request: HttpRequest, key: str) -> HttpResponse:
    """Show a player's ratings, their rated games, and their public games.

    The result of a rated game and its effect on ratings are public. The game itself, and its address, are
    shown only if the game is public.
    """
    found = queries.player_of(key)
    if found is None:
        raise Http404
    ladder, now = _ladder(request), service_time.now()
    page = Paginator(queries.games_of(found, ladder), ON_A_PAGE).get_page(request.GET.get("page"))
    games = list(page.object_list)
    changes = {each.game_id: each for each in queries.changes_of(found, ladder).filter(game__in=games)}
    public = queries.public_among(games)
    context = {
        "player": found,
        "standings": [_placed(row, now) for row in queries.standings_of(found)],
        "ladder": ladder,
        "ladder_name": queries.name_of(ladder),
        "games": [_played(game, found, changes.get(game.pk), game.game in public) for game in games],
        "page": page,
        "chart": _chart(found, ladder, queries.latest_changes(found, ladder, CHARTED)),
        "watched": rows_of(queries.public_games_of(found)[:PUBLIC_GAMES]),
    }
    return render(request, "games/ratings/player.html", context)


class Outcome(NamedTuple):
    """The effect of a finished game on one player's overall rating."""

    side: Side
    player: Player
    has_page: bool
    before: Shown
    after: Shown
    moved: str


class GameRatings(NamedTuple):
    """The effect of a finished game on ratings.

    Attributes:
        reason: why it did not count; empty if it did, or if that is not known yet.
        outcomes: East's and West's, if it counted.
        is_awaited: whether the worker has yet to process it.
    """

    reason: str
    outcomes: list[Outcome]
    is_awaited: bool = False


def game_ratings(game: Game) -> GameRatings | None:
    """The effect of a game on ratings; None while it runs."""
    if not game.is_over:
        return None
    if not game.is_rated:
        return GameRatings(_("it was not begun as a rated game."), [])
    found = queries.outcome_of(game)
    if found is None:
        return GameRatings("", [], is_awaited=True)
    if found.reason:
        return GameRatings(str(queries.REASONS[found.reason]), [])
    changes = found.changes.filter(ladder=OVERALL).select_related("player__person").order_by("side")
    return GameRatings("", [_outcome(change) for change in changes])


def _outcome(change: RatingChange) -> Outcome:
    before, after = Shown.of(change.before), Shown.of(change.standing.rating)
    has_page = queries.has_page(change.player)
    return Outcome(change.plays, change.player, has_page, before, after, _moved(change))


def _ladder(request: HttpRequest) -> str:
    """The ladder of ratings that the query names.

    Raises:
        Http404: there is no such ladder.
    """
    ladder = request.GET.get("edition", OVERALL)
    if ladder not in queries.ladders():
        raise Http404
    return ladder


def _placed(row: RatingStanding, now: datetime) -> Placed:
    return Placed(row.ladder, queries.name_of(row.ladder), _now(row, now), row.games)


def _now(row: RatingStanding, now: datetime) -> Shown:
    """The present rating. Its deviation grows with the time since the last game."""
    return Shown.of(row.standing.rating_at(max(now, row.at)))


def _played(game: RatedGame, player: Player, change: RatingChange | None, is_public: bool) -> PlayerGame:
    side = next((side for side in SIDES if game.players[side] == player), EAST)
    opponent = game.players[side.enemy]
    words = {WIN: _("won"), TIE: _("tied"), LOSS: _("lost")}
    return PlayerGame(
        at=game.finished_at,
        edition=queries.name_of(game.edition),
        side=side,
        opponent=opponent,
        opponent_has_page=opponent is not None and queries.has_page(opponent),
        won=words[(game.east_halves, game.west_halves)[side]],
        reason=str(queries.REASONS[game.reason]) if game.reason else "",
        rating=None if change is None else Shown.of(change.standing.rating),
        moved="" if change is None else _moved(change),
        watched=game.game if is_public else "",
    )


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
