"""Analyses of finished games, made up: a true one takes minutes."""

from typing import Final

import msgspec

from games.analysis.luck import Luck
from games.analysis.reasons import FactKind, Reason
from games.analysis.turning_points import CostDifference, TurningPoint
from games.analysis.work import METHOD, AnalysisResult, SideLuck, WeekLuck
from games.engine.side import EAST
from games.models.analysis import Analysis
from games.models.game import Game
from games.reads.moments import Moments
from sekigahara.db import service_time

TURNING_POINTS: Final = 3
"""As many as an analysis has at most."""
DEEDS: Final = 8
"""What a turn tells of: about as many moves as it has."""
REASONS: Final = (
    Reason(FactKind.LOST, 0.4, 0.1, "ieyasu"),
    Reason(FactKind.STAND, 1, 4, "ieyasu", "gifu", "edo"),
    Reason(FactKind.POINTS, 1.0, 3.0),
)


def keep_one(game: Game) -> None:
    """Keep an analysis of a game that tells as much as one can, so that it is ready."""
    result = msgspec.to_builtins(_made_up(game))
    Analysis.objects.create(game=game, method=METHOD, result=result, finished_at=service_time.now())


def _made_up(game: Game) -> AnalysisResult:
    luck = Luck(0.8, 1.1)
    side = SideLuck(luck, [WeekLuck(week, luck) for week in range(1, game.week + 1)])
    changes = Moments(game, EAST).changes
    deeds = [event for change in changes for event in change.events]
    points = [
        TurningPoint(
            step=number,
            moment=number,
            week=number,
            turn="A",
            side=EAST.label,
            known=CostDifference(0.11, 0.02),
            hindsight=CostDifference(0.09, 0.02),
            played=tuple(deeds[number : number + DEEDS]),
            preferred=tuple(deeds[number + DEEDS // 2 : number + DEEDS // 2 + DEEDS]),
            reasons=REASONS,
            price=Reason(FactKind.OWN_LOSSES, 6.0, 9.0),
            rehearsals=60,
        )
        for number in range(1, min(TURNING_POINTS, len(changes) - 1) + 1)
    ]
    return AnalysisResult(side, side, points, turns=4 * game.week)
