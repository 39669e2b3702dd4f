"""Links in mails: a turn link opens a seat, an invitation link opens an invitation.

The token of a link is bound to what the link opens and to the address it was mailed to. A link opens only
that, only in that browser, and does not sign anybody in. It can be followed repeatedly and changes nothing by
itself, because mail scanners follow links too.
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
    token = get_token(seat.player, scope=_scope(seat, seat.player))
    path = reverse("games:turn-link", args=[seat.game.public_id, seat.plays.label, token])
    return f"{settings.SITE_URL}{path}"


def followed(public_id: str, side: str, token: str) -> Followed | None:
    """Check the parts of a turn link; None if it was never mailed to the seat's present player."""
    seats = Seat.objects.select_related("game", "player").filter(game__public_id=public_id)
    seat = next((seat for seat in seats if seat.plays.label == side), None)
    if seat is None or seat.player is None:
        return None
    person = get_user(token, scope=_scope(seat, seat.player), update_last_login=False)
    if person != seat.player:
        return None
    return Followed(seat, seat.player, _is_alive(seat, seat.player, token))


def invitation_link(invitation: Invitation) -> str:
    """The URL that opens an invitation for the invited person."""
    token = get_token(invitation.person, scope=_scope_of_invitation(invitation))
    path = reverse("games:invitation-link", args=[invitation.seat.game.public_id, token])
    return f"{settings.SITE_URL}{path}"


def invited(public_id: str, token: str) -> Invitation | None:
    """Check the parts of an invitation link: the invitation, answered or not; None for an invalid link."""
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
    """Whether a link still works. A token reveals only whether it is younger than an age in seconds."""
    now = timezone.now()
    ages = []
    if seat.links_after is not None:
        # A token made in the second of the revocation is the fresh one that replaces the others.
        ages.append(timedelta(seconds=int(now.timestamp()) - int(seat.links_after.timestamp()) + 1))
    ended = seat.game.ended_at
    if ended is not None and now > ended + LINKS_OUTLIVE_THE_GAME:
        ages.append(LINKS_OUTLIVE_THE_GAME)
    return all(
        get_user(token, scope=_scope(seat, person), max_age=age, update_last_login=False) == person
        for age in ages
    )
