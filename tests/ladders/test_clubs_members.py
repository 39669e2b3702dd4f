"""Who is in a club: joining and leaving, roles, removing, and what is mailed of it."""

import pytest

from accounts.models.person import Person
from games.ladders.clubs import founding, membership
from games.ladders.clubs.founding import ClubTerms
from games.ladders.clubs.membership import DECISION, REMOVED, REQUEST, REQUESTS, ROLE
from games.ladders.models.club import Club, JoinRequest, Membership, Removal
from notifications.models import Notification
from notifications.registry import Message, kind_named
from sekigahara.errors.exceptions import Conflict, Limited
from tests.factories.clubs import ClubFactory, JoinRequestFactory, MembershipFactory, Role
from tests.factories.people import PersonFactory
from tests.kit.clubs import member, roles
from tests.kit.owed_mails import owed

pytestmark = pytest.mark.django_db

Joining = Club.Joining


@pytest.fixture
def organiser() -> Person:
    return PersonFactory.named("Organiser One")


@pytest.fixture
def guest() -> Person:
    return PersonFactory.named("Ashigaru One")


def mail() -> Message:
    """The only one."""
    (told,) = owed()
    assert told is not None
    assert all("@example.org" not in part for part in (told.subject, told.text, told.html))
    return told


# --- joining


def test_into_an_open_club_anybody_comes_once(organiser: Person, guest: Person) -> None:
    club = ClubFactory.create(founder=organiser)
    first, second = (membership.join(club=club, person=guest) for _click in range(2))
    assert first == second
    assert roles(club) == {"Organiser One": "organiser", "Ashigaru One": "member"}
    assert not Notification.objects.exists()


@pytest.mark.parametrize("link", ["", "x", "ü", "a" * 32])
def test_into_a_club_with_a_link_nobody_comes_without_it(organiser: Person, guest: Person, link: str) -> None:
    club = ClubFactory.create(founder=organiser, joining=Joining.LINK)
    with pytest.raises(Conflict, match="link-needed"):
        membership.join(club=club, person=guest, link=link)
    assert isinstance(membership.join(club=club, person=guest, link=club.link), Membership)


def test_a_link_lets_nobody_in_where_organisers_decide(organiser: Person, guest: Person) -> None:
    club = ClubFactory.create(founder=organiser, joining=Joining.APPROVAL)
    assert isinstance(membership.join(club=club, person=guest, link=club.link), JoinRequest)
    assert roles(club) == {"Organiser One": "organiser"}


def test_every_organiser_is_mailed_who_asks(organiser: Person, guest: Person) -> None:
    club = ClubFactory.create(founder=organiser, joining=Joining.APPROVAL, name="Edo Club")
    MembershipFactory.create(club=club, person__name="Organiser Two", role=Role.ORGANISER)
    MembershipFactory.create(club=club, person__name="Arbiter One", role=Role.ARBITER)
    assert JoinRequestFactory.create(club=club, person=guest) == JoinRequestFactory.create(
        club=club, person=guest
    )
    told = [each for each in owed() if each is not None]
    assert [each.to for each in told] == ["organiser-one@example.org", "organiser-two@example.org"]
    assert {each.subject for each in told} == {"Ashigaru One asks to join Edo Club"}
    assert all("http://testserver/clubs/edo-club/requests/" in each.text for each in told)
    assert all("ashigaru-one@" not in each.text + each.html for each in told)


def test_organisers_are_not_mailed_what_is_no_longer_to_be_decided(organiser: Person, guest: Person) -> None:
    club = ClubFactory.create(founder=organiser, joining=Joining.APPROVAL)
    second = MembershipFactory.create(club=club, person__name="Organiser Two", role=Role.ORGANISER)
    JoinRequestFactory.create(club=club, person=guest)
    membership.set_role(member=second, by=organiser, role=Role.MEMBER)
    Notification.objects.filter(kind=ROLE).delete()
    assert [told is None for told in owed()] == [False, True]
    membership.leave(club=club, person=guest)
    assert owed() == [None, None]


