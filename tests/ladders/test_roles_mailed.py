"""Who is given another role in a club, or the club itself, is mailed what they are now."""

import pytest

from accounts import closing
from accounts.models.person import Person
from games.ladders.clubs import membership
from games.ladders.clubs.membership import ROLE
from games.ladders.models.club import Club
from notifications.models import Notification
from notifications.registry import Message
from sekigahara.errors.exceptions import Conflict
from tests.factories.clubs import ClubFactory, MembershipFactory, Role
from tests.factories.people import PersonFactory
from tests.kit.clubs import member, roles
from tests.kit.owed_mails import owed

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

NAME = "Edo & Friends"
ADDRESS = "http://testserver/clubs/edo-friends/"


@pytest.fixture
def organiser() -> Person:
    return PersonFactory.named("Organiser One")


@pytest.fixture
def club(organiser: Person) -> Club:
    return ClubFactory.create(founder=organiser, name=NAME, members=["Anna"])


def mail() -> Message:
    """The only one, to Anna."""
    (told,) = owed(ROLE)
    assert told is not None
    assert told.to == "anna@example.org"
    assert "organiser-one" not in told.text + told.html
    return told


def given(club: Club, role: Role, by: Person) -> None:
    membership.set_role(member=member(club, PersonFactory.named("Anna")), by=by, role=role)


@pytest.mark.parametrize(
    ("role", "subject", "words", "button"),
    [
        (Role.ARBITER, f"You are an arbiter of {NAME} now", "You are now an arbiter of", f"{ADDRESS}desk/"),
        (Role.ORGANISER, f"You are an organiser of {NAME} now", "You are now an organiser of", ADDRESS),
    ],
)
def test_a_new_role_is_mailed(
    club: Club, organiser: Person, role: Role, subject: str, words: str, button: str
) -> None:
    for _click in range(2):
        given(club, role, organiser)
    told = mail()
    assert told.subject == subject
    assert f"{words} {NAME}" in told.text
    assert button in told.text.splitlines()
    assert f"{words} Edo &amp; Friends" in told.html
    assert told.unsubscribe


def test_lost_role_is_mailed(club: Club, organiser: Person) -> None:
    given(club, Role.ARBITER, organiser)
    Notification.objects.all().delete()
    given(club, Role.MEMBER, organiser)
    assert mail().subject == f"{NAME}: you are an ordinary member now"
    assert "neither organiser nor arbiter" in mail().text


def test_outdated_role_is_not_mailed(club: Club, organiser: Person) -> None:
    given(club, Role.ARBITER, organiser)
    given(club, Role.ORGANISER, organiser)
    first, second = owed(ROLE)
    assert first is None
    assert second is not None
    membership.leave(club=club, person=PersonFactory.named("Anna"))
    assert owed(ROLE) == [None, None]


def test_one_is_not_mailed_what_one_makes_oneself(club: Club, organiser: Person) -> None:
    given(club, Role.ORGANISER, organiser)
    Notification.objects.all().delete()
    membership.set_role(member=member(club, organiser), by=organiser, role=Role.MEMBER)
    assert roles(club)["Organiser One"] == "member"
    assert owed(ROLE) == []


def test_refused_role_is_not_mailed(club: Club, organiser: Person) -> None:
    with pytest.raises(Conflict, match="last-organiser"):
        membership.set_role(member=member(club, organiser), by=organiser, role=Role.MEMBER)
    assert owed(ROLE) == []


def test_handed_over_club_is_mailed_to_its_new_organiser(club: Club, organiser: Person) -> None:
    membership.hand_over(member=member(club, organiser), by=organiser)
    assert owed(ROLE) == []
    membership.hand_over(member=member(club, PersonFactory.named("Anna")), by=organiser)
    told = mail()
    assert told.subject == f"{NAME} was handed over to you"
    assert "You are now its organiser" in told.text
    assert "Organisers accept and remove members" in told.text
    assert ADDRESS in told.text.splitlines()


def test_heir_of_the_last_organiser_is_mailed(club: Club, organiser: Person) -> None:
    MembershipFactory.create(club=club, person__name="Bert")
    given(club, Role.ARBITER, organiser)
    Notification.objects.all().delete()
    closing.close(person=organiser)
    told = mail()
    assert told.subject == f"You lead {NAME} now"
    assert "All organisers have left Edo &amp; Friends." in told.html
    closing.close(person=PersonFactory.named("Anna"))
    left = [each for each in owed(ROLE) if each is not None]
    assert [each.to for each in left] == ["bert@example.org"], "of an heir who never did anything, too"


def test_remaining_organiser_inherits_nothing(club: Club, organiser: Person) -> None:
    MembershipFactory.create(club=club, person__name="Bert", role=Role.ORGANISER)
    closing.close(person=organiser)
    assert owed(ROLE) == []
