"""Late games of a club that are decided together on the desk."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.ladders.models.club import ClubGame
from games.ladders.models.ruling import Ruling
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import outages
from notifications.models import Notification
from tests.factories.people import PersonFactory
from tests.kit.table import Table
from tests.ladders.case import CLOCK, Case, a_match
from tests.web.arbitration.test_pages import arbiter, nonce_in, path
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

WHY = "Nothing was heard of them for a fortnight."


@pytest.fixture
def case() -> Case:
    """A club with three games, in each of which one player is late."""
    case = Case()
    tables = [case.table, Table(1, terms=CLOCK), Table(2, terms=CLOCK)]
    for table in tables[1:]:
        ClubGame.objects.create(game=table.game, club=case.club)
    Game.objects.all().update(on_time_out=OnTimeOut.ARBITER)
    for table in tables:
        seat = table.seat(table.asked()[0])
        Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(days=1))
    outages.go_on(timezone.now())  # the service was up meanwhile
    return case


def late() -> list[Seat]:
    return list(Seat.objects.select_related("game").filter(due_at__lt=timezone.now()).order_by("pk"))


def sent(browser: Client, case: Case, seats: list[Seat], **fields: str) -> Any:
    """Tick the seats, fill the form in and go on; then say yes."""
    ticked = [seat.reference for seat in seats]
    form = {"nonce": nonce_in(browser.get(path(case))), "days": "3", "reason": WHY, **fields, "late": ticked}
    asked = browser.post(path(case, "late/"), form)
    assert asked.status_code == 200, text(asked)
    assert not Ruling.objects.exists(), "asked once more, nothing is done"
    assert f"Decide {len(seats)} games" in text(asked)
    return browser.post(path(case, "late/"), form | {"sure": "yes"}, follow=True), form


def test_ticked_games_are_lost_on_time_each_with_a_ruling_and_mails_of_its_own(case: Case) -> None:
    seats = late()
    assert len(seats) == 3
    done, _form = sent(arbiter(case), case, seats[:2], verb="adjudicate")
    assert "2 games have been decided. The players are mailed." in text(done)
    assert {(row.game_id, row.reason) for row in Ruling.objects.all()} == {
        (seat.game_id, WHY) for seat in seats[:2]
    }
    over = Game.objects.filter(pk__in=[seat.game_id for seat in seats[:2]])
    assert {(game.winner, game.victory) for game in over} == {
        (seat.plays.enemy, "time-out") for seat in seats[:2]
    }
    assert Notification.objects.filter(kind="clubs.ruling").count() == 4
    assert not Game.objects.get(pk=seats[2].game_id).is_over


def test_form_that_is_sent_twice_decides_nothing_twice(case: Case) -> None:
    browser = arbiter(case)
    _done, form = sent(browser, case, late(), verb="extend")
    until = [seat.due_at for seat in Seat.objects.order_by("pk")]
    again = browser.post(path(case, "late/"), form | {"sure": "yes"}, follow=True)
    assert "3 games have been decided." in text(again)
    assert Ruling.objects.count() == 3
    assert [seat.due_at for seat in Seat.objects.order_by("pk")] == until


def test_game_that_has_gone_on_is_refused_by_itself_and_the_others_are_decided(case: Case) -> None:
    browser, seats = arbiter(case), late()
    form = {"nonce": "n", "verb": "adjudicate", "days": "3", "reason": WHY}
    form["late"] = [seat.reference for seat in seats]  # type: ignore[assignment] # several values of one name
    Seat.objects.filter(pk=seats[0].pk).update(due_at=timezone.now() + timedelta(days=1))
    done = text(browser.post(path(case, "late/"), form | {"sure": "yes"}, follow=True))
    assert "2 games have been decided." in done
    assert re.search("Tokugawa Player . Ishida Player: ", done)
    assert not Ruling.objects.filter(game=seats[0].game).exists()


def test_nothing_ticked_no_reason_and_games_of_others_are_refused_in_words(case: Case) -> None:
    browser = arbiter(case)
    other = Table(5, terms=CLOCK)
    foreign = other.seat(other.asked()[0]).reference
    form = {"nonce": "n", "verb": "extend", "days": "3", "reason": WHY, "late": foreign}
    refused = browser.post(path(case, "late/"), form)
    assert (refused.status_code, "Select at least one game." in text(refused)) == (400, True)
    browser.post(path(case, "late/"), form | {"sure": "yes"})
    kept = browser.post(path(case, "late/"), form | {"reason": "", "late": late()[0].reference})
    assert (kept.status_code, text(kept).count("checked")) == (400, 2), "the tick and the verb are kept"
    assert not Ruling.objects.exists()


def test_all_can_be_ticked_with_one_tap_and_statements_do_not_grow_with_games(case: Case) -> None:
    browser = arbiter(case)
    assert "checked" not in text(browser.get(path(case)))
    with CaptureQueriesContext(connection) as of_three:
        assert text(browser.get(path(case, "?all=1"))).count("checked") == 3
    for number in range(3, 6):
        table = Table(number, terms=CLOCK)
        ClubGame.objects.create(game=table.game, club=case.club)
        seat = table.seat(table.asked()[0])
        Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(days=1))
    with CaptureQueriesContext(connection) as of_six:
        assert text(browser.get(path(case, "?all=1"))).count("checked") == 6
    assert len(of_six) == len(of_three)


def test_game_of_a_ladder_is_lost_by_both_once_and_one_of_none_is_refused_in_words() -> None:
    ladder, match = a_match()
    person = PersonFactory.named("Ashigaru Arbiter")
    table = Table(1, terms=CLOCK)
    ClubGame.objects.create(game=table.game, club=ladder.club)
    seats = list(Seat.objects.filter(game=match.game_id))
    seats.append(table.seat(table.asked()[0]))
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(due_at=timezone.now() - timedelta(days=1))
    outages.go_on(timezone.now())
    form: dict[str, Any] = {"nonce": "n", "verb": "both-lose", "days": "3", "reason": WHY}
    form["late"] = [seat.reference for seat in seats]
    desk, browser = f"/clubs/{ladder.club.slug}/desk/", signed_in(person)
    assert "Both players lose" in text(browser.get(desk))
    asked = text(browser.post(f"{desk}late/", form))
    assert "Decide 2 games" in asked
    assert "counts in its ladder as lost by both players" in asked
    done = text(browser.post(f"{desk}late/", form | {"sure": "yes"}, follow=True))
    assert "1 game has been decided. Both players are mailed." in done
    assert "Only a game of a ladder can be lost by both." in done
    assert [(row.kind, row.game_id) for row in Ruling.objects.all()] == [("both-lose", match.game_id)]
    assert "already has this result" not in done
