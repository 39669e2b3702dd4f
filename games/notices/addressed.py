"""What all mails about games share: the seat they go to, the title, the thread, and the head."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models.person import Person
from games.engine.side import EAST, Side
from games.log import heads
from games.models import both_seats
from games.models.game import Game
from games.models.seat import Seat
from games.reads.turn_links import turn_link
from notifications.letters import letter
from notifications.registry import Message


def seat_of(reference: str) -> Seat | None:
    """The seat with a reference, with its game and player; None if it no longer exists."""
    public_id, _dot, side = reference.rpartition(".")
    # Everything comes in one query, so that it is of the same version.
    seats = both_seats.found_with_players(public_id)
    if not seats:
        return None
    seat = seats[Side.named(side)]
    seat.sit_beside(seats[seat.plays.enemy])
    return seat


def thread(seat: Seat) -> str:
    """The id by which mail programs group the mails of a game."""
    return f"games.{seat.game.public_id}"


def named_in_title(seat: Seat) -> Person | None:
    """The opponent whom the title of a seat's game names; None for the player themselves or nobody."""
    other = seat.opposite().player
    return None if other is None or other.pk == seat.player_id else other


def title_of(seat: Seat) -> str:
    """The title of a game in mails: the opponent, and the recipient's side unless it is still to be drawn."""
    if seat.game.is_to_be_drawn:
        text = _("A side to be drawn against %(opponent)s")
    else:
        text = _("East against %(opponent)s") if seat.plays == EAST else _("West against %(opponent)s")
    return text % {"opponent": opponent_of(seat)}


def head_in_foot(game: Game) -> dict[str, Any]:
    """What the foot of a mail about a game says: its head, and the page where heads are compared.

    The address of that page holds the head with more of its digits than are shown.
    """
    head = heads.shown(game)
    page = f"{settings.SITE_URL}{reverse('games:verify', args=[game.public_id])}"
    return {"head": head, "heads_page": page if head is None else f"{page}#{head}"}


def opponent_of(seat: Seat) -> str:
    """The name of the opponent of a seat's player."""
    other = seat.opposite()
    is_self = other.player_id is not None and other.player_id == seat.player_id
    return _("yourself") if is_self else other.played_by


def seat_letter(
    seat: Seat,
    template: str,
    context: Mapping[str, Any],
    *,
    kind: str,
    subject: str,
    button: str = "",
    page: str = "",
    images: Mapping[str, bytes] = MappingProxyType({}),
) -> Message | None:
    """A mail about a game to the player of a seat; None if it has none.

    Args:
        seat: of the player.
        template: its name below ``games/mail``.
        context, kind, subject, images: as for ``letter``.
        button: the label of the link that opens the seat; empty for no link.
        page: the end of an address that leads to one of its pages, as ``pause/``; empty for the game.
    """
    if seat.player is None:
        return None
    return letter(
        f"games/mail/{template}",
        context,
        to=seat.player,
        kind=kind,
        subject=subject,
        button=(button, f"{turn_link(seat)}{page}") if button else None,
        images=images,
        thread=thread(seat),
    ).naming(named_in_title(seat))
