"""The page of lessons, and what the page of a lesson's game says of it."""

from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts import guests
from accounts.models.person import Person
from games.engine import position as positions
from games.engine.actions import EndMovement
from games.engine.side import EAST
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.rulebook.lessons import all_lessons, lesson_named
from games.services import lessons, lobby, play
from tests.factories.games import GameFactory
from tests.web.browsers import read, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def begin(browser: Client, name: str = "march", **fields: str) -> str:
    """Begin a lesson. Return where it leads."""
    landed: Any = browser.post(f"/lessons/{name}/", fields)
    assert landed.status_code == 302
    return str(landed["Location"])


def game_at(path: str) -> Game:
    return Game.objects.get(public_id=path.split("/")[2])


def page(browser: Client, path: str = "/lessons/") -> str:
    return read(browser.get(path))


def act(game: Game, action: Any) -> None:
    seat = Seat.objects.select_related("game").get(game=game, side=EAST)
    where = position.load(seat.game)
    exact = positions.with_ids(where.rules.components, where.state, EAST, action)
    play.submit(seat=seat, bodies=[msgspec.json.encode(exact)], expected_version=seat.version)


def reach(game: Game) -> None:
    """Take the only action that the goal needs."""
    lesson = lesson_named(game.lesson)
    assert lesson is not None
    ((_side, action),) = lesson.position.actions
    act(game, action)


def test_six_cards_lead_from_the_first_page_to_lessons_without_an_account(client: Client) -> None:
    assert 'href="/lessons/"' in page(client, "/")
    assert 'href="/lessons/"' in page(client, "/rules/")
    listed = page(client)
    for lesson in all_lessons():
        assert lesson.title in listed
        assert f'action="/lessons/{lesson.name}/"' in listed
    assert listed.count(">Begin</button>") == 6
    shown = page(client, begin(client))
    assert "Lesson 1 of 6" in shown
    assert 'id="board"' in shown
    for hidden in (
        "Your first week",
        "You play as a guest",
        "Resign",
        "Links to my seat",
        "record as a file",
    ):
        assert hidden not in shown


def test_both_hints_are_folded_the_second_within_the_first(client: Client) -> None:
    shown = page(client, begin(client))
    first, second = all_lessons()[0].said.hints
    assert shown.index("A hint") < shown.index(first) < shown.index("Another hint") < shown.index(second)
    assert "<details><summary>A hint" in shown


def test_one_goes_on_with_a_lesson_or_begins_it_again(client: Client) -> None:
    path = begin(client)
    assert ">Go on</button>" in page(client)
    assert begin(client) == path
    again = begin(client, again="yes")
    assert again != path
    assert begin(client) == again
    assert Person.objects.filter(guest_seen_at__isnull=False).count() == 1


def test_a_goal_that_is_reached_leads_to_the_next_lesson(client: Client) -> None:
    path = begin(client, "muster")
    reach(game_at(path))
    shown = page(client, path)
    assert "<h1>Done</h1>" in shown
    assert all_lessons()[1].said.learned in shown
    assert 'action="/lessons/battle/"' in shown
    assert "The lesson is over." in shown
    for hidden in ("You won", "How it ended", "Play again"):
        assert hidden not in shown
    listed = page(client)
    assert ">Repeat</button>" in listed
    assert listed.count('class="mark">Done') == 1
    assert begin(client, "muster") != path
    assert lessons.reached_by(Person.objects.get(pk=client.session[guests.GUEST][0])) == {"muster"}


def test_after_the_last_lesson_comes_a_whole_game() -> None:
    browser = signed_in(Person.objects.at("learner@example.org"))
    path = begin(browser, "scoring")
    reach(game_at(path))
    shown = page(browser, path)
    assert "<h1>Done</h1>" in shown
    assert "That was the last lesson" in shown
    assert path not in page(browser, "/games/")


def test_a_goal_that_is_missed_is_no_shame(client: Client) -> None:
    path = begin(client, "march")
    act(game_at(path), EndMovement())
    shown = page(client, path)
    assert "<h1>Not this time</h1>" in shown
    assert "begin again as often as you like" in shown
    assert "You lost" not in shown
    assert begin(client, "march") != path


def test_one_who_has_done_them_all_is_told_so() -> None:
    learner = Person.objects.at("learner@example.org")
    for lesson in all_lessons():
        lessons.begin(player=learner, lesson=lesson)
    Game.objects.update(winner=EAST, status=Game.Status.OVER)
    shown = page(signed_in(learner))
    assert "You have done them all" in shown
    assert shown.count(">Repeat</button>") == 6


def test_an_unknown_lesson_is_not_found() -> None:
    assert Client().post("/lessons/nosuch/").status_code == 404


def test_a_lesson_that_a_release_took_out_is_a_game_like_any(client: Client) -> None:
    path = begin(client)
    Game.objects.update(lesson="gone")
    assert "Lesson 1 of 6" not in page(client, path)
    act(game_at(path), EndMovement())
    assert not game_at(path).is_over


def test_the_menu_does_not_count_a_lesson_that_waits() -> None:
    learner = Person.objects.at("learner@example.org")
    browser = signed_in(learner)
    assert browser.get(begin(browser)).context["menu"]()["waiting"] == 0
    GameFactory.create(creator=learner, opponent=lobby.Myself())
    assert browser.get("/games/").context["menu"]()["waiting"] == 1


def test_nobody_else_sees_a_lesson() -> None:
    path = begin(Client())
    for stranger in (Client(), signed_in(Person.objects.at("stranger@example.org"))):
        assert stranger.get(path).status_code == 404


def test_reached_lessons_stay_reached_after_giving_an_address(client: Client) -> None:
    path = begin(client, "muster")
    reach(game_at(path))
    person = Person.objects.at("kept@example.org")
    guests.keep(client.session[guests.GUEST][0], person)
    assert lessons.reached_by(person) == {"muster"}
