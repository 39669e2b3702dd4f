"""A game with both its seats, in one statement: what every request about a game begins with."""

from games.models.game import Game
from games.models.seat import Seat
from sekigahara.plain_sql import Select

_TEXT = """
    SELECT {{game}}, {{seat}} FROM games_game game JOIN games_seat seat ON seat.game_id = game.id
    WHERE game.{} = %s ORDER BY seat.side
"""
_BY_PUBLIC_ID = Select[tuple[Game, Seat]](_TEXT.format("public_id"), game=Game, seat=Seat)
_BY_ID = Select[tuple[Game, Seat]](_TEXT.format("id"), game=Game, seat=Seat)


def found(public_id: str) -> list[Seat]:
    """East's seat and West's with the game, one instance for both; empty where there is no such game."""
    return _together(_BY_PUBLIC_ID.rows(public_id))


def locked(game_id: int) -> list[Seat]:
    """The same by primary key, and nobody else can lock them before the transaction ends."""
    return _together(_BY_ID.rows(game_id, lock=True))


def _together(rows: list[tuple[Game, Seat]]) -> list[Seat]:
    for _, seat in rows:
        seat.game = rows[0][0]
    return [seat for _, seat in rows]
