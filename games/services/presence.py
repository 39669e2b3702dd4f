"""Whether two players see that the other has the page of their game open.

It is off at first, and shown only while both have switched it on. A page that is open is marked in the cache,
at each beat of its event stream and for little longer. The database has nothing of it but the two switches.

While either side is asked about a separate loyalty window, nothing is marked, and neither player is shown
anything. So nobody can tell from it who came to answer, whether somebody looked and let the time pass, or
whether an order answered. What was marked before is not shown afterwards either, if it has expired meanwhile.
"""

import logging
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError

from games.models.game import Game
from games.models.seat import Seat
from games.services import stream_hints
from games.services.waiting import SEPARATE_WINDOW
from sekigahara.errors.exceptions import Conflict

log = logging.getLogger(__name__)

OPEN_PAGE_LIFETIME = 2.5 * settings.STREAM_BEAT
"""Seconds for which a page counts as open after a beat of its stream."""


class Presence(NamedTuple):
    """What a player may know of the other's presence.

    Attributes:
        mine: whether the player has switched it on.
        theirs: whether the other has.
        looking: whether the other has the page of the game open; None while that is not shown.
    """

    mine: bool = False
    theirs: bool = False
    looking: bool | None = None


def is_possible(both: Sequence[Seat]) -> bool:
    """Whether a game is played by two people. Guests only play computer players and themselves."""
    east, west = both
    is_running = east.game.status == Game.Status.RUNNING
    return is_running and None not in (east.player_id, west.player_id) and east.player_id != west.player_id


def switch(seat: Seat, *, on: bool) -> None:
    """Switch presence on or off for one side. It takes effect at once.

    Args:
        seat: whose player says so.
        on: whether the other player may see them, if both say so.

    Raises:
        Conflict: ``no-presence``: the game is not being played by two people.
    """
    if not is_possible(list(Seat.objects.filter(game=seat.game_id).select_related("game").order_by("side"))):
        raise Conflict("no-presence")
    if Seat.objects.filter(pk=seat.pk, player=seat.player_id).update(shares_presence=on):
        stream_hints.send_presence(seat.game_id)


def forget(game: int) -> None:
    """Switch presence off for both sides of a game, because the seat of one has another player.

    Args:
        game: its primary key.
    """
    Seat.objects.filter(game=game).update(shares_presence=False)
    stream_hints.send_presence(game)


def shown(seat: Seat, both: Sequence[Seat]) -> Presence:
    """What the player of a seat may know.

    Args:
        seat: of the player.
        both: the seats of the game.
    """
    other = both[seat.plays.enemy]
    return _known(seat, other, _marked([other]) if _is_shown(both) else ())


def beat(games: Iterable[Sequence[Seat]], open_at: Collection[int]) -> dict[int, Presence]:
    """Mark the pages that are open, and find what their players may know.

    Args:
        games: the seats of each game, East's and West's.
        open_at: the primary keys of the seats whose page is open.

    Returns:
        For each seat, by its primary key, what its player may know.
    """
    played = [both for both in games if is_possible(both)]
    seats = [seat for both in played if _is_shown(both) for seat in both]
    there = _mark([seat for seat in seats if seat.pk in open_at], _marked(seats))
    return {one.pk: _known(one, other, there) for both in played for one, other in (both, reversed(both))}


def _is_shown(both: Sequence[Seat]) -> bool:
    """Whether the players are shown each other's presence now. It follows from what both know."""
    is_window = any(seat.asked == SEPARATE_WINDOW for seat in both)
    return is_possible(both) and all(seat.shares_presence for seat in both) and not is_window


def _known(seat: Seat, other: Seat, there: Collection[int]) -> Presence:
    looking = other.pk in there if _is_shown((seat, other)) else None
    return Presence(seat.shares_presence, other.shares_presence, looking)


def _key(seat: Seat) -> str:
    # With the player: a new player of the seat is not taken for the former one.
    return f"presence:{seat.pk}:{seat.player_id}"


def _marked(seats: Sequence[Seat]) -> set[int]:
    """The seats whose page is open, by primary key; none while the cache is away."""
    try:
        found = cache.get_many([_key(seat) for seat in seats]) if seats else {}
    except RedisError as error:
        log.warning("nobody is shown who looks at a game, the cache is away: %s", error)
        return set()
    return {seat.pk for seat in seats if found.get(_key(seat)) == 1}


def _mark(seats: Sequence[Seat], there: set[int]) -> set[int]:
    """Mark pages as open, and let the other players know of those that were not.

    Returns:
        The seats whose page is open, by primary key.
    """
    if not seats:
        return there
    try:
        cache.set_many({_key(seat): 1 for seat in seats}, OPEN_PAGE_LIFETIME)
    except RedisError as error:
        log.warning("nobody is shown who looks at a game, the cache is away: %s", error)
        return there
    for game in {seat.game_id for seat in seats if seat.pk not in there}:
        stream_hints.send_presence(game)
    return there | {seat.pk for seat in seats}
