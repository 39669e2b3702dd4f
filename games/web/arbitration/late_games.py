"""Late games of a club decided together: ticked on the desk, confirmed, and each ruled on by itself.

Every game gets a ruling of its own, with the reason in its record, which both players are mailed. A game that
has gone on in the meantime is refused by itself, and the others are decided.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.models.person import Person
from games.engine.errors import GameIsOver
from games.engine.side import LABELS
from games.ladders.arbitration import queries as arbitration_queries
from games.ladders.arbitration.verbs import VERBS
from games.ladders.arbitration.verbs.base import Verb, player_of
from games.ladders.models.club import Club
from games.models.seat import Seat
from games.services import suspension
from games.web.arbitration.forms import SURE, LateForm
from games.web.arbitration.pages import shown_desk, with_names
from games.web.clubs import sentences
from games.web.clubs.finding import for_arbiter
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Refused

MOST_AT_ONCE: Final = 50
"""Games that are decided together: each is a transaction of the same request."""


class LateRow(NamedTuple):
    """A game that is about to be decided: its players, and whose time is over."""

    seat: Seat
    players: tuple[str, str]
    late: str


@for_arbiter
@require_POST
def decide_together(request: HttpRequest, person: Person, club: Club) -> HttpResponse:
    """Ask again before the ticked games are decided, and then decide each."""
    form = LateForm(request.POST)
    seats = _ticked(request, club)
    if form.is_valid() and not seats:
        form.add_error(None, _("Select at least one game."))
    if not form.is_valid():
        return shown_desk(request, person, club, form, status=400)
    seats = form.once_each(seats)
    if SURE not in request.POST:
        rows = [LateRow(seat, players, player_of(seat)) for seat, players in with_names(seats)]
        context = {"club": club, "form": form, "rows": rows, "verb": VERBS[form.cleaned_data["verb"]]}
        return render(request, "games/arbitration/late_sure.html", context)
    decide_each(request, person, seats, form.decision_on, form.cleaned_data["nonce"])
    return redirect("arbitration:overview", club.slug)


def _ticked(request: HttpRequest, club: Club) -> list[Seat]:
    """The seats that are ticked: to be confirmed, those that are late; once confirmed, all of the club."""
    names = {name.rpartition(".")[::2] for name in request.POST.getlist("late")[:MOST_AT_ONCE]}
    games = {game for game, _side in names}
    if SURE in request.POST:
        seats = Seat.objects.select_related("game", "player").filter(game__in_club__club=club)
    else:
        seats = arbitration_queries.overdue_in([club], service_time.now())
    found = seats.filter(game__public_id__in=games)
    return [seat for seat in found if (seat.game.public_id, LABELS[seat.side]) in names]


def decide_each(
    request: HttpRequest, person: Person, seats: Sequence[Seat], verb_for: Callable[[Seat], Verb], nonce: str
) -> None:
    """Rule on the game of each seat, and say how many are decided, and why others are not.

    Args:
        seats: of the players whom the rulings are about.
        verb_for: the ruling about one of them.
        nonce: of the form.
    """
    decided = 0
    for seat, players in with_names(seats):
        try:
            with suspension.stopping():
                # both sides of a game may be late
                verb_for(seat).decide(game=seat.game, by=person, nonce=f"{nonce}.{seat.side}")
        except (Refused, GameIsOver) as error:
            words = {"players": " – ".join(players), "why": sentences.refused(error)}  # noqa: RUF001 - as elsewhere
            messages.warning(request, _("%(players)s: %(why)s") % words)
        else:
            decided += 1
    if decided:
        text = ngettext(
            "%(count)d game has been decided. Both players are mailed.",
            "%(count)d games have been decided. The players are mailed.",
            decided,
        )
        messages.success(request, text % {"count": decided})
