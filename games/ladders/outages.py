"""What ladders do when the service was down: nobody could bid or answer, so their deadlines move on."""

from datetime import datetime, timedelta

from django.db.models import Q

from games.ladders.bidding import sealed_bids
from games.ladders.challenges import automation as challenge_automation
from games.ladders.models.ladder import Ladder


def move_on(since: datetime, down: timedelta) -> None:
    """The service was down from ``since``, for so long; in the caller's transaction.

    Every ladder that has something to move is locked first, in the order of their keys: whoever bids or
    answers holds the lock of one of them, and then takes rows that are changed here.
    """
    waiting = sealed_bids.waiting().values("season__ladder")
    concerned = Ladder.objects.filter(Q(pk__in=waiting) | challenge_automation.GOING)
    locked = list(concerned.select_for_update(no_key=True).order_by("pk"))
    sealed_bids.move_on(locked, since, down)
    challenge_automation.move_on(locked, since, down)
