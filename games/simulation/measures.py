"""What a rehearsal measures in one game, and the counts of many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from statistics import mean, median, quantiles
from typing import Literal

from msgspec import Struct, field

from games.engine import core
from games.engine.actions import Deploy, Finish, Losses, Order, Retreat
from games.engine.decisions import AnswerDeployment
from games.engine.history import Step
from games.engine.side import Side
from games.engine.state import State
from games.log import position
from games.models.game import Game
from games.simulation.rehearsal import Rehearsed
from games.simulation.timetable import BEGIN, DAY
from games.simulation.visitor import Visit

How = Literal["click", "reply", "plan", "order", "order-after-hold", "silence", "rules"]
"""How a decision was answered: by hand, by a reply to a mail, by a battle plan, by another order at
once, by a loyalty order after the hold, by the reaction clock, or by the rules, because one answer was
possible."""
HOWS: tuple[How, ...] = ("click", "reply", "plan", "order", "order-after-hold", "silence", "rules")
LONG = 4
"""A battle is long from this number of deployments on."""
BY_RULES = {
    "finished": ("deploy", Finish),
    "order-chosen": ("order", Order),
    "blocks-lost": ("losses", Losses),
    "retreated": ("retreat", Retreat),
}
"""By event: the decision, and the action that causes it unless the rules do."""


class Measured(Struct, frozen=True):
    """What was measured in one game.

    Attributes:
        visits: of both players.
        empty: of these, in how many nothing could be decided.
        days: from the beginning of the game to its end.
        mails: to both players.
        battles: for each long battle in how many visits somebody acted in it, or laid a plan for it.
        untold: decisions somebody came to without a mail about them.
        told_twice: mails about what a mail had told before, with no visit in between.
        told_late: mails about decisions that were answered already.
        delays: hours between a mail and the visit it caused.
        answers: by decision and how it was answered, as ``deploy click``.
        winner: of the game.
        in_combat: visits in which somebody acted in a combat.
        returned: mails that came back.
    """

    visits: int
    empty: int
    days: float
    mails: float
    battles: list[int]
    untold: int
    told_twice: int
    told_late: int
    delays: list[float]
    answers: dict[str, int]
    winner: int | None
    in_combat: int
    returned: int = 0


class Spread(Struct, frozen=True):
    """Where values lie."""

    median: float
    mean: float
    ninth: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """The median, the mean and the 90th percentile of values, at least one."""
        ninth = quantiles(values, n=10, method="inclusive")[8] if len(values) > 1 else values[0]
        return cls(median(values), mean(values), ninth)


class RehearsalSummary(Struct):
    """The games of one class."""

    games: list[Measured] = field(default_factory=list)

    def mean(self, name: str) -> float:
        """The mean of a number over all games."""
        values: list[float] = [getattr(game, name) for game in self.games]
        return mean(values)

    def total(self, name: str) -> int:
        """The sum of a number over all games."""
        return sum(getattr(game, name) for game in self.games)

    def battles(self) -> Spread | None:
        """Visits in a long battle; None if there was none."""
        visits = [visits for game in self.games for visits in game.battles]
        return Spread.of(visits) if visits else None

    def empty_share(self) -> float:
        """The share of visits in which nothing could be decided."""
        return self.total("empty") / self.total("visits")

    def replies(self) -> int:
        """How many decisions were answered by replies."""
        return sum(count for key, count in self.answers().items() if key.endswith(" reply"))

    def delays(self) -> Spread:
        """Hours between a mail and the visit it caused."""
        return Spread.of([delay for game in self.games for delay in game.delays])

    def answers(self) -> Counter[str]:
        """By decision and how it was answered, how often in all games."""
        total: Counter[str] = Counter()
        for game in self.games:
            total.update(game.answers)
        return total


def measured(rehearsed: Rehearsed) -> Measured:
    """Measure a game that is over, from its log and the visits."""
    game = Game.objects.get(pk=rehearsed.game.pk)
    if game.ended_at is None:
        raise ValueError(f"{game} is not over")
    visit_of = {entry: visit for visit in rehearsed.visits for entry in visit.entries}
    fights = _fights(position.retold(game).steps)
    battles = [_visits_in(fight, rehearsed.visits, visit_of) for fight in fights]
    return Measured(
        visits=len(rehearsed.visits),
        empty=sum(visit.is_empty for visit in rehearsed.visits),
        days=round((game.ended_at - BEGIN) / DAY, 2),
        mails=rehearsed.mails,
        battles=[
            len(visits)
            for fight, visits in zip(fights, battles, strict=True)
            if fight.is_battle and fight.deployments >= LONG
        ],
        untold=rehearsed.untold,
        told_twice=rehearsed.told_twice,
        told_late=rehearsed.told_late,
        delays=[round(delay / timedelta(hours=1), 2) for delay in rehearsed.delays],
        answers=dict(_answers(game, visit_of)),
        winner=game.winner,
        in_combat=len(set().union(*battles)),
        returned=rehearsed.returned,
    )


class LoggedFight(Struct):
    """A combat in the log.

    Attributes:
        place: its location.
        turn: the number of the entry that began the turn: plans for the combat are made after it.
        since: the number of the entry that began the combat.
        until: the number of the last action in it.
        is_battle: whether it was a battle, and no siege.
        is_begun: whether all who stay inside are known.
        deployments: how many there were.
    """

    place: str
    turn: int
    since: int
    until: int
    is_battle: bool = False
    is_begun: bool = False
    deployments: int = 0


def _fights(steps: Sequence[Step]) -> list[LoggedFight]:
    found: list[LoggedFight] = []
    turn = 0
    is_open = False
    for step in steps:
        first = step.entries[0]
        if is_open:
            found[-1].until = first
            found[-1].deployments += isinstance(step.body, Deploy)
        for event in step.events:
            if event.kind == "turn-began":
                turn = first
            elif event.kind == "combat-declared":
                found.append(LoggedFight(event.public["location"], turn, first, first))
            elif event.kind in ("battle-began", "siege-began"):
                if not found or found[-1].is_begun:
                    found.append(LoggedFight(event.public["location"], turn, first, first))
                found[-1].is_begun, found[-1].is_battle = True, event.kind == "battle-began"
        is_open = step.after.combat is not None
    return found


def _visits_in(fight: LoggedFight, visits: Sequence[Visit], visit_of: dict[int, Visit]) -> set[int]:
    """The visits, by their place in the list, in which somebody acted in a fight or laid a plan for it."""
    acted = {id(visit_of[entry]) for entry in range(fight.since + 1, fight.until + 1) if entry in visit_of}
    return {
        number
        for number, visit in enumerate(visits)
        if id(visit) in acted
        or any(
            place == fight.place and fight.turn <= length <= fight.until for place, length in visit.planned
        )
    }


def _answers(game: Game, visit_of: dict[int, Visit]) -> Counter[str]:
    found: Counter[str] = Counter()
    before: State | None = None
    for step in position.retold(game).steps:
        if before is not None and step.side is not None:
            decision = _decision(before, step.side)
            found[f"{decision} {_how(step, decision, visit_of)}"] += 1
        for event in step.events:
            if event.kind in BY_RULES and not isinstance(step.body, BY_RULES[event.kind][1]):
                found[f"{BY_RULES[event.kind][0]} rules"] += 1
        before = step.after
    return found


def _decision(before: State, side: Side) -> str:
    decision = core.pending_for(before, side)
    return "" if decision is None else core.word(decision)


def _how(step: Step, decision: str, visit_of: dict[int, Visit]) -> How:
    if any(event.kind == "window-lapsed" for event in step.events):
        return "silence"
    if step.entries[0] in visit_of:
        return "reply" if visit_of[step.entries[0]].is_reply else "click"
    if decision == core.WORDS[AnswerDeployment]:
        return "order-after-hold"
    return "plan" if isinstance(step.body, Deploy | Finish) else "order"
