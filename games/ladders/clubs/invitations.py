"""Inviting people to a club by their mail addresses.

The holder of the mail may join, even if the club is closed to others. An organiser is told the same for every
address: whether it is known here, or a member's, is nobody's business.
"""

from collections.abc import Iterable
from datetime import timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import QuerySet
from sesame.utils import get_token, get_user

from accounts import disposable
from accounts.models.person import Block, Person, normalized, validate_address
from accounts.models.restriction import Restricted
from accounts.rate_limits import Limit, hit
from accounts.restrictions import refuse_restricted
from games.ladders.clubs.founding import led_by
from games.ladders.models.club import Club, ClubInvitation, Membership, Removal
from games.services.lobby import INVITATIONS_TO
from notifications.services import Announcement, announce
from sekigahara.db import service_time

INVITATION: Final = "clubs.invitation"
INVITATION_LASTS: Final = timedelta(days=14)
"""After this the link lets nobody in, and the address may be invited again."""
MOST_ADDRESSES: Final = 60
"""The most that are invited at once."""
CLUB_INVITATIONS = Limit.declare("club invitations of a person", 100, 24 * 60 * 60)
CLUB_INVITATIONS_FROM = Limit.declare("club invitations from a sender", 200, 24 * 60 * 60)


class InvitationOutcome(StrEnum):
    """What happened to an address."""

    INVITED = "invited"
    ALREADY = "already-invited"
    INVALID = "invalid-address"
    DISPOSABLE = "disposable-address"
    LIMITED = "too-many-invitations"


class Invited(NamedTuple):
    """An address, and what happened to it."""

    address: str
    outcome: InvitationOutcome


def invite(*, club: Club, by: Person, sender: str, addresses: Iterable[str]) -> list[Invited]:
    """Mail an invitation to each address that has none yet.

    Members and people who were removed get no mail, nor do people who block ``by``; the result is
    the same.

    Args:
        club: that is not dissolved.
        by: an organiser.
        sender: the network address of the request.
        addresses: at most ``MOST_ADDRESSES``; each counts once.

    Raises:
        Forbidden: ``by`` is not an organiser; ``restricted``.
    """
    refuse_restricted(by, Restricted.MESSAGES)
    with transaction.atomic(durable=True):
        row = led_by(club, by)
        return [
            Invited(address, _invite(row, by, sender, address))
            for address in dict.fromkeys(map(normalized, addresses))
        ]


def _invite(club: Club, by: Person, sender: str, address: str) -> InvitationOutcome:
    try:
        validate_email(address)
        validate_address(address)
    except ValidationError:
        return InvitationOutcome.INVALID
    if disposable.is_refused(address):
        return InvitationOutcome.DISPOSABLE
    if ClubInvitation.objects.filter(club=club, person__email=address).exists():
        return InvitationOutcome.ALREADY
    counted = ((CLUB_INVITATIONS, by.email), (CLUB_INVITATIONS_FROM, sender), (INVITATIONS_TO, address))
    if any(hit(limit, key) for limit, key in counted if key):
        return InvitationOutcome.LIMITED
    invitation = ClubInvitation.objects.create(club=club, person=Person.objects.at(address), by=by)
    announce([Announcement(INVITATION, invitation.public_id, "1", invitation.person_id)])
    return InvitationOutcome.INVITED


def is_wanted(invitation: ClubInvitation) -> bool:
    """Whether its mail may be sent: not to members, to removed people, or to who blocks its sender."""
    of_person = {"club": invitation.club_id, "person": invitation.person_id}
    if Membership.objects.filter(**of_person).exists() or Removal.objects.filter(**of_person).exists():
        return False
    return not Block.objects.filter(person=invitation.person_id, blocked=invitation.by_id).exists()


def token_of(invitation: ClubInvitation) -> str:
    """The secret part of the link in its mail."""
    token: str = get_token(invitation.person, _scope(invitation))
    return token


def open_invitations(club: Club) -> QuerySet[ClubInvitation]:
    """The invitations to a club that let somebody in."""
    since = service_time.now() - INVITATION_LASTS
    invitations = ClubInvitation.objects.select_related("person", "by")
    return invitations.filter(club=club, club__dissolved_at=None, invited_at__gt=since)


def found_by_link(club: Club, public_id: str, token: str) -> ClubInvitation | None:
    """The invitation that a link names; None if the link is not ours, or it is used or too old."""
    invitation = open_invitations(club).filter(public_id=public_id).first()
    if invitation is None:
        return None
    holder = get_user(token, scope=_scope(invitation), update_last_login=False)
    return invitation if holder == invitation.person else None


def _scope(invitation: ClubInvitation) -> str:
    return f"clubs.invitation {invitation.public_id} {invitation.person.email}"


def forget_old() -> int:
    """Delete invitations that nobody has used.

    Returns:
        How many.
    """
    since = service_time.now() - INVITATION_LASTS
    return ClubInvitation.objects.filter(invited_at__lte=since).delete()[0]
