"""Checks what came of a new game."""

from accounts.models.person import Person
from games.models.game import Game
from games.models.log import Entry
from games.models.seat import Seat
from notifications.models import Notification


def players(game: Game) -> list[Person | str | None]:
    """Who is at East's seat and at West's; a computer player by its name."""
    seats = Seat.objects.select_related("player").filter(game=game).order_by("side")
    return [seat.player or seat.computer or None for seat in seats]


def mails_to(person: Person) -> list[tuple[str, str]]:
    """What somebody is mailed: the kind, and of what."""
    rows = Notification.objects.filter(recipient=person).order_by("pk")
    return [(row.kind, row.about) for row in rows]


def has_nothing_of_a_game(game: Game) -> bool:
    """Whether it is as it was made: nothing is logged, dealt or begun."""
    game = Game.objects.get(pk=game.pk)
    untouched = not (game.length or game.version or game.position or bytes(game.chain) or game.started_at)
    return untouched and not Entry.objects.filter(game=game).exists()
