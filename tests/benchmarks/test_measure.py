import gc
import json
import random
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from tests.benchmarks.floors import all_floors
from tests.benchmarks.measure import Subject, run
from tests.benchmarks.outcome import Goal, Table, judged
from tests.benchmarks.peers import PeerMissingError, required


class FakeTime:
    """A clock that only moves when work says so."""

    def __init__(self) -> None:
        self.now = 0
        self.calls: list[str] = []

    def __call__(self) -> int:
        return self.now

    def subject(self, name: str, costs: list[int], units: int = 1) -> Subject:
        """A subject whose nth call, the warm-up first, takes the nth of `costs` nanoseconds."""
        left = iter(costs)

        def work() -> int:
            self.calls.append(name)
            self.now += next(left)
            return units

        return Subject(name, work)


def two(goal: Goal, ours: list[int], theirs: list[int], units: int = 1) -> Table:
    clock = FakeTime()
    subjects = [clock.subject("ours", [999_999, *ours], units), clock.subject("theirs", [1, *theirs])]
    return run(len(ours), subjects, [goal], clock=clock)


def test_a_ratio_is_taken_inside_its_round() -> None:
    # Both are ten times slower in the second round: a slow machine moves the costs, never the ratio.
    table = two(Goal("E1", "replay", "ours", "theirs"), [20, 200, 40], [10, 100, 20])
    assert table.rows[0].found.min == table.rows[0].found.median == table.rows[0].found.max == 2


def test_the_median_judges_and_the_range_is_told() -> None:
    table = two(Goal("E1", "replay", "ours", "theirs", must=2.0), [10, 15, 900], [10, 10, 10])
    assert (table.rows[0].found.min, table.rows[0].found.median, table.rows[0].found.max) == (1, 1.5, 90)
    assert table.rows[0].verdict == "must"


def test_the_warm_up_is_not_counted() -> None:
    table = two(Goal("E1", "replay", "ours", "theirs"), [10], [10])
    assert table.costs[0].ns.max == 10


def test_costs_are_per_unit() -> None:
    table = two(Goal("E1", "replay", "ours", "theirs"), [1_000], [10], units=50)
    assert table.costs[0].ns.median == 20


@pytest.mark.parametrize(
    ("must", "stretch", "verdict"),
    [
        pytest.param(2.0, 1.5, "stretch", id="on the stretch goal"),
        pytest.param(1.5, 1.0, "must", id="on the must"),
        pytest.param(1.5, None, "must", id="no stretch goal"),
        pytest.param(1.4, 1.0, "MISSED", id="above the must"),
        pytest.param(None, None, "-", id="only told"),
    ],
)
def test_verdict(must: float | None, stretch: float | None, verdict: str) -> None:
    table = two(Goal("E1", "replay", "ours", "theirs", must, stretch), [15], [10])
    assert table.rows[0].verdict == verdict
    assert bool(table.missed) == (verdict == "MISSED")


def test_goal_may_want_more() -> None:
    goal = Goal("S3", "requests", "theirs", "ours", must=0.5, stretch=2.0, is_more_better=True)
    verdicts = [two(goal, [cost], [10]).rows[0].verdict for cost in (21, 20, 5)]
    assert verdicts == ["MISSED", "must", "stretch"]


def test_processor_time_is_measured_beside() -> None:
    worked, processor = FakeTime(), FakeTime()
    subjects = [worked.subject("ours", [0, 8]), worked.subject("theirs", [0, 2])]
    spent = {"ours": 3, "theirs": 1}

    def both(subject: Subject) -> Subject:
        def work() -> int:
            processor.now += spent[subject.name]
            return subject.work()

        return Subject(subject.name, work)

    goals = [Goal("S1", "", "ours", "theirs"), Goal("S2", "", "ours", "theirs", is_processor_time=True)]
    table = run(1, [both(subject) for subject in subjects], goals, clock=worked, processor_clock=processor)
    assert [row.found.median for row in table.rows] == [4, 3]


def test_preparation_is_not_timed() -> None:
    clock = FakeTime()

    def prepare() -> None:
        clock.calls.append("prepared")
        clock.now += 1_000_000

    bare = clock.subject("ours", [1, 7, 7])
    table = run(2, [Subject("ours", bare.work, before=prepare)], clock=clock)
    assert clock.calls == ["prepared", "ours"] * 3
    assert table.costs[0].ns.max == 7


