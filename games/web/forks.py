"""Playing on from a moment of a finished game: the form for it, and what comes of it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models.person import Person
from games.engine.side import SIDES, Side
from games.models.game import Game
from games.reads.access import Viewer, replay_access, viewer_of
from games.reads.moments import Moments
from games.services import computers, practice
from games.services.guest_games import USUAL
from games.services.lobby import Computer, Myself
from games.web import play_now
from games.web.visitors import visitor_of
from sekigahara.errors.exceptions import Conflict


def form(game: Game, number: int, viewpoint: str, viewer: Viewer) -> dict[str, Any]:
    """The form at a moment of a finished game at which it was not over.

    It suggests the side that the reader played, and the computer player they met there.

    Args:
        game: that is over.
        number: of the moment, as the viewpoint counts.
        viewpoint: a key of ``games.reads.access.VIEWPOINTS``.
        viewer: the reader.
    """
    side = SIDES[0] if viewer.seat is None else viewer.seat.plays
    other = viewer.both[side.enemy].computer
    levels = tuple(computers.LEVELS_BY_NAME)
    usual = other if other in levels else USUAL.name
    return {
        "game": game,
        "number": number,
        "viewpoint": viewpoint,
        "levels": levels,
        "usual": usual,
        "side": side.label,
    }


@require_POST
def begin(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Begin a game from a moment of a finished one; nobody has to be signed in."""
    access = replay_access(visitor_of(request), public_id, request.GET.get("as"))
    source = access.viewer.game
    back = HttpResponseRedirect(f"{reverse('games:moment', args=[public_id, number])}?as={access.viewpoint}")
    if not source.is_over:
        messages.error(request, _("This game is still being played. Play on from it once it is over."))
        return back
    moments = Moments(source, access.audience)
    chosen = _chosen(request)
    if chosen is None or not 1 <= number <= moments.last:
        raise Http404
    side, opponent = chosen

    def fork(player: Person) -> Game:
        return practice.play_on(player=player, moments=moments, number=number, side=side, opponent=opponent)

    try:
        return play_now.started(request, fork)
    except Conflict:
        messages.error(request, _("At this moment the game was over. Choose an earlier one."))
        return back


def _chosen(request: HttpRequest) -> tuple[Side, Computer | Myself] | None:
    """The side and the opponent that the form says; None if it says nonsense."""
    side, opponent = request.POST.get("side", ""), request.POST.get("opponent", "")
    if side == "both":
        return SIDES[0], Myself()
    if side not in ("east", "west") or opponent not in computers.COMPUTER_NAMES:
        return None
    return Side.named(side), Computer(opponent)


def whence(request: HttpRequest, game: Game) -> dict[str, Any] | None:
    """The finished game and the moment, as the referee counts, from which a game goes on; None for others.

    The finished game is None if it is gone, or the reader may not see it.
    """
    if game.source_moment is None:
        return None
    source = game.source
    if source is not None:
        try:
            viewer_of(visitor_of(request), source.public_id)
        except Http404:
            source = None
    return {"game": source, "number": game.source_moment}


def continuations(request: HttpRequest, game: Game) -> list[Game]:
    """The reader's own games that go on from moments of a finished one."""
    player = play_now.known_player(request) if game.is_over else None
    return [] if player is None else practice.played_on_by(player, game)
