"""Computer players in stored games. They get only the view and the options of their seat."""

import hashlib
import json
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from django.db.models import F, Q

from accounts import name_rules
from games import engine
from games.bots import players
from games.bots.levels import LEVELS
from games.bots.players import Planner
from games.engine import Ruleset, Side, core
from games.engine.decisions import DeployBlocks
from games.engine.errors import EngineError
from games.engine.orders import planning
from games.engine.orders.shapes import Orders
from games.engine.state import State
from games.log import position
from games.models.game import Game
from games.models.seat import Seat, key_of_computer
from games.services import orders, play, suspension
from games.services.characters import character_of
from sekigahara import batch
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Refused

log = logging.getLogger(__name__)

_DEPLOY = core.WORDS[DeployBlocks]

LEVELS_BY_NAME = {level.name: level for level in LEVELS}
"""From the weakest to the strongest."""
COMPUTER_NAMES = (*LEVELS_BY_NAME, "random")
"""The computer players that one can play against: the levels from the weakest on, and one for programs."""
COMPUTERS_BY_KEY = {key_of_computer(name): name for name in COMPUTER_NAMES}
"""These by their public keys."""
FRIENDLY = COMPUTER_NAMES[0]
"""The one that a newcomer meets first."""
REHEARSING = tuple(name for name in COMPUTER_NAMES if players.rehearses(name))
"""Those that think for a while about their turns (``games.services.computer_thoughts``)."""


def register() -> None:
    """Keep their names from people and clubs, with and without the number of a level."""
    name_rules.reserve(players.PLAYERS)
    name_rules.reserve(name.rpartition("-")[0] for name in players.PLAYERS if "-" in name)


def quicker_than(name: str) -> str:
    """The next level below a player that rehearses, of those that answer at once."""
    below = COMPUTER_NAMES[: COMPUTER_NAMES.index(name)]
    return next(level for level in reversed(below) if level not in REHEARSING)


def act(seat: Seat, name: str) -> bool:
    """Let a computer player act once for a seat.

    In a battle it lays a plan, which then answers whatever the opponent does in the same transaction: so a
    battle against it needs no more than one visit. When it lays one, and when the plan stops and asks it
    again, follows from what everybody sees.

    Args:
        seat: to act for.
        name: of the computer player, which need not be that of the seat.

    Returns:
        Whether the seat had to decide anything.

    Raises:
        Refused, EngineError: as in ``play.submit``.
    """
    rules, state = position.load(seat.game)
    options = engine.options(rules, state, seat.plays)
    if not seat.asked or options is None:
        return False
    player = players.create(name, _printed(rules), seed_of(seat), character_of(seat) if seat.computer else "")
    may_plan = seat.computer and seat.asked == _DEPLOY
    if may_plan and isinstance(player, Planner) and _has_planned(rules, state, seat, player):
        return True
    choice = player.choose(plain(engine.view(rules, state, seat.plays)), plain(options.describe()))
    play.submit(seat=seat, bodies=[json.dumps(choice)], expected_version=seat.version)
    return True


def _has_planned(rules: Ruleset, state: State, seat: Seat, player: Planner) -> bool:
    """Lay a plan for the battle that is being fought. Return whether it has acted by it."""
    if state.combat is None:
        return False
    view, battles = engine.view(rules, state, seat.plays), planning.described(rules, state, seat.plays)
    wanted = msgspec.convert(player.orders(plain(view), plain(battles)), Orders)
    place = rules.components.locations[state.combat.location]
    battle = wanted.battles.get(place)
    if battle is None:
        return False
    ordered = msgspec.structs.replace(battle, loyalty=wanted.loyalty)
    given = orders.shown(seat)
    if given.orders.battles.get(place) == ordered:
        return False
    orders.lay(seat=seat, orders=Orders(battles={place: ordered}), expected_version=given.version)
    return Seat.objects.get(pk=seat.pk).version > seat.version


