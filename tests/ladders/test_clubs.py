"""Clubs: how they come about, what they are called, what their organisers say of them."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models.person import Person
from games.ladders.clubs import founding, membership
from games.ladders.clubs import name_rules as club_names
from games.ladders.clubs import queries as club_queries
from games.ladders.clubs.founding import SAME_CLICK, ClubTerms
from games.ladders.models.club import Club
from sekigahara.errors.exceptions import Conflict, Forbidden, Unacceptable
from tests.factories.clubs import ClubFactory, MembershipFactory, Role
from tests.factories.people import PersonFactory
from tests.kit.clubs import roles

pytestmark = [pytest.mark.django_db, pytest.mark.both]

Joining = Club.Joining


def called(name: str, founder: Person) -> Club:
    return ClubFactory.create(founder=founder, name=name)


# --- founding


@pytest.mark.parametrize(
    "alike",
    [
        "edo club",
        "EDO  CLUB",
        "\uff25\uff44\uff4f Club",
        "Edo\u200c Club",
        "Edo\u034f Club\ufe0f",
        "\U0001d404\U0001d41d\U0001d428 Club",
    ],
    ids=["small", "blanks", "wide", "joiner", "unseen", "bold"],
)
def test_a_name_that_reads_the_same_is_taken(alike: str) -> None:
    called("Edo Club", PersonFactory.named("Organiser One"))
    with pytest.raises(Unacceptable, match="club-name-taken"):
        called(alike, PersonFactory.named("Organiser Two"))


def test_names_that_read_otherwise_are_free_and_have_addresses_of_their_own() -> None:
    names = ["Café Edo", "Cafe Edo", "Cafe-Edo", "関ヶ原の会", "関ヶ原同好会", "New", "!!!"]
    slugs = [
        called(name, PersonFactory.named(f"Organiser {number}")).slug for number, name in enumerate(names)
    ]
    assert slugs == ["cafe-edo", "cafe-edo-2", "cafe-edo-3", "club", "club-2", "new-club", "club-3"]


def test_the_longest_name_there_can_be_is_kept() -> None:
    club = called("W" * club_names.LONGEST_CLUB_NAME, PersonFactory.named("Organiser One"))
    club.refresh_from_db()
    assert len(club.name) == club_names.LONGEST_CLUB_NAME
    assert club.slug == "w" * club_names.LONGEST_BASE


def test_a_name_may_have_numbers_in_its_address_already() -> None:
    slugs = [
        called(name, PersonFactory.named(f"Organiser {name[-1]}")).slug
        for name in ("Edo 2", "Edo", "Édo", "Edo.", "Edo?")
    ]
    assert slugs == ["edo-2", "edo", "edo-3", "edo-4", "edo-5"]


def test_a_form_sent_twice_founds_one_club() -> None:
    founder = PersonFactory.named("Organiser One")
    assert ClubFactory.create(founder=founder) == ClubFactory.create(founder=founder)
    with (
        time_machine.travel(timezone.now() + SAME_CLICK + timedelta(minutes=1)),
        pytest.raises(Unacceptable, match="club-name-taken"),
    ):
        ClubFactory.create(founder=founder)


# --- what is said of it


def test_organisers_change_everything_but_the_address() -> None:
    founder = PersonFactory.named("Organiser One")
    club = called("Edo Club", founder)
    founding.edit(club=club, by=founder, terms=ClubTerms("Osaka Club", "New.", Joining.APPROVAL, "manual", 7))
    club.refresh_from_db()
    assert (club.name, club.slug, club.edition, club.pace) == ("Osaka Club", "edo-club", "manual", 7)
    called("Edo Club", PersonFactory.named("Organiser Two"))  # the name is free again


def test_a_club_may_be_written_otherwise_but_not_as_another() -> None:
    founder = PersonFactory.named("Organiser One")
    club = called("Edo Club", founder)
    called("Osaka Club", PersonFactory.named("Organiser Two"))
    founding.edit(club=club, by=founder, terms=ClubTerms("EDO club"))
    club.refresh_from_db()
    assert club.name == "EDO club"
    with pytest.raises(Unacceptable, match="club-name-taken"):
        founding.edit(club=club, by=founder, terms=ClubTerms("osaka club"))


def test_a_renewed_link_makes_the_old_one_void_and_a_second_click_changes_nothing() -> None:
    founder, guest = PersonFactory.named("Organiser One"), PersonFactory.named("Ashigaru One")
    club = ClubFactory.create(founder=founder, joining=Joining.LINK)
    old = club.link
    assert len(old) == 32
    for _click in range(2):
        founding.renew_link(club=club, by=founder, old=old)
    club.refresh_from_db()
    assert club.link != old
    with pytest.raises(Conflict, match="link-needed"):
        membership.join(club=club, person=guest, link=old)
    membership.join(club=club, person=guest, link=club.link)
    assert roles(club)["Ashigaru One"] == "member"


# --- lists


def test_clubs_are_found_by_a_part_of_their_name_however_it_is_written() -> None:
    for number, name in enumerate(["Kantō Club", "Osaka 100% Club", "Edo"]):
        called(name, PersonFactory.named(f"Organiser {number}"))
    assert [club.name for club in club_queries.clubs()] == ["Edo", "Kantō Club", "Osaka 100% Club"]
    assert [club.name for club in club_queries.clubs("CLUB")] == ["Kantō Club", "Osaka 100% Club"]
    assert [club.name for club in club_queries.clubs("0%")] == ["Osaka 100% Club"]
    assert list(club_queries.clubs("_")) == []


def test_members_are_listed_by_role_and_by_when_they_came() -> None:
    club = ClubFactory.create()
    for name, role in [("A", Role.MEMBER), ("B", Role.ARBITER), ("C", Role.ORGANISER), ("D", Role.MEMBER)]:
        MembershipFactory.create(club=club, person__name=name, role=role)
    listed = [each.person.name for each in club_queries.members_of(club)]
    assert listed == ["Organiser One", "C", "B", "A", "D"]
    assert "JOIN" not in str(club_queries.clubs().query), "members are counted of the clubs on a page alone"
    assert [each.members for each in club_queries.clubs()] == [5]  # type: ignore[attr-defined] # annotated


# --- people who are forgotten


def test_a_club_outlives_its_organiser_and_the_first_arbiter_leads_it() -> None:
    founder, arbiter, first = (
        PersonFactory.named("Organiser One"),
        PersonFactory.named("Arbiter One"),
        PersonFactory.named("Ashigaru One"),
    )
    club = ClubFactory.create(founder=founder)
    MembershipFactory.create(club=club, person=first)
    MembershipFactory.create(club=club, person=arbiter, role=Role.ARBITER)
    founder.delete()
    assert club_queries.standing_of(club, arbiter).is_organiser
    assert not club_queries.standing_of(club, first).is_organiser
    with pytest.raises(Forbidden):
        founding.renew_link(club=club, by=first, old=club.link)
    founding.renew_link(club=club, by=arbiter, old=club.link)
    assert roles(club) == {"Arbiter One": "organiser", "Ashigaru One": "member"}


def test_a_club_that_nobody_is_left_in_can_still_be_read() -> None:
    founder, guest = PersonFactory.named("Organiser One"), PersonFactory.named("Ashigaru One")
    club = ClubFactory.create(founder=founder)
    founder.delete()
    assert club_queries.standing_of(club, guest) == club_queries.ClubStanding()
    membership.join(club=club, person=guest)
    assert club_queries.standing_of(club, guest).is_organiser
