"""Playing at once, also as a guest without an address: one button begins a game against the computer."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts import guests
from accounts.models.person import Person
from accounts.rate_limits import waiting_time
from games.models.game import Game
from games.models.seat import Seat, key_of_computer
from games.services import computers, guest_games
from games.services.guest_games import GUEST_GAMES_AT_ONCE, TooManyRunningError
from games.services.lobby import Computer, Myself
from games.story.computers import in_full
from games.web.game_lists import introduction
from games.web.visitors import open_seat, person_of
from sekigahara.errors.exceptions import Limited


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Go to the running game against the computer, or begin one; nobody has to be signed in.

    The field ``new`` asks for another game: ``computer`` or, for both sides, ``myself``. The field ``level``
    names the computer player; without it one meets the friendly one.

    Raises:
        Http404: there is no such level.
    """
    player = known_player(request)
    new = request.POST.get("new", "")
    opponent = Myself() if new == "myself" else _computer(request.POST.get("level", ""))
    game = guest_games.running_alone(player) if player is not None and not new else None
    if game is not None:
        return seated(request, game, player)
    return started(request, lambda player: guest_games.begin(player=player, opponent=opponent))


@require_safe
def levels(request: HttpRequest) -> HttpResponse:
    """The levels of computer players, each with a button that begins a game."""
    guest = None if person_of(request) is not None else guests.guest_in(request)
    levels = [
        {
            "name": name,
            "key": key_of_computer(name),
            "about": in_full(name),
            "is_friendly": name == computers.FRIENDLY,
        }
        for name in computers.LEVELS_BY_NAME
    ]
    return render(request, "games/levels.html", {"levels": levels, "guest": guest})


def _computer(level: str) -> Computer:
    if not level:
        return guest_games.USUAL
    if level not in computers.COMPUTER_NAMES:
        raise Http404
    return Computer(level)


@require_POST
def forget(request: HttpRequest) -> HttpResponse:
    """Delete the guest of this browser with all games, and close what else links opened here."""
    guest = guests.guest_in(request)
    if guest is not None and person_of(request) is None:
        guest_games.forget(guest)
        logout(request)
        messages.success(request, _("Your games as a guest are deleted."))
    return redirect("games:home")


def known_player(request: HttpRequest) -> Person | None:
    """Who plays in this browser: the person who is signed in, or its guest; None for nobody yet."""
    return person_of(request) or guests.guest_in(request)


def started(request: HttpRequest, begin: Callable[[Person], Game]) -> HttpResponse:
    """Start a game for the player of this browser, or for a new guest, and redirect to it.

    Args:
        request: from the browser.
        begin: starts it. It may raise ``Limited``, or ``TooManyRunningError`` for a guest with enough games.
    """
    player = known_player(request)
    try:
        player = player or guests.begin(request)
        game = begin(player)
    except Limited as limited:
        return _later(request, limited.seconds)
    except TooManyRunningError:
        return enough(request)
    return seated(request, game, player)


def seated(request: HttpRequest, game: Game, player: Person | None) -> HttpResponse:
    """Redirect to a game that begins or goes on, and let the browser act in it: that of a guest, or one that
    followed a link of a mail to its player.
    """
    if player is not None and person_of(request) != player:
        for seat in Seat.objects.select_related("game").filter(game=game, player=player):
            open_seat(request, seat, player)
    return redirect("games:game", game.public_id)


def _later(request: HttpRequest, seconds: int) -> HttpResponse:
    """Respond that too many games were started from this address, or by this player."""
    sentence = _("Too many games were started from this address. Try again in %(time)s, or sign in.")
    refusal = sentence % {"time": waiting_time(seconds)}
    response = introduction(request, refusal=refusal, status=429)
    response["Retry-After"] = str(seconds)
    return response


def enough(request: HttpRequest) -> HttpResponse:
    """Respond to a guest who plays as many games as guests may."""
    sentence = ngettext(
        "A guest plays %(count)d game at a time. Finish or resign one first, or keep them by giving an "
        "email address.",
        "A guest plays %(count)d games at a time. Finish or resign one first, or keep them by giving an "
        "email address.",
        GUEST_GAMES_AT_ONCE,
    )
    messages.error(request, sentence % {"count": GUEST_GAMES_AT_ONCE})
    return redirect("games:mine")
