"""Going on from what was kept is the same as beginning again, on any machine."""

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

from games.ladders.ratings.fold import OVERALL, Fold, Table
from games.ladders.ratings.results import TIE, TIME_OUT, GameResult
from tests.kit.searches import given, st
from tests.ladders.finished import BEGIN, EAST_WON, WEST_WON, fed
from tests.ladders.kept import a_season, loaded, plain

PROJECT = Path(__file__).resolve().parents[2]


@st.composite
def histories(draw: st.DrawFn) -> list[GameResult]:
    """Up to 25 finished games of a few players who meet again and again, computer players among them."""
    passed = timedelta()
    finished = []
    for number in range(draw(st.integers(1, 25))):
        passed += timedelta(seconds=draw(st.sampled_from((0, 1, 3600)) | st.integers(0, 100 * 24 * 3600)))
        victory = draw(st.sampled_from(("points", "resignation", TIME_OUT)))
        halves = [EAST_WON, WEST_WON] if victory != "points" else [EAST_WON, WEST_WON, (TIE, TIE)]
        player = st.none() | st.integers(1, 4)
        finished.append(
            GameResult(
                f"{number:02}",
                BEGIN + passed,
                draw(st.sampled_from(("kessen", "gmt-2016"))),
                (draw(player), draw(player)),
                draw(st.sampled_from(halves)),
                draw(st.integers(1, 3)),
                victory,
            )
        )
    return finished


class TestGoingOn:
    @given(finished=histories(), data=st.data())
    def test_fold_from_stored_numbers_equals_a_fold_from_the_first(
        self, finished: list[GameResult], data: st.DataObject
    ) -> None:
        table, done = fed(finished)
        cuts = data.draw(st.sets(st.integers(0, len(finished) - 1)))
        fold, went_on = Fold(), []
        for number, each in enumerate(finished):
            if number in cuts:
                fold = Fold(loaded(json.dumps(plain(fold.table))))
            went_on.append(fold.add(each))
        assert went_on == done
        assert plain(fold.table) == plain(table)

    @given(finished=histories())
    def test_the_rows_of_a_games_players_and_edition_are_enough(self, finished: list[GameResult]) -> None:
        table, done = fed(finished)
        kept = Table()
        for each, expected in zip(finished, done, strict=True):
            rows = Table(
                {
                    (player, ladder): standing
                    for (player, ladder), standing in kept.standings.items()
                    if player in each.players and ladder in (OVERALL, each.edition)
                },
                {edition: lead for edition, lead in kept.advantages.items() if edition == each.edition},
                {player: at for player, at in kept.timed_out.items() if player in each.players},
                kept.last,
            )
            assert Fold(rows).add(each) == expected
            kept.standings |= rows.standings
            kept.advantages |= rows.advantages
            kept.timed_out |= rows.timed_out
            kept.last = rows.last
        assert plain(kept) == plain(table)

    @given(finished=histories())
    def test_kept_numbers_are_integers(self, finished: list[GameResult]) -> None:
        table, _done = fed(finished)
        numbers = [n for standing in table.standings.values() for n in (*standing.rating, standing.games)]
        assert {type(number) for number in [*numbers, *table.advantages.values()]} <= {int}


ANOTHER_ARITHMETIC = """
import json, sys
sys.modules["_decimal"] = None  # decimal falls back on the one written in Python
import decimal, _pydecimal
assert decimal.Decimal is _pydecimal.Decimal
from tests.ladders.kept import a_season, plain
sys.stdout.write(json.dumps(plain(a_season())))
"""


def test_another_implementation_of_the_arithmetic_finds_the_very_same_numbers() -> None:
    """Python has two that share no code, one in C and one in Python."""
    done = subprocess.run(
        [sys.executable, "-c", ANOTHER_ARITHMETIC], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == json.loads(json.dumps(plain(a_season())))
