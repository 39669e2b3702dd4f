"""The page of one game: viewing it, deciding, undoing and resigning."""

from collections.abc import Sequence

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import engine
from games.engine.actions import parse
from games.engine.errors import EngineError
from games.engine.options import Options
from games.engine.ruleset import Ruleset
from games.engine.side import LABELS, Side
from games.engine.state import State
from games.engine.undo import grave_for_good
from games.log import position
from games.models.seat import Invitation, Seat
from games.reads import queries
from games.reads.access import Viewer
from games.reads.briefing import last_taken_back
from games.services import idempotency, play, retention
from games.services import messages as talk
from games.web import answers, check_in, hot_seat
from games.web.answers import deployment
from games.web.decision_rules import in_words, linked
from games.web.game_context import is_computer_at_work, page
from games.web.lobby import free_seat
from games.web.name_links import linked as linked_name
from games.web.new_game import OwnChance
from games.web.visitors import (
    form_key,
    invited_to,
    named_version,
    person_of,
    player_in,
    show_game,
    to_seat,
    viewer_in,
    was_kept_elsewhere,
)
from sekigahara.errors.exceptions import Conflict, Refused, Stale, or_404
from sekigahara.requests.never_refused import never_refused

LOOK_AGAIN_AFTER = (1, 2, 3, 5, 8, 13, 21, 34)
"""Seconds before each automatic reload of a page that waits for a computer player."""
PAGE_VIEWPOINTS = ("", "public", *LABELS)
"""What a page of a game can be asked for as. Others get the address of its creator, with the side in it."""
NEWS = "#main"
"""The fragment of the redirect after a decision. Without it, the browser would scroll to the form, past the
news."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("POST")
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a game, or submit a decision."""
    try:
        viewer = viewer_in(request, public_id)
    except Http404:
        return _not_a_player(request, public_id)
    if not viewer.game.length:
        if check_in.is_awaited(viewer):
            return check_in.shown(request, viewer, OwnChance())
        return _waiting(request, viewer)
    if request.method == "POST":
        return _answer(request, viewer)
    if (between := hot_seat.hand_over(request, viewer)) is not None:
        return between
    response = render(request, "games/game.html", page(request, viewer, data=request.GET, errors=[]))
    if viewer.seat is not None and request.method == "GET":
        play.mark_seen(seat=viewer.seat)
        talk.mark_read(seat=viewer.seat)
    if is_computer_at_work(viewer):
        _load_again(request, response)
    return response


def _not_a_player(request: HttpRequest, public_id: str) -> HttpResponse:
    """Redirect to an invitation, or show the free seat of an open game; otherwise respond 404.

    A browser that played the game as a guest is asked to sign in, once the game is a person's.
    """
    if request.GET.get("as", "public") not in PAGE_VIEWPOINTS:
        raise Http404
    if was_kept_elsewhere(request, public_id):
        messages.info(request, _("This game was kept by giving an email address. Sign in with it to go on."))
        return redirect_to_login(request.get_full_path())
    invited = invited_to(request, public_id)
    if invited is not None and queries.invitation_of(public_id, invited) is not None:
        return redirect("games:invitation", public_id)
    return free_seat(request, or_404(queries.open_game(public_id, person_of(request))))


def _called(invitation: Invitation) -> str:
    """Whom somebody has invited. A name leads to a page only where they knew it: an address must not."""
    called = invitation.called
    return linked_name(invitation.person, called) if invitation.by_name else called


