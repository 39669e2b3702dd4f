"""Pages with lists of games: my games, open games, and games to watch."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts import guests
from accounts.models.person import Person
from accounts.pages import for_person
from games.ladders.at_hand import at_hand, to_join
from games.ladders.bidding import queries as bid_queries
from games.ladders.challenges import queries as challenge_queries
from games.ladders.clubs.queries import clubs_of
from games.ladders.models.bidding import Bidding
from games.ladders.models.challenge import Challenge
from games.ladders.models.rating import RatingStanding
from games.ladders.person_pages import offerers
from games.models.game import Game
from games.models.seat import Invitation, Seat
from games.reads import queries
from games.reads.deadlines import moment
from games.reads.link_lifetime import is_still_open
from games.reads.rematches import in_one_line
from games.services.guest_games import running_alone
from games.web.film import still_html
from games.web.game_rows import GameRow, my_game, open_game, watched_game
from games.web.visitors import person_of, speak_to_reader, visitor_of

GAMES_A_PAGE = 20
GAMES_A_PAGE_OF_TWO_LISTS: Final = 10
FURTHEST_PAGE: Final = 1_000
"""The last page there can be. To get to a page, the database skips all before it."""
Listed = TypeVar("Listed")
_NEVER = datetime.max.replace(tzinfo=UTC)


class Slice(NamedTuple, Generic[Listed]):
    """One page of a long list, without the number of pages: to count all rows would read all of them.

    Templates read it like Django's.

    Attributes:
        rows: of the page.
        number: of the page, from 1.
        has_next: whether there are more rows after it.
    """

    rows: Sequence[Listed]
    number: int
    has_next: bool

    @property
    def has_previous(self) -> bool:
        """Whether it is not the first page."""
        return self.number > 1

    @property
    def has_other_pages(self) -> bool:
        """Whether it is not the only page."""
        return self.has_next or self.has_previous

    @property
    def previous_page_number(self) -> int:
        """The number of the page before it."""
        return self.number - 1

    @property
    def next_page_number(self) -> int:
        """The number of the page after it."""
        return self.number + 1


def slice_of(
    read: Callable[[int, int], Sequence[Listed]], requested: str | None, size: int = GAMES_A_PAGE
) -> Slice[Listed]:
    """A page of a list.

    Args:
        read: takes how many rows to return, and how many to skip before them.
        requested: the number in the address; for anything invalid it is the first page.
        size: rows of a page.
    """
    is_number = requested is not None and requested.isascii() and requested.isdigit() and len(requested) < 6
    number = max(1, min(int(requested or 1), FURTHEST_PAGE)) if is_number else 1
    rows = read(size + 1, size * (number - 1))
    return Slice(rows[:size], number, len(rows) > size and number < FURTHEST_PAGE)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Introduce the site to visitors; redirect a person who is signed in to their games."""
    if person_of(request) is not None:
        return redirect("games:mine")
    return introduction(request)


def introduction(request: HttpRequest, *, refusal: str = "", status: int = 200) -> HttpResponse:
    """The first page.

    Args:
        request: for the page.
        refusal: why no game was started; empty if nobody tried to.
        status: of the response.
    """
    guest = guests.guest_in(request)
    context = {
        "watched": rows_of(queries.games_to_watch()[:5]),
        "goes_on": guest is not None and running_alone(guest) is not None,
        "refusal": refusal,
        "film": still_html(),
    }
    return render(request, "games/home.html", context, status=status)


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """List the games of a person, or the seats that a browser opened by links."""
    person = person_of(request)
    if person is None:
        seats = _linked(request)
        if not seats:
            return redirect_to_login(request.get_full_path())
        if (player := seats[0].player) is not None:
            speak_to_reader(request, player)
        guest = guests.guest_in(request)
        if guest is not None:
            guests.note_visit(request, guest)
        context = {"rows": _with_opponents(seats), "by_link": True, "guest": guest}
        return render(request, "games/mine.html", context)
    page = slice_of(partial(queries.seats_with_opponents, person), request.GET.get("page"))
    some = at_hand(person)
    context = {
        "rows": [my_game(seat, other) for seat, other in page.rows],
        "page": page,
        "invitations": [_invited(each) for each in queries.invitations_of(person)]
        if some.invitations
        else [],
        "biddings": [_my_bidding(each, person) for each in bid_queries.waiting_for(person)]
        if some.biddings
        else [],
        "challenges": _my_challenges(person) if some.challenges else [],
        "next": _next(page, person),
        "clubs": clubs_of(person) if some.clubs else [],
    }
    return render(request, "games/mine.html", context)


def _next(page: Slice[tuple[Seat, Seat]], person: Person) -> Seat | None:
    """As ``queries.next_waiting``, without another statement where the page tells."""
    waiting = (seat for seat, _other in page.rows if seat.waiting_since is not None)
    first = next((seat for seat in waiting if seat.game.frozen_at is None), None)
    is_told = page.number == 1 and (first is not None or not page.has_next)
    return first if is_told else queries.next_waiting(person)