@pytest.mark.parametrize(
    ("is_more_better", "verdict"), [(False, "MISSED"), (True, "must")], ids=["at most", "at least"]
)
def test_worst_of_a_count_is_judged(is_more_better: bool, verdict: str) -> None:
    goal = Goal("S5", "statements", must=3, is_exact=True, is_more_better=is_more_better)
    assert judged(goal, [3, 3, 3, 4]).verdict == verdict


def test_several_runs_make_one_table() -> None:
    first = two(Goal("E1", "replay", "ours", "theirs"), [20], [10])
    second = Table(1, (), (judged(Goal("S7", "nudges", must=1), [2]),))
    both = first + second
    assert [row.goal.id for row in both.rows] == ["E1", "S7"]
    assert [row.goal.id for row in both.missed] == ["S7"]


def test_every_round_times_everyone_once_in_changing_order() -> None:
    clock = FakeTime()
    run(40, [clock.subject(name, [5] * 41) for name in "abc"], clock=clock)
    warm_up, *rounds = ["".join(clock.calls[start : start + 3]) for start in range(0, 123, 3)]
    assert warm_up == "abc"
    assert set(rounds) == {"".join(order) for order in permutations("abc")}


def test_the_collector_rests_during_a_timing_and_wakes_after_a_failure() -> None:
    seen: list[bool] = []

    def work() -> int:
        seen.append(gc.isenabled())
        if len(seen) == 3:
            raise RuntimeError("broken")
        return 1

    assert gc.isenabled()
    with pytest.raises(RuntimeError, match="broken"):
        run(2, [Subject("ours", work)])
    assert seen == [True, False, False]
    assert gc.isenabled()


@pytest.mark.parametrize(
    ("rounds", "names", "goal", "message"),
    [
        pytest.param(0, "a", None, "at least one round", id="no rounds"),
        pytest.param(1, "aa", None, "same name", id="one name twice"),
        pytest.param(1, "a", Goal("E1", "", "a", "b"), "E1 is about 'b'", id="unknown subject"),
    ],
)
def test_refused_before_anything_is_timed(rounds: int, names: str, goal: Goal | None, message: str) -> None:
    clock = FakeTime()
    with pytest.raises(ValueError, match=message):
        run(rounds, [clock.subject(name, [5, 5]) for name in names], [goal] if goal else [], clock=clock)
    assert clock.calls == []


@pytest.mark.parametrize(("cost", "units"), [(5, 0), (0, 5)], ids=["no units", "no time"])
def test_a_subject_that_does_nothing_is_refused(cost: int, units: int) -> None:
    clock = FakeTime()
    with pytest.raises(ValueError, match="'idle' did too little"):
        run(1, [clock.subject("idle", [5, cost], units)], clock=clock)


def test_the_run_leaves_the_global_generator_alone() -> None:
    before = random.getstate()
    two(Goal("E1", "replay", "ours", "theirs"), [1, 2, 3], [1, 2, 3])
    assert random.getstate() == before


def test_text_and_json_tell_the_same(tmp_path: Path) -> None:
    table = two(Goal("E1", "replay", "ours", "theirs", must=1.0), [20, 30, 25], [10, 10, 10])
    heading, line = str(table).splitlines()
    assert heading.split() == ["id", "what", "found", "min..max", "must", "stretch", "verdict"]
    assert line.split() == ["E1", "replay", "2.5", "2..3", "1", "-", "MISSED"]
    table.show(tmp_path / "bench.json")
    written = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))
    assert written["rows"][0]["found"] == {"median": 2.5, "min": 2.0, "max": 3.0}
    assert written["rows"][0]["verdict"] == "MISSED"
    assert [cost["name"] for cost in written["costs"]] == ["ours", "theirs"]


def test_a_missing_peer_names_its_dependency_group() -> None:
    with pytest.raises(PeerMissingError, match=r"halma.*dependency group 'bench'"):
        required("no_such_module_anywhere", "halma")


@pytest.mark.parametrize("floor", [pytest.param(floor.work, id=floor.name) for floor in all_floors()])
def test_a_floor_does_work(floor: Callable[[], int]) -> None:
    assert floor() > 0
