"""Kinds of notifications about clubs. They never contain email addresses."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models.person import Person
from games.ladders.clubs import invitations
from games.ladders.clubs.announcements import ANNOUNCEMENT, said, stop_url
from games.ladders.clubs.dissolving import DISSOLVED
from games.ladders.clubs.invitations import INVITATION
from games.ladders.clubs.markdown import html_of
from games.ladders.clubs.membership import DECISION, HANDED_OVER, INHERITED, REMOVED, REQUEST, ROLE
from games.ladders.clubs.queries import any_club_at, mailed_news, organisers_of, standing_of
from games.ladders.clubs.webhook_events import url
from games.ladders.models.announcement import ClubAnnouncement
from games.ladders.models.club import Club, ClubInvitation, JoinRequest, Membership, Removal
from notifications.letters import letter
from notifications.registry import Kind, Message, register


def request(public_id: str, occasion: str) -> Message | None:
    """Compose the mail about a request to join; None if it is decided, or they no longer lead the club.

    Args:
        public_id: the request's.
        occasion: the organiser's id.
    """
    request = _request(public_id)
    if request is None or request.is_accepted is not None:
        return None
    organiser = organisers_of(request.club).filter(person=int(occasion)).first()
    if organiser is None:
        return None
    names = {"name": request.person, "club": request.club}
    return letter(
        "games/clubs/mail/request",
        names,
        to=organiser.person,
        kind=REQUEST,
        subject=_("%(name)s asks to join %(club)s") % names,
        button=(_("View the request"), url("clubs:requests", request.club.slug)),
        thread=_thread(request.club),
    ).naming(request.person)


def decision(public_id: str, occasion: str) -> Message | None:  # noqa: ARG001 - there is one
    """Compose the mail about the decision to the person who asked to join."""
    request = _request(public_id)
    if request is None or request.is_accepted is None:
        return None
    subject = (
        _("You are a member of %(club)s") if request.is_accepted else _("%(club)s: your request was declined")
    )
    return letter(
        "games/clubs/mail/decision",
        {"club": request.club, "is_accepted": request.is_accepted},
        to=request.person,
        kind=DECISION,
        subject=subject % {"club": request.club},
        button=_to(request.club, is_in=request.is_accepted),
        thread=_thread(request.club),
    )


def invitation(public_id: str, occasion: str) -> Message | None:  # noqa: ARG001 - there is one
    """Compose the mail that invites to a club; None if it is used or nobody wants it any more."""
    found = ClubInvitation.objects.select_related("club", "person", "by").filter(public_id=public_id).first()
    if found is None or found.club.dissolved_at is not None or not invitations.is_wanted(found):
        return None
    names = {"name": found.by or found.club, "club": found.club}
    token = invitations.token_of(found)
    return letter(
        "games/clubs/mail/invitation",
        names | {"days": invitations.INVITATION_LASTS.days},
        to=found.person,
        kind=INVITATION,
        subject=_("%(name)s invites you to %(club)s") % names,
        button=(_("View the invitation"), url("clubs:invitation", found.club.slug, public_id, token)),
        thread=_thread(found.club),
    ).naming(found.by)


def _to(club: Club, *, is_in: bool) -> tuple[str, str] | None:
    """The button that leads to a club; None where somebody who is not in it may not know of it."""
    if club.is_private and not is_in:
        return None
    return _("To the club"), url("clubs:club", club.slug)


def removed(public_id: str, occasion: str) -> Message | None:  # noqa: ARG001 - there is one
    """Compose the mail about a removal to the removed person; None if they were allowed back since."""
    removal = Removal.objects.select_related("club", "person", "by").filter(public_id=public_id).first()
    if removal is None:
        return None
    return letter(
        "games/clubs/mail/removed",
        {"club": removal.club, "by": removal.by, "reason": removal.reason},
        to=removal.person,
        kind=REMOVED,
        subject=_("You were removed from %(club)s") % {"club": removal.club},
        button=_to(removal.club, is_in=False),
        thread=_thread(removal.club),
    )


def role(public_id: str, occasion: str) -> Message | None:
    """Compose the mail about a new role to a member; None if the role has changed since.

    Args:
        public_id: the membership's.
        occasion: how they got the role, see ``membership.tell_role``, and when.
    """
    member = Membership.objects.select_related("club", "person").filter(public_id=public_id).first()
    if member is None:
        return None
    how, organiser = occasion.partition(".")[0], Membership.Role.ORGANISER.value
    new_role = organiser if how in (HANDED_OVER, INHERITED) else how
    if standing_of(member.club, member.person).role != new_role:
        return None
    subjects = {
        Membership.Role.ORGANISER.value: _("You are an organiser of %(club)s now"),
        Membership.Role.ARBITER.value: _("You are an arbiter of %(club)s now"),
        Membership.Role.MEMBER.value: _("%(club)s: you are an ordinary member now"),
        HANDED_OVER: _("%(club)s was handed over to you"),
        INHERITED: _("You lead %(club)s now"),
    }
    is_arbiter = new_role == Membership.Role.ARBITER
    label, name = (
        (_("To the arbitration page"), "arbitration:overview")
        if is_arbiter
        else (_("To the club"), "clubs:club")
    )
    return letter(
        "games/clubs/mail/role",
        {"club": member.club, "how": how, "is_organiser": new_role == organiser},
        to=member.person,
        kind=ROLE,
        subject=subjects[how] % {"club": member.club},
        button=(label, url(name, member.club.slug)),
        thread=_thread(member.club),
    )


def announcement(public_id: str, occasion: str) -> Message | None:
    """Compose the mail of an announcement to a member; None if they have left or stopped the club's news.

    Args:
        occasion: their id.
    """
    announcements = ClubAnnouncement.objects.select_related("club", "ladder", "author")
    made = announcements.filter(public_id=public_id).first()
    member = None if made is None else mailed_news(made.club).filter(person=int(occasion)).first()
    if made is None or member is None:
        return None
    stop = stop_url(member)
    return letter(
        "games/clubs/mail/announcement",
        {
            "announcement": made,
            "said": said(made),
            "html": html_of(made.text),
            "club": made.club,
            "stop": stop,
        },
        to=member.person,
        kind=ANNOUNCEMENT,
        subject=f"{made.club}: {made.title}",
        button=(_("To the announcement"), url("clubs:announcement", made.club.slug, public_id)),
        thread=_thread(made.club),
    )._replace(unsubscribe=stop)


def dissolved(slug: str, occasion: str) -> Message | None:
    """Compose the mail about the dissolution to a former member.

    Args:
        occasion: their id.
    """
    club, person = any_club_at(slug), Person.objects.filter(pk=int(occasion)).first()
    if club is None or person is None:
        return None
    return letter(
        "games/clubs/mail/dissolved",
        {"club": club},
        to=person,
        kind=DISSOLVED,
        subject=_("%(club)s was dissolved") % {"club": club},
        button=(_("Your games"), url("games:mine"))
        if club.is_private
        else (_("What was played there"), url("clubs:club", club.slug)),
        thread=_thread(club),
    )


def _request(public_id: str) -> JoinRequest | None:
    return JoinRequest.objects.select_related("club", "person").filter(public_id=public_id).first()


def _thread(club: Club) -> str:
    return f"clubs.{club.slug}"


for _kind in (
    Kind(
        name=REQUEST,
        title=gettext_lazy("Someone asks to join your club: at once, not only once a day"),
        optional=True,
        compose=request,
    ),
    Kind(
        name=INVITATION,
        title=gettext_lazy("Someone invites you to a club"),
        optional=True,
        compose=invitation,
    ),
    Kind(name=DECISION, title=gettext_lazy("Answer to your request to join a club"), compose=decision),
    Kind(name=DISSOLVED, title=gettext_lazy("A club of yours was dissolved"), compose=dissolved),
    Kind(name=REMOVED, title=gettext_lazy("You were removed from a club"), compose=removed),
    Kind(
        name=ANNOUNCEMENT,
        title=gettext_lazy("An organiser of a club of yours announces something"),
        optional=True,
        compose=announcement,
    ),
    Kind(name=ROLE, title=gettext_lazy("Your role in a club has changed"), optional=True, compose=role),
):
    register(_kind)