def _invited(invitation: Invitation) -> dict[str, Any]:
    """An invitation; for a rematch with what that is, in one line."""
    game = invitation.seat.game
    is_rematch = hasattr(game, "rematch_offer")
    return {"game": game, "rematch": in_one_line(game, invitation.seat.plays) if is_rematch else ""}


def _my_bidding(bidding: Bidding, person: Person) -> dict[str, Any]:
    """A pairing that waits for bids. It contains nothing about the opponent's bid."""
    is_first = bidding.first_id == person.pk
    return {
        "bidding": bidding,
        "opponent": bidding.opponent_of(person),
        "has_bid": bidding.bids[0 if is_first else 1] is not None,
        "until": moment(bidding.due_at),
    }


def _my_challenges(person: Person) -> list[dict[str, Any]]:
    """Unanswered challenges: those to the person first, then those by the person."""
    rows = [_my_challenge(each, person) for each in challenge_queries.waiting_for(person)]
    return sorted(rows, key=lambda each: bool(each["is_mine"]))


def _my_challenge(challenge: Challenge, person: Person) -> dict[str, Any]:
    is_mine = challenge.challenger_id == person.pk
    return {
        "challenge": challenge,
        "ladder": challenge.season.ladder,
        "is_mine": is_mine,
        "other": challenge.opponent_of(person),
        "until": moment(challenge.answer_by),
    }


def _linked(request: HttpRequest) -> list[Seat]:
    """The seats outside lessons that links opened in this browser, the most urgent first."""
    links = visitor_of(request).links
    seats = Seat.objects.select_related("game", "player").filter(
        game__public_id__in={reference.partition(".")[0] for reference in links}, game__lesson=""
    )
    opened = [
        seat for seat in seats if seat.reference in links and is_still_open(seat, links[seat.reference])
    ]
    return sorted(opened, key=_urgency)


def _urgency(seat: Seat) -> tuple[datetime, datetime, datetime]:
    """A sort key: the nearest deadline first, then the longest waiting."""
    return seat.answer_by or _NEVER, seat.waiting_since or _NEVER, seat.game.created_at


def _with_opponents(seats: list[Seat]) -> list[GameRow]:
    others = Seat.objects.select_related("player", "invitation__person").filter(
        game__in=[s.game_id for s in seats]
    )
    by_game = {(seat.game_id, seat.side): seat for seat in others}
    return [my_game(seat, by_game[seat.game_id, 1 - seat.side]) for seat in seats]


@for_person
@require_safe
def next_game(request: HttpRequest, person: Person) -> HttpResponse:
    """Redirect to the most urgent game that waits for the person, other than the one just seen."""
    seat = queries.next_waiting(person, after=request.GET.get("after", ""))
    if seat is None:
        return redirect("games:mine")
    page = reverse("games:game", args=[seat.game.public_id], query={"as": seat.plays.label})
    return HttpResponseRedirect(page)


@require_safe
def open_games(request: HttpRequest) -> HttpResponse:
    """List open games and games to watch."""
    joined = slice_of(
        partial(to_join, person_of(request)), request.GET.get("open"), GAMES_A_PAGE_OF_TWO_LISTS
    )
    watched = slice_of(queries.seats_to_watch, request.GET.get("page"), GAMES_A_PAGE_OF_TWO_LISTS)
    context = {
        "open_games": _open_rows(
            [free.seat for free in joined.rows],
            {free.seat.game.creator_id: free.rating for free in joined.rows if free.rating is not None},
        ),
        "open_page": joined,
        "watched": [watched_game(east, west) for east, west in watched.rows],
        "page": watched,
    }
    return render(request, "games/open.html", context)


def free_seats(games: Iterable[Game]) -> list[GameRow]:
    """The rows of open games, without games that were joined in the meantime."""
    listed = list(games)
    by_game = {game.pk: game for game in listed}
    free = {
        seat.game_id: seat for seat in Seat.objects.filter(game__in=listed, player__isnull=True, computer="")
    }
    for seat in free.values():
        seat.game = by_game[seat.game_id]
    return _open_rows([free[game.pk] for game in listed if game.pk in free])


def _open_rows(
    seats: Sequence[Seat], ratings: Mapping[int | None, RatingStanding] | None = None
) -> list[GameRow]:
    """The rows of open games, by their free seats; for the ratings see ``offerers``."""
    creators = {seat.game.creator for seat in seats} - {None}
    told = offerers([person for person in creators if person is not None and person.has_page], ratings)
    return [open_game(seat, told.get(seat.game.creator_id or 0)) for seat in seats]


def rows_of(games: Iterable[Game]) -> list[GameRow]:
    """The rows of games to watch."""
    listed = list(games)
    seats = Seat.objects.select_related("player").filter(game__in=listed)
    by_place = {(seat.game_id, seat.side): seat for seat in seats}
    rows = []
    for game in listed:
        east, west = by_place[game.pk, 0], by_place[game.pk, 1]
        east.game = west.game = game
        rows.append(watched_game(east, west))
    return rows
