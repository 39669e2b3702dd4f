"""Guests, and everybody in their first game, are told in the first weeks what a decision is about."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import engine
from games.engine.side import EAST, LABELS, NOBODY
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.reads import chronicle
from games.reads.briefing import briefing_for
from games.reads.results_told import RESULTS_OF_FIGHT
from games.rulebook.editions import DEFAULT, ruleset
from games.services import computers, play
from games.web.answers import SHOW
from games.web.first_week import AIM, BOXES, FAREWELL, LESSONS, PARTS_OF_A_WEEK, WEEKS
from games.web.met_lessons import NO_CHALLENGE, SIEGE, met_lessons
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit.table import Table
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

HEADING = "Your first week"
KEEPING = "You play as a guest"
MOST_ACTIONS = 400


def test_every_decision_has_a_lesson_in_a_part_of_the_week() -> None:
    assert LESSONS.keys() == {*SHOW, SIEGE, NO_CHALLENGE}
    assert sorted(SHOW) == sorted(
        decision for decisions in PARTS_OF_A_WEEK.values() for decision in decisions
    )


@pytest.fixture
def of_both() -> Client:
    """A guest's, who plays both sides of a game."""
    browser = Client()
    browser.post(reverse("games:play"), {"new": "myself"})
    return browser


def path_of(seat: Seat) -> str:
    return f"/games/{seat.game.public_id}/?as={seat.plays.label}"


def begun(browser: Client) -> tuple[Seat, str]:
    page = text(browser.post(reverse("games:play"), {"new": "computer"}, follow=True))
    return Seat.objects.select_related("game").get(game=Game.objects.get(), player__isnull=False), page


def test_a_guest_is_told_what_is_asked_and_in_which_part_of_the_week() -> None:
    browser = Client()
    seat, page = begun(browser)
    assert HEADING in page
    assert str(LESSONS[seat.asked]) in page
    assert page.count('aria-current="step"') == 1
    browser.post(f"/games/{seat.game.public_id}/resign/")
    assert HEADING not in text(browser.get(f"/games/{seat.game.public_id}/"))


def test_the_aim_is_told_before_the_first_decision_and_not_again() -> None:
    browser = Client()
    seat, page = begun(browser)
    side = "East" if seat.plays == EAST else "West"
    assert f"You play {side}. After week 8 castles" in page
    computers.act(seat, "ashigaru")
    seat = play_on(until=is_moving)
    assert f"You play {side}." not in text(browser.get(f"/games/{seat.game.public_id}/"))


def test_the_aim_names_whoever_loses_the_game_in_the_edition_that_guests_play() -> None:
    edition = ruleset(DEFAULT).edition
    blocks = {block.name for block in edition.blocks if block.fatal}
    disks = {disk.name for disk in edition.disks if disk.fatal}
    assert blocks | disks == {"Tokugawa Ieyasu", "Toyotomi Hideyori"}
    for name in ("Tokugawa Ieyasu", "Toyotomi Hideyori"):
        assert name in str(AIM)


def test_the_movement_lesson_names_the_blocks_that_must_not_fall(of_both: Client) -> None:
    fatal = " ".join(block.id for block in ruleset(DEFAULT).edition.blocks if block.fatal)
    for until, is_named in ((is_bidding, False), (is_moving, True)):
        seat = play_on(until=until)
        page = text(of_both.get(path_of(seat)))
        assert (f'data-fatal="{fatal}"' in page) == is_named


def test_the_lessons_can_be_left_in_one_game() -> None:
    browser = Client()
    seat, _page = begun(browser)
    left = browser.post(reverse("games:leave-lessons", args=[seat.game.public_id]), follow=True)
    assert left.status_code == 200
    assert HEADING not in text(left)
    other = browser.post(reverse("games:play"), {"new": "myself"}, follow=True)
    assert HEADING in text(other)


def test_after_the_first_fight_it_is_told_once_what_comes(of_both: Client) -> None:
    seat = play_on(until=has_moved_and_fought)
    path = path_of(seat)
    page = text(of_both.get(path))
    assert str(FAREWELL) in page
    assert 'aria-current="step"' not in page
    assert computers.act(seat, "ashigaru")
    play_on(until=lambda view: view["viewer"] == seat.plays.label and is_between_fights(view))
    assert str(FAREWELL) not in text(of_both.get(path))


def test_a_lesson_that_was_had_is_folded(of_both: Client) -> None:
    is_open = []
    for week in (1, WEEKS):
        seat = play_on(until=lambda view, week=week: view["week"] == week and view["phase"] == "turn-order")  # type: ignore[misc]
        page = text(of_both.get(path_of(seat)))
        assert str(LESSONS["bid"]) in page
        is_open.append('<details class="guide" open>' in page)
    assert is_open == [True, False]


def test_the_lessons_end_after_two_weeks(of_both: Client) -> None:
    seat = play_on(until=lambda view: view["week"] > WEEKS)
    assert HEADING not in text(of_both.get(path_of(seat)))


