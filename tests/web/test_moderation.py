"""The pages of moderation: reporting a person or a message, and the desks."""

import re

import pytest
from django.test import Client

from accounts import restrictions
from accounts.models.person import Person
from accounts.models.restriction import Restricted
from games.engine.side import EAST, WEST
from games.ladders.models.club import Club, ClubGame, Membership
from games.ladders.models.report import Report, ReportedFor
from games.services import messages
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.people import PersonFactory
from tests.kit.table import Table
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

WORDS = "<script>alert(1)</script> He insults me."


@pytest.fixture
def table() -> Table:
    made = Table()
    for side, name in ((EAST, "Ashigaru One"), (WEST, "Ashigaru Two")):
        Person.objects.filter(pk=made.people[side].pk).update(name=name)
        made.people[side].refresh_from_db()
    messages.write(seat=made.seat(WEST), text="You scoundrel!")
    return made


@pytest.fixture
def desk() -> Client:
    return signed_in(PersonFactory.create(name="Moderator", is_moderator=True))


def accuse(table: Table) -> Report:
    """East follows the link beside West's message, and says what happened."""
    browser = signed_in(table.people[EAST])
    where = f"/players/{table.people[WEST].key}/report/?game={table.game.public_id}&message=1"
    assert where.replace("&", "&amp;") in text(browser.get(f"/games/{table.game.public_id}/"))
    assert "as it reads now" in text(browser.get(where))
    answer = browser.post(where, {"words": WORDS}, follow=True)
    assert "Thank you." in text(answer)
    return Report.objects.get()


def test_reported_message_reaches_the_desk_and_scripts_in_it_do_not_run(table: Table, desk: Client) -> None:
    report = accuse(table)
    page = text(desk.get("/moderation/"))
    assert "You scoundrel!" in page
    assert "&lt;script&gt;" in page
    assert "<script>alert" not in page
    answer = desk.post(
        "/moderation/",
        {
            "report": report.public_id,
            "words": "An insult.",
            "restrict": ["messages", "sign-ups"],
            "days": "3",
            "reason": "Insults.",
        },
        follow=True,
    )
    assert "Decided." in text(answer)
    assert {row.what for row in restrictions.in_force(table.people[WEST])} == {"messages", "sign-ups"}
    refused = signed_in(table.people[WEST]).post(
        f"/games/{table.game.public_id}/messages/", {"text": "Again!"}, follow=True
    )
    assert "you may not write messages" in text(refused)
    assert ">Again!</textarea>" in text(refused)


def without_tokens(browser: Client, path: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text(browser.get(path)))


def test_reported_person_learns_nothing_of_a_report(table: Table) -> None:
    browser = signed_in(table.people[WEST])
    paths = [
        "/me/",
        f"/players/{table.people[EAST].key}/",
        "/me/restrictions/",
    ]
    before = [without_tokens(browser, path) for path in paths]
    accuse(table)
    assert [without_tokens(browser, path) for path in paths] == before
    assert "insults" not in browser.get("/me/data/everything.json").content.decode()


@pytest.mark.parametrize("form", [{}, {"why": "name"}, {"why": "else", "words": "x"}, {"words": "x" * 1001}])
def test_incomplete_report_is_shown_again_with_what_is_missing(table: Table, form: dict[str, str]) -> None:
    answer = signed_in(table.people[EAST]).post(f"/players/{table.people[WEST].key}/report/", form)
    assert answer.status_code == 400
    assert "errorlist" in text(answer)
    assert not Report.objects.exists()


def test_desk_of_the_site_is_there_for_moderators_alone(table: Table) -> None:
    assert signed_in(table.people[EAST]).get("/moderation/").status_code == 404
    assert Client().get("/moderation/").status_code == 302


def test_decision_without_a_note_keeps_the_report(table: Table, desk: Client) -> None:
    report = accuse(table)
    answer = desk.post("/moderation/", {"report": report.public_id, "words": ""}, follow=True)
    assert "Write a note" in text(answer)
    assert "You scoundrel!" in text(answer)


