"""What an organiser has to do in all their clubs: contents, who sees it, and what it costs."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.person import Person
from games.engine.side import EAST
from games.ladders import participation
from games.ladders.arbitration import questions
from games.ladders.clubs import dissolving
from games.ladders.models.club import Club, Membership
from games.ladders.models.ladder import MOST_MISSED, Entrant, Ladder
from games.ladders.models.season import Season
from tests.factories.clubs import ClubFactory, JoinRequestFactory, MembershipFactory, Role
from tests.factories.ladders import LadderFactory
from tests.factories.people import PersonFactory
from tests.ladders.case import Case
from tests.web.browsers import read, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

PAGE = "/me/clubs/"
NOTHING = "There is nothing to do"


def shown(browser: Client) -> str:
    return read(browser.get(PAGE))


def a_ladder(club: Club, players: int) -> Ladder:
    """A ladder with free pairing on which so many members of the club want a game."""
    names = [f"{club.name} {number}" for number in range(players)]
    return LadderFactory.create(club=club, name="Free pairing", players=names)


@pytest.fixture
def organiser() -> Person:
    return PersonFactory.named("Organiser One")


def test_an_organiser_with_nothing_to_do_is_told_so(organiser: Person) -> None:
    club = ClubFactory.create(founder=organiser)
    a_ladder(club, players=2)
    page = shown(signed_in(organiser))
    assert NOTHING in page
    assert f'<a href="/clubs/{club.slug}/" title="{club.name}"' in page


def test_late_games_and_questions_lead_to_where_they_are_decided() -> None:
    case = Case()
    reader = signed_in(case.organiser)
    assert NOTHING in shown(reader)
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        questions.ask(seat=case.seat(EAST), text="A secret question?")
        page = shown(reader)
        assert "Time is up in 1 game." in page
        assert "1 question waits for a ruling." in page
        assert "secret" not in page
        leads = re.findall(rf'href="(/clubs/{case.club.slug}/desk/[^"]+)"', page)
        assert leads == [f"/clubs/{case.club.slug}/desk/{case.game.public_id}/"] * 2
        assert {reader.get(path).status_code for path in leads} == {200}


def test_people_who_ask_to_join_or_stay_away_are_counted(organiser: Person) -> None:
    club = ClubFactory.create(founder=organiser, joining=Club.Joining.APPROVAL)
    for number in range(2):
        JoinRequestFactory.create(club=club, person__name=f"Asker {number}")
    a_ladder(club, players=4)
    Entrant.objects.filter(person=PersonFactory.named(f"{club.name} 0")).update(missed=MOST_MISSED)
    reader = signed_in(organiser)
    page = shown(reader)
    assert "2 people ask to join." in page
    assert "1 player of a ladder has not checked in." in page
    for path in (f"/clubs/{club.slug}/requests/", f"/clubs/{club.slug}/desk/"):
        assert f'href="{path}"' in page
        assert reader.get(path).status_code == 200


@pytest.mark.parametrize(("players", "is_told"), [(0, True), (1, True), (2, False)])
def test_a_round_that_cannot_be_paired_is_told(organiser: Person, players: int, is_told: bool) -> None:
    ladder = a_ladder(ClubFactory.create(founder=organiser), players)
    page = shown(signed_in(organiser))
    assert ("Nobody can be paired on Free pairing: fewer than two players want games." in page) == is_told
    assert (f'href="/ladders/{ladder.public_id}/"' in page) == is_told


@pytest.mark.parametrize(
    "change",
    [{"most": 0}, {"missed": MOST_MISSED}, {"left_at": timezone.now()}],
    ids=["pauses", "is away", "left"],
)
def test_unpairable_member_is_not_counted_for_the_next_round(
    organiser: Person, change: dict[str, object]
) -> None:
    club = ClubFactory.create(founder=organiser)
    a_ladder(club, players=2)
    Entrant.objects.filter(person=PersonFactory.named(f"{club.name} 0")).update(**change)
    assert "Nobody can be paired on Free pairing" in shown(signed_in(organiser))


def test_former_member_is_not_counted_for_the_next_round(organiser: Person) -> None:
    club = ClubFactory.create(founder=organiser)
    a_ladder(club, players=2)
    Membership.objects.filter(person=PersonFactory.named(f"{club.name} 0")).delete()
    assert "Nobody can be paired on Free pairing" in shown(signed_in(organiser))


def test_the_end_of_a_season_is_told_a_week_before(organiser: Person) -> None:
    ladder = a_ladder(ClubFactory.create(founder=organiser), players=2)
    reader = signed_in(organiser)
    for days, is_told in ((8, False), (6, True)):
        Season.objects.update(ends_at=timezone.now() + timedelta(days=days))
        assert ("Season 1 of Free pairing ends on" in shown(reader)) == is_told
    participation.close(ladder=ladder, by=organiser, now=timezone.now())
    assert NOTHING in shown(reader)


def test_only_who_leads_a_club_has_the_page_and_the_way_to_it(organiser: Person) -> None:
    club = ClubFactory.create(founder=organiser, joining=Club.Joining.APPROVAL)
    arbiter, member = PersonFactory.named("Ashigaru Arbiter"), PersonFactory.named("Ashigaru Member")
    MembershipFactory.create(club=club, person=arbiter, role=Role.ARBITER)
    MembershipFactory.create(club=club, person=member)
    JoinRequestFactory.create(club=club, person__name="Asker One")
    link = f'<a href="{PAGE}"'
    assert link in text(signed_in(organiser).get("/rules/"))
    for other in (arbiter, member, PersonFactory.named("Stranger One")):
        assert signed_in(other).get(PAGE).status_code == 404
        assert link not in text(signed_in(other).get("/rules/"))
    assert link not in text(Client().get("/rules/"))
    assert Client().get(PAGE).status_code == 302
    Membership.objects.filter(club=club, person=organiser).delete()
    assert "1 person asks to join." in shown(signed_in(arbiter)), "the heir leads the club"
    assert signed_in(member).get(PAGE).status_code == 404


def test_page_lists_no_clubs_of_others(organiser: Person) -> None:
    ClubFactory.create(founder=organiser)
    other = ClubFactory.create(
        founder__name="Organiser Two", joining=Club.Joining.APPROVAL, name="Other club"
    )
    JoinRequestFactory.create(club=other, person__name="Asker One")
    MembershipFactory.create(club=other, person=organiser)
    page = shown(signed_in(organiser))
    assert NOTHING in page
    assert other.name not in page


def test_a_dissolved_club_needs_no_care(organiser: Person) -> None:
    club = ClubFactory.create(founder=organiser)
    dissolving.dissolve(club=club, by=organiser, now=timezone.now())
    assert signed_in(organiser).get(PAGE).status_code == 404


def test_many_clubs_take_as_many_statements_as_one(organiser: Person) -> None:
    reader = signed_in(organiser)

    def another(number: int) -> None:
        club = ClubFactory.create(founder=organiser, joining=Club.Joining.APPROVAL, name=f"Club {number}")
        JoinRequestFactory.create(club=club, person__name=f"Asker {number}")
        a_ladder(club, players=1)

    def taken() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert shown(reader).count("1 person asks to join.") == Club.objects.count()
        return len(captured)

    another(0)
    taken()  # notes that the browser is used
    few = taken()
    for number in range(1, 3):
        another(number)
    assert taken() == few


def test_the_page_of_a_club_has_the_same_of_that_club(organiser: Person) -> None:
    club = ClubFactory.create(founder=organiser, joining=Club.Joining.APPROVAL)
    JoinRequestFactory.create(club=club, person__name="Asker One")
    a_ladder(club, players=0)
    page = text(signed_in(organiser).get(f"/clubs/{club.slug}/"))
    assert "1 person asks to join." in page
    assert "Nobody can be paired" in page
    assert page.index("To do</h2>") < page.index("<h2>Ladders</h2>") < page.index("<h2>Members</h2>")
    arbiter = PersonFactory.named("Ashigaru Arbiter")
    MembershipFactory.create(club=club, person=arbiter, role=Role.ARBITER)
    assert "To do</h2>" not in text(signed_in(arbiter).get(f"/clubs/{club.slug}/"))
