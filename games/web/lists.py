"""Pages with many games: mine, open ones, those to watch."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.models.person import Person
from games import queries
from games.access import is_link_alive
from games.models.game import Game
from games.models.seat import Seat
from games.web.names import player_of
from games.web.visitors import person_of, signed_in, visitor_of

ON_A_PAGE = 25


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is; whoever is signed in has their games here."""
    if person_of(request) is not None:
        return redirect("games:mine")
    return render(request, "games/home.html", {"watched": _rows(queries.games_to_watch()[:5])})


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The games of a person; of a browser that only followed links, the seats these opened."""
    visitor = visitor_of(request)
    if visitor.person is None:
        seats = _linked(request)
        if not seats:
            return redirect_to_login(request.get_full_path())
        return render(request, "games/mine.html", {"rows": _with_opponents(seats), "by_link": True})
    page = Paginator(queries.seats_of(visitor.person), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "rows": _with_opponents(list(page.object_list)),
        "page": page,
        "invitations": queries.invitations_of(visitor.person),
        "next": queries.next_waiting(visitor.person),
    }
    return render(request, "games/mine.html", context)


def _linked(request: HttpRequest) -> list[Seat]:
    links = visitor_of(request).links
    seats = Seat.objects.select_related("game").filter(
        game__public_id__in={reference.partition(".")[0] for reference in links}
    )
    return [
        seat
        for seat in seats
        if (link := links.get(seat.reference)) is not None
        and link.person_id == seat.player_id
        and (seat.links_after is None or link.at > seat.links_after)
        and is_link_alive(seat.game, link.at)
    ]


def _with_opponents(seats: list[Seat]) -> list[dict[str, Any]]:
    others = Seat.objects.select_related("player", "invitation").filter(game__in=[s.game_id for s in seats])
    by_game = {(seat.game_id, seat.side): seat for seat in others}
    pairs = [(seat, by_game[seat.game_id, 1 - seat.side]) for seat in seats]
    return [{"seat": seat, "other": other, "opponent": player_of(other)} for seat, other in pairs]


@require_safe
@signed_in
def next_game(request: HttpRequest, person: Person) -> HttpResponse:
    """Go to the game that has waited longest, but for the one just looked at."""
    after = Game.objects.filter(public_id=request.GET.get("after", "")).first()
    seat = queries.next_waiting(person, after=after)
    if seat is None:
        return redirect("games:mine")
    response = redirect("games:game", seat.game.public_id)
    response["Location"] += f"?as={seat.plays.label}"
    return response


@require_safe
def open_games(request: HttpRequest) -> HttpResponse:
    """Games that want an opponent, and games to watch."""
    person = person_of(request)
    watched = Paginator(queries.games_to_watch(), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "open_games": _free_seats(queries.open_games(person)[:ON_A_PAGE]),
        "watched": _rows(watched.object_list),
        "page": watched,
    }
    return render(request, "games/open.html", context)


def _free_seats(games: Iterable[Game]) -> list[dict[str, Any]]:
    listed = list(games)
    free = Seat.objects.filter(game__in=listed, player__isnull=True, computer="")
    by_game = {seat.game_id: seat for seat in free}
    return [{"game": game, "side": by_game[game.pk].plays.label} for game in listed]


def _rows(games: Iterable[Game]) -> list[dict[str, Any]]:
    """Games with their seats, East's first."""
    listed = list(games)
    seats = Seat.objects.select_related("player").filter(game__in=listed).order_by("side")
    by_game: dict[int, list[Seat]] = {}
    for seat in seats:
        by_game.setdefault(seat.game_id, []).append(seat)
    return [{"game": game, "players": [player_of(seat) for seat in by_game[game.pk]]} for game in listed]
