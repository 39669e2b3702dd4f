"""The page of one game: what happened, what is asked, the board, and every answer as a form."""

import hashlib
from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import queries, story
from games.access import Viewer, viewer_of
from games.drawing.board import board_svg
from games.engine.errors import EngineError
from games.models.seat import Seat
from games.services import play
from games.services.errors import Refused, Stale
from games.telling import Telling, tell
from games.web import answers
from games.web.names import player_of
from games.web.visitors import person_of, visitor_of

MOST_TOLD_AGAIN = 12
"""Sentences of the story that stay on the page when nothing new has happened."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Look at a game, or answer what it asks."""
    try:
        viewer = _viewer(request, public_id)
    except Http404:
        return _not_a_player(request, public_id)
    if not viewer.game.length:
        return render(request, "games/waiting.html", _waiting(viewer))
    if request.method == "POST":
        return _answer(request, viewer)
    response = render(request, "games/game.html", _context(request, viewer))
    if viewer.seat is not None:
        play.look(seat=viewer.seat)
    return response


def _viewer(request: HttpRequest, public_id: str) -> Viewer:
    return viewer_of(visitor_of(request), public_id, request.GET.get("as"))


def _not_a_player(request: HttpRequest, public_id: str) -> HttpResponse:
    """A game somebody may join is shown to be joined; any other does not exist for them."""
    open_game = queries.open_game(public_id, person_of(request))
    if open_game is None:
        raise Http404
    free = Seat.objects.get(game=open_game, player__isnull=True)
    return render(request, "games/join.html", {"game": open_game, "seat": free})


def _waiting(viewer: Viewer) -> dict[str, Any]:
    seats = Seat.objects.select_related("invitation").filter(game=viewer.game, player__isnull=True)
    free = seats.first()
    invitation = getattr(free, "invitation", None)
    return {"game": viewer.game, "seat": viewer.seat, "invitation": invitation}


def _context(
    request: HttpRequest, viewer: Viewer, *, data: Any = None, errors: list[str] | None = None
) -> dict[str, Any]:
    """Everything the page shows."""
    since = viewer.version if viewer.seat is None else viewer.seat.looked_at
    is_news = viewer.version > since
    told = tell(
        viewer.game, viewer.side, since=since if is_news else 0, most=30 if is_news else MOST_TOLD_AGAIN
    )
    form = None
    if viewer.seat is not None and told.options is not None:
        described = answers.described(told.options)
        form = answers.form(told.rules, told.seen, described, data if data is not None else request.GET)
    seats = Seat.objects.select_related("player").filter(game=viewer.game).order_by("side")
    return {
        "game": viewer.game,
        "viewer": viewer,
        "seats": [
            {"seat": seat, "name": player_of(seat), "is_mine": _is_mine(viewer, seat)} for seat in seats
        ],
        "told": told,
        "is_news": is_news,
        "situation": story.situation(told.names, told.seen),
        "hand": _hand(told),
        "stacks": story.stacks(told.names, told.seen),
        "standing": list(story.standing(told.names, told.seen)) if viewer.game.is_over else [],
        "board": board_svg(told.rules, told.seen, link=_links(viewer, told)),
        "form": form,
        "errors": errors or [],
        "is_waited_for": viewer.seat is not None and bool(viewer.seat.asked),
        "next": _next(request, viewer),
    }


def _hand(told: Telling) -> list[tuple[str, int, str]]:
    """The cards of the hand with how often each, and in words."""
    held = Counter[str](told.seen["mine"]["hand"] if "mine" in told.seen else ())
    return [(card, count, capfirst(told.names.card(card, count))) for card, count in held.items()]


def _is_mine(viewer: Viewer, seat: Seat) -> bool:
    return viewer.seat is not None and seat.side == viewer.seat.side


def _links(viewer: Viewer, told: Telling) -> Any:
    """In a movement phase a place on the board is where the next move begins."""
    if told.options is None or told.options.decision != "movement":
        return None
    described = answers.described(told.options)
    sources = {row["source"] for shape in described["answers"] for row in shape.get("sources", ())}

    def link(location: str) -> str | None:
        if location not in sources:
            return None
        return f"?as={viewer.label}&from={location}#answer"

    return link


def _next(request: HttpRequest, viewer: Viewer) -> Seat | None:
    person = person_of(request)
    seat = None if person is None else queries.next_waiting(person, after=viewer.game)
    return None if seat is None or seat.game_id == viewer.game.pk else seat


def _answer(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    seat = viewer.seat
    if seat is None:
        raise Http404
    told = tell(viewer.game, viewer.side, since=viewer.version)
    try:
        read = _read(request, told)
    except answers.Incomplete as incomplete:
        return _again(request, viewer, incomplete.sentences)
    if read is None:
        return _again(request, viewer, [])
    version = _named_version(request)
    key = hashlib.sha256(f"{version}|{'|'.join(read)}".encode()).hexdigest()
    try:
        play.submit(seat=seat, bodies=read, expected_version=version, key=f"page-{key}")
    except Stale:
        messages.warning(request, _("Something has changed since you opened this page. Look again."))
    except (EngineError, Refused) as refused:
        return _again(request, viewer, [story.refusal(told.names, refused)])
    return _to_game(viewer)


def _read(request: HttpRequest, told: Telling) -> list[str] | None:
    if told.options is None:
        return []
    return answers.read(told.rules, answers.described(told.options), request.POST)


def _named_version(request: HttpRequest) -> int:
    given = request.POST.get("version", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else -1


def _again(request: HttpRequest, viewer: Viewer, errors: list[str]) -> HttpResponse:
    context = _context(request, viewer, data=request.POST, errors=errors)
    return render(request, "games/game.html", context, status=422 if errors else 200)


def _to_game(viewer: Viewer) -> HttpResponse:
    response = redirect("games:game", viewer.game.public_id)
    response["Location"] += f"?as={viewer.label}" if viewer.others else ""
    return response


@require_POST
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take back the latest action."""
    viewer = _viewer(request, public_id)
    if viewer.seat is None:
        raise Http404
    try:
        play.undo(seat=viewer.seat, expected_version=_named_version(request))
    except Stale:
        messages.warning(request, _("Something has changed since you opened this page. Look again."))
    except EngineError:
        messages.warning(request, _("That can no longer be taken back: something was shown, or drawn."))
    else:
        messages.success(request, _("Taken back."))
    return _to_game(viewer)


@require_http_methods(["GET", "HEAD", "POST"])
def resign(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give up, after being asked once more."""
    viewer = _viewer(request, public_id)
    if viewer.seat is None or not viewer.game.length:
        raise Http404
    if request.method != "POST":
        if viewer.game.is_over:
            return redirect("games:game", public_id)
        return render(request, "games/resign.html", {"game": viewer.game, "viewer": viewer})
    try:
        play.resign(seat=viewer.seat)
    except EngineError:
        messages.info(request, _("The game is over already."))
    return _to_game(viewer)


def address_of(seat: Seat) -> str:
    """Where a seat's page is."""
    return reverse("games:game", args=[seat.game.public_id]) + f"?as={seat.plays.label}"
