"""Turn links that no longer serve: a fresh one, or none but fresh ones."""

import secrets

from django.db import transaction
from django.utils import timezone

from accounts.rate_limits import Limit, hit
from games.errors import Limited
from games.models.seat import Seat
from notifications.services import Announcement, announce

FRESH_LINK = "games.fresh-link"
FRESH_LINKS_TO = Limit("fresh links to a player", 10, 60 * 60)
FRESH_LINKS_FROM = Limit("fresh links from a sender", 20, 60 * 60)


def send_fresh(*, seat: Seat, sender: str = "") -> None:
    """Owe the seat's player a mail with a link.

    Who has had enough of them is sent none, and nobody is told: whoever asks has an old link and nothing
    else, and may be anybody. The player has those that used up the limit.

    Args:
        sender: where the request comes from, as ``accounts.rate_limits`` counts it; empty for our programs.

    Raises:
        Limited: enough of them were asked for from there.
    """
    if wait := _from(sender):
        raise Limited(wait)
    if not _to(seat):
        with transaction.atomic(durable=True):
            _owe(seat)


def revoke(*, seat: Seat, sender: str = "") -> int:
    """Make void every link mailed for the seat, with the sessions they opened, and mail a fresh one.

    Args:
        sender: as for ``send_fresh``.

    Returns:
        0 where a fresh one is on its way; else the seconds until it may be asked for: there is a limit to
        mail, and none to making links void.
    """
    wait = _from(sender) or _to(seat)
    with transaction.atomic(durable=True):
        Seat.objects.filter(pk=seat.pk).update(links_after=timezone.now())
        if not wait:
            _owe(seat)
    return wait


def _from(sender: str) -> int:
    return hit(FRESH_LINKS_FROM, sender) if sender else 0


def _to(seat: Seat) -> int:
    return hit(FRESH_LINKS_TO, str(seat.player_id))


def _owe(seat: Seat) -> None:
    if seat.player_id is not None:
        announce([Announcement(FRESH_LINK, seat.reference, secrets.token_hex(8), seat.player_id)])
