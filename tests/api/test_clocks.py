"""Clocks through the API: what is agreed, until when somebody has time, claiming the win, and more time."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from games.engine.side import EAST, WEST
from games.models.game import Game
from games.models.outage import Pulse
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import lobby
from tests.kit.calling import Caller, Seated, caller_at, problem_of
from tests.kit.pausing import pause
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
WHOLE = timedelta(days=2)
CLAIM = lobby.Terms(pace=2, on_time_out=OnTimeOut.CLAIM)


def at(moment: datetime) -> time_machine.travel:
    """At a moment until which the service was up."""
    Pulse.objects.update_or_create(pk=1, defaults={"at": moment})
    return time_machine.travel(moment, tick=False)


NO_DEADLINE = {
    "due_at": None,
    "overdue": False,
    "extensions": 0,
    "lapses_at": None,
    "away_until": None,
    "bank": None,
}


@pytest.fixture
def east() -> Seated:
    """Who waits for West, since the start."""
    with at(START):
        table = Table(terms=CLAIM)
        table.submit(EAST)
    return Seated(table, EAST)


def written(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def create(**more: Any) -> Any:
    return caller_at("anna@example.org").post("games/", {"opponent": {"kind": "open"}} | more)


# ---- what is agreed


def test_a_game_is_made_with_a_clock_and_says_so_before_anybody_joins() -> None:
    made = create(pace=3, on_time_out="claim").json()
    assert (made["pace"], made["on_time_out"], made["paused_at"]) == (3, "claim", None)
    seen = Caller().get(f"games/{made['id']}/").json()
    assert (seen["pace"], seen["on_time_out"]) == (3, "claim")
    (listed,) = Caller().get("games/?list=open").json()["games"]
    assert (listed["pace"], listed["on_time_out"]) == (3, "claim")


def test_without_a_word_of_it_there_is_no_clock() -> None:
    made = create().json()
    assert (made["pace"], made["on_time_out"]) == (None, "nothing")
    assert create(on_time_out="claim").json()["on_time_out"] == "nothing"


def test_a_pace_that_is_none_is_refused_in_words() -> None:
    problem = problem_of(create(pace=5), 422)
    assert (problem["code"], problem["parameters"]) == ("no-such-pace", {"paces": [1, 2, 3, 7]})
    assert "1, 2, 3 and 7" in problem["detail"]
    problem_of(create(pace="three"), 400)
    problem_of(create(pace=3, on_time_out="surrender"), 400)


def test_games_between_two_have_a_hold_and_a_reaction_clock() -> None:
    made = create().json()
    assert (made["hold"], made["reaction"]) == (15, 24)
    chosen = create(hold=0, reaction=48).json()
    assert (chosen["hold"], chosen["reaction"]) == (0, 48)
    assert create(reaction=None).json()["reaction"] is None
    seen = Caller().get(f"games/{chosen['id']}/").json()
    assert (seen["hold"], seen["reaction"]) == (0, 48)


@pytest.mark.parametrize("opponent", [{"kind": "computer", "computer": "random"}, {"kind": "myself"}])
def test_other_games_have_neither_whatever_is_sent(opponent: dict[str, str]) -> None:
    made = create(opponent=opponent, hold=30, reaction=12).json()
    assert (made["hold"], made["reaction"]) == (0, None)


@pytest.mark.parametrize("opponent", [{"kind": "open"}, {"kind": "computer", "computer": "random"}])
def test_a_hold_or_reaction_clock_that_is_none_is_refused_in_words(opponent: dict[str, str]) -> None:
    for hold in (-1, 61, 10**9):
        problem = problem_of(create(opponent=opponent, hold=hold), 422)
        assert (problem["code"], problem["parameters"]) == ("no-such-hold", {"most": 60})
        assert "0 to 60" in problem["detail"]
    for reaction in (0, 23, -24):
        problem = problem_of(create(opponent=opponent, reaction=reaction), 422)
        assert (problem["code"], problem["parameters"]) == ("no-such-reaction", {"reactions": [12, 24, 48]})
        assert "12, 24 and 48" in problem["detail"]
    for wrong in ({"hold": None}, {"hold": 1.5}, {"hold": True}, {"reaction": "never"}):
        problem_of(create(opponent=opponent, **wrong), 400)
    assert not Game.objects.exists()


# ---- until when


def test_both_are_told_until_when_the_game_waits(east: Seated) -> None:
    west = Seated(east.table, WEST)
    with at(START + WHOLE - timedelta(seconds=1)):
        for caller in (east, west):
            told = caller.get(east.game).json()["deadlines"]
            assert told["east"] == NO_DEADLINE
            assert told["west"] == told["east"] | {"due_at": written(START + WHOLE)}
    with at(START + WHOLE):
        assert east.get(east.game).json()["deadlines"]["west"]["overdue"]


def test_both_are_told_when_silence_becomes_a_pass(east: Seated) -> None:
    west = Seated(east.table, WEST)
    until = START + timedelta(hours=24)
    Seat.objects.filter(pk=east.table.seat(WEST).pk).update(due_at=None, lapses_at=until)
    for at_last in (START, until + timedelta(hours=1)):
        with at(at_last):
            for caller in (east, west):
                told = caller.get(east.game).json()["deadlines"]["west"]
                assert told == NO_DEADLINE | {"lapses_at": written(until)}
            assert problem_of(east.post(f"{east.game}claim/"), 409)["code"] == "not-overdue"


def test_while_the_clock_stands_nobody_is_overdue(east: Seated) -> None:
    with at(START):
        pause(east.table.game)
    with at(START + 2 * WHOLE):
        told = east.get(east.game).json()
        assert (told["paused_at"], told["deadlines"]["west"]["overdue"]) == (written(START), False)
        assert problem_of(east.post(f"{east.game}claim/"), 409)["code"] == "paused"


def test_giving_more_time_changes_the_tag_of_the_game_and_no_version(east: Seated) -> None:
    west = Seated(east.table, WEST)
    with at(START + timedelta(hours=1)):
        tags = {
            path: west.get(f"{east.game}{path}")["ETag"] for path in ("", "view/", "options/", "history/")
        }
        east.post(f"{east.game}more-time/", {"due_at": written(START + WHOLE)})
        again = {
            path: west.get(f"{east.game}{path}", **{"If-None-Match": tag}).status_code
            for path, tag in tags.items()
        }
    assert again == {"": 200, "view/": 304, "options/": 304, "history/": 304}


def test_games_that_wait_are_told_by_their_deadlines() -> None:
    with at(START):
        games = [Table(seed, terms=lobby.Terms(pace=pace)).game for seed, pace in enumerate((None, 7, 1))]
        Seat.objects.filter(game=games[1]).update(waiting_since=START - timedelta(days=5))
        caller = caller_at("east@example.org")
        pages = caller.pages("games/?list=waiting&limit=1")
        found = [game["id"] for page in pages for game in page["games"]]
        assert found == [games[number].public_id for number in (2, 1, 0)]
        assert caller.get("games/next/").json()["game"]["id"] == games[2].public_id


# ---- claims


def test_player_claims_the_win_when_time_is_up(east: Seated) -> None:
    with at(START + WHOLE):
        answer = east.post(f"{east.game}claim/")
        assert answer.status_code == 201
        assert answer["ETag"] == east.tag()
        assert answer.json()["events"][-1]["event"] == "game-over"
        told = east.get(east.game).json()
        assert (told["status"], told["outcome"]) == ("over", {"winner": "east", "victory": "time-out"})
        assert told["deadlines"]["west"]["due_at"] is None
        assert problem_of(east.post(f"{east.game}claim/"), 409)["code"] == "game-over"


# ---- more time


def test_repeating_more_time_extends_a_deadline_once(east: Seated) -> None:
    body = {"due_at": written(START + WHOLE)}
    with at(START + timedelta(hours=1)):
        first = east.post(f"{east.game}more-time/", body)
        assert first.status_code == 200
        given = {"due_at": written(START + 2 * WHOLE), "extensions": 1}
        assert first.json()["deadlines"]["west"] == NO_DEADLINE | given
        assert first.json()["seat"]["side"] == "east"
        assert east.post(f"{east.game}more-time/", body).content == first.content


def test_giving_more_time_needs_a_moment(east: Seated) -> None:
    for wrong in ({}, {"due_at": "soon"}, {"due_at": "2026-03-05T14:00:00"}, {"due_at": None}):
        problem_of(east.post(f"{east.game}more-time/", wrong), 400)


def test_time_bank_is_agreed_on_and_counted_in_seconds() -> None:
    made = create(pace=1, time_bank=14, opponent={"kind": "computer", "computer": "random"}).json()
    assert made["time_bank"] == 14
    banks = {made["deadlines"][side]["bank"] for side in ("east", "west")}
    assert banks <= {14 * 24 * 60 * 60, None}
    assert 14 * 24 * 60 * 60 in banks
    assert create(time_bank=14).json()["time_bank"] is None


def test_time_bank_that_is_no_choice_is_refused_in_words() -> None:
    problem = problem_of(create(pace=1, time_bank=8), 422)
    assert (problem["code"], problem["parameters"]) == ("no-such-time-bank", {"banks": [7, 14, 30]})
