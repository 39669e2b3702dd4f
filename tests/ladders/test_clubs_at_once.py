"""Several at once at one club: each is answered as if one had come after the other, on either database."""

from functools import partial
from itertools import permutations

import pytest

from accounts import closing
from accounts.models.person import Person
from games.ladders.clubs import membership
from games.ladders.models.club import Club, JoinRequest, Membership, Removal
from notifications.models import Notification
from tests.factories.clubs import ClubFactory, JoinRequestFactory, MembershipFactory, Role
from tests.factories.people import PersonFactory
from tests.kit.clubs import member, roles
from tests.kit.concurrency import at_once, codes, held_up_at

pytestmark = pytest.mark.django_db(transaction=True)


def led_by(count: int, joining: Club.Joining = Club.Joining.OPEN) -> tuple[Club, list[Person]]:
    """A club of organisers alone, and who they are."""
    people = [PersonFactory.named(f"Organiser {number}") for number in range(count)]
    club = ClubFactory.create(founder=people[0], joining=joining)
    for person in people[1:]:
        MembershipFactory.create(club=club, person=person, role=Role.ORGANISER)
    return club, people


@pytest.mark.services
def test_one_of_many_leaving_organisers_stays() -> None:
    club, people = led_by(4)
    leaving = [partial(membership.leave, club=club, person=person) for person in people]
    outcomes = held_up_at(Club.objects.filter(pk=club.pk), *leaving)
    assert codes(outcomes) == ["", "", "", "last-organiser"]
    assert list(roles(club).values()) == ["organiser"]


def test_two_organisers_who_remove_each_other_leave_one() -> None:
    club, people = led_by(2)
    removing = [
        partial(membership.remove, member=member(club, other), by=one, reason="He began.")
        for one, other in permutations(people)
    ]
    assert codes(at_once(*removing)) == ["", "not-organiser"]
    assert list(roles(club).values()) == ["organiser"]
    assert Removal.objects.count() == 1


def test_two_clicks_make_one_member_and_one_request() -> None:
    guest = PersonFactory.named("Ashigaru One")
    club = ClubFactory.create()
    assert codes(at_once(*[lambda: membership.join(club=club, person=guest)] * 3)) == ["", "", ""]
    strict = ClubFactory.create(founder__name="Organiser Two", joining=Club.Joining.APPROVAL, name="Strict")
    assert codes(at_once(*[lambda: membership.join(club=strict, person=guest)] * 3)) == ["", "", ""]
    assert Membership.objects.filter(person=guest).count() == 1
    assert (JoinRequest.objects.count(), Notification.objects.count()) == (1, 1)


def test_a_request_is_decided_one_way() -> None:
    club, (first, second) = led_by(2, Club.Joining.APPROVAL)
    request = JoinRequestFactory.create(club=club, person__name="Ashigaru One")
    accepting = partial(membership.decide, request=request, by=first, accept=True)
    declining = partial(membership.decide, request=request, by=second, accept=False)
    assert codes(at_once(accepting, declining)) == ["", "request-decided"]
    request.refresh_from_db()
    assert ("Ashigaru One" in roles(club)) == request.is_accepted


@pytest.mark.services
def test_closed_account_that_joins_meanwhile_is_in_no_club() -> None:
    guest = PersonFactory.named("Ashigaru One")
    joining = partial(membership.join, club=ClubFactory.create(), person=guest)
    outcomes = held_up_at(Person.objects.filter(pk=guest.pk), partial(closing.close, person=guest), joining)
    assert codes(outcomes) == ["", ""]
    assert roles(Club.objects.get()) == {"Organiser One": "organiser"}


def test_closed_account_that_is_let_in_meanwhile_is_in_no_club() -> None:
    organiser, guest = PersonFactory.named("Organiser One"), PersonFactory.named("Ashigaru One")
    club = ClubFactory.create(founder=organiser, joining=Club.Joining.APPROVAL)
    request = JoinRequestFactory.create(club=club, person=guest)
    letting_in = partial(membership.decide, request=request, by=organiser, accept=True)
    outcomes = at_once(partial(closing.close, person=guest), letting_in)
    assert set(codes(outcomes)) <= {"", "request-withdrawn"}
    assert roles(club) == {"Organiser One": "organiser"}
    assert not JoinRequest.objects.exists()


def test_closed_account_keeps_no_role_given_meanwhile() -> None:
    organiser, guest = PersonFactory.named("Organiser One"), PersonFactory.named("Ashigaru One")
    club = ClubFactory.create(founder=organiser)
    row = MembershipFactory.create(club=club, person=guest)
    naming = partial(membership.set_role, member=row, by=organiser, role=Role.ARBITER)
    outcomes = at_once(partial(closing.close, person=guest), naming)
    assert set(codes(outcomes)) <= {"", "not-a-member"}
    assert roles(club) == {"Organiser One": "organiser"}
