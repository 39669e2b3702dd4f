"""Pages on which arbiters see a club and one of its games.

They show the board only to an arbiter who has opened a game or a question, which the record mentions.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from accounts.models.person import Person
from games import story
from games.drawing.board import board_svg
from games.engine.ruleset import Ruleset
from games.engine.side import EAST, WEST
from games.ladders.arbitration import queries as arbitration_queries
from games.ladders.arbitration import questions
from games.ladders.arbitration.verbs import VERBS
from games.ladders.arbitration.verbs.base import Hearing
from games.ladders.models.club import Club, ClubGame
from games.ladders.models.ruling import OPEN, Ruling, RulingRequest, StandInSearch
from games.ladders.tables import queries as ladder_queries
from games.models.seat import Seat
from games.reads import moments
from games.reads.deadlines import deadline
from games.web.arbitration.forms import LateForm
from games.web.arbitration.record import record_of, ruling_rows
from games.web.clubs.finding import for_arbiter, for_case
from games.web.game_lists import rows_of
from games.web.replay import Hand, hands_of
from sekigahara.db import service_time
from sekigahara.errors.exceptions import or_404

CASES_A_PAGE = 20
LATE_GAMES_SHOWN = 50
LATEST_RULINGS_SHOWN = 10


@for_arbiter
@require_safe
def overview(request: HttpRequest, person: Person, club: Club) -> HttpResponse:
    """List what waits for a decision, and the latest decisions. ``all`` ticks all late games."""
    return shown_desk(request, person, club)


def shown_desk(
    request: HttpRequest, person: Person, club: Club, form: LateForm | None = None, status: int = 200
) -> HttpResponse:
    """The desk of a club.

    Args:
        form: what was sent and is not valid; None to begin with.
    """
    overdue = arbitration_queries.overdue_in([club], service_time.now())
    due = list(overdue[: LATE_GAMES_SHOWN + 1])
    ticked = {seat.reference for seat in due} if "all" in request.GET else {*request.POST.getlist("late")}
    mine = Seat.objects.filter(player=person, game__in=[seat.game_id for seat in due])
    own = set(mine.values_list("game", flat=True))
    asked_questions = list(arbitration_queries.questions_in([club])[:CASES_A_PAGE])
    context = {
        "club": club,
        "person": person,
        "overdue": [
            (seat, players, deadline(seat), seat.reference in ticked, seat.game_id in own)
            for seat, players in with_names(due[:LATE_GAMES_SHOWN])
        ],
        "overdue_count": overdue.count() if len(due) > LATE_GAMES_SHOWN else len(due),
        "form": form or LateForm(),
        "is_ticking": bool(ticked),
        "absent": list(ladder_queries.absent_in_clubs([club])[:CASES_A_PAGE]),
        "questions": _with_players(asked_questions),
        "paused": rows_of(arbitration_queries.paused_in(club)[:CASES_A_PAGE]),
        "running": _page(request, "running", arbitration_queries.running_in(club)),
        "over": _page(request, "over", arbitration_queries.over_in(club)),
        "decided": [
            (row.game.public_id, each)
            for row in arbitration_queries.decided_in(club)[:LATEST_RULINGS_SHOWN]
            for each in ruling_rows([row])
        ],
    }
    return render(request, "games/arbitration/overview.html", context, status=status)


def with_names(seats: Sequence[Seat]) -> list[tuple[Seat, tuple[str, str]]]:
    """Seats, each with the names of both players of its game."""
    return _with_players(seats)


@for_case
@require_safe
def game(request: HttpRequest, person: Person, held: ClubGame, seats: list[Seat]) -> HttpResponse:
    """Show the public facts of a game, its rulings and questions, and the possible decisions."""
    hearing = Hearing(held, seats, person)
    awaited = [(seat, deadline(seat)) for seat in seats if seat.waiting_since is not None]
    opened_by_me = Ruling.objects.filter(game=held.game, kind=OPEN, arbiter=person)
    context = {
        "club": held.club,
        "game": held.game,
        "seats": seats,
        "awaited": awaited,
        "record": record_of(held.game),
        "questions": arbitration_queries.questions_of(held.game),
        "opened": opened_by_me.order_by("number"),
        "searches": StandInSearch.objects.filter(game=held.game).exists(),
        "verbs": [verb for verb in VERBS.values() if verb.is_offered and verb.is_possible(hearing)],
    }
    return render(request, "games/arbitration/game.html", context)


@for_case
@require_POST
def read(
    request: HttpRequest,  # noqa: ARG001 - as all views
    person: Person,
    held: ClubGame,
    seats: list[Seat],  # noqa: ARG001 - likewise
    question: str,
) -> HttpResponse:
    """Record that an arbiter reads a question, and redirect to it."""
    asked_questions = _question(held, question)
    questions.read(request=asked_questions, by=person)
    return redirect("arbitration:question", held.club.slug, held.game.public_id, question)


@for_case
@require_safe
def opened_game(
    request: HttpRequest,
    person: Person,
    held: ClubGame,
    seats: list[Seat],  # noqa: ARG001 - as all views of a case
    ruling: str,
) -> HttpResponse:
    """Show the whole position at the time when an arbiter opened the game."""
    rows = Ruling.objects.filter(game=held.game, kind=OPEN, arbiter=person)
    row = or_404(rows.filter(public_id=ruling).first())
    rules, seen = moments.revealed(held.game, row.made_at)
    context = {"club": held.club, "game": held.game, "ruling": row, "shown": shown(rules, seen)}
    return render(request, "games/arbitration/opened.html", context)


def _question(held: ClubGame, public_id: str) -> RulingRequest:
    asked_questions = RulingRequest.objects.select_related("game", "asker", "answer").filter(game=held.game)
    return or_404(asked_questions.filter(public_id=public_id).first())


def _with_players(rows: Iterable[Any]) -> list[tuple[Any, tuple[str, str]]]:
    """Seats or questions, each with the players of its game."""
    listed = list(rows)
    games = {row.game_id: row.game for row in listed}
    names = {}
    for seat in Seat.objects.select_related("player").filter(game__in=games):
        seat.game = games[seat.game_id]
        names[seat.game_id, seat.plays] = seat.played_by
    return [(row, (names[row.game_id, EAST], names[row.game_id, WEST])) for row in listed]


def _page(request: HttpRequest, name: str, games: Any) -> Any:
    page = Paginator(games, CASES_A_PAGE).get_page(request.GET.get(name))
    return {"page": page, "rows": rows_of(page.object_list), "name": name}


class ShownPosition(NamedTuple):
    """The contents of a view, for a page.

    Attributes:
        rules: of the game.
        situation: the summary.
        board: a drawing of it.
        hands: the hands it contains.
        forces: the blocks by place.
    """

    rules: Ruleset
    situation: Any
    board: SafeString
    hands: list[Hand]
    forces: list[Any]


def shown(rules: Ruleset, seen: dict[str, Any]) -> ShownPosition:
    """Prepare the contents of a view for a page."""
    names = story.Names(rules)
    return ShownPosition(
        rules,
        story.situation(names, seen),
        board_svg(rules, seen),
        list(hands_of(names, seen)),
        list(story.forces(names, seen)),
    )
