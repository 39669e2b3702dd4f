"""The list of computer players, and who of them plays a game."""

from datetime import timedelta
from random import Random

import pytest

from games.bots.levels import LEVELS
from games.engine.side import EAST, WEST
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.services import computers
from games.services.characters import character_of
from sekigahara.db import service_time
from tests.kit.calling import Caller, caller_at, problem_of
from tests.kit.table import EMAILS
from tests.kit.thoughtful import thoughtful
from tests.kit.twins import twin

pytestmark = pytest.mark.django_db


def test_anybody_reads_who_there_is_and_how_far_they_are_from_ashigaru() -> None:
    told = Caller().get("computers/").json()["computers"]
    assert [row["name"] for row in told] == [*computers.COMPUTER_NAMES]
    assert [(row["elo"], row["seconds"]) for row in told[: len(LEVELS)]] == [level[1:] for level in LEVELS]
    assert [row["name"] for row in told if row["thinks"]] == [*computers.REHEARSING]
    assert told[-1]["elo"] is None
    assert all(row["about"] for row in told)


@pytest.mark.parametrize("name", computers.COMPUTER_NAMES)
def test_a_game_is_created_against_each_and_names_its_character(name: str) -> None:
    anna = caller_at("anna@example.org")
    wanted = {"side": "east", "opponent": {"kind": "computer", "computer": name}}
    made = anna.post("games/", wanted)
    assert made.status_code == 201
    told = made.json()["players"]["west"]
    seat = Seat.objects.get(game__public_id=made.json()["id"], computer=name)
    assert told == {
        "kind": "computer",
        "name": name,
        "bot": True,
        "character": character_of(seat) or None,
        "key": f"computer-{name}",
        "run_by": "",
    }
    assert (told["character"] is None) == (name == "random")
    assert anna.get(f"games/{made.json()['id']}/").json()["players"]["west"] == told


def test_unknown_computer_player_is_refused_with_the_known_ones() -> None:
    wanted = {"opponent": {"kind": "computer", "computer": "shogun"}}
    refused = problem_of(caller_at("anna@example.org").post("games/", wanted), 422)
    assert refused["code"] == "unknown-computer"
    assert refused["parameters"]["known"] == sorted(computers.COMPUTER_NAMES)


def test_everybody_reads_that_it_thinks_or_until_when_it_pauses() -> None:
    table = thoughtful(is_public=True)
    path = f"games/{table.game.public_id}/"
    readers = [Caller(), caller_at(EMAILS[EAST])]
    after = service_time.now() + timedelta(minutes=20)
    for until, told in ((None, None), (after, after), (service_time.now(), None)):
        Seat.objects.filter(game=table.game, side=WEST).update(thinks_after=until)
        goes_on_at = None if told is None else told.isoformat().replace("+00:00", "Z")
        for reader in readers:
            assert reader.get(path).json()["thinking"] == {"side": "west", "goes_on_at": goes_on_at}
    (listed,) = readers[1].get("games/?list=mine").json()["games"]
    assert listed["thinking"] == {"side": "west", "goes_on_at": None}


def test_nobody_thinks_who_answers_at_once_or_where_the_game_is_stopped() -> None:
    table = thoughtful(is_public=True)
    path = f"games/{table.game.public_id}/"
    Seat.objects.filter(game=table.game, side=WEST).update(computer="ashigaru")
    assert Caller().get(path).json()["thinking"] is None
    Seat.objects.filter(game=table.game, side=WEST).update(computer=computers.REHEARSING[0])
    Game.objects.update(frozen_at=service_time.now())
    assert Caller().get(path).json()["thinking"] is None


def test_a_game_in_which_it_thinks_and_its_twins_are_the_same_bytes() -> None:
    table, random = thoughtful(is_public=True), Random(8)
    readers = [Caller(), caller_at(EMAILS[EAST])]
    path = f"games/{table.game.public_id}/"
    expected = [reader.get(path).content for reader in readers]
    game = table.game
    rules, state = position.load(game)
    for _ in range(5):
        other = twin(rules, state, WEST, random)
        assert other != state
        position.mark(game, other)
        game.save()
        assert [reader.get(path).content for reader in readers] == expected
