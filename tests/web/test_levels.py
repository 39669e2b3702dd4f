"""Levels of computer players: chosen with one tap, named with their character, and while they think."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models.person import Person
from games.bots.levels import LEVELS, ComputerLevel
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.models.seat import Seat
from games.services import computers
from games.services.characters import character_of
from games.story.computers import strength, thinking_time
from sekigahara.db import service_time
from tests.kit.table import Table
from tests.kit.thoughtful import LEVEL as THINKS
from tests.kit.thoughtful import thoughtful
from tests.web.browsers import signed_in, text

pytestmark = pytest.mark.django_db


def test_a_guest_is_two_taps_from_another_opponent() -> None:
    browser = Client()
    browser.post("/play/")
    assert 'href="/games/computer/"' in text(browser.get("/games/"))
    page = text(browser.get("/games/computer/"))
    for level in LEVELS:
        assert f'name="level" value="{level.name}"' in page
    browser.post("/play/", {"new": "computer", "level": "ashigaru"})
    assert [seat.computer for seat in Seat.objects.exclude(computer="").order_by("game__created_at")] == [
        "komono",
        "ashigaru",
    ]


def test_a_signed_in_person_is_offered_levels_and_more_choices() -> None:
    browser = signed_in(Person.objects.at("east@example.org"))
    assert 'href="/games/computer/"' in text(browser.get("/games/"))
    assert "?opponent=computer" in text(browser.get("/games/computer/"))
    landed = browser.post("/play/", {"new": "computer", "level": THINKS})
    game = Game.objects.get()
    assert landed["Location"] == f"/games/{game.public_id}/"
    assert not game.is_rated


def test_an_unknown_level_starts_no_game() -> None:
    assert Client().post("/play/", {"new": "computer", "level": "shogun"}).status_code == 404
    assert not Game.objects.exists()


def test_the_form_offers_each_with_what_it_is_like() -> None:
    browser = signed_in(Person.objects.at("east@example.org"))
    page = text(browser.get("/games/new/?opponent=computer"))
    for name in computers.COMPUTER_NAMES:
        assert f'name="computer" value="{name}"' in page
    assert "It beats ashigaru in about" in page


@pytest.mark.parametrize(
    ("elo", "sentence"),
    [(-2000, "1 of 20"), (-250, "4 of 20"), (100, "13 of 20"), (200, "15 of 20"), (2000, "19 of 20")],
)
def test_a_distance_in_plain_words(elo: int, sentence: str) -> None:
    assert strength(ComputerLevel("hatamoto-1", elo, 0.1)) == f"It beats ashigaru in about {sentence} games."


def test_only_who_thinks_for_long_says_so() -> None:
    assert thinking_time(ComputerLevel("hatamoto-1", 0, 0.2)) == ""
    assert thinking_time(ComputerLevel("hatamoto-1", 0, 1.2)) == "It thinks for about 1 second a turn."
    assert thinking_time(ComputerLevel("hatamoto-1", 0, 3)) == "It thinks for about 3 seconds a turn."


def against(computer: str, seed: int = 2) -> Table:
    table = Table(seed, is_public=True)
    Seat.objects.filter(game=table.game, side=WEST).update(player=None, computer=computer)
    return table


def named(table: Table) -> str:
    """How a page should name West."""
    code = character_of(table.seat(WEST))
    name, _, clan = code.partition("-")
    return f"ashigaru, {name}" if not clan else f"ashigaru, loyal to the {clan.title()}"


def test_everybody_reads_the_same_character_from_the_start_on() -> None:
    seen = set[str]()
    for seed in range(12):
        table = against("ashigaru", seed)
        expected = named(table)
        path = f"/games/{table.game.public_id}/"
        for browser in (Client(), signed_in(table.people[EAST])):
            assert expected in text(browser.get(path)).replace("ō", "o"), expected
        if seed == 0:
            table.submit(EAST)
            assert named(table) == expected
        seen.add(expected.partition(", ")[2][:5])
    assert seen == {"bold", "cauti", "loyal"}


def test_unknown_levels_and_people_have_no_character() -> None:
    table = against("random")
    assert character_of(table.seat(WEST)) == character_of(table.seat(EAST)) == ""
    assert "random (computer)</a></span> <b title=" in text(Client().get(f"/games/{table.game.public_id}/"))


def test_the_waiting_player_reads_that_the_computer_is_thinking() -> None:
    table = thoughtful(is_public=True)
    page = signed_in(table.people[EAST]).get(f"/games/{table.game.public_id}/")
    assert f"<h1>{THINKS} is thinking</h1>" in text(page)
    assert page["Refresh"].startswith("1;")


def test_the_waiting_player_reads_when_the_budget_is_used_up() -> None:
    table = thoughtful(is_public=True)
    after = service_time.now() + timedelta(minutes=20)
    Seat.objects.filter(game=table.game, side=WEST).update(thinks_after=after)
    page = signed_in(table.people[EAST]).get(f"/games/{table.game.public_id}/")
    assert f"<h1>{THINKS} pauses</h1>" in text(page)
    assert "It goes on in 20 minutes." in text(page)
    assert "Refresh" not in page
    assert "It goes on in" in text(Client().get(f"/games/{table.game.public_id}/", {"as": "public"}))


def test_playing_again_keeps_the_level() -> None:
    browser = Client()
    path = browser.post("/play/", {"new": "computer", "level": "ashigaru"})["Location"]
    browser.post(f"{path}resign/")
    assert '<input type="hidden" name="level" value="ashigaru">' in text(browser.get(path))