def play_computers() -> int:
    """Let every computer player act until it has nothing to decide, or the batch is over.

    Returns:
        The number of actions.
    """
    going_on = Seat.objects.filter(game__status=Game.Status.RUNNING, game__frozen_at=None)
    waiting = going_on.exclude(computer="").exclude(asked="").exclude(thinks_first())
    taken = 0
    for pk, acts_at in batch.in_time(waiting.order_by("pk").values_list("pk", "acts_at")):
        if acts_at is not None and (early := acts_at - service_time.now()) > timedelta():
            batch.run_again_in(early.total_seconds())
        else:
            taken += _try_to_play(pk)
    return taken


def thinks_first() -> Q:
    """The condition for seats whose player has still to think about the present decision, in another job."""
    has_none = Q(thought="") | ~Q(thought_at=F("version"))
    return Q(computer__in=REHEARSING, asked__in=players.REHEARSED) & has_none


def _try_to_play(pk: int) -> int:
    """Act for one seat. If the computer player fails, log it and return, so that other games continue."""
    try:
        return _play(pk)
    except Exception:
        log.exception("the computer player at seat %d failed", pk)
        return 0


def _play(pk: int) -> int:
    """Act for a seat until it has nothing to decide, and return the number of actions."""
    taken = 0
    while True:
        seat = Seat.objects.select_related("game").get(pk=pk)
        try:
            with suspension.stopping():
                if not (_take_thought(seat) if is_to_think(seat) else act(seat, seat.computer)):
                    return taken
        except (Refused, EngineError):
            # If another worker has acted for the seat, there is nothing left to do. If nothing has changed,
            # the refusal is a fault of the computer player.
            if Seat.objects.get(pk=pk).version == seat.version:
                raise
            return taken
        taken += 1
        if batch.is_over():
            return taken


def _take_thought(seat: Seat) -> bool:
    """Take the action that was thought of, if its moment has come. A refused one is thought of again."""
    if not seat.thought or seat.thought_at != seat.version:
        return False
    if seat.acts_at is not None and seat.acts_at > service_time.now():
        return False
    try:
        play.submit(seat=seat, bodies=[seat.thought], expected_version=seat.version)
    finally:
        Seat.objects.filter(pk=seat.pk, thought_at=seat.version).update(thought="", acts_at=None)
    return True


def is_to_think(seat: Seat) -> bool:
    """Whether the player of a seat thinks about the present decision."""
    return seat.computer in REHEARSING and seat.asked in players.REHEARSED


class Thinking(NamedTuple):
    """A computer player that tries its turn out.

    Attributes:
        side: that it plays.
        goes_on_at: when it goes on, because its budget was used up; None while it thinks.
    """

    side: Side
    goes_on_at: datetime | None


def thinking(seats: Iterable[Seat]) -> Thinking | None:
    """The computer player that a game waits for while it thinks; None for none.

    Everybody may know it: what a side is asked is public.
    """
    for seat in seats:
        if is_to_think(seat) and seat.game.frozen_at is None:
            is_over = seat.thinks_after is None or seat.thinks_after <= service_time.now()
            return Thinking(seat.plays, None if is_over else seat.thinks_after)
    return None


@lru_cache(maxsize=16)
def _printed(rules: Ruleset) -> dict[str, Any]:
    return dict(msgspec.to_builtins(rules.edition))


def seed_of(seat: Seat) -> int:
    """The seed for a computer player's choices, so that a retry chooses the same.

    Players that rehearse have one for the whole game, since they go on with what they had planned.
    """
    version = b"" if seat.computer in REHEARSING else b"%d" % seat.version
    data = b"|".join([bytes(seat.game.seed), b"computer", seat.plays.label.encode(), version])
    return int.from_bytes(hashlib.sha256(data).digest()[:8], "big")


def plain(data: object) -> dict[str, Any]:
    """Copy data by way of JSON, so that a computer player shares no objects with the game."""
    return dict(json.loads(msgspec.json.encode(data)))