def test_a_lesson_begins_with_how_the_bids_or_the_fight_before_ended(of_both: Client) -> None:
    for endings, is_over in (
        (["won the bid."], is_moving_without_having_chosen_the_order),
        (["lost ", "ended with", "destroyed"], is_after_a_fight),
    ):
        seat = play_on(until=is_over)
        page = text(of_both.get(path_of(seat)))
        (results,) = re.findall(r'<div class="results">(.*?)</div>', page)
        assert any(ending in results for ending in endings), results


def test_the_result_of_a_fight_stays_visible_until_the_next_action(of_both: Client) -> None:
    seat = play_on(until=is_after_a_fight)
    path = path_of(seat)
    of_both.post(reverse("games:leave-lessons", args=[seat.game.public_id]))
    for _look in range(2):
        assert '<section class="fought' in text(of_both.get(path)), "looking is not acting"


def test_the_boxes_beside_the_board_are_explained_where_stacks_move(of_both: Client) -> None:
    seat = play_on(until=is_moving)
    page = text(of_both.get(path_of(seat)))
    for box, about in BOXES.items():
        assert f'data-{box}="{about}"' in page


def is_bidding(view: dict[str, Any]) -> bool:
    return bool(view["phase"] == "turn-order")


def is_moving(view: dict[str, Any]) -> bool:
    return bool(view["phase"] == "movement")


def test_guests_are_told_how_games_are_kept_at_the_beginning_and_after_the_first_fight() -> None:
    browser = Client()
    page = text(browser.post(reverse("games:play"), {"new": "myself"}, follow=True))
    assert KEEPING in visible(page)
    seat = play_on(until=is_moving)
    page = text(browser.get(path_of(seat)))
    assert KEEPING not in visible(page)
    assert KEEPING in page, "it is said below, where the game is described"
    seat = play_on(until=has_moved_and_fought)
    page = text(browser.get(path_of(seat)))
    assert KEEPING in visible(page)
    assert page.count(KEEPING) == 1


def visible(page: str) -> str:
    """The page without what is folded below the game."""
    return page.partition('<details class="about">')[0]


def is_moving_without_having_chosen_the_order(view: dict[str, Any]) -> bool:
    orders = [
        event["side"]
        for item in chronicle.changes_seen(Game.objects.get(), NOBODY)
        for event in item.events
        if event["event"] == "order-chosen"
    ]
    return bool(view["phase"] == "movement" and orders[-1] != view["viewer"])


def is_between_fights(view: dict[str, Any]) -> bool:
    return view["combat"] is None


def is_after_a_fight(view: dict[str, Any]) -> bool:
    changes = chronicle.changes_seen(Game.objects.get(), NOBODY)
    ended = {event["event"] for item in changes for event in item.events} & {*RESULTS_OF_FIGHT}
    return view["combat"] is None and bool(ended)


def has_moved_and_fought(view: dict[str, Any]) -> bool:
    """Whether whoever is asked has moved before, and a fight has ended since they last acted."""
    seat = Seat.objects.select_related("game").get(side=LABELS.index(view["viewer"]))
    results = {each.event for each in briefing_for(seat.game, seat.plays, since=seat.version).results}
    return view["combat"] is None and bool(results & {*RESULTS_OF_FIGHT}) and "level" in met_lessons(seat)


def view_of(seat: Seat) -> dict[str, Any]:
    return engine.view(*position.load(seat.game), seat.plays)


def play_on(until: Callable[[dict[str, Any]], bool]) -> Seat:
    """Have a computer play both sides until the view of whoever is asked is like that.

    Whoever wins the bid goes second, so that the other moves before there was a fight.
    """
    for _action in range(MOST_ACTIONS):
        seat = Seat.objects.select_related("game", "player").exclude(asked="").order_by("side").first()
        assert seat, "the game is over"
        view = view_of(seat)
        if until(view):
            return seat
        if seat.asked == "bid":
            bid = {"type": "bid", "card": view["mine"]["hand"][0], "wish": "second"}
            play.submit(seat=seat, bodies=[json.dumps(bid)], expected_version=seat.version)
        else:
            assert computers.act(seat, "ashigaru")
    raise AssertionError("it never came to this")


def test_everybodys_first_game_has_lessons_until_they_are_left() -> None:
    table = Table(1)
    browser = signed_in(table.people[table.asked()[0]])
    assert HEADING in text(browser.get(f"/games/{table.game.public_id}/"))
    assert browser.post(f"/games/{table.game.public_id}/lessons/").status_code == 302
    assert HEADING not in text(browser.get(f"/games/{table.game.public_id}/"))


@pytest.mark.parametrize("earlier", [{"running": True}, {"resigned": True}])
def test_later_games_have_no_lessons(earlier: dict[str, bool]) -> None:
    person = PersonFactory.named("Ieyasu")
    GameFactory.create(creator=person, **earlier)
    table = Table(1)
    side = table.asked()[0]
    Seat.objects.filter(game=table.game, side=side).update(player=person)
    assert HEADING not in text(signed_in(person).get(f"/games/{table.game.public_id}/"))
