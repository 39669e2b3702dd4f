"""Reports: who can report what, who judges, who is told, and how long they are kept."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.db import connection

from accounts import closing, restrictions, services
from accounts.models.person import Block, Person
from accounts.models.restriction import Restricted, Restriction
from games.engine.side import EAST, WEST
from games.ladders.models.club import Club, ClubGame, Membership
from games.ladders.models.report import Report, ReportedFor
from games.ladders.moderation import reports
from games.services import messages
from notifications.delivery import deliver_due
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, Forbidden, Limited, Unacceptable
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.people import PersonFactory
from tests.kit.table import Table
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

BEHAVIOUR, MESSAGE, NAME = ReportedFor.BEHAVIOUR, ReportedFor.MESSAGE, ReportedFor.NAME


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def moderator() -> Person:
    return PersonFactory.create(name="Moderator", is_moderator=True)


def of_message(table: Table, text: str = "You scoundrel!") -> Report:
    written = messages.write(seat=table.seat(WEST), text=text)
    return reports.report(
        by=table.people[EAST],
        about=table.people[WEST],
        why=MESSAGE,
        words="He insults me.",
        game=table.game,
        number=written.number,
    )


def of_behaviour(table: Table) -> Report:
    east, west = table.people
    return reports.report(by=east, about=west, why=BEHAVIOUR, words="He stalls.", game=table.game)


def in_club(table: Table, *arbiters: Person) -> Club:
    """The club of the game; its organiser plays in it."""
    founder = table.people[EAST]
    services.introduce(person=founder, name="Organiser")
    club: Club = ClubFactory.create(name="Edo Club", founder=founder)
    MembershipFactory.create(club=club, person=table.people[WEST])
    for arbiter in arbiters:
        MembershipFactory.create(club=club, person=arbiter, role=Membership.Role.ARBITER)
    ClubGame.objects.create(club=club, game=table.game)
    return club


def test_report_keeps_the_message_as_it_was_and_encrypts_it(table: Table, moderator: Person) -> None:
    made = of_message(table)
    messages.edit(seat=table.seat(WEST), number=1, text="")
    (row,) = reports.waiting_for(moderator)
    assert (row.quote, row.words) == ("You scoundrel!", "He insults me.")
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote, words FROM ladders_report WHERE id = %s", [made.pk])
        assert "scoundrel" not in str(cursor.fetchall())


def test_moderators_are_mailed_without_a_word_of_it_and_the_reported_person_is_not(
    table: Table, moderator: Person
) -> None:
    deliver_due()
    mail.outbox.clear()
    of_message(table)
    deliver_due()
    about = [letter for letter in mail.outbox if "report" in str(letter.subject).lower()]
    assert [letter.to for letter in about] == [[moderator.email]]
    assert "scoundrel" not in about[0].body
    assert "insults" not in about[0].body


def test_second_click_makes_no_second_report(table: Table) -> None:
    person, other = table.people
    made = [reports.report(by=person, about=other, why=NAME, words="Rude.") for _click in range(2)]
    assert made[0] == made[1]


def test_person_reports_ten_times_a_day(table: Table) -> None:
    for number in range(reports.REPORTS.most):
        reports.report(
            by=table.people[EAST], about=PersonFactory.create(name=f"Rude {number}"), why=NAME, words="Rude."
        )
    with pytest.raises(Limited):
        reports.report(by=table.people[EAST], about=table.people[WEST], why=NAME, words="Rude.")


@pytest.mark.parametrize("case", ["themselves", "own message", "no such message", "stranger's game"])
def test_nothing_that_one_cannot_see_is_reported(table: Table, case: str) -> None:
    east, west = table.people
    messages.write(seat=table.seat(EAST), text="Mine.")
    by, about, number = east, west, 1
    if case == "themselves":
        about = east
    elif case == "no such message":
        number = 2
    elif case == "stranger's game":
        by = PersonFactory.create(name="Stranger")
    with pytest.raises(Unacceptable, match="nothing-to-report"):
        reports.report(by=by, about=about, why=MESSAGE, words="Look.", game=table.game, number=number)


def test_arbiter_of_the_club_judges_its_games_and_no_player_of_them(table: Table, moderator: Person) -> None:
    arbiter = PersonFactory.create(name="Arbiter")
    club = in_club(table, arbiter)
    made = of_behaviour(table)
    assert not reports.waiting_for(moderator).exists()
    assert [*reports.waiting_for(arbiter, club)] == [made]
    assert not reports.waiting_for(table.people[EAST], club).exists()  # organises the club, and plays
    with pytest.raises(Forbidden, match="own-case"):
        reports.settle(report=made, by=table.people[EAST], words="Nothing to see.")
    reports.hand_on(report=made, by=arbiter)
    assert [*reports.waiting_for(moderator)] == [made]
    with pytest.raises(Forbidden):
        reports.settle(report=made, by=arbiter, words="Mine again.")


def test_report_goes_to_the_site_where_nobody_of_the_club_may_judge(table: Table, moderator: Person) -> None:
    in_club(table)
    made = of_behaviour(table)
    assert [*reports.waiting_for(moderator)] == [made]


def test_moderator_restricts_with_a_decision_and_the_first_one_counts(
    table: Table, moderator: Person
) -> None:
    made = of_message(table)
    reports.settle(
        report=made,
        by=moderator,
        words="An insult.",
        restrict=[Restricted.MESSAGES],
        days=7,
        reason="Insults.",
    )
    with pytest.raises(Forbidden, match="restricted"):
        messages.write(seat=table.seat(WEST), text="Again!")
    with pytest.raises(Conflict, match="report-decided"):
        reports.settle(report=made, by=moderator, words="Twice.")
    assert [row.has_restricted for row in reports.decided(moderator)] == [True]


def test_refused_restriction_leaves_the_report_open(table: Table, moderator: Person) -> None:
    made = of_message(table)
    with pytest.raises(Unacceptable):
        reports.settle(
            report=made, by=moderator, words="An insult.", restrict=[Restricted.MESSAGES], days=7, reason=""
        )
    assert reports.waiting_for(moderator).exists()
    assert not Restriction.objects.exists()


def test_moderator_neither_judges_nor_reads_a_report_of_themselves(table: Table, moderator: Person) -> None:
    accused = table.people[WEST]
    Person.objects.filter(pk=accused.pk).update(is_moderator=True)
    accused.refresh_from_db()
    made = of_message(table)
    assert not reports.waiting_for(accused).exists()
    reports.settle(report=made, by=moderator, words="Seen.")
    assert not reports.decided(accused).exists()


def test_decided_reports_and_those_of_a_name_go_with_the_account_of_the_reported_person(
    table: Table, moderator: Person
) -> None:
    east, west = table.people
    reports.settle(report=of_message(table), by=moderator, words="Seen.")
    reports.report(by=east, about=west, why=NAME, words="Rude.")
    closing.close(person=west)
    assert not Report.objects.exists()


def test_report_stays_when_both_close_their_accounts_and_names_neither(
    table: Table, moderator: Person
) -> None:
    made = of_message(table)
    address = table.people[WEST].email
    for person in table.people:
        closing.close(person=person)
    (row,) = reports.waiting_for(moderator)
    assert (row, row.quotes, row.reporter) == (made, ["You scoundrel!"], None)
    assert row.reported.email != address
    assert address not in str(Report.objects.values())
    assert "a former player" in text(signed_in(moderator).get("/moderation/"))


@pytest.mark.parametrize("returns", ["before it is judged", "afterwards"])
def test_who_closes_the_account_and_returns_is_restricted(
    table: Table, moderator: Person, returns: str
) -> None:
    made = of_message(table)
    address = table.people[WEST].email
    closing.close(person=table.people[WEST])
    if returns == "before it is judged":
        Person.objects.at(address)
    restricted = [Restricted.MESSAGES]
    reports.settle(report=made, by=moderator, words="x", restrict=restricted, days=7, reason="Insults.")
    back = Person.objects.at(address)
    assert restrictions.in_force(back).exists()
    assert not restrictions.in_force(Person.objects.at("other@example.org")).exists()
    assert (Restriction.objects.get().person == back) == (returns == "before it is judged")


def test_report_of_somebody_who_has_left_is_deleted_after_half_a_year(
    table: Table, moderator: Person
) -> None:
    of_message(table)
    with time_machine.travel(service_time.now() + timedelta(days=181), tick=False):
        assert reports.forget_decided() == 0
        closing.close(person=table.people[WEST])
        assert reports.forget_decided() == 1


def test_changed_message_is_reported_with_all_it_said_and_a_removed_one_too(
    table: Table, moderator: Person
) -> None:
    messages.write(seat=table.seat(WEST), text="You scoundrel!")
    for words in ("You rogue!", "", "Good luck!"):
        messages.edit(seat=table.seat(WEST), number=1, text=words)
    made = of_message(table, "You thief!")
    first = reports.report(
        by=table.people[EAST], about=table.people[WEST], why=MESSAGE, words="x", game=table.game, number=1
    )
    assert first.quotes == ["You scoundrel!", "You rogue!", "Good luck!"]
    assert made.quotes == ["You thief!"]
    page = text(signed_in(moderator).get("/moderation/"))
    assert page.index("You scoundrel!") < page.index("You rogue!") < page.index("Good luck!")


@pytest.mark.parametrize("days", [29, 31])
def test_message_that_was_taken_away_is_reported_for_thirty_days(table: Table, days: int) -> None:
    messages.write(seat=table.seat(WEST), text="You scoundrel!")
    messages.edit(seat=table.seat(WEST), number=1, text="")
    with time_machine.travel(service_time.now() + timedelta(days), tick=False):
        messages.forget_former()
        mine = messages.reportable_by(table.people[EAST])
        assert [each.former for each in mine] == ([] if days > 30 else ["\0You scoundrel!"])
    assert not messages.reportable_by(table.people[WEST]).exists()


def test_what_a_blocked_author_wrote_then_is_not_to_be_reported_and_what_was_read_is(table: Table) -> None:
    messages.write(seat=table.seat(WEST), text="You scoundrel!")
    Block.objects.create(person=table.people[EAST], blocked=table.people[WEST])
    messages.edit(seat=table.seat(WEST), number=1, text="You saw that!")
    messages.write(seat=table.seat(WEST), text="Nobody reads this.")
    messages.edit(seat=table.seat(WEST), number=2, text="Nor this.")
    (found,) = messages.reportable_by(table.people[EAST])
    made = reports.report(
        by=table.people[EAST],
        about=table.people[WEST],
        why=MESSAGE,
        words="x",
        game=table.game,
        number=found.number,
    )
    assert made.quotes == ["You scoundrel!"]


def test_decided_report_is_deleted_after_half_a_year(table: Table, moderator: Person) -> None:
    reports.settle(report=of_message(table), by=moderator, words="Seen.")
    with time_machine.travel(service_time.now() + timedelta(days=179), tick=False):
        assert reports.forget_decided() == 0
    with time_machine.travel(service_time.now() + timedelta(days=181), tick=False):
        assert reports.forget_decided() == 1


def test_report_of_whoever_judges_in_the_club_goes_to_the_site(table: Table, moderator: Person) -> None:
    club = in_club(table, PersonFactory.create(name="Arbiter"))
    leader = Membership.objects.filter(club=club, person=table.people[WEST])
    leader.update(role=Membership.Role.ARBITER)
    made = of_behaviour(table)
    assert made.club is None
    reports.settle(report=made, by=moderator, words="Seen.")
    leader.update(role=Membership.Role.MEMBER)
    assert of_behaviour(table).club == club


def test_words_are_judged_by_the_site_and_not_by_friends_in_a_club(table: Table, moderator: Person) -> None:
    in_club(table, PersonFactory.create(name="Arbiter"))
    made = of_message(table)
    assert [*reports.waiting_for(moderator)] == [made]


def test_report_that_a_club_leaves_waiting_is_handed_on_after_a_week(table: Table, moderator: Person) -> None:
    in_club(table, PersonFactory.create(name="Arbiter"))
    made = of_behaviour(table)
    with time_machine.travel(service_time.now() + timedelta(days=6, hours=23), tick=False):
        assert reports.hand_on_late() == 0
    with time_machine.travel(service_time.now() + timedelta(days=7, hours=1), tick=False):
        assert reports.hand_on_late() == 1
    assert [*reports.waiting_for(moderator)] == [made]
