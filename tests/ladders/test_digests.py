"""One digest a day for organisers and arbiters: what is in it, when it comes, and what is mailed at once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import closing
from accounts.models.person import Person
from games.engine.side import EAST, WEST
from games.ladders import personal_data
from games.ladders.arbitration import overdue, questions
from games.ladders.arbitration.verbs.extend import Extend
from games.ladders.clubs import membership
from games.ladders.digests import daily, notices
from games.ladders.digests.daily import news_for
from games.ladders.models.club import Club, ClubDigest, Membership
from games.models.game import Game
from games.models.time_out_policy import OnTimeOut
from games.services import outages
from notifications import services
from notifications.delivery import deliver_due
from notifications.models import MailRhythm, Notification
from tests.factories.clubs import ClubFactory, JoinRequestFactory, MembershipFactory, Role
from tests.factories.people import PersonFactory
from tests.kit.clubs import member
from tests.ladders.case import Case
from tests.ladders.digested import BEGIN, DAY, EVENING, LATE, case, html_of, late_game, now, singly, written

__all__ = ["case", "now"]

pytestmark = pytest.mark.django_db


# ---- what is in it, and when it comes


def test_digest_tells_organisers_and_arbiters_of_late_games_in_one_mail(
    case: Case, now: time_machine.Traveller
) -> None:
    late_game(case.club, 1)
    digests = written(now, EVENING + LATE)
    assert {*digests} == {case.organiser.email, case.arbiter.email}
    letter = digests[case.arbiter.email]
    assert letter.subject == "Friends of Sekigahara: 4 players are late"
    text = str(letter.body)
    assert "Tokugawa Player (East) against Ishida Player (West)" in text
    assert "Tokugawa Player should have answered by Thursday 5 March, 12:00." in text
    page = f"/clubs/{case.club.slug}/desk/"
    for part in (text, html_of(letter)):
        assert part.count(f"{page}{case.game.public_id}/") == 1, "of both players"
        assert f"{page}\n" in part or f'{page}"' in part
    assert letter.extra_headers["List-Unsubscribe-Post"]
    assert not singly(overdue.OVERDUE)


def test_digest_comes_once_a_day_and_only_with_something_new(case: Case, now: time_machine.Traveller) -> None:
    assert not written(now, EVENING), "nothing is new"
    assert not written(now, EVENING + LATE - timedelta(minutes=1)), "it is not time"
    assert written(now, EVENING + LATE)
    late_game(case.club, 1)
    for hours in (1, 24, 48, 71):
        assert not written(now, EVENING + LATE + timedelta(hours=hours))
    text = str(written(now, EVENING + LATE + 3 * DAY)[case.arbiter.email].body)
    new, waiting = text.split("Still waiting for a decision:")
    assert "Tokugawa Player" not in new
    assert "Tokugawa Player (East) against Ishida Player (West)" in waiting
    assert "East 1 (East) against West 1 (West)" in new


def test_digest_comes_at_the_hour_of_the_daily_mail_in_the_persons_zone(
    case: Case, now: time_machine.Traveller
) -> None:
    Person.objects.filter(pk=case.arbiter.pk).update(zone="Asia/Tokyo")
    MailRhythm.objects.create(person=case.arbiter, hour=8, quiet_from=7, quiet_until=9)
    ClubDigest.objects.all().delete()
    written(now, BEGIN)
    in_tokyo = datetime(2026, 3, 5, 23, tzinfo=UTC)
    assert case.arbiter.email not in written(now, EVENING + LATE)
    assert not written(now, in_tokyo + timedelta(minutes=59)), "quiet hours"
    assert {*written(now, in_tokyo + timedelta(hours=1))} == {case.arbiter.email}


def test_digest_names_new_members_to_organisers_alone(case: Case, now: time_machine.Traveller) -> None:
    MembershipFactory.create(club=case.club, person__name="Ashigaru New")
    digests = written(now, EVENING)
    assert {*digests} == {case.organiser.email}
    assert digests[case.organiser.email].subject == "Friends of Sekigahara: 1 new member"
    assert "New member: Ashigaru New.\n" in str(digests[case.organiser.email].body)
    late = written(now, EVENING + LATE)
    assert "New member" not in "".join(str(letter.body) for letter in late.values()), "told once"


def test_digest_names_a_bounded_number_of_members(
    case: Case, now: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "MOST_LISTED", 2)
    for name in ("Ashigaru A", "<b>Ashigaru</b> B", "Ashigaru C"):
        MembershipFactory.create(club=case.club, person__name=name)
    (letter,) = written(now, EVENING).values()
    assert "New members: Ashigaru A, <b>Ashigaru</b> B and 1 more." in str(letter.body)
    assert "<b>" not in html_of(letter)


def test_member_who_joins_after_a_digest_was_written_stands_in_the_next(
    case: Case, now: time_machine.Traveller
) -> None:
    MembershipFactory.create(club=case.club, person__name="Ashigaru New")
    now.move_to(EVENING)
    outages.go_on(EVENING)
    assert daily.write_due() == 1
    now.move_to(EVENING + timedelta(seconds=1))
    MembershipFactory.create(club=case.club, person__name="Ashigaru Newer")
    (letter,) = written(now, EVENING + timedelta(seconds=1)).values()
    assert "Newer" not in str(letter.body)
    (letter,) = written(now, EVENING + DAY).values()
    assert "New member: Ashigaru Newer." in str(letter.body)


def test_digest_tells_of_several_clubs(case: Case, now: time_machine.Traveller) -> None:
    other = ClubFactory.create(name="Go Club", founder=case.arbiter)
    late_game(other, 1)
    digests = written(now, EVENING + LATE)
    letter = digests[case.arbiter.email]
    assert letter.subject == "Your clubs: 4 players are late"
    assert str(letter.body).index("Friends of Sekigahara") < str(letter.body).index("Go Club\n")
    assert "Go Club" not in str(digests[case.organiser.email].body)


def test_digest_lists_a_bounded_number_of_games_new_ones_first(
    case: Case, now: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "MOST_LISTED", 1)
    written(now, EVENING + LATE)
    late_game(case.club, 1)
    letter = written(now, EVENING + LATE + 3 * DAY)[case.arbiter.email]
    assert letter.subject == "Friends of Sekigahara: 4 players are late"
    for part in (str(letter.body), html_of(letter)):
        assert part.count("should have answered") == 2
        assert "Tokugawa Player" not in part
        assert "1 more game is late." in part


def test_number_of_statements_does_not_grow_with_the_late_games(
    case: Case, now: time_machine.Traveller
) -> None:
    def statements(at: datetime) -> int:
        now.move_to(at)
        outages.go_on(at)
        with CaptureQueriesContext(connection) as asked:
            assert daily.write_due() == 2
            for row in Notification.objects.filter(kind=daily.DIGEST, status="waiting"):
                assert notices.digest(row.about, row.occasion)
        deliver_due()
        return len(asked)

    few = statements(EVENING + LATE)
    for seed in range(1, 6):
        late_game(case.club, seed)
    assert statements(EVENING + LATE + 3 * DAY) == few


# ---- questions and requests, which are mailed at once unless somebody wants them once a day


def test_question_stands_in_a_digest_without_who_asked_or_what(
    case: Case, now: time_machine.Traveller
) -> None:
    services.mute(person=case.arbiter, kind=questions.ASKED)
    questions.ask(seat=case.seat(EAST), text="May I?")
    digests = written(now, EVENING)
    assert {*digests} == {case.arbiter.email}, "who is mailed at once has no news"
    assert singly(questions.ASKED) == {case.organiser.email}
    letter = digests[case.arbiter.email]
    assert letter.subject == "Friends of Sekigahara: a decision waits for you"
    assert "1 question from a player waits for an answer." in str(letter.body)
    for part in (str(letter.subject), str(letter.body), html_of(letter)):
        assert "May I?" not in part
        assert "Tokugawa" not in part
        assert case.game.public_id not in part
    late = written(now, EVENING + LATE)
    assert all("1 question" in str(each.body) for each in late.values())


def test_request_to_join_stands_in_the_digest_of_organisers(now: time_machine.Traveller) -> None:
    case = Case()
    Club.objects.update(joining=Club.Joining.APPROVAL)
    written(now, BEGIN)
    services.mute(person=case.organiser, kind=membership.REQUEST)
    JoinRequestFactory.create(club=case.club, person=PersonFactory.named("Ashigaru New"))
    (letter,) = written(now, EVENING).values()
    assert letter.to == [case.organiser.email]
    assert "1 person asks to join." in str(letter.body)
    assert f"/clubs/{case.club.slug}/requests/" in str(letter.body)


def test_whoever_wants_late_games_at_once_is_mailed_of_each_and_has_no_digest_for_them(
    case: Case, now: time_machine.Traveller
) -> None:
    services.unmute(person=case.arbiter, kind=overdue.OVERDUE)
    assert {*written(now, EVENING + LATE)} == {case.organiser.email}
    assert singly(overdue.OVERDUE) == {case.arbiter.email}
    assert Notification.objects.filter(kind=overdue.OVERDUE).count() == 2
    services.mute(person=case.arbiter, kind=overdue.OVERDUE)
    case.decide(Extend(side=EAST, days=1))
    assert case.arbiter.email in written(now, EVENING + LATE + DAY)
    assert Notification.objects.filter(kind=overdue.OVERDUE).count() == 2


# ---- who is told what


def test_arbiter_is_not_told_of_a_game_they_play(case: Case, now: time_machine.Traveller) -> None:
    membership.set_role(member=member(case.club, case.player(WEST)), by=case.organiser, role=Role.ARBITER)
    for person in (case.player(WEST), case.arbiter):
        services.mute(person=person, kind=questions.ASKED)
    questions.ask(seat=case.seat(EAST), text="May I?")
    assert {*written(now, EVENING + LATE)} == {case.organiser.email, case.arbiter.email}
    late_game(case.club, 1)
    body = str(written(now, EVENING + LATE + 3 * DAY)[case.player(WEST).email].body)
    assert "Ishida Player" not in body
    assert "question" not in body


def test_heir_of_a_club_is_told_in_place_of_its_organiser(case: Case, now: time_machine.Traveller) -> None:
    Membership.objects.filter(club=case.club, role__in=[Role.ORGANISER, Role.ARBITER]).delete()
    Membership.objects.filter(pk=case.newcomer.pk).update(joined_at=BEGIN - DAY)
    written(now, BEGIN)
    assert {*written(now, EVENING + LATE)} == {case.free.email}


def test_arbiter_who_is_named_later_is_told_of_who_is_late_already(
    case: Case, now: time_machine.Traveller
) -> None:
    written(now, EVENING + LATE)
    now.shift(timedelta(minutes=1))
    membership.set_role(member=case.newcomer, by=case.organiser, role=Role.ARBITER)
    written(now, EVENING + LATE + timedelta(hours=1))
    assert {*written(now, EVENING + LATE + DAY)} == {case.free.email}


def test_whoever_has_left_the_club_since_is_told_nothing(case: Case, now: time_machine.Traveller) -> None:
    now.move_to(EVENING + LATE)
    outages.go_on(EVENING + LATE)
    assert daily.write_due() == 2
    Membership.objects.filter(person=case.arbiter).delete()
    assert {*written(now, EVENING + LATE)} == {case.organiser.email}
    written(now, EVENING + LATE + DAY)
    assert set(ClubDigest.objects.values_list("person", flat=True)) == {case.organiser.pk}


def test_digest_of_which_nothing_is_left_is_not_sent(case: Case, now: time_machine.Traveller) -> None:
    now.move_to(EVENING + LATE)
    outages.go_on(EVENING + LATE)
    assert daily.write_due() == 2
    for number, side in enumerate((EAST, WEST)):
        case.decide(Extend(side=side, days=1), nonce=str(number))
    assert not written(now, EVENING + LATE)


def test_win_that_nobody_claims_is_told_after_two_weeks(case: Case, now: time_machine.Traveller) -> None:
    Game.objects.filter(pk=case.game.pk).update(on_time_out=OnTimeOut.CLAIM)
    over_at = BEGIN + LATE
    now.move_to(over_at + overdue.ASLEEP - DAY)
    assert not written(now, over_at + overdue.ASLEEP - timedelta(hours=18))
    letter = written(now, over_at + overdue.ASLEEP + timedelta(hours=6))[case.arbiter.email]
    assert (
        "Tokugawa Player should have answered by Thursday 5 March, 12:00. Ishida Player has not claimed"
        in (str(letter.body))
    )


# ---- workers and outages


def test_nothing_is_told_while_the_time_is_in_doubt(case: Case, now: time_machine.Traveller) -> None:
    MembershipFactory.create(club=case.club, person__name="Ashigaru New")
    outages.go_on(BEGIN)
    now.move_to(BEGIN + outages.LONGEST_GAP + DAY)
    assert daily.write_due() == 0
    outages.go_on(timezone.now())
    assert daily.write_due() == 2


def test_after_an_outage_those_who_have_time_again_are_not_late(
    case: Case, now: time_machine.Traveller
) -> None:
    outages.go_on(BEGIN)
    now.move_to(EVENING + 5 * DAY)
    assert daily.write_due() == 0
    assert written(now, EVENING + 8 * DAY)


def test_second_worker_writes_no_second_digest(
    case: Case, now: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other writes it after this one has read the same rows."""
    now.move_to(EVENING + LATE)
    outages.go_on(EVENING + LATE)
    others = []

    def interrupted(*args: Any) -> Any:
        monkeypatch.setattr(daily, "news_for", news_for)
        others.append(daily.write_due())
        return news_for(*args)

    monkeypatch.setattr(daily, "news_for", interrupted)
    assert daily.write_due() == 0
    assert others == [2]
    assert Notification.objects.filter(kind=daily.DIGEST).count() == 2


def test_closing_an_account_deletes_what_its_digest_told(case: Case, now: time_machine.Traveller) -> None:
    written(now, EVENING + LATE)
    (told,) = personal_data.digest_of(case.arbiter)
    assert told["until"] == EVENING + LATE
    assert closing.close(person=case.arbiter)
    assert not ClubDigest.objects.filter(person=case.arbiter).exists()
