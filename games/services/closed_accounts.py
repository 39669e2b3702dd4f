"""What becomes of somebody's games when they close their account.

Games that run are resigned, each an entry of its log like any resignation; those that wait for somebody are
called off, and so are those they are invited to. Seats, logs and records stay: they name nobody.
"""

import logging

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.closing import Farewell, register_farewell
from accounts.models.person import Person
from games.engine.errors import EngineError, GameIsOver
from games.engine.side import EAST
from games.errors import Conflict, Refused
from games.models.game import Game
from games.models.invitation import Invitation
from games.models.receipt import Receipt
from games.models.seat import Seat
from games.reads.queries import invitations_of
from games.services import play, suspension
from games.services.lobby import DECLINED
from notifications.services import Announcement, announce

log = logging.getLogger(__name__)


def register() -> None:
    """Make known what we do when somebody leaves."""
    register_farewell(Farewell(foretell, leave, erase))


def foretell(person: Person) -> list[str]:
    """What would come of it now, a sentence each."""
    sentences = [_resigned(seat) for seat in _running(person)]
    if count := _waiting(person).count():
        text = ngettext(
            "%(count)d game of yours that has not begun is called off.",
            "%(count)d games of yours that have not begun are called off.",
            count,
        )
        sentences.append(text % {"count": count})
    if count := invitations_of(person).count():
        text = ngettext(
            "%(count)d invitation to you is declined.", "%(count)d invitations to you are declined.", count
        )
        sentences.append(text % {"count": count})
    return sentences


def leave(person: Person) -> None:
    """Resign the person's games and call off those that have not begun; what is so already is left so.

    A game that is stopped can be resigned no sooner than it goes on: `finish` does, later.
    """
    for seat in _running(person):
        try:
            with suspension.stopping():
                play.resign(seat=seat)
        except (GameIsOver, Conflict):  # an arbiter may have given the seat to somebody else meanwhile
            continue
        except (Refused, EngineError) as error:
            log.warning("game %s could not be resigned by now: %s", seat.game.public_id, type(error).__name__)
    with transaction.atomic():
        _call_off(person)


def erase(person: Person) -> None:
    """Delete invitations to the person, and the answers kept for their programs. The caller's transaction."""
    _call_off(person)
    Receipt.objects.filter(person=person).delete()


def finish() -> int:
    """Leave what people with closed accounts still sit at: a game that was stopped, a request on its way.

    Returns:
        How many people there were.
    """
    goes_on = (Game.Status.WAITING, Game.Status.RUNNING)
    sitting = Seat.objects.filter(
        player__closed_at__isnull=False, game__status__in=goes_on, game__frozen_at=None
    )
    asked = Invitation.objects.filter(person__closed_at__isnull=False)
    people = {*sitting.values_list("player", flat=True), *asked.values_list("person", flat=True)}
    for person in Person.objects.filter(pk__in=people):
        leave(person)
    return len(people)


def _running(person: Person) -> list[Seat]:
    seats = Seat.objects.select_related("game", "player")
    running = seats.filter(player=person, game__status=Game.Status.RUNNING)
    return list(running.order_by("game__created_at", "pk"))


def _waiting(person: Person) -> QuerySet[Game]:
    mine = Seat.objects.filter(player=person).values("game")
    return Game.objects.filter(status=Game.Status.WAITING, pk__in=mine)


def _resigned(seat: Seat) -> str:
    other = Seat.objects.select_related("game", "player").get(game=seat.game, side=seat.plays.enemy)
    values = {
        "opponent": _("yourself") if other.player_id == seat.player_id else other.played_by,
        "week": seat.game.week,
    }
    if seat.plays == EAST:
        return _("You resign as East against %(opponent)s, in week %(week)d.") % values
    return _("You resign as West against %(opponent)s, in week %(week)d.") % values


def _call_off(person: Person) -> None:
    """Call off what has not begun, and delete every invitation to the person: it names them.

    One whose game is joined at this moment is left alone: the row of the game is looked at once more when it
    is changed.
    """
    now = timezone.now()
    _waiting(person).update(status=Game.Status.CALLED_OFF, ended_at=now, writes=F("writes") + 1)
    invitations = list(Invitation.objects.filter(person=person).select_related("seat__game"))
    for invitation in invitations:
        seat = invitation.seat
        waiting = Game.objects.filter(pk=seat.game_id, status=Game.Status.WAITING)
        if waiting.update(status=Game.Status.CALLED_OFF, ended_at=now, writes=F("writes") + 1):
            other = Seat.objects.select_related("game").get(game=seat.game_id, side=seat.plays.enemy)
            if other.player_id is not None:
                announce([Announcement(DECLINED, other.reference, "1", other.player_id)])
    Invitation.objects.filter(pk__in=[invitation.pk for invitation in invitations]).delete()
