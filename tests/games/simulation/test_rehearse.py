"""``manage.py rehearse``: people with waking hours, real services, and what their games come to."""

import io
import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from accounts.models.person import Person
from games.engine import SIDES
from games.engine.side import WEST
from games.management.commands.rehearse import GOAL_NAMES, document, report, report_habits
from games.models.game import Game
from games.models.mail_reply import MailReply
from games.simulation import strength
from games.simulation.goals import MISTAKES, goals, is_as_promised
from games.simulation.habits import UNREACHABLE, Habit
from games.simulation.measures import HOWS, Measured, RehearsalSummary, Spread, measured
from games.simulation.rehearsal import Rehearsed, rehearse
from games.simulation.timetable import BEGIN, LOOKS_AFTER, OUTAGE, WEEKEND, Timetable
from games.simulation.visitor import is_choice

HOUR = timedelta(hours=1)


def game(**changes: object) -> Measured:
    """A game as good as it should be."""
    good = Measured(
        visits=50,
        empty=0,
        days=20.0,
        mails=50,
        battles=[2, 2, 2],
        untold=0,
        told_twice=0,
        told_late=0,
        delays=[8.0],
        answers={"deploy plan": 40},
        winner=0,
        in_combat=20,
    )
    return msgspec.structs.replace(good, **changes)


def mistakes(found: Rehearsed) -> list[int]:
    return [getattr(found, name) for name in MISTAKES]


# ---- people


def test_people_come_half_the_time_within_the_median_and_never_while_they_cannot() -> None:
    timetable = Timetable(8, random.Random(1))
    told = [BEGIN + HOUR * number for number in range(24 * 40)]
    came = [timetable.after_mail(each) for each in told]
    delays = [there - then for then, there in zip(told, came, strict=True)]
    normal = [delay / HOUR for delay in delays if delay < timedelta(days=2)]
    assert 7 < median(normal) < 9.5
    for gap in (OUTAGE, WEEKEND):
        assert not any(gap.since < each < gap.until for each in came)
    assert {each.hour for each in came}.isdisjoint({0, 1, 2, 3, 4, 5})


def test_person_without_mail_looks_after_some_days() -> None:
    last = datetime(2026, 2, 2, 3, tzinfo=UTC)
    assert LOOKS_AFTER <= Timetable(8, random.Random(1)).by_themselves(last) - last < LOOKS_AFTER + 6 * HOUR


@pytest.mark.parametrize(
    ("decision", "types", "expected"),
    [
        ("deploy", ["finish"], False),
        ("deploy", ["finish", "pass"], False),
        ("deploy", ["finish", "deploy"], True),
        ("window", ["pass", "pass"], False),
        ("window", ["pass", "challenge"], True),
        ("retreat", ["retreat"], True),
    ],
)
def test_visit_that_can_only_stop_or_pass_counts_as_empty(
    decision: str, types: list[str], *, expected: bool
) -> None:
    answers = [{"shape": "choice", "choices": [{"action": {"type": each}} for each in types]}]
    assert is_choice({"decision": decision, "answers": answers}) is expected


# ---- games


@pytest.mark.django_db
@pytest.mark.embedded
def test_a_game_with_orders_takes_few_visits_and_nobody_is_forgotten() -> None:
    found = rehearse("both", [0], hours=8, seed=0)
    games = [measured(each) for each in found]
    assert set(Game.objects.values_list("status", flat=True)) == {Game.Status.OVER}
    for each, rehearsed in zip(games, found, strict=True):
        assert 20 < each.visits < 100
        assert each.visits == len(rehearsed.visits)
        assert mistakes(rehearsed) == [0, 0, 0]
        assert each.days > each.visits / 2 * 8 / 24 / 2
    summary = RehearsalSummary(games)
    answers = summary.answers()
    assert answers["deploy plan"] > answers["deploy click"]
    assert answers["window order-after-hold"] > 0
    assert {key.split()[1] for key in answers} <= set(HOWS)
    lines = list(report({"both": summary}, goals({"both": summary})))
    assert "Games: 1, of " in lines[0]
    assert any(line.startswith("visits in a game") and "both sides" in line for line in lines)


@pytest.mark.django_db
@pytest.mark.embedded
def test_what_is_replied_is_played_and_the_next_mail_tells_what_is_asked_then() -> None:
    (found,) = rehearse("none", [0], hours=8, seed=0, habit="reply", until=BEGIN + timedelta(days=4))
    assert mistakes(found) == [0, 0, 0]
    replies = [visit for visit in found.visits if visit.is_reply]
    assert len(replies) > len(found.visits) / 2
    assert all(visit.was_told for visit in replies)
    outcomes = Counter(MailReply.objects.values_list("outcome", flat=True))
    assert outcomes["played"] > outcomes["draft"] > 0
    assert not outcomes["refused"]