@pytest.mark.parametrize("accept", [True, False], ids=["let in", "declined"])
def test_decision_on_a_request_is_mailed_to_its_sender(
    organiser: Person, guest: Person, accept: bool
) -> None:
    club = ClubFactory.create(founder=organiser, joining=Joining.APPROVAL, name="Edo Club")
    request = JoinRequestFactory.create(club=club, person=guest)
    Notification.objects.all().delete()
    for _click in range(2):
        done = membership.decide(request=request, by=organiser, accept=accept)
        assert (done.is_accepted, done.decided_by) == (accept, organiser)
    told = mail()
    assert told.to == "ashigaru-one@example.org"
    assert told.subject == (
        "You are a member of Edo Club" if accept else "Edo Club: your request was declined"
    )
    assert ("Ashigaru One" in roles(club)) == accept
    with pytest.raises(Conflict, match="request-decided"):
        membership.decide(request=request, by=organiser, accept=not accept)


def test_declined_person_may_ask_again_up_to_the_limit(organiser: Person, guest: Person) -> None:
    club = ClubFactory.create(founder=organiser, joining=Joining.APPROVAL)
    for _time in range(REQUESTS.most):
        membership.decide(
            request=JoinRequestFactory.create(club=club, person=guest), by=organiser, accept=False
        )
    with pytest.raises(Limited):
        JoinRequestFactory.create(club=club, person=guest)


def test_withdrawn_request_cannot_be_decided(organiser: Person, guest: Person) -> None:
    club = ClubFactory.create(founder=organiser, joining=Joining.APPROVAL)
    request = JoinRequestFactory.create(club=club, person=guest)
    membership.leave(club=club, person=guest)
    with pytest.raises(Conflict, match="request-withdrawn"):
        membership.decide(request=request, by=organiser, accept=True)
    assert roles(club) == {"Organiser One": "organiser"}


def test_open_request_is_accepted_when_the_club_opens(organiser: Person, guest: Person) -> None:
    club = ClubFactory.create(founder=organiser, joining=Joining.APPROVAL)
    request = JoinRequestFactory.create(club=club, person=guest)
    founding.edit(club=club, by=organiser, terms=ClubTerms(club.name, joining=Joining.OPEN))
    membership.join(club=club, person=guest)
    request.refresh_from_db()
    assert request.is_accepted
    assert membership.decide(request=request, by=organiser, accept=True) == request
    assert roles(club)["Ashigaru One"] == "member"


# --- leaving, and who leads


def test_a_member_leaves_and_may_come_back(organiser: Person, guest: Person) -> None:
    club = ClubFactory.create(founder=organiser)
    membership.join(club=club, person=guest)
    for _click in range(2):
        membership.leave(club=club, person=guest)
    assert roles(club) == {"Organiser One": "organiser"}
    membership.join(club=club, person=guest)
    assert roles(club)["Ashigaru One"] == "member"


def test_the_last_organiser_stays_until_another_is_named(organiser: Person, guest: Person) -> None:
    club = ClubFactory.create(founder=organiser)
    MembershipFactory.create(club=club, person=guest, role=Role.ARBITER)
    with pytest.raises(Conflict, match="last-organiser"):
        membership.leave(club=club, person=organiser)
    for role in (Role.MEMBER, Role.ARBITER):
        with pytest.raises(Conflict, match="last-organiser"):
            membership.set_role(member=member(club, organiser), by=organiser, role=role)
    membership.set_role(member=member(club, guest), by=organiser, role=Role.ORGANISER)
    membership.leave(club=club, person=organiser)
    assert roles(club) == {"Ashigaru One": "organiser"}


def test_an_organiser_hands_over(organiser: Person, guest: Person) -> None:
    club = ClubFactory.create(founder=organiser)
    MembershipFactory.create(club=club, person=guest)
    membership.hand_over(member=member(club, organiser), by=organiser)
    assert roles(club)["Organiser One"] == "organiser"
    membership.hand_over(member=member(club, guest), by=organiser)
    assert roles(club) == {"Organiser One": "member", "Ashigaru One": "organiser"}


