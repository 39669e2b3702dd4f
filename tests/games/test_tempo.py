"""How players answer in time: what is measured of finished games, and what is not."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
import time_machine

from games import engine
from games.engine.side import EAST, WEST, Side
from games.log import position
from games.models.game import Game
from games.models.seat import Seat, Tempo
from games.services import lobby, play
from games.services.tempo import TimedEntry, answer_times, measure_next, tempo_of
from tests.factories.games import GameFactory, act
from tests.factories.people import PersonFactory

pytestmark = [pytest.mark.embedded]

BEGUN = datetime(2026, 3, 1, 12, tzinfo=UTC)


def entry(side: Side, hours: float, *, by_hand: bool = True, sealed: bool = False) -> TimedEntry:
    return TimedEntry(side, BEGUN + timedelta(hours=hours), by_hand, sealed)


def hours(side: Side, *entries: TimedEntry) -> list[float]:
    return [time / timedelta(hours=1) for time in answer_times(entries, BEGUN, side)]


def test_time_goes_from_what_the_other_did_to_the_last_answer() -> None:
    log = [entry(EAST, 1), entry(EAST, 3), entry(WEST, 10), entry(EAST, 11), entry(WEST, 40)]
    assert hours(EAST, *log) == [3, 1]
    assert hours(WEST, *log) == [7, 29]


def test_orders_and_silence_are_no_answers() -> None:
    log = [entry(EAST, 1), entry(WEST, 90, by_hand=False), entry(EAST, 91), entry(WEST, 93)]
    assert hours(WEST, *log) == [2]
    assert hours(EAST, *log) == [1, 1]


def test_second_of_two_sealed_answers_was_asked_before_the_first() -> None:
    log = [
        entry(EAST, 1),
        entry(WEST, 2),
        entry(EAST, 3, sealed=True),
        entry(WEST, 40, sealed=True),
        entry(EAST, 41),
    ]
    assert hours(WEST, *log) == [1, 38]
    assert hours(EAST, *log) == [1, 1, 1]


@pytest.mark.parametrize(("slow", "tempo"), [(20, Tempo.SAME_DAY), (40, Tempo.TWO_DAYS), (60, Tempo.SLOWER)])
def test_three_of_four_answers_decide(slow: int, tempo: Tempo) -> None:
    quick, long = timedelta(hours=1), timedelta(days=30)
    assert tempo_of([quick, timedelta(hours=slow), timedelta(hours=slow)] * 3 + [long]) == tempo
    assert tempo_of([quick] * 4) == Tempo.UNKNOWN


def played(every: timedelta) -> Game:
    """A game that ends after some answers, each so long after the one before."""
    with time_machine.travel(BEGUN, tick=False) as clock:
        game = GameFactory.create(joins=PersonFactory.named("Ashigaru Two"))
        for number in range(60):
            clock.shift(every)
            asked = engine.pending(position.load(Game.objects.get(pk=game.pk)).state)
            act(game, asked[0].side, Random(number))
        play.resign(seat=Seat.objects.select_related("game").get(game=game, side=WEST))
    return game


@pytest.mark.django_db
@pytest.mark.parametrize("every", [timedelta(hours=2), timedelta(hours=80)])
def test_finished_game_is_measured_once_and_a_running_one_not(every: timedelta) -> None:
    running = GameFactory.create(running=True)
    game = played(every)
    assert measure_next() == 2
    assert measure_next() == 0
    found = {seat.tempo for seat in game.seats.all()}
    assert found == {Tempo.SAME_DAY if every < timedelta(days=1) else Tempo.SLOWER}
    assert {seat.tempo for seat in running.seats.all()} == {None}


@pytest.mark.django_db
def test_of_games_that_one_played_alone_nothing_is_known() -> None:
    person = PersonFactory.create()
    alone = GameFactory.create(creator=person, opponent=lobby.Myself())
    computer = GameFactory.create(creator=person, opponent=lobby.Computer("random"))
    Game.objects.filter(pk__in=[alone.pk, computer.pk]).update(status=Game.Status.OVER)
    assert measure_next() == 4
    assert set(Seat.objects.values_list("tempo", flat=True)) == {Tempo.UNKNOWN}