def test_appeal_is_answered_at_the_desk(table: Table, desk: Client) -> None:
    moderator = PersonFactory.create(name="Other", is_moderator=True)
    west = table.people[WEST]
    restrictions.impose(person=west, what=[Restricted.MESSAGES], days=3, reason="Insults.", by=moderator)
    row = restrictions.in_force(west).get()
    restrictions.appeal(person=west, key=row.key, words="It was banter.")
    assert "It was banter." in text(desk.get("/moderation/"))
    desk.post("/moderation/", {"restriction": row.key, "words": "You are right.", "lift": ""})
    assert not restrictions.in_force(west).exists()
    assert "You are right." in text(signed_in(west).get("/me/restrictions/"))


def accuse_of_stalling(table: Table) -> Report:
    """East reports how West behaves in their game."""
    west = table.people[WEST]
    where = f"/players/{west.key}/report/?game={table.game.public_id}"
    signed_in(table.people[EAST]).post(where, {"why": "behaviour", "words": "They stall."})
    return Report.objects.get()


def desk_of_the_club(table: Table) -> tuple[Client, str]:
    """The browser of an arbiter of the club whose game it is, and where reports are there."""
    club: Club = ClubFactory.create(founder=table.people[EAST])
    arbiter = MembershipFactory.create(club=club, person__name="Arbiter", role=Membership.Role.ARBITER)
    ClubGame.objects.create(club=club, game=table.game)
    return signed_in(arbiter.person), f"/clubs/{club.slug}/desk/reports/"


def test_arbiter_sees_reports_of_the_club_and_hands_one_on(table: Table, desk: Client) -> None:
    browser, where = desk_of_the_club(table)
    report = accuse_of_stalling(table)
    assert where in text(browser.get(where.removesuffix("reports/")))
    assert "They stall." in text(browser.get(where))
    assert "They stall." not in text(desk.get("/moderation/"))
    assert "They stall." not in text(signed_in(table.people[EAST]).get(where))
    browser.post(where, {"report": report.public_id, "hand-on": ""})
    assert "They stall." in text(desk.get("/moderation/"))


def test_club_desk_restricts_nobody(table: Table) -> None:
    browser, where = desk_of_the_club(table)
    report = accuse_of_stalling(table)
    browser.post(
        where,
        {"report": report.public_id, "words": "x", "restrict": "messages", "days": "3", "reason": "x"},
    )
    assert not restrictions.in_force(table.people[WEST]).exists()


def test_name_is_reported_from_the_page_of_a_person(table: Table, desk: Client) -> None:
    west = table.people[WEST]
    browser = signed_in(table.people[EAST])
    assert f"/players/{west.key}/report/" in text(browser.get(f"/players/{west.key}/"))
    browser.post(f"/players/{west.key}/report/", {"why": ReportedFor.NAME, "words": "It is an insult."})
    Person.objects.filter(pk=west.pk).update(name="Somebody Else")
    assert "Ashigaru Two" in text(desk.get("/moderation/"))


def test_message_that_is_taken_away_is_reported_from_its_place_and_shown_to_nobody(
    table: Table, desk: Client
) -> None:
    messages.edit(seat=table.seat(WEST), number=1, text="")
    browser = signed_in(table.people[EAST])
    where = f"/players/{table.people[WEST].key}/report/"
    link = f"?game={table.game.public_id}&message=1"
    page = text(browser.get(f"/games/{table.game.public_id}/"))
    assert where + link.replace("&", "&amp;") in page
    assert "Report what it said" in page
    assert link.replace("&", "&amp;") in text(browser.get(where))
    pages = [page, text(browser.get(where)), text(browser.get(where + link))]
    assert not any("scoundrel" in each for each in pages)
    browser.post(where + link, {"words": "He insults me."})
    assert "You scoundrel!" in text(desk.get("/moderation/"))


def test_author_without_a_name_is_blocked_and_reported(table: Table) -> None:
    west = table.people[WEST]
    Person.objects.filter(pk=west.pk).update(name="")
    accuse(table)
    assert "nameless" in text(signed_in(table.people[EAST]).get(f"/players/{west.key}/"))
    assert signed_in(PersonFactory.create()).get(f"/players/{west.key}/").status_code == 404


def test_form_says_nothing_of_a_game_of_others(table: Table) -> None:
    stranger = PersonFactory.create(name="Stranger")
    MembershipFactory.create(club=ClubFactory.create(founder=stranger), person=table.people[WEST])
    browser, where = signed_in(stranger), f"/players/{table.people[WEST].key}/report/?game="
    assert "names the game" not in text(browser.get(where + table.game.public_id))
