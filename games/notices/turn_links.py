"""Links in mails: a turn link brings its reader to their seat with one tap, another to an invitation.

A link names what it opens, and its token is bound to that and to the address it was mailed to. It opens that
one thing in that browser: nobody is signed in. It may be opened often, since mail scanners follow links too;
nothing is done before a button is pressed.
"""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from sesame.utils import get_token, get_user

from accounts.models.person import Person
from games.models.invitation import Invitation
from games.models.seat import Seat
from games.reads.access import LINKS_OUTLIVE_THE_GAME


class Followed(NamedTuple):
    """A link that was once mailed to the seat's player.

    Attributes:
        is_alive: whether it still opens the seat; else its player may have a fresh one mailed.
    """

    seat: Seat
    person: Person
    is_alive: bool


def turn_link(seat: Seat) -> str:
    """The address, with the host, that opens a seat for its player."""
    if seat.player is None:
        raise ValueError("nobody to make a link for")
    token = get_token(seat.player, scope=_scope(seat, seat.player))
    path = reverse("games:turn-link", args=[seat.game.public_id, seat.plays.label, token])
    return f"{settings.SITE_URL}{path}"


def followed(public_id: str, side: str, token: str) -> Followed | None:
    """The seat a link was made for; None where it never was one of its present player's."""
    seats = Seat.objects.select_related("game", "player").filter(game__public_id=public_id)
    seat = next((seat for seat in seats if seat.plays.label == side), None)
    if seat is None or seat.player is None:
        return None
    person = get_user(token, scope=_scope(seat, seat.player), update_last_login=False)
    if person != seat.player:
        return None
    return Followed(seat, seat.player, _is_alive(seat, seat.player, token))


def invitation_link(invitation: Invitation) -> str:
    """The address, with the host, where an invitation is answered."""
    token = get_token(invitation.person, scope=_scope_of_invitation(invitation))
    path = reverse("games:invitation-link", args=[invitation.seat.game.public_id, token])
    return f"{settings.SITE_URL}{path}"


def invited(public_id: str, token: str) -> Invitation | None:
    """The invitation a link was made for, answered or not; None where it never was one."""
    invitations = Invitation.objects.select_related("seat__game__creator", "person")
    invitation = invitations.filter(seat__game__public_id=public_id).first()
    if invitation is None:
        return None
    scope = _scope_of_invitation(invitation)
    person = get_user(token, scope=scope, update_last_login=False)
    return invitation if person == invitation.person else None


def _scope_of_invitation(invitation: Invitation) -> str:
    return f"invitation:{invitation.seat.reference}:{invitation.person.email}"


def _scope(seat: Seat, person: Person) -> str:
    return f"turn:{seat.reference}:{person.email}"


def _is_alive(seat: Seat, person: Person, token: str) -> bool:
    """The token tells only whether it is younger than some age, by the second it was made in."""
    now = timezone.now()
    ages = []
    if seat.links_after is not None:
        # One made in the very second in which others were revoked is the fresh one that is mailed instead.
        ages.append(timedelta(seconds=int(now.timestamp()) - int(seat.links_after.timestamp()) + 1))
    ended = seat.game.ended_at
    if ended is not None and now > ended + LINKS_OUTLIVE_THE_GAME:
        ages.append(LINKS_OUTLIVE_THE_GAME)
    return all(
        get_user(token, scope=_scope(seat, person), max_age=age, update_last_login=False) == person
        for age in ages
    )
