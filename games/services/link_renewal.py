"""Mailing fresh turn links, and revoking old ones."""

import secrets

from django.db import transaction

from accounts.rate_limits import Limit, hit
from games.models.seat import Seat
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Limited

FRESH_LINK = "games.fresh-link"
FRESH_LINKS_TO = Limit.declare("fresh links to a player", 10, 60 * 60)
FRESH_LINKS_FROM = Limit.declare("fresh links from a sender", 20, 60 * 60)


def send_fresh(*, seat: Seat, sender: str = "") -> None:
    """Queue a mail with a fresh link to the seat's player.

    Beyond the limit for one player, no mail is sent and no error is raised: an old link may be in anybody's
    hands, and the player already has the links that used up the limit.

    Args:
        seat: to open.
        sender: of the request, as ``accounts.rate_limits`` counts it; empty for commands.

    Raises:
        Limited: too many links were requested by this sender.
    """
    if wait := _hit_sender(sender):
        raise Limited(wait)
    if not _hit_player(seat):
        with transaction.atomic(durable=True):
            _announce(seat)


def revoke(*, seat: Seat, sender: str = "") -> int:
    """Revoke every link mailed for the seat, with the sessions they opened, and mail a fresh one.

    Args:
        seat: of the links.
        sender: as for ``send_fresh``.

    Returns:
        0 if a fresh link is mailed; else the seconds until one can be requested. Only mails are limited;
        revoking always works.
    """
    wait = _hit_sender(sender) or _hit_player(seat)
    with transaction.atomic(durable=True):
        Seat.objects.filter(pk=seat.pk).update(links_after=service_time.now())
        if not wait:
            _announce(seat)
    return wait


def _hit_sender(sender: str) -> int:
    return hit(FRESH_LINKS_FROM, sender) if sender else 0


def _hit_player(seat: Seat) -> int:
    return hit(FRESH_LINKS_TO, str(seat.player_id))


def _announce(seat: Seat) -> None:
    if seat.player_id is not None:
        announce([Announcement(FRESH_LINK, seat.reference, secrets.token_hex(8), seat.player_id)])
