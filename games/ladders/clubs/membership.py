"""Membership of clubs: joining, leaving, roles, and organisers' decisions.

The verbs follow the rules described in ``founding``.
"""

from django.db import transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare

from accounts.closing import hold
from accounts.models.person import Person
from accounts.models.restriction import Restricted
from accounts.rate_limits import Limit, refuse_often
from accounts.restrictions import refuse_restricted
from games.ladders import participation
from games.ladders.clubs import webhook_events
from games.ladders.clubs.founding import ORGANISER, led_by, locked, note_role
from games.ladders.clubs.queries import organisers_of
from games.ladders.models.club import Club, ClubInvitation, JoinRequest, Membership, Removal
from games.reads import deadlines
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict

REQUEST = "clubs.request"
DECISION = "clubs.decision"
REMOVED = "clubs.removed"
ROLE = "clubs.role"

HANDED_OVER = "handed-over"
INHERITED = "inherited"
"""How someone became organiser, other than by an organiser's decision."""

REQUESTS = Limit.declare("requests to join of a person", 10, 24 * 60 * 60)
"""Each is mailed to every organiser, and may be withdrawn and made again."""


def join(
    *, club: Club, person: Person, link: str = "", invitation: ClubInvitation | None = None
) -> Membership | JoinRequest:
    """Become a member, or ask to.

    Args:
        link: the secret of the link the person came by; it counts where one joins so.
        invitation: whose mail the person holds; it lets one person in, even if the club is closed to others.

    Returns:
        The membership; where organisers decide, the request that waits for them.

    Raises:
        Conflict: the person was removed from the club, the link is needed and is not the present one, or the
            club is dissolved.
        Forbidden: ``restricted``.
        Limited: they have asked enough for today.
    """
    with transaction.atomic(durable=True):
        row = locked(club)
        hold(person.pk)
        member = Membership.objects.filter(club=row, person=person).first()
        if member is not None:
            return member
        if row.dissolved_at is not None:
            raise Conflict("club-dissolved")
        if Removal.objects.filter(club=row, person=person).exists():
            raise Conflict("removed-from-club")
        refuse_restricted(person, Restricted.SIGN_UPS)
        if not _is_invited(row, person, invitation):
            if row.joining == Club.Joining.APPROVAL:
                return _waiting_request(row, person)
            if row.has_link and not constant_time_compare(link, row.link):
                raise Conflict("link-needed")
        # A request from before the club opened needs no answer any more.
        waiting = JoinRequest.objects.filter(club=row, person=person, is_accepted=None)
        waiting.update(is_accepted=True, decided_at=service_time.now())
        member = Membership.objects.create(club=row, person=person)
        webhook_events.joined(member)
        return member


def leave(*, club: Club, person: Person) -> None:
    """Leave a club and its ladders, or withdraw a request to join.

    Raises:
        Conflict: the person is the only organiser.
    """
    with transaction.atomic(durable=True):
        row = locked(club)
        member = Membership.objects.filter(club=row, person=person).first()
        if member is None:
            JoinRequest.objects.filter(club=row, person=person, is_accepted=None).delete()
            return
        _refuse_last(member)
        participation.leave_all(club=row, person=person.pk, now=service_time.now())
        member.delete()
    note_role(row, person.pk, "")


def set_role(*, member: Membership, by: Person, role: Membership.Role) -> None:
    """Give a member a role. They are mailed, unless they changed their own role.

    Raises:
        Forbidden: ``by`` is not an organiser.
        Conflict: they are no longer a member, or the club would have no organiser left.
    """
    with transaction.atomic(durable=True):
        row = led_by(member.club, by)
        mine = _now(row, member)
        if mine.role == role:
            return
        _refuse_last(mine)
        mine.role = role
        mine.save(update_fields=["role"])
        if mine.person_id != by.pk:
            tell_role(mine, role.value)
    note_role(row, mine.person_id, role.value, by)


def hand_over(*, member: Membership, by: Person) -> None:
    """Hand the club over: the other member becomes organiser and is mailed, and ``by`` becomes a member.

    Raises:
        Forbidden: ``by`` is not an organiser.
        Conflict: the other is no longer a member.
    """
    with transaction.atomic(durable=True):
        row = led_by(member.club, by)
        heir = _now(row, member)
        if heir.person_id == by.pk:
            return
        heir.role = ORGANISER
        heir.save(update_fields=["role"])
        Membership.objects.filter(club=row, person=by).update(role=Membership.Role.MEMBER)
        tell_role(heir, HANDED_OVER)
    note_role(row, heir.person_id, ORGANISER, by)
    note_role(row, by.pk, Membership.Role.MEMBER, by)