@pytest.mark.django_db
@pytest.mark.embedded
def test_whose_mail_comes_back_is_told_by_a_device_or_at_the_next_visit() -> None:
    (found,) = rehearse("both", [0], hours=8, seed=0, habit="bounced", until=UNREACHABLE.until)
    assert found.returned > 0
    assert mistakes(found) == [0, 0, 0]
    assert set(Person.objects.exclude(bounced_at=None)) == {each.person for each in found.visitors}
    unaware = {visit.side for visit in found.visits if visit.was_told is False}
    assert unaware == {WEST}, "East has a device"


# ---- what is told of it


def test_a_goal_is_missed_above_what_must_be() -> None:
    good = list(goals({"both": RehearsalSummary([game()])}))
    assert all(goal.is_reached for goal in good)
    assert {goal.name for goal in good} == set(GOAL_NAMES)
    bad = RehearsalSummary([game(visits=76, empty=1, days=26.0, mails=78, battles=[5], told_twice=1)])
    missed = {goal.name for goal in goals({"both": bad}) if not goal.is_reached}
    assert missed == set(GOAL_NAMES) - {"untold", "told_late"}


def test_without_orders_only_mistakes_count() -> None:
    assert {goal.name for goal in goals({"none": RehearsalSummary([game(visits=146)])})} == set(MISTAKES)


@pytest.mark.parametrize(
    ("habit", "changes", "expected"),
    [
        ("gathered", {"mails": 27}, True),
        ("gathered", {"mails": 28}, False),
        ("push", {"mails": 2}, True),
        ("push", {"mails": 3}, False),
        ("daily", {"mails": 60}, True),
        ("daily", {"untold": 1}, False),
        ("quiet", {"told_twice": 1}, False),
        ("holiday", {"told_late": 1}, False),
        ("reply", {"answers": {"bid reply": 1}}, True),
        ("reply", {}, False),
        ("bounced", {"returned": 1}, True),
        ("bounced", {"returned": 1, "untold": 1}, False),
        ("bounced", {}, False),
    ],
)
def test_habit_must_cost_nobody_a_decision_and_gathering_half_of_the_mails(
    habit: Habit, changes: dict[str, Any], *, expected: bool
) -> None:
    summary = RehearsalSummary([game(**changes)])
    assert is_as_promised(habit, summary) is expected
    told = list(report_habits({habit: summary}))
    assert f"{changes.get('mails', 50) / 2:.1f}" in " ".join(told)


def test_spreads() -> None:
    assert Spread.of([3]) == Spread(3, 3, 3)
    assert Spread.of([2, 2, 2, 2, 2, 2, 2, 2, 2, 12]).mean == 3


def test_the_report_marks_what_is_missed_and_programs_get_the_same() -> None:
    summary = RehearsalSummary([game(visits=99)])
    found = list(goals({"both": summary}))
    lines = list(report({"both": summary}, found))
    (line,) = [line for line in lines if line.startswith("visits in a game")]
    assert line.split()[-5:] == ["146", "56", "51", "99", "missed"]
    told = msgspec.json.decode(document({"both": summary}, found))
    assert [goal["name"] for goal in told["goals"] if not goal["reached"]] == ["visits"]
    assert told["games"]["both"][0]["answers"] == {"deploy plan": 40}


@pytest.mark.parametrize("wrong", [["--games", "0"], ["--hours", "0"], ["--strength", "3"]])
def test_nonsense_is_refused(wrong: list[str]) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("rehearse", *wrong, stdout=io.StringIO())
    assert refused.value.returncode == 2


# ---- strength


def test_a_pair_is_one_seed_with_the_orders_on_either_side() -> None:
    assert strength.pair("0/0") == sum(strength._is_won("0/0", side) for side in SIDES) / 2


def test_the_interval_counts_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = {"0/0": 0.0, "0/1": 0.5, "0/2": 0.5, "0/3": 1.0}
    monkeypatch.setattr(strength, "pair", shares.__getitem__)
    found = strength.score(7, seed=0)
    assert found.games == 8
    assert found.mean == 0.5
    assert found.mean - found.low == pytest.approx(1.96 * (1 / 6) ** 0.5 / 2)
