"""Links in mails: a turn link opens a seat, an invitation link opens an invitation.

The token of a link is bound to what the link opens and to the address it was mailed to. A link opens only
that, only in that browser, and does not sign anybody in. It can be followed repeatedly and changes nothing by
itself, because mail scanners follow links too.
"""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from sesame.utils import get_token, get_user

from accounts.models.person import Person
from games.engine.side import LABELS
from games.models.seat import Invitation, Seat
from games.reads.link_lifetime import LINKS_OUTLIVE_THE_GAME
from sekigahara.db import service_time


class Followed(NamedTuple):
    """A turn link that was mailed to a seat's player.

    Attributes:
        seat: that it was made for.
        person: the player.
        is_alive: whether it still opens the seat. If not, the player can request a fresh one.
    """

    seat: Seat
    person: Person
    is_alive: bool


def turn_link(seat: Seat) -> str:
    """The URL that opens a seat for its player.

    Raises:
        ValueError: nobody has the seat.
    """
    if seat.player is None:
        raise ValueError("nobody to make a link for")
    token = get_token(seat.player, scope=_scope(seat.game.public_id, seat.plays.label, seat.player))
    path = reverse("games:turn-link", args=[seat.game.public_id, seat.plays.label, token])
    return f"{settings.SITE_URL}{path}"


def followed(public_id: str, side: str, token: str) -> Followed | None:
    """Check the parts of a turn link; None if it was never mailed to the seat's present player."""
    seats = Seat.objects.select_related("game", "player").filter(game__public_id=public_id)
    for seat in sorted(seats, key=lambda seat: seat.plays.label != side):
        # Where sides were drawn since, the player may have the other seat.
        if seat.player is not None and (seat.plays.label == side or seat.game.sides_drawn):
            scope = _scope(public_id, side, seat.player)
            if get_user(token, scope=scope, update_last_login=False) == seat.player:
                return Followed(seat, seat.player, _is_alive(seat, scope, token))
    return None


def invitation_link(invitation: Invitation) -> str:
    """The URL that opens an invitation for the invited person."""
    token = get_token(invitation.person, scope=_scope_of_invitation(invitation, invitation.seat.plays.label))
    path = reverse("games:invitation-link", args=[invitation.seat.game.public_id, token])
    return f"{settings.SITE_URL}{path}"


def invited(public_id: str, token: str) -> Invitation | None:
    """Check the parts of an invitation link: the invitation, answered or not; None for an invalid link."""
    invitations = Invitation.objects.select_related("seat__game__creator", "person")
    invitation = invitations.filter(seat__game__public_id=public_id).first()
    if invitation is None:
        return None
    # The link names the seat it was made for; where sides were drawn since, that may be the other one.
    for side in LABELS:
        scope = _scope_of_invitation(invitation, side)
        if get_user(token, scope=scope, update_last_login=False) == invitation.person:
            return invitation
    return None


def _scope_of_invitation(invitation: Invitation, side: str) -> str:
    return f"invitation:{invitation.seat.game.public_id}.{side}:{invitation.person.email}"


def _scope(public_id: str, side: str, person: Person) -> str:
    return f"turn:{public_id}.{side}:{person.email}"


def _is_alive(seat: Seat, scope: str, token: str) -> bool:
    """Whether a link still works. A token reveals only whether it is younger than an age in seconds."""
    now = service_time.now()
    ages = []
    if seat.links_after is not None:
        # A token made in the second of the revocation is the fresh one that replaces the others.
        ages.append(timedelta(seconds=int(now.timestamp()) - int(seat.links_after.timestamp()) + 1))
    ended = seat.game.ended_at
    if ended is not None and now > ended + LINKS_OUTLIVE_THE_GAME:
        ages.append(LINKS_OUTLIVE_THE_GAME)
    return all(
        get_user(token, scope=scope, max_age=age, update_last_login=False) == seat.player for age in ages
    )
