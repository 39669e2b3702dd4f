"""All that was hidden in a game at one moment, for whoever has to judge a dispute.

That the moment may be looked at is decided, and written down for both players, by who calls this.
"""

from datetime import datetime
from typing import Any

from games.engine.referee import everything
from games.engine.ruleset import Ruleset
from games.log import position
from games.models.game import Game
from games.models.log import Entry


def revealed(game: Game, at: datetime) -> tuple[Ruleset, dict[str, Any]]:
    """The position as it stood at a moment, with nothing hidden. Of what came later it knows nothing.

    Args:
        at: after the game began.

    Raises:
        Frozen: the game is stopped.
    """
    steps = position.retold(game).steps
    known = Entry.objects.filter(game=game, created_at__lte=at).order_by("-seq")
    latest = known.values_list("seq", flat=True).first() or 1
    step = next(each for each in reversed(steps) if each.entries[0] <= latest)
    rules = position.rules_of(game)
    return rules, everything(rules, step.after)