def tell_role(member: Membership, how: str) -> None:
    """Announce a new role to a member, in the caller's transaction.

    Args:
        how: the role; or ``HANDED_OVER`` or ``INHERITED`` for a new organiser.
    """
    when = deadlines.occasion(service_time.now())
    announce([Announcement(ROLE, member.public_id, f"{how}.{when}", member.person_id)])


def remove(*, member: Membership, by: Person, reason: str) -> None:
    """Remove a member. They are mailed the reason, and can rejoin only if an organiser allows it.

    Raises:
        Forbidden: ``by`` is not an organiser.
        Conflict: it is ``by``, or someone who is no longer a member.
    """
    with transaction.atomic(durable=True):
        row = led_by(member.club, by)
        if member.person_id == by.pk:
            raise Conflict("own-removal")
        if Removal.objects.filter(club=row, person=member.person_id).exists():
            return
        mine = _now(row, member)
        participation.leave_all(club=row, person=mine.person_id, now=service_time.now())
        mine.delete()
        removal = Removal.objects.create(club=row, person_id=member.person_id, by=by, reason=reason)
        announce([Announcement(REMOVED, removal.public_id, "1", removal.person_id)])
    note_role(row, member.person_id, "", by)


def allow_back(*, removal: Removal, by: Person) -> None:
    """Allow a removed person to join again.

    Raises:
        Forbidden: ``by`` is not an organiser.
    """
    with transaction.atomic(durable=True):
        led_by(removal.club, by)
        Removal.objects.filter(pk=removal.pk).delete()


def decide(*, request: JoinRequest, by: Person, accept: bool) -> JoinRequest:
    """Accept or decline a request to join. The person is mailed the decision.

    Returns:
        The request as it is now.

    Raises:
        Forbidden: ``by`` is not an organiser.
        Conflict: the request was withdrawn, or decided the other way.
    """
    with transaction.atomic(durable=True):
        row = led_by(request.club, by)
        hold(request.person_id)
        requests = JoinRequest.objects.select_related("person").select_for_update(of=("self",))
        current = requests.filter(pk=request.pk).first()
        if current is None:
            raise Conflict("request-withdrawn")
        if current.is_accepted is not None:
            if current.is_accepted != accept:
                raise Conflict("request-decided")
            return current
        current.is_accepted, current.decided_at, current.decided_by = accept, service_time.now(), by
        current.save(update_fields=["is_accepted", "decided_at", "decided_by"])
        if accept:
            webhook_events.joined(Membership.objects.create(club=row, person=current.person))
        announce([Announcement(DECISION, current.public_id, "1", current.person_id)])
    return current


def _is_invited(club: Club, person: Person, held: ClubInvitation | None) -> bool:
    """Whether an invitation lets a person in: their own, or the one they hold. It is used up."""
    mine = Q(person=person) | Q(pk=None if held is None else held.pk)
    found = ClubInvitation.objects.filter(mine, club=club).first()
    if found is None:
        return False
    found.delete()
    return True


def _waiting_request(club: Club, person: Person) -> JoinRequest:
    """The open request of a person. A new request is mailed to all organisers."""
    waiting = JoinRequest.objects.filter(club=club, person=person, is_accepted=None).first()
    if waiting is not None:
        return waiting
    refuse_often(REQUESTS, person.email)
    request = JoinRequest.objects.create(club=club, person=person)
    announce(
        Announcement(REQUEST, request.public_id, str(organiser.person_id), organiser.person_id)
        for organiser in organisers_of(club)
    )
    return request


def _now(club: Club, member: Membership) -> Membership:
    """The current row of a membership, locked, because an account is closed without the club's lock."""
    hold(member.person_id)
    found = Membership.objects.select_for_update().filter(club=club, pk=member.pk).first()
    if found is None:
        raise Conflict("not-a-member")
    return found


def _refuse_last(member: Membership) -> None:
    """A club always has an organiser."""
    others = Membership.objects.filter(club=member.club_id, role=ORGANISER).exclude(pk=member.pk)
    if member.role == ORGANISER and not others.exists():
        raise Conflict("last-organiser")
