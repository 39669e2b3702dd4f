"""Computer players at the seats of real games, where they know what the seat may know and nothing else."""

import hashlib
import json
import logging
from functools import lru_cache
from typing import Any

import msgspec

from games import engine
from games.bots import players
from games.engine import Ruleset
from games.engine.errors import EngineError
from games.errors import Refused
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.services import play, suspension

log = logging.getLogger(__name__)

NAMES = tuple(players.PLAYERS)
"""The computer players that one can play against; the first is the usual one."""


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


def play_computers() -> int:
    """Let every computer player that is asked something act, through the same door as people.

    Returns:
        How many actions were taken.
    """
    going_on = Seat.objects.filter(game__status=Game.Status.RUNNING, game__frozen_at=None)
    waiting = going_on.exclude(computer="").exclude(asked="")
    return sum(_try_to_play(pk) for pk in waiting.values_list("pk", flat=True))


def _try_to_play(pk: int) -> int:
    """Act for one seat. A player that fails is left alone until the next time; other games go on."""
    try:
        return _play(pk)
    except Exception:
        log.exception("the computer player at seat %d failed", pk)
        return 0


def _play(pk: int) -> int:
    """Act for a seat until it is asked nothing more. Returns how often it acted."""
    taken = 0
    while True:
        seat = Seat.objects.select_related("game").get(pk=pk)
        try:
            with suspension.stopping():
                if not act(seat, seat.computer):
                    return taken
        except (Refused, EngineError):
            # Another worker may have acted for the same seat in between: then there is nothing to be done. A
            # choice that is refused though nothing changed is a fault, and shows as one.
            if Seat.objects.get(pk=pk).version == seat.version:
                raise
            return taken
        taken += 1


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
