"""Turn links that no longer serve: a fresh one, or none but fresh ones."""

import secrets

from django.db import transaction
from django.utils import timezone

from accounts.limits import Limit, hit
from games.models.seat import Seat
from games.services.errors import Limited
from notifications.services import Announcement, announce

FRESH_LINK = "games.fresh-link"
FRESH_LINKS = Limit("fresh links of a seat", 3, 60 * 60)


def send_fresh(*, seat: Seat) -> None:
    """Owe the seat's player a mail with a link.

    Raises:
        Limited: they have been sent enough of them.
    """
    if wait := hit(FRESH_LINKS, seat.reference):
        raise Limited(wait)
    with transaction.atomic(durable=True):
        _owe(seat)


def revoke(*, seat: Seat) -> None:
    """Make void every link mailed for the seat, with the sessions they opened, and mail a fresh one."""
    with transaction.atomic(durable=True):
        Seat.objects.filter(pk=seat.pk).update(links_after=timezone.now())
        _owe(seat)


def _owe(seat: Seat) -> None:
    if seat.player_id is not None:
        announce([Announcement(FRESH_LINK, seat.reference, secrets.token_hex(8), seat.player_id)])
