"""How long a turn link works, and what it has opened stays open."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.crypto import constant_time_compare

from games.models.game import Game
from games.models.seat import Seat
from sekigahara.db import service_time

LINKS_OUTLIVE_THE_GAME = timedelta(days=30)


class OpenedLink(NamedTuple):
    """A turn link that this browser followed.

    Attributes:
        person_id: of its recipient.
        at: when it was opened.
        proof: the recipient's session hash at that time, which changes when they end all sessions and links.
    """

    person_id: int
    at: datetime
    proof: str


def is_still_open(seat: Seat, link: OpenedLink) -> bool:
    """Whether a turn link that was followed still opens its seat."""
    player = seat.player
    if player is None or link.person_id != player.pk:
        return False
    if not constant_time_compare(link.proof, player.get_session_auth_hash()):
        return False
    return (seat.links_after is None or link.at > seat.links_after) and is_link_alive(seat.game, link.at)


def is_link_alive(game: Game, since: datetime) -> bool:
    """Whether a turn link still works, by its age: until ``LINKS_OUTLIVE_THE_GAME`` after the end.

    A link made after the end works as long, so that a player can look at an old game again.

    Args:
        game: of the link.
        since: when it was made or opened.
    """
    if game.ended_at is None:
        return True
    return service_time.now() < max(game.ended_at, since) + LINKS_OUTLIVE_THE_GAME
