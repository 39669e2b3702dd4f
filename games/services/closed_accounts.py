"""What happens to a person's games when they close their account.

Running games are resigned. Games that have not begun, including those the person is invited to, are called
off. Seats, logs and records are kept, because they do not name anybody.
"""

import logging

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.closing import Farewell, register_farewell
from accounts.models.person import Person
from games.engine.errors import EngineError, GameIsOver
from games.engine.side import EAST
from games.log import seat_register
from games.models.game import Game
from games.models.mail_reply import MailReply
from games.models.message import Message
from games.models.note import Note
from games.models.orders import SeatOrders, UsualOrders
from games.models.receipt import Receipt
from games.models.seat import Invitation, Seat
from games.reads.queries import invitations_of
from games.services import check_in, play, suspension
from games.services.joining import DECLINED
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, Refused

log = logging.getLogger(__name__)


def register() -> None:
    """Register what happens to games when an account is closed."""
    register_farewell(Farewell(foretell, leave, erase))


def foretell(person: Person) -> list[str]:
    """Sentences about what closing the account would do now."""
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
    """Resign the person's running games, and call off those that have not begun.

    Games that are stopped cannot be resigned yet; `finish` resigns them once they are resumed. Once the
    account is closed, registers say that the person has left.
    """
    for seat in _running(person):
        try:
            with suspension.stopping():
                play.resign(seat=seat)
        except (GameIsOver, Conflict):  # e.g. an arbiter has given the seat to somebody else in the meantime
            continue
        except (Refused, EngineError) as error:
            log.warning("game %s could not be resigned by now: %s", seat.game.public_id, type(error).__name__)
    with transaction.atomic():
        _call_off(person)
    if Person.objects.filter(pk=person.pk, closed_at__isnull=False).exists():
        seat_register.enter_leaving(person.pk)


def erase(person: Person) -> None:
    """Delete invitations to the person, their notes and messages to others, diaries, orders, receipts and
    replies by mail, in the caller's transaction.
    """
    _call_off(person)
    Invitation.objects.filter(seat__game__creator=person).exclude(note="").update(note="")
    Receipt.objects.filter(person=person).delete()
    MailReply.objects.filter(person=person).delete()
    Message.objects.filter(author=person).update(text="", former="", author=None)
    Note.objects.filter(author=person).delete()
    Seat.objects.filter(player=person, shares_diary=True).update(shares_diary=False)
    UsualOrders.objects.filter(person=person).delete()
    SeatOrders.objects.filter(seat__player=person).delete()


def finish() -> int:
    """Resign games, and call off games, that people with closed accounts still have.

    A game may have been stopped when the account was closed, or created by a request at the same time.

    Returns:
        The number of these people.
    """
    goes_on = (Game.Status.WAITING, Game.Status.RUNNING)
    sitting = Seat.objects.filter(
        player__closed_at__isnull=False, game__status__in=goes_on, game__frozen_at=None
    )
    invitations = Invitation.objects.filter(person__closed_at__isnull=False)
    people = {
        *seat_register.leavers(),
        *sitting.values_list("player", flat=True),
        *invitations.values_list("person", flat=True),
    }
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
    other = seat.opposite()
    values = {
        "opponent": _("yourself") if other.player_id == seat.player_id else other.played_by,
        "week": seat.game.week,
    }
    if seat.plays == EAST:
        return _("You resign as East against %(opponent)s, in week %(week)d.") % values
    return _("You resign as West against %(opponent)s, in week %(week)d.") % values


def _call_off(person: Person) -> None:
    """Call off the person's games that have not begun, and delete all invitations to the person.

    A game that somebody joins at the same time is left alone: the update checks the status again.
    """
    now = service_time.now()
    paired = list(Seat.objects.filter(game__in=_waiting(person)).select_related("game"))
    _waiting(person).update(status=Game.Status.CALLED_OFF, ended_at=now, writes=F("writes") + 1)
    check_in.excuse({seat.game_id for seat in paired}, now)
    check_in.tell_called_off(paired, but=person.pk)
    invitations = list(Invitation.objects.filter(person=person).select_related("seat__game"))
    for invitation in invitations:
        seat = invitation.seat
        waiting = Game.objects.filter(pk=seat.game_id, status=Game.Status.WAITING)
        if waiting.update(status=Game.Status.CALLED_OFF, ended_at=now, writes=F("writes") + 1):
            other = seat.opposite()
            if other.player_id is not None:
                announce([Announcement(DECLINED, other.reference, "1", other.player_id)])
    Invitation.objects.filter(pk__in=[invitation.pk for invitation in invitations]).delete()
