"""Computer players at the seats of real games, where they know what the seat may know and nothing else."""

import hashlib
import json
from functools import lru_cache
from typing import Any

import msgspec

from games import engine
from games.bots import players
from games.engine import Ruleset
from games.log import position
from games.models.seat import Seat
from games.services import play


def act(seat: Seat, name: str) -> bool:
    """Let a computer player act once for a seat, through the same door as people.

    Args:
        name: the player's, who need not be the one that sits there.

    Returns:
        Whether it had anything to do: not when the seat is asked nothing.

    Raises:
        Refused, EngineError: as ``play.submit`` does.
    """
    rules, state = position.load(seat.game)
    options = engine.options(rules, state, seat.plays)
    if not seat.asked or options is None:
        return False
    player = players.create(name, _printed(rules), _seed(seat))
    choice = player.choose(_plain(engine.view(rules, state, seat.plays)), _plain(options.describe()))
    play.submit(seat=seat, bodies=[json.dumps(choice)], expected_version=seat.version)
    return True


@lru_cache(maxsize=16)
def _printed(rules: Ruleset) -> dict[str, Any]:
    return dict(msgspec.to_builtins(rules.edition))


def _seed(seat: Seat) -> int:
    """What the player leaves to chance is decided by the game's secret seed: no retry plays otherwise."""
    told = b"|".join([bytes(seat.game.seed), b"computer", seat.plays.label.encode(), b"%d" % seat.version])
    return int.from_bytes(hashlib.sha256(told).digest()[:8], "big")


def _plain(told: object) -> dict[str, Any]:
    """As it comes out of JSON: what a player gets shares nothing with the game."""
    return dict(json.loads(msgspec.json.encode(told)))
