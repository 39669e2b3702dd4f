"""Several at once at one club: each is answered as if one had come after the other, on either database."""

from collections.abc import Callable

import pytest

from accounts import closing
from accounts.models.person import Person
from games.ladders.clubs import founding, membership
from games.ladders.clubs.founding import ClubTerms
from games.ladders.models.club import Club, JoinRequest, Membership, Removal
from notifications.models import Notification
from sekigahara.errors.exceptions import Refused
from tests.factories.clubs import ClubFactory, JoinRequestFactory, MembershipFactory, Role
from tests.factories.people import PersonFactory
from tests.kit.clubs import member, roles
from tests.kit.concurrency import at_once, held_up_at

pytestmark = pytest.mark.django_db(transaction=True)


def codes(outcomes: list[object]) -> list[str]:
    """What came of each, in no order: the code of a refusal, or nothing."""
    return sorted(outcome.code if isinstance(outcome, Refused) else "" for outcome in outcomes)


def test_only_one_of_the_last_two_organisers_can_leave() -> None:
    people = [PersonFactory.named("Organiser One"), PersonFactory.named("Organiser Two")]
    club = ClubFactory.create(founder=people[0])
    MembershipFactory.create(club=club, person=people[1], role=Role.ORGANISER)

    def leaving(number: int) -> Callable[[], None]:
        return lambda: membership.leave(club=club, person=people[number])

    assert codes(at_once(leaving(0), leaving(1))) == ["", "last-organiser"]
    assert list(roles(club).values()) == ["organiser"]


@pytest.mark.services
def test_one_of_many_leaving_organisers_stays() -> None:
    people = [PersonFactory.named(f"Organiser {number}") for number in range(4)]
    club = ClubFactory.create(founder=people[0])
    for person in people[1:]:
        MembershipFactory.create(club=club, person=person, role=Role.ORGANISER)

    def leaving(number: int) -> Callable[[], None]:
        return lambda: membership.leave(club=club, person=people[number])

    outcomes = held_up_at(Club.objects.filter(pk=club.pk), *(leaving(number) for number in range(4)))
    assert codes(outcomes) == ["", "", "", "last-organiser"]
    assert list(roles(club).values()) == ["organiser"]


def test_two_organisers_who_remove_each_other_leave_one() -> None:
    people = [PersonFactory.named("Organiser One"), PersonFactory.named("Organiser Two")]
    club = ClubFactory.create(founder=people[0])
    rows = [
        member(club, people[0]),
        MembershipFactory.create(club=club, person=people[1], role=Role.ORGANISER),
    ]

    def removing(number: int) -> Callable[[], None]:
        return lambda: membership.remove(member=rows[1 - number], by=people[number], reason="He began.")

    assert codes(at_once(removing(0), removing(1))) == ["", "not-organiser"]
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
    people = [PersonFactory.named("Organiser One"), PersonFactory.named("Organiser Two")]
    club = ClubFactory.create(founder=people[0], joining=Club.Joining.APPROVAL)
    MembershipFactory.create(club=club, person=people[1], role=Role.ORGANISER)
    request = JoinRequestFactory.create(club=club, person__name="Ashigaru One")

    def deciding(number: int) -> Callable[[], JoinRequest]:
        return lambda: membership.decide(request=request, by=people[number], accept=bool(number))

    assert codes(at_once(deciding(0), deciding(1))) == ["", "request-decided"]
    request.refresh_from_db()
    assert ("Ashigaru One" in roles(club)) == request.is_accepted


def test_same_name_is_founded_once_and_equal_addresses_get_numbers() -> None:
    founders = [PersonFactory.named("Organiser One"), PersonFactory.named("Organiser Two")]

    def founds(number: int, name: str) -> Callable[[], Club]:
        return lambda: founding.found(founder=founders[number], terms=ClubTerms(name))

    same = at_once(founds(0, "Edo Club"), founds(1, "EDO CLUB"))
    assert codes(same) == ["", "club-name-taken"]
    alike = at_once(founds(0, "Ōsaka"), founds(1, "Osaka"))
    assert codes(alike) == ["", ""]
    assert len({club.slug for club in alike}) == 2


def test_only_one_of_two_clubs_gets_a_new_name() -> None:
    founders = [PersonFactory.named("Organiser One"), PersonFactory.named("Organiser Two")]
    both = [ClubFactory.create(founder=founder, name=founder.name) for founder in founders]

    def renaming(number: int) -> Callable[[], None]:
        return lambda: founding.edit(club=both[number], by=founders[number], terms=ClubTerms("Edo Club"))

    assert codes(at_once(renaming(0), renaming(1))) == ["", "club-name-taken"]


@pytest.mark.services
def test_closed_account_that_joins_meanwhile_is_in_no_club() -> None:
    guest = PersonFactory.named("Ashigaru One")
    club = ClubFactory.create()

    def joining() -> object:
        return membership.join(club=club, person=guest)

    outcomes = held_up_at(Person.objects.filter(pk=guest.pk), lambda: closing.close(person=guest), joining)
    assert codes(outcomes) == ["", ""]
    assert roles(club) == {"Organiser One": "organiser"}


def test_closed_account_that_is_let_in_meanwhile_is_in_no_club() -> None:
    organiser, guest = PersonFactory.named("Organiser One"), PersonFactory.named("Ashigaru One")
    club = ClubFactory.create(founder=organiser, joining=Club.Joining.APPROVAL)
    request = JoinRequestFactory.create(club=club, person=guest)

    def letting_in() -> object:
        return membership.decide(request=request, by=organiser, accept=True)

    outcomes = at_once(lambda: closing.close(person=guest), letting_in)
    assert set(codes(outcomes)) <= {"", "request-withdrawn"}
    assert roles(club) == {"Organiser One": "organiser"}
    assert not JoinRequest.objects.exists()


def test_closed_account_keeps_no_role_given_meanwhile() -> None:
    organiser, guest = PersonFactory.named("Organiser One"), PersonFactory.named("Ashigaru One")
    club = ClubFactory.create(founder=organiser)
    row = MembershipFactory.create(club=club, person=guest)

    def named_arbiter() -> None:
        membership.set_role(member=row, by=organiser, role=Role.ARBITER)

    outcomes = at_once(lambda: closing.close(person=guest), named_arbiter)
    assert set(codes(outcomes)) <= {"", "not-a-member"}
    assert roles(club) == {"Organiser One": "organiser"}
