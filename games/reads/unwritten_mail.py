"""Games that wait for somebody who was never told: a mail that was owed, and is not in the outbox."""

from datetime import timedelta

from games.models.game import Game
from games.models.seat import Seat
from notifications.models import Notification
from notifications.registry import kinds_with_rhythm
from notifications.upkeep import MESSAGES_KEPT_FOR
from sekigahara.db import service_time

WAITED_FOR_LONG = timedelta(hours=2)
"""Before that a mail may be held back: for orders, or since the player was there a moment ago."""
REFERENCES_A_STATEMENT = 500


def unwritten() -> list[str]:
    """The seats that a game waits for, whose player has not seen it, and has no mail that says so."""
    now = service_time.now()
    waiting = Seat.objects.filter(
        game__status=Game.Status.RUNNING,
        waiting_since__lt=now - WAITED_FOR_LONG,
        waiting_since__gt=now - MESSAGES_KEPT_FOR,
        player__isnull=False,
        player__closed_at=None,
        player__guest_seen_at=None,
    )
    unseen = [
        seat
        for seat in waiting.select_related("game").order_by("pk")
        if seat.asked_at > seat.looked_at and (seat.held_until is None or seat.held_until < now)
    ]
    told = set()
    for start in range(0, len(unseen), REFERENCES_A_STATEMENT):
        references = [seat.reference for seat in unseen[start : start + REFERENCES_A_STATEMENT]]
        mails = Notification.objects.filter(kind__in=kinds_with_rhythm(), about__in=references)
        told |= set(mails.values_list("about", "occasion"))
    return [seat.reference for seat in unseen if (seat.reference, str(seat.told_at)) not in told]
