"""Reading games by the list: whose they are, which wait for whom, which can be joined or watched; and the
editions they are played by.

Every list is sorted by what its reader may see, and so far that no two rows are alike: whoever reads on after
a row finds the next.
"""

from functools import lru_cache

from django.db.models import F, Q, QuerySet

from accounts.models.person import Person
from games.models.edition import EditionText
from games.models.game import Game
from games.models.invitation import Invitation
from games.models.seat import Seat
from games.reads.competition import competition
from games.rulebook.editions import Layered


def seats_of(person: Person) -> QuerySet[Seat]:
    """The person's seats, with their games: those that wait for them first, by the deadline, then by how long
    they have waited; then the latest changed."""
    seats = Seat.objects.filter(player=person).exclude(game__status=Game.Status.CALLED_OFF)
    return seats.select_related("game").order_by(
        F("due_at").asc(nulls_last=True),
        F("waiting_since").asc(nulls_last=True),
        F("changed_at").desc(nulls_last=True),
        "-game__created_at",
        "game__public_id",
        "side",
    )


def waiting_seats(person: Person) -> QuerySet[Seat]:
    """Of these, those that wait for them."""
    return seats_of(person).filter(waiting_since__isnull=False, game__frozen_at=None)


def next_waiting(person: Person, *, after: str = "") -> Seat | None:
    """The seat that the person should answer first, as ``seats_of`` has them.

    Args:
        after: the id of a game; it is another one if there is one, and may be anything.
    """
    waiting = list(waiting_seats(person))
    others = [seat for seat in waiting if seat.game.public_id != after]
    return next(iter(others or waiting), None)


def invitations_of(person: Person) -> QuerySet[Invitation]:
    """Invitations the person has not answered, but for those of people they blocked."""
    open_ones = Invitation.objects.filter(person=person, seat__game__status=Game.Status.WAITING)
    wanted = open_ones.exclude(seat__game__creator__blocked_by__person=person)
    return wanted.select_related("seat__game__creator").order_by("-created_at", "seat__game__public_id")


def open_games(person: Person | None = None) -> QuerySet[Game]:
    """Games the person may join: not their own, of nobody who is blocked either way, and of no other's club.

    Without a person, those that anybody may join.
    """
    return competition().open_to(_open_games(person), person)


def _open_games(person: Person | None) -> QuerySet[Game]:
    # one filter, so that all of it is said of one and the same seat
    games = Game.objects.filter(
        status=Game.Status.WAITING,
        seats__player__isnull=True,
        seats__computer="",
        seats__invitation__isnull=True,
    )
    if person is not None:
        games = games.exclude(creator=person)
        games = games.exclude(Q(creator__blocked_by__person=person) | Q(creator__blocks__blocked=person))
    return games.select_related("creator").order_by("-created_at", "public_id").distinct()


def open_game(public_id: str, person: Person | None = None) -> Game | None:
    """The game of that id, if the person may join it, or might if they were in its club."""
    return _open_games(person).filter(public_id=public_id).first()


def invitation_of(public_id: str, person: Person) -> Invitation | None:
    """The person's invitation to a game, answered or not."""
    invitations = Invitation.objects.select_related("seat__game__creator")
    return invitations.filter(seat__game__public_id=public_id, person=person).first()


def games_to_watch() -> QuerySet[Game]:
    """Public games that have begun, the latest changed first."""
    begun = Game.objects.filter(is_public=True, status__in=(Game.Status.RUNNING, Game.Status.OVER))
    # Written as its index is; of a game that has begun something was seen.
    return begun.filter(changed_at__isnull=False).order_by("-changed_at", "public_id")


@lru_cache(maxsize=64)
def pinned(digest: str) -> Layered:
    """The edition of a text that some game keeps. Texts never change, and few are in use.

    Raises:
        EditionText.DoesNotExist: no game was made with it.
    """
    return Layered.from_text(EditionText.objects.get(pk=digest).text)
