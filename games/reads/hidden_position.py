"""The whole position of a game at one time, for arbiters.

The caller checks that the arbiter may see it, and records that they did.
"""

from datetime import datetime
from typing import Any

from games.engine.referee import everything
from games.engine.ruleset import Ruleset
from games.log import position
from games.models.game import Game
from games.models.log import Entry


def revealed(game: Game, at: datetime) -> tuple[Ruleset, dict[str, Any]]:
    """The rules and the whole position of a game at one time, with nothing hidden.

    Args:
        game: any game that has begun.
        at: a time after its beginning. Later events have no effect on the result.

    Raises:
        Frozen: the game is stopped.
    """
    steps = position.retold(game).steps
    known = Entry.objects.filter(game=game, created_at__lte=at).order_by("-seq")
    latest = known.values_list("seq", flat=True).first() or 1
    step = next(each for each in reversed(steps) if each.entries[0] <= latest)
    rules = position.rules_of(game)
    return rules, everything(rules, step.after)
