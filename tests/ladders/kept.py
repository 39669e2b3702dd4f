"""The fold's table as a database would keep it, and back."""

import json
from datetime import datetime, timedelta
from typing import Any

from games.ladders.ratings.fold import Fold, Standing, Table
from games.ladders.ratings.glicko import Rating
from tests.ladders.finished import campaigns


def plain(table: Table) -> dict[str, Any]:
    """The table as a database would keep it: integers, words and times."""
    return {
        "standings": [
            [player, ladder, *standing.rating, standing.games, standing.at.isoformat()]
            for (player, ladder), standing in sorted(table.standings.items())
        ],
        "advantages": table.advantages,
        "timed_out": [[player, at.isoformat()] for player, at in sorted(table.timed_out.items())],
        "last": table.last and [table.last[0].isoformat(), table.last[1]],
    }


def loaded(text: str) -> Table:
    kept = json.loads(text)
    last = kept["last"]
    return Table(
        {
            (player, ladder): Standing(Rating(*numbers), games, datetime.fromisoformat(at))
            for player, ladder, *numbers, games, at in kept["standings"]
        },
        kept["advantages"],
        {player: datetime.fromisoformat(at) for player, at in kept["timed_out"]},
        last and (datetime.fromisoformat(last[0]), last[1]),
    )


def a_season() -> Table:
    """Sixty games of four players in two editions."""
    fold = Fold()
    for game in campaigns(
        60, strengths=[1300, 1500, 1600, 1900], every=timedelta(days=3), editions=["kessen", "manual"]
    ):
        fold.add(game)
    return fold.table