def test_roles_are_given_to_members(organiser: Person, guest: Person) -> None:
    club = ClubFactory.create(founder=organiser)
    mine = MembershipFactory.create(club=club, person=guest)
    for role in (Role.ARBITER, Role.ARBITER, Role.MEMBER, Role.ORGANISER):
        membership.set_role(member=mine, by=organiser, role=role)
        assert roles(club)["Ashigaru One"] == role
    membership.leave(club=club, person=guest)
    with pytest.raises(Conflict, match="not-a-member"):
        membership.set_role(member=mine, by=organiser, role=Role.ARBITER)
    with pytest.raises(Conflict, match="not-a-member"):
        membership.remove(member=mine, by=organiser, reason="Gone.")
    with pytest.raises(Conflict, match="not-a-member"):
        membership.hand_over(member=mine, by=organiser)


# --- removing


@pytest.mark.parametrize("joining", Joining)
def test_removed_member_is_mailed_the_reason_and_stays_out(
    organiser: Person, guest: Person, joining: Club.Joining
) -> None:
    club = ClubFactory.create(founder=organiser, joining=joining, name="Edo Club")
    mine = MembershipFactory.create(club=club, person=guest)
    for _click in range(2):
        membership.remove(member=mine, by=organiser, reason="Three games left\nwithout a word.")
    told = mail()
    assert told.to == "ashigaru-one@example.org"
    assert told.subject == "You were removed from Edo Club"
    assert "Organiser One removed you from Edo Club." in told.text
    assert "Three games left\nwithout a word." in told.text
    with pytest.raises(Conflict, match="removed-from-club"):
        membership.join(club=club, person=guest, link=club.link)
    removal = Removal.objects.get()
    for _click in range(2):
        membership.allow_back(removal=removal, by=organiser)
    assert owed() == [None]
    membership.join(club=club, person=guest, link=club.link)


def test_the_reason_cannot_bring_markup_into_the_mail(organiser: Person, guest: Person) -> None:
    club = ClubFactory.create(founder=organiser)
    membership.remove(
        member=MembershipFactory.create(club=club, person=guest), by=organiser, reason="<b>&\n\nno</b>"
    )
    assert "<b>&\n\nno</b>" in mail().text
    assert "&lt;b&gt;&amp;" in mail().html


def test_nobody_removes_themselves_but_another_organiser_does(organiser: Person, guest: Person) -> None:
    club = ClubFactory.create(founder=organiser)
    mine = MembershipFactory.create(club=club, person=guest)
    with pytest.raises(Conflict, match="own-removal"):
        membership.remove(member=member(club, organiser), by=organiser, reason="Me.")
    membership.set_role(member=mine, by=organiser, role=Role.ORGANISER)
    membership.remove(member=member(club, organiser), by=guest, reason="Coup.")
    assert roles(club) == {"Ashigaru One": "organiser"}


def test_deleted_person_leaves_no_name_behind(organiser: Person, guest: Person) -> None:
    club = ClubFactory.create(founder=organiser, joining=Joining.APPROVAL)
    second = MembershipFactory.create(club=club, person__name="Organiser Two", role=Role.ORGANISER)
    membership.remove(
        member=MembershipFactory.create(club=club, person=guest), by=second.person, reason="Gone."
    )
    membership.decide(
        request=JoinRequestFactory.create(club=club, person__name="Ashigaru Two"),
        by=second.person,
        accept=True,
    )
    second.person.delete()
    assert Removal.objects.get().by is None
    assert JoinRequest.objects.get().decided_by is None
    assert "An organiser removed you" in str([told.text for told in owed() if told is not None])
    guest.delete()
    assert not Removal.objects.exists()
    assert roles(club) == {"Organiser One": "organiser", "Ashigaru Two": "member"}


def test_only_mail_about_requests_is_optional() -> None:
    kinds = {name: kind_named(name) for name in (REQUEST, DECISION, REMOVED)}
    assert {name: kind and kind.optional for name, kind in kinds.items()} == {
        REQUEST: True,
        DECISION: False,
        REMOVED: False,
    }
