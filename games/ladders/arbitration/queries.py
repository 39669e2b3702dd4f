"""Queries for arbiters: what is pending in a club, and what was decided.

Of a game they show the players, the week, and whose clock runs, never the board.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from accounts.models.person import Person
from games.ladders.arbitration import jurisdiction, overdue
from games.ladders.models.club import Club
from games.ladders.models.ruling import ENDING_FOR_THE_LADDER, Ruling, RulingRequest
from games.models.game import Game
from games.models.seat import Seat


def overdue_in(clubs: Iterable[Club], now: datetime) -> QuerySet[Seat]:
    """Whose time is over, with the clock running; who waits longest first."""
    late = overdue.overdue(now).filter(game__in_club__club__in=clubs)
    return late.exclude(game__rulings__kind__in=ENDING_FOR_THE_LADDER)


def questions_in(clubs: Iterable[Club]) -> QuerySet[RulingRequest]:
    """What players ask and nobody has answered, the oldest first."""
    questions = RulingRequest.objects.select_related("game", "asker").filter(
        game__in_club__club__in=clubs, answer=None
    )
    return questions.order_by("asked_at", "pk")


def waiting_of(seat: Seat) -> RulingRequest | None:
    """The open question of the player who has a seat now."""
    questions = RulingRequest.objects.filter(game=seat.game_id, side=seat.side, answer=None)
    return questions.filter(asker=seat.player_id).first()


def paused_in(club: Club) -> QuerySet[Game]:
    """Games whose clock an arbiter paused, the longest first."""
    games = Game.objects.filter(in_club__club=club, status=Game.Status.RUNNING, paused_at__isnull=False)
    return games.exclude(rulings__kind__in=ENDING_FOR_THE_LADDER).order_by("paused_at", "pk")


def running_in(club: Club) -> QuerySet[Game]:
    """All running games of a club, the latest started first."""
    games = Game.objects.filter(in_club__club=club, status=Game.Status.RUNNING)
    return games.order_by("-started_at", "pk")


def running_of(person: Person, club: Club) -> QuerySet[Seat]:
    """The seats of a person in the running games of a club, the earliest deadline first."""
    seats = Seat.objects.select_related("game__in_club", "player").defer("game__dump")
    running = seats.filter(player=person, game__in_club__club=club, game__status=Game.Status.RUNNING)
    return running.exclude(game__rulings__kind__in=ENDING_FOR_THE_LADDER).order_by("due_at", "pk")


def over_in(club: Club) -> QuerySet[Game]:
    """All games of a club that are over, the latest first."""
    games = Game.objects.filter(in_club__club=club, status=Game.Status.OVER)
    return games.order_by("-ended_at", "pk")


def decided_in(club: Club) -> QuerySet[Ruling]:
    """All rulings on a club's games, the latest first."""
    rows = Ruling.objects.select_related("game", "arbiter", "newcomer", "former")
    return rows.filter(game__in_club__club=club).order_by("-made_at", "-pk")


def decided_of(person: Person, club: Club) -> QuerySet[Ruling]:
    """All rulings on games of a club that a person plays or has played in, the latest first."""
    return decided_in(club).filter(jurisdiction.own_cases(person))


def questions_of(game: Game) -> QuerySet[RulingRequest]:
    """All questions in a game, the oldest first."""
    questions = RulingRequest.objects.select_related("asker", "answer").prefetch_related("readers")
    return questions.filter(game=game).order_by("asked_at", "pk")
