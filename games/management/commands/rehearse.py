"""``manage.py rehearse``: play games by mail on a simulated calendar, with and without orders."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import django
import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.management.commands._scratch import scratch_database
from games.simulation import strength
from games.simulation.goals import SCORE, SCORE_STRETCH, Goal, goals, is_as_promised
from games.simulation.habits import HABITS, Habit
from games.simulation.measures import HOWS, Measured, RehearsalSummary, measured
from games.simulation.processes import in_order
from games.simulation.rehearsal import Class, rehearse

FEWEST_GAMES = 4
"""For an interval."""
SIDE_BY_SIDE = 10
"""The most games on one calendar."""


CalendarGames = tuple[Class, tuple[int, ...], float, int, Habit]
"""Games of a class on one calendar: their numbers, the median of hours to a visit, the seed, and a habit."""


class Command(BaseCommand):
    """Plays whole games: computer players decide for people who come by when a mail told them."""

    help = _("Rehearse games by mail on a simulated calendar; exit 1 if they take more visits than they may.")
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=60, help=_("how many of each class (60)"))
        parser.add_argument(
            "--orders",
            choices=[*CLASSES, "all"],
            default="all",
            help=_("who uses orders: nobody, one side, both sides, or each of these in turn (all)"),
        )
        parser.add_argument(
            "--hours", type=float, default=8, help=_("the median between a mail and the visit (8)")
        )
        parser.add_argument("--seed", type=int, default=0, help=_("decides everything (0)"))
        parser.add_argument("--jobs", type=int, default=1, help=_("processes; the results are the same (1)"))
        parser.add_argument(
            "--strength",
            type=int,
            metavar="GAMES",
            help=_("instead measure the score of play with orders against play without, in so many games"),
        )
        parser.add_argument(
            "--habits",
            action="store_true",
            help=_(
                "instead rehearse people who gather their mail, read daily, have devices, go on holiday, "
                "reply by mail, or get none"
            ),
        )
        parser.add_argument("--json", type=Path, metavar="FILE", help=_("also write what was measured here"))

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["games"] < 1 or options["jobs"] < 1 or options["hours"] <= 0:
            raise CommandError(_("--games, --jobs and --hours must be more than 0."), returncode=2)
        if options["strength"] is not None:
            return self._measure_strength(options)
        if options["habits"]:
            return self._rehearse_habits(options)
        chosen = [*CLASSES] if options["orders"] == "all" else [cast("Class", options["orders"])]
        summaries: dict[Class, RehearsalSummary] = {kind: RehearsalSummary() for kind in chosen}
        calendars: list[CalendarGames] = [
            (kind, numbers, options["hours"], options["seed"], "at-once")
            for kind in chosen
            for numbers in _calendars(options["games"], options["jobs"])
        ]
        # plain tuples: a process can import this module only when it is set up
        played = in_order(_play, calendars, options["jobs"], prepare=django.setup)
        for (kind, *_course), games in zip(calendars, played, strict=True):
            summaries[kind].games += games
        found = list(goals(summaries))
        for line in report(summaries, found):
            self.stdout.write(line)
        if options["json"] is not None:
            options["json"].write_bytes(document(summaries, found))
        missed = [goal for goal in found if not goal.is_reached]
        if missed:
            raise CommandError(_("%(count)d goals were missed.") % {"count": len(missed)})
        return None

    def _rehearse_habits(self, options: dict[str, Any]) -> None:
        numbers = tuple(range(options["games"]))
        calendars: list[CalendarGames] = [
            ("none" if habit == "reply" else "both", numbers, options["hours"], options["seed"], habit)
            for habit in HABITS
        ]
        played = in_order(_play, calendars, options["jobs"], prepare=django.setup)
        summaries = {habit: RehearsalSummary(games) for habit, games in zip(HABITS, played, strict=True)}
        for line in report_habits(summaries):
            self.stdout.write(line)
        missed = [habit for habit, summary in summaries.items() if not is_as_promised(habit, summary)]
        if missed:
            raise CommandError(_("Not as it must be: %(habits)s.") % {"habits": ", ".join(missed)})

    def _measure_strength(self, options: dict[str, Any]) -> None:
        if options["strength"] < FEWEST_GAMES:
            raise CommandError(_("--strength must be at least %d.") % FEWEST_GAMES, returncode=2)
        found = strength.score(options["strength"], seed=options["seed"], jobs=options["jobs"])
        shares = {name: f"{100 * share:.1f}" for name, share in found._asdict().items() if name != "games"}
        told = _(
            "%(games)d games: with orders %(mean)s %% against the same player without, 95 %% interval "
            "%(low)s to %(high)s %%"
        )
        self.stdout.write(told % {**shares, "games": found.games})
        limits = {"must": f"{100 * SCORE:.0f}", "stretch": f"{100 * SCORE_STRETCH:.0f}"}
        self.stdout.write(_("the lower bound must be %(must)s %%, and should be %(stretch)s %%") % limits)
        if found.low < SCORE:
            raise CommandError(_("Orders cost too much strength."))


def _calendars(games: int, jobs: int) -> Iterator[tuple[int, ...]]:
    """The numbers of the games by calendar, about as many for each process."""
    size = max(1, min(SIDE_BY_SIDE, -(-games // jobs)))
    for first in range(0, games, size):
        yield tuple(range(first, min(games, first + size)))


def _play(calendar: CalendarGames) -> list[Measured]:
    kind, numbers, hours, seed, habit = calendar
    logging.getLogger("games.services.outages").setLevel(logging.ERROR)
    with scratch_database("rehearsal", migrates=False):
        return [measured(game) for game in rehearse(kind, numbers, hours=hours, seed=seed, habit=habit)]


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
            "Orders: %(orders)s. Games: %(games)d, of %(visits).1f visits each (%(combat).1f in combats), "
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
