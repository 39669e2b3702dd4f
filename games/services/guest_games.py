"""Games of guests: beginning one, giving them to the person whom a guest becomes, deleting them.

Guests play a computer player or themselves, in private games that are never rated. So nobody else shares
these games, and they go with the guest.
"""

import logging

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import ngettext

from accounts import guests
from accounts.closing import hold
from accounts.guests import Keeping
from accounts.models.person import Person
from games.log import seat_register
from games.models import both_seats, guard
from games.models.analysis import Analysis
from games.models.game import Game
from games.models.receipt import Receipt
from games.models.rematch import Rematch
from games.models.seat import Seat
from games.rulebook.editions import DEFAULT
from games.services import computers, lobby, outages
from games.services.lobby import Computer, Myself
from sekigahara import batch
from sekigahara.db import service_time

log = logging.getLogger(__name__)

GUEST_GAMES_AT_ONCE = 3
"""The most games that a guest plays at the same time."""
USUAL = Computer(computers.FRIENDLY)
"""The opponent of a game that somebody begins with one tap."""


class TooManyRunningError(Exception):
    """A guest plays as many games at the same time as a guest may."""


def register() -> None:
    """Register what happens to games when a guest becomes a person."""
    guests.register_keeping(Keeping(move, foretell))


def running_alone(player: Person) -> Game | None:
    """The newest running game that a player has against computer players or themselves; None for none."""
    others = Seat.objects.filter(game=OuterRef("pk"), computer="").exclude(player=player)
    mine = Game.objects.filter(Exists(Seat.objects.filter(game=OuterRef("pk"), player=player)))
    running = mine.filter(status=Game.Status.RUNNING, frozen_at=None, lesson="").exclude(Exists(others))
    return running.order_by("-created_at", "public_id").first()


def begin(*, player: Person, opponent: Computer | Myself = USUAL) -> Game:
    """Begin a private game of the default edition, with sides at random.

    Args:
        player: a guest, or a person.
        opponent: a computer player, or the player, who then has both sides.

    Raises:
        TooManyRunningError: it is a guest who plays ``GUEST_GAMES_AT_ONCE`` games.
        Limited: the player started too many games within a day.
    """

    return lobby.create(
        creator=player,
        edition=DEFAULT,
        side="random",
        opponent=opponent,
        enter=lambda game, _opponent: refuse_too_many(player, game),
    )


def refuse_too_many(player: Person, game: Game) -> None:
    """Refuse a new game of a guest who plays enough games, in the transaction that creates it.

    Lessons are not counted.

    Raises:
        TooManyRunningError: it is a guest who plays ``GUEST_GAMES_AT_ONCE`` games besides.
    """
    if not player.is_guest:
        return
    hold(player.pk)  # so that requests at the same moment count one after another
    running = Seat.objects.filter(player=player, game__status=Game.Status.RUNNING, game__lesson="")
    if (
        running.exclude(game__public_id=game.public_id).values("game").distinct().count()
        >= GUEST_GAMES_AT_ONCE
    ):
        raise TooManyRunningError


def foretell(guest: Person) -> list[str]:
    """Sentences about the games that a person would keep."""
    games = Game.objects.filter(Exists(Seat.objects.filter(game=OuterRef("pk"), player=guest)), lesson="")
    running = games.filter(status=Game.Status.RUNNING)
    is_against_computer = Exists(Seat.objects.filter(game=OuterRef("pk")).exclude(computer=""))
    found = [
        _kept_against_computer(list(running.filter(is_against_computer).values_list("week", flat=True))),
        _kept_alone(list(running.exclude(is_against_computer).values_list("week", flat=True))),
        _kept_finished(games.filter(status=Game.Status.OVER).count()),
    ]
    return [sentence for sentence in found if sentence]


def _kept_against_computer(weeks: list[int]) -> str:
    text = ngettext(
        "You keep %(count)d game against the computer. It is in week %(week)d.",
        "You keep %(count)d games against the computer. The furthest is in week %(week)d.",
        len(weeks),
    )
    return text % {"count": len(weeks), "week": max(weeks)} if weeks else ""


def _kept_alone(weeks: list[int]) -> str:
    text = ngettext(
        "You keep %(count)d game in which you play both sides. It is in week %(week)d.",
        "You keep %(count)d games in which you play both sides. The furthest is in week %(week)d.",
        len(weeks),
    )
    return text % {"count": len(weeks), "week": max(weeks)} if weeks else ""


def _kept_finished(count: int) -> str:
    text = ngettext("You keep %(count)d finished game.", "You keep %(count)d finished games.", count)
    return text % {"count": count} if count else ""


def move(guest: Person, person: Person) -> None:
    """Give a guest's games to a person, in the caller's transaction, which has locked both.

    Position, version, clock and news of a seat stay as they are: it is the same player.
    """
    seats = Seat.objects.filter(player=guest)
    both_seats.count_write(*sorted({*seats.values_list("game", flat=True)}))
    kept = list(seats.select_related("game").defer("game__dump").order_by("game", "side"))
    seats.update(player=person)
    games = {seat.game_id: seat.game for seat in kept}
    for seat in kept:
        seat.game, seat.player = games[seat.game_id], person
    seat_register.enter((seat_register.Kind.KEPT, seat) for seat in kept)
    Game.objects.bulk_update(games.values(), ["register"])
    Game.objects.filter(creator=guest).update(creator=person)
    Receipt.objects.filter(person=guest).update(person=person)
    Rematch.objects.filter(by=guest).update(by=person)
    Analysis.objects.filter(game__seats__player=person, finished_at=None).update(turn=0)


def forget(guest: Person) -> bool:
    """Delete a guest with all their games.

    Returns:
        Whether the guest was there, and has not come again if it was for not coming that they were chosen.
    """
    with transaction.atomic(durable=True):
        locked = Person.objects.select_for_update(no_key=True)
        if not locked.filter(pk=guest.pk, guest_seen_at=guest.guest_seen_at).exists():
            return False
        games = sorted({*Seat.objects.filter(player=guest).values_list("game", flat=True)})
        both_seats.count_write(*games)
        for game in games:
            guard.forget(game)
        Game.objects.filter(pk__in=games).delete()
        guest.delete()
    return True


def forget_unseen() -> int:
    """Delete guests who have not come back for ``accounts.guests.GUESTS_KEPT_FOR``, with their games.

    While the time is in doubt none is deleted, as nothing would bring them back.

    Returns:
        The number of deleted guests.
    """
    if outages.doubt(service_time.now()) is not None:
        return 0
    count = sum(map(forget, batch.in_time(list(guests.unseen()))))
    if count:
        log.info("deleted %d guests who did not come back", count)
    return count
