"""Grave answers on the page: listed last, marked in words, and asked about before they are sent."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.http import QueryDict
from django.test import Client

from games.engine import Side
from games.engine.ruleset import REVISION
from games.engine.side import EAST, SIDES
from games.log import position as positions
from games.models.game import Game
from games.models.seat import Seat
from games.rulebook.editions import text_with
from games.services import play, practice
from games.services.lobby import Myself
from games.services.practice import Beginning
from tests.factories.people import PersonFactory
from tests.kit.positions import position
from tests.web.answers.page import Page
from tests.web.answers.positions import reader_at
from tests.web.browsers import FORM, address, by_link, signed_in, text

IEYASU = "Tokugawa Ieyasu falls, and you lose the game."

LOSING = """
    active = "east"
    east.at.edo = "ieyasu, tokugawa-two-mon, date-two-mon"
    west.at.edo = "mori-two-mon x3"

    [combat]
    location = "edo"
    east.finished = true
    west.finished = true
"""

RETREATING = """
    pending = "retreat"
    east.at.edo = "tokugawa-two-mon x3"
    west.at.edo = "mori-two-mon x4, ukita-two-mon x3"
    west.came_from.oyama = "all at edo"

    [combat]
    location = "edo"
    attacker = "west"
    owner = "east"
    west.impact = 6
    east.lost = 1
"""

MOVING = """
    pending = "movement"
    active = "east"
    level = "limited"
    east.at.suwa = "ieyasu, tokugawa-two-mon"
    east.at.mito = "date-two-mon"
    west.at.kiso = "mori-two-mon x4, ukita-two-mon x3, mori-three-mon"
"""


def game_at(text: str) -> Seat:
    """East's seat of a game that begins there, both sides of which one person plays."""

    def enter(game: Game) -> None:
        game.source_moment = 1

    beginning = Beginning("kessen", text_with("kessen", {}), REVISION, text)
    game = practice.create(
        player=PersonFactory.create(), beginning=beginning, side=EAST, opponent=Myself(), enter=enter
    )
    return seat_of(game)


def seat_of(game: Game, side: Side = SIDES[0]) -> Seat:
    return Seat.objects.select_related("game", "player").get(game__pk=game.pk, side=side)


def player_of(seat: Seat) -> Client:
    assert seat.player is not None
    return signed_in(seat.player)


def asking(page: str) -> Page:
    """The inside of the form on a page."""
    form = re.search(r'<form method="post" action="\?as=east#main">(.*?)</form>', page, re.DOTALL)
    assert form is not None
    return Page(form[1])


def post(browser: Client, seat: Seat, data: QueryDict) -> str:
    done = browser.post(f"{address(seat)}?as=east", data.urlencode(), FORM, follow=True)
    assert done.status_code == 200
    return text(done)


def lost(seat: Seat) -> list[str]:
    """What East has lost."""
    rules, state = positions.load(Game.objects.get(pk=seat.game_id))
    return list(rules.components.kinds(EAST, state.at[EAST][rules.components.lost]))


def test_a_leader_is_listed_last_among_the_losses_and_marked() -> None:
    page = reader_at(position(LOSING), "east").page()
    assert page.values("blocks") == ["tokugawa-two-mon-1", "date-two-mon-1", "ieyasu"]
    assert page.text.count(IEYASU) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("enters", [by_link, player_of])
def test_two_taps_do_not_lose_a_leader(enters: Callable[[Seat], Client]) -> None:
    """From the link of a mail as after signing in: the question takes a button of its own."""
    seat = game_at(LOSING)
    browser = enters(seat)
    page = asking(text(browser.get(f"{address(seat)}?as=east")))
    page.tick("blocks", "ieyasu")
    sent = page.press("lose")
    asked = ""
    for _tap in range(2):
        asked = post(browser, seat, sent)
        assert lost(seat) == []
        assert IEYASU in asked
        assert "Are you sure?" in asked
    post(browser, seat, asking(asked).press("sure"))
    assert lost(seat) == ["ieyasu"]
    assert Game.objects.get(pk=seat.game_id).is_over


@pytest.mark.django_db
def test_an_answer_that_is_not_grave_is_sent_at_once() -> None:
    seat = game_at(LOSING)
    browser = player_of(seat)
    page = asking(text(browser.get(f"{address(seat)}?as=east")))
    page.tick("blocks", "date-two-mon-1")
    post(browser, seat, page.press("lose"))
    assert lost(seat) == ["date-two-mon"]


@pytest.mark.django_db
def test_what_is_sent_after_the_question_must_be_legal() -> None:
    seat = game_at(LOSING)
    browser = player_of(seat)
    page = asking(text(browser.get(f"{address(seat)}?as=east")))
    data = page.press("lose").copy()
    for wrong in ('{"type": "losses", "blocks": ["ieyasu", "date-two-mon-1"]}', "{", '{"type": "finish"}'):
        data["do"], data["answer"] = "sure", wrong
        browser.post(f"{address(seat)}?as=east", data.urlencode(), FORM)
        assert lost(seat) == []


@pytest.mark.django_db
def test_a_castle_is_given_up_only_after_a_question() -> None:
    seat = game_at(RETREATING)
    browser = player_of(seat)
    shown = text(browser.get(f"{address(seat)}?as=east"))
    assert "If no block stays, the castle is given up." in shown
    page = asking(shown)
    page.choose("to", "hakone")
    asked = post(browser, seat, page.press("retreat"))
    assert "Are you sure?" in asked
    page.tick("stay", "tokugawa-two-mon-1")
    post(browser, seat, page.press("retreat"))
    state = positions.load(Game.objects.get(pk=seat.game_id)).state
    assert state.combat is None


@pytest.mark.django_db
def test_the_end_of_movement_says_what_is_given_up_and_asks_while_a_leader_is_in_danger() -> None:
    seat = game_at(MOVING)
    browser = player_of(seat)
    shown = text(browser.get(f"{address(seat)}?as=east"))
    assert "You give up the 3 stack moves that you have left." in shown
    assert "Tokugawa Ieyasu is left in danger: if he falls, you lose the game." in shown
    asked = post(browser, seat, asking(shown).press("end-movement"))
    assert "Are you sure?" in asked
    assert positions.load(Game.objects.get(pk=seat.game_id)).state.moves_left == 3


@pytest.mark.django_db
def test_a_way_into_an_overrun_is_listed_after_those_of_its_length_and_asked_about() -> None:
    seat = game_at(MOVING)
    browser = player_of(seat)
    page = asking(text(browser.get(f"{address(seat)}?as=east&from=suwa")))
    alike = [path for path in page.values("path") if "/" not in path]
    assert alike[-1] == "kiso"
    page.tick("blocks", "tokugawa-two-mon-1")
    page.choose("path", "kiso")
    asked = post(browser, seat, page.press("move"))
    assert "They meet four times their number, and are overrun at once." in asked
    assert lost(seat) == []
    post(browser, seat, asking(asked).press("sure"))
    assert lost(seat) == ["tokugawa-two-mon"]


@pytest.mark.django_db
def test_a_preview_warns_of_what_cannot_be_taken_back() -> None:
    seat = game_at(MOVING)
    into = b'{"type": "move", "source": "suwa", "groups": [{"blocks": ["ieyasu"], "path": ["kiso"]}]}'
    aside = into.replace(b"kiso", b"kofu")
    assert play.preview(seat=seat, bodies=[into]).warns == ("loses-leader", "runs-into-overrun")
    assert play.preview(seat=seat, bodies=[aside]).warns == ()
