"""Output of ``rehearse``: the table of goals, and how decisions were answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.simulation.goals import Goal
from games.simulation.habits import Habit
from games.simulation.measures import HOWS, RehearsalSummary
from games.simulation.rehearsal import Class

GOAL_NAMES: Mapping[str, str | Promise] = {
    "battle-median": gettext_lazy("visits in a long battle, median"),
    "battle-mean": gettext_lazy("visits in a long battle, mean"),
    "battle-ninth": gettext_lazy("visits in a long battle, 90th percentile"),
    "visits": gettext_lazy("visits in a game"),
    "days": gettext_lazy("days for a game"),
    "empty": gettext_lazy("share of visits without anything to decide"),
    "mails": gettext_lazy("mails to a player in a game"),
    "untold": gettext_lazy("decisions without a mail"),
    "told_twice": gettext_lazy("decisions with two mails"),
    "told_late": gettext_lazy("mails about decisions already answered"),
}
HABIT_NAMES: Mapping[Habit, str | Promise] = {
    "gathered": gettext_lazy("mail about four games is gathered"),
    "daily": gettext_lazy("mail once a day"),
    "quiet": gettext_lazy("no mail at night"),
    "push": gettext_lazy("a device tells them, and no mail"),
    "holiday": gettext_lazy("both go on holiday for six days"),
    "reply": gettext_lazy("both reply by mail"),
    "bounced": gettext_lazy("mail comes back for six days; one side has a device too"),
}
CLASSES: Mapping[Class, str | Promise] = {
    "none": gettext_lazy("nobody"),
    "one": gettext_lazy("one side"),
    "both": gettext_lazy("both sides"),
}


def report(summaries: Mapping[Class, RehearsalSummary], goals: Iterable[Goal]) -> Iterator[str]:
    """What was measured, as lines of text."""
    for kind, summary in summaries.items():
        yield from _class(kind, summary)
    heading = (_("orders"), _("today"), _("must"), _("stretch"), _("measured"))
    yield ""
    yield f"{'':46}{heading[0]:12}" + "".join(f"{cell:>9}" for cell in heading[1:])
    for goal in goals:
        cells = (goal.today, goal.must, goal.stretch, goal.measured)
        mark = "" if goal.is_reached else "  " + _("missed")
        numbers = "".join(f"{'-' if cell is None else f'{cell:g}':>9}" for cell in cells)
        yield f"{GOAL_NAMES[goal.name]!s:46}{CLASSES[goal.kind]!s:12}{numbers}{mark}"


def _class(kind: Class, summary: RehearsalSummary) -> Iterator[str]:
    delays = summary.delays()
    values = {
        "orders": CLASSES[kind],
        "games": len(summary.games),
        "visits": summary.mean("visits"),
        "combat": summary.mean("in_combat"),
        "days": summary.mean("days"),
        "median": delays.median,
        "mean": delays.mean,
    }
    yield (
        _(
            "Orders: %(orders)s. %(games)d games, %(visits).1f visits in a game (%(combat).1f in combats), "
            "%(days).1f days; from mail to visit %(median).1f hours in the median, %(mean).1f in the mean"
        )
        % values
    )
    if (battles := summary.battles()) is not None:
        yield _("  visits in a long battle: %(median).0f / %(mean).2f / %(ninth).0f") % {
            "median": battles.median,
            "mean": battles.mean,
            "ninth": battles.ninth,
        }
    answers = summary.answers()
    decisions = sorted({key.split()[0] for key in answers})
    yield f"  {'':12}" + "".join(f"{how:>18}" for how in HOWS)
    for decision in decisions:
        counts = [answers[f"{decision} {how}"] / len(summary.games) for how in HOWS]
        yield f"  {decision:12}" + "".join(f"{count:>18.1f}" for count in counts)


def report_habits(summaries: Mapping[Habit, RehearsalSummary]) -> Iterator[str]:
    """What was measured of people with habits, as lines of text."""
    columns = ("visits", "days", "mails", "untold", "told_twice", "told_late")
    for habit, summary in summaries.items():
        yield f"{HABIT_NAMES[habit]!s}:"
        for name in columns[:3]:
            value = summary.mean(name) / (2 if name == "mails" else 1)
            yield f"  {GOAL_NAMES[name]!s:46}{value:>9.1f}"
        for name in columns[3:]:
            yield f"  {GOAL_NAMES[name]!s:46}{summary.total(name):>9}"
        counted = (
            (_("decisions by reply"), summary.replies()),
            (_("mails that came back"), summary.total("returned")),
        )
        for words, count in counted:
            if count:
                yield f"  {words:46}{count:>9}"


def document(summaries: Mapping[Class, RehearsalSummary], goals: Iterable[Goal]) -> bytes:
    """What was measured, as JSON."""
    found: dict[str, Any] = {
        "goals": [{**goal._asdict(), "reached": goal.is_reached} for goal in goals],
        "games": {kind: msgspec.to_builtins(summary.games) for kind, summary in summaries.items()},
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=1)
