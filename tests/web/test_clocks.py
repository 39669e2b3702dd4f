"""Clocks on pages: deadlines, claiming the win, giving more time."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models.person import Person
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.models.outage import Pulse
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import clock, lobby
from tests.factories.games import GameFactory
from tests.kit.pausing import pause
from tests.kit.table import Table
from tests.web.browsers import address, by_link, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

START = datetime(2026, 3, 3, 14, tzinfo=UTC)
WHOLE = timedelta(days=2)
HOUR = timedelta(hours=1)
FORM = {"opponent": "open", "side": "east", "edition": "kessen", "name": "Anna"}


def at(moment: datetime) -> time_machine.travel:
    """At a moment until which the service was up."""
    Pulse.objects.update_or_create(pk=1, defaults={"at": moment})
    return time_machine.travel(moment, tick=False)


@pytest.fixture
def table() -> Table:
    """A game in which East waits for West."""
    with at(START):
        table = Table(terms=lobby.Terms(is_public=True, pace=2, on_time_out=OnTimeOut.CLAIM))
        table.submit(EAST)
    return table


@pytest.fixture
def anna() -> Client:
    return signed_in(Person.objects.at("anna@example.org"))


def plain(page: str) -> str:
    return page.replace("\xa0", " ")


def seen(browser: Client, table: Table, path: str = "") -> str:
    return plain(text(browser.get(f"{address(table.seat(EAST))}{path}", follow=True)))


# ---- what is agreed


def test_a_game_is_made_with_a_clock_and_whoever_may_join_is_told_before(anna: Client) -> None:
    answer = anna.post("/games/new/", {**FORM, "pace": "3", "on_time_out": "claim"})
    game = Game.objects.get()
    assert (game.pace, game.on_time_out) == (3, OnTimeOut.CLAIM)
    agreed = "Each side has 3 days per decision. "
    agreed += "When time runs out, the opponent may claim the win."
    assert agreed in text(anna.get(answer["Location"]))
    assert agreed in text(Client().get(answer["Location"]))
    assert "3 days to answer, then the win may be claimed" in text(Client().get("/games/open/"))


def test_reaction_clock_and_hold_are_shown_before_joining(anna: Client) -> None:
    answer = anna.post("/games/new/", {**FORM, "reaction": "48", "hold": "30"})
    game = Game.objects.get()
    assert (game.hold, game.reaction) == (30, 48)
    for browser in (anna, Client()):
        page = text(browser.get(answer["Location"]))
        assert "nobody answers within 48 hours counts as a pass. Nobody loses the game by it." in page
        assert "Orders answer a separate loyalty window after 30 minutes, so that nobody can tell" in page
    anna.post("/games/new/", {**FORM, "reaction": "never", "hold": "0"})
    latest = Game.objects.latest("pk")
    assert (latest.hold, latest.reaction) == (0, None)


def test_without_a_word_of_it_they_are_the_usual_ones(anna: Client) -> None:
    page = text(anna.get("/games/new/"))
    assert 'name="hold" value="15"' in page
    (chosen,) = [tag for tag in page.split("<input") if 'name="reaction"' in tag and "checked" in tag]
    assert 'value="24"' in chosen
    anna.post("/games/new/", FORM)
    assert list(Game.objects.values_list("hold", "reaction")) == [(15, 24)]


def test_without_a_word_of_it_there_is_no_clock(anna: Client) -> None:
    answer = anna.post("/games/new/", {**FORM, "on_time_out": "claim"})
    game = Game.objects.get()
    assert (game.pace, game.on_time_out) == (None, OnTimeOut.NOTHING)
    assert "There is no clock" in text(anna.get(answer["Location"]))


@pytest.mark.parametrize(
    "wrong",
    [
        {"pace": "5"},
        {"pace": "3", "on_time_out": "arbiter"},
        {"hold": "61"},
        {"hold": "x"},
        {"reaction": "13"},
    ],
)
def test_invalid_clock_terms_create_no_game(anna: Client, wrong: dict[str, str]) -> None:
    assert anna.post("/games/new/", {**FORM, **wrong}).status_code == 400
    assert not Game.objects.exists()


def test_the_invited_are_told_on_the_page_of_the_invitation() -> None:
    GameFactory.create(
        creator=Person.objects.at("anna@example.org"),
        opponent=lobby.Invite("berta@example.org"),
        terms=lobby.Terms(pace=1),
    )
    browser = signed_in(Person.objects.at("berta@example.org"))
    page = text(browser.get(f"/games/{Game.objects.get().public_id}/invitation/"))
    assert "Each side has 1 day per decision." in page


# ---- until when


def test_both_read_until_when_there_is_time_in_their_own_zone(table: Table) -> None:
    Person.objects.filter(pk=table.people[WEST].pk).update(zone="Asia/Tokyo")
    with at(START + HOUR):
        pages = [seen(signed_in(table.people[side]), table) for side in (EAST, WEST)]
    assert "Until Thursday 5 March, 14:00 (1 day, 23 hours left)" in pages[EAST]
    assert "Until Thursday 5 March, 23:00 (1 day, 23 hours left)" in pages[WEST]


def test_the_list_of_games_says_it_too(table: Table) -> None:
    with at(START + WHOLE - HOUR):
        for side in (EAST, WEST):
            page = plain(text(signed_in(table.people[side]).get("/games/")))
            assert "Until Thu 5 Mar, 14:00." in page
    with at(START + WHOLE):
        assert "Time was over on Thu 5 Mar, 14:00" in text(signed_in(table.people[EAST]).get("/games/"))


def test_an_expired_deadline_is_said_in_words(table: Table) -> None:
    with at(START + WHOLE):
        pages = [seen(by_link(table.seat(side)), table) for side in (EAST, WEST)]
        watched = seen(Client(), table)
    assert all("Time was over on Thursday 5 March, 14:00." in page for page in [*pages, watched])
    assert "you may claim the win now" in pages[EAST]
    assert "until you do your opponent may claim the win" in pages[WEST]
    assert "claim/" not in pages[WEST] + watched


def test_both_players_read_that_an_arbiter_decides(table: Table) -> None:
    Game.objects.filter(pk=table.game.pk).update(on_time_out=OnTimeOut.ARBITER)
    with at(START + WHOLE - HOUR):
        early = [seen(by_link(table.seat(side)), table) for side in (EAST, WEST)]
    with at(START + WHOLE):
        pages = [seen(by_link(table.seat(side)), table) for side in (EAST, WEST)]
    name = table.seat(WEST).played_by
    to_east = f"{name} can still answer. Until they do, an arbiter of the club may decide that they have lost"
    to_west = "until you do an arbiter of the club may decide that you have lost on time"
    assert [to_east in page for page in pages] == [True, False]
    assert [to_west in page for page in pages] == [False, True]
    assert "an arbiter of the club may decide" not in "".join(early)
    assert "claim/" not in "".join(pages)


def test_a_paused_clock_is_said_in_words(table: Table) -> None:
    with at(START + HOUR):
        pause(table.game)
    with at(START + 2 * WHOLE):
        for side in (EAST, WEST):
            page = seen(signed_in(table.people[side]), table)
            assert "The clock is paused, with 1 day, 23 hours left." in page
            assert "claim/" not in page


def test_without_a_clock_nothing_is_said_of_time() -> None:
    table = Table()
    table.submit(EAST)
    browser = signed_in(table.people[EAST])
    browser.post(f"/games/{table.game.public_id}/lessons/?as=east")  # one of them begins with the same word
    page = seen(browser, table)
    assert "Until " not in page
    assert "more-time/" not in page


# ---- claims


@pytest.mark.parametrize("has_link", [True, False], ids=["by a link", "signed in"])
def test_claiming_the_win_asks_for_confirmation(table: Table, *, has_link: bool) -> None:
    with at(START + WHOLE):
        browser = by_link(table.seat(EAST)) if has_link else signed_in(table.people[EAST])
        assert f"{address(table.seat(EAST))}claim/" in seen(browser, table)
        asked = seen(browser, table, "claim/")
        assert "Claim the win?" in asked
        assert "This cannot be undone." in asked
        browser.post(f"{address(table.seat(EAST))}claim/")
        assert (table.game.winner, table.game.victory) == (EAST, "time-out")
        assert "The game is over already." in plain(
            text(browser.post(f"{address(table.seat(EAST))}claim/", follow=True))
        )
        assert browser.get(f"{address(table.seat(EAST))}claim/").status_code == 302


def test_a_claim_too_early_or_too_late_does_nothing_and_says_why(table: Table) -> None:
    browser = by_link(table.seat(EAST))
    path = f"{address(table.seat(EAST))}claim/"
    with at(START + HOUR):
        assert browser.get(path).status_code == 302
        assert "The deadline has not passed, or the player has answered since." in text(
            browser.post(path, follow=True)
        )
    with at(START + WHOLE):
        table.submit(WEST)
        assert "The deadline has not passed, or the player has answered since." in text(
            browser.post(path, follow=True)
        )
    assert table.game.status == Game.Status.RUNNING


# ---- more time


def give(browser: Client, table: Table, due_at: str) -> str:
    return plain(
        text(browser.post(f"{address(table.seat(EAST))}more-time/", {"due_at": due_at}, follow=True))
    )


def test_pressing_the_button_twice_gives_time_once(table: Table) -> None:
    with at(START + HOUR):
        browser = by_link(table.seat(EAST))
        assert "Extend by 2 days" in seen(browser, table)
        due_at = (START + WHOLE).isoformat()
        assert f'name="due_at" value="{due_at}"' in seen(browser, table)
        response = give(browser, table, due_at)
        assert (
            "has time until Saturday 7 March, 14:00. You can do this 2 more times in this game." in response
        )
        assert "No time was added" in give(browser, table, due_at)
    assert table.seat(WEST).due_at == START + 2 * WHOLE


def test_after_the_last_time_there_is_no_button(table: Table) -> None:
    with at(START + HOUR):
        browser = by_link(table.seat(EAST))
        for count in range(1, clock.MOST_EXTENSIONS + 1):
            due_at = (START + count * WHOLE).isoformat()
            is_last = "That was the last time in this game." in give(browser, table, due_at)
            assert is_last == (count == clock.MOST_EXTENSIONS)
        assert "more-time/" not in seen(browser, table)
        last = (START + (clock.MOST_EXTENSIONS + 1) * WHOLE).isoformat()
        assert "A side can be given more time only 3 times" in give(browser, table, last)


@pytest.mark.parametrize("wrong", ["", "soon", "2026-03-05T14:00:00", "2026-03-04T14:00:00+00:00"])
def test_an_unknown_deadline_gives_no_time(table: Table, wrong: str) -> None:
    with at(START + HOUR):
        assert "No time was added" in give(by_link(table.seat(EAST)), table, wrong)
    assert table.seat(WEST).due_at == START + WHOLE


def test_a_computer_player_is_given_no_time(table: Table) -> None:
    Seat.objects.filter(pk=table.seat(WEST).pk).update(player=None, computer="random")
    with at(START + HOUR):
        page = seen(by_link(table.seat(EAST)), table)
    assert "Until Thursday" in page
    assert "more-time/" not in page