def _waiting(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Tell the creator that the game has no second player yet, or never had one."""
    seats = Seat.objects.select_related("invitation__person").filter(game=viewer.game, player__isnull=True)
    invitation = getattr(seats.first(), "invitation", None)
    context = {
        "game": viewer.game,
        "seat": viewer.seat,
        "own_nonce": None if viewer.seat is None else viewer.game.nonces[viewer.seat.side],
        "invitation": invitation,
        "called": _called(invitation) if invitation else "",
        "until": retention.open_until(viewer.game),
        "address": f"{settings.SITE_URL}{request.path}",
    }
    return render(request, "games/waiting.html", context)


def _load_again(request: HttpRequest, response: HttpResponse) -> None:
    waited = request.GET.get("waited", "0")
    times = int(waited) if waited in map(str, range(len(LOOK_AGAIN_AFTER))) else len(LOOK_AGAIN_AFTER)
    if times < len(LOOK_AGAIN_AFTER):
        response["Refresh"] = f"{LOOK_AGAIN_AFTER[times]}; url={request.path}?waited={times + 1}"


def _answer(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    seat = viewer.seat
    if seat is None:
        raise Http404
    version, key = named_version(request), form_key(request, seat.plays.label)
    rules, state = position.load(viewer.game)
    options = None if version < seat.asked_at else engine.options(rules, state, seat.plays)
    try:
        bodies = _bodies(request, seat, rules, options)
        if bodies is None:
            return _shown_again(request, viewer, [], 200)
        if grave := _asked_about(request, rules, state, seat.plays, bodies):
            return _shown_again(request, viewer, [], 200, grave)
        then_stop = deployment.THEN_STOP in request.POST
        play.submit(seat=seat, bodies=bodies, expected_version=version, key=key, then_stop=then_stop)
    except (answers.Incomplete, EngineError, Refused) as refused:
        if not idempotency.has_answer(seat, key):
            return _refused(request, viewer, refused)
    return HttpResponseRedirect(reverse("games:game", args=[viewer.game.public_id]) + NEWS)


def _bodies(
    request: HttpRequest, seat: Seat, rules: Ruleset, options: Options | None
) -> Sequence[str] | None:
    """The submitted actions; None while the form is unfinished.

    Raises:
        Incomplete: something is missing or not offered.
        Stale: there are no options for the form, because it belongs to an earlier decision.
    """
    if options is None:
        raise Stale(seat.version)
    return answers.read(rules, answers.described(options), request.POST)


def _asked_about(
    request: HttpRequest, rules: Ruleset, state: State, side: Side, bodies: Sequence[str]
) -> answers.GraveAnswer | None:
    """The submitted action, if its player is to be asked whether it is meant."""
    if request.POST.get("do") == answers.SURE:
        return None
    [body] = bodies
    reasons = grave_for_good(rules, state, side, parse(body))
    return answers.GraveAnswer(body, reasons) if reasons else None


def _refused(
    request: HttpRequest, viewer: Viewer, refused: answers.Incomplete | EngineError | Refused
) -> HttpResponse:
    """The present page with the errors and the submitted form."""
    match refused:
        case Stale():
            now = viewer_in(request, viewer.game.public_id)
            return _shown_again(request, now, [_changed()], 409)
        case answers.Incomplete():
            return _shown_again(request, viewer, refused.sentences, 422)
    rule = refused.rule if isinstance(refused, EngineError) else ""
    return _shown_again(request, viewer, [linked(in_words(viewer.game, refused), rule, viewer.game)], 422)


def _shown_again(
    request: HttpRequest,
    viewer: Viewer,
    errors: list[str],
    status: int,
    grave: answers.GraveAnswer | None = None,
) -> HttpResponse:
    context = page(request, viewer, data=request.POST, errors=errors, grave=grave)
    return render(request, "games/game.html", context, status=status)


def _changed() -> str:
    return _("The game moved on; nothing was sent. Look at it again.")


@require_POST
@never_refused("POST")
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take back the latest action."""
    viewer, seat = player_in(request, public_id)
    version = named_version(request)
    try:
        play.undo(seat=seat, expected_version=version, key=f"page {viewer.label} undo {version}")
    except Stale:
        messages.warning(request, _changed())
    except EngineError:
        messages.warning(request, _("This can no longer be undone: something was revealed or drawn."))
    else:
        deed = last_taken_back(viewer_in(request, public_id).game, seat.plays)
        messages.success(request, _("Taken back: %(deed)s") % {"deed": deed})
    return to_seat(viewer)


@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("POST")
def resign(request: HttpRequest, public_id: str) -> HttpResponse:
    """Resign, after a confirmation page."""
    viewer, seat = player_in(request, public_id)
    if request.method != "POST":
        if viewer.game.is_over:
            return to_seat(viewer)
        return show_game(request, viewer, "games/resign.html")
    try:
        play.resign(seat=seat)
    except EngineError:
        messages.info(request, _("The game is over already."))
    except Conflict as conflict:  # somebody else has taken over the seat in the meantime
        raise Http404 from conflict
    return to_seat(viewer)
