"""A game with both its seats, in one statement: what every request about a game begins with."""

from games.models.game import Game
from games.models.seat import Seat
from sekigahara.plain_sql import Select

_TEXT = """
    SELECT {{game}}, {{east}}, {{west}} FROM games_game game
    JOIN games_seat east ON east.game_id = game.id AND east.side = 0
    JOIN games_seat west ON west.game_id = game.id AND west.side = 1
    WHERE game.{} = %s
"""
_Found = tuple[Game, Seat, Seat]
_BY_PUBLIC_ID = Select[_Found](_TEXT.format("public_id"), game=Game, east=Seat, west=Seat)
_BY_ID = Select[_Found](_TEXT.format("id"), game=Game, east=Seat, west=Seat)


def found(public_id: str) -> list[Seat]:
    """East's seat and West's with the game, one instance for both; empty where there is no such game."""
    return [seat for row in _BY_PUBLIC_ID.rows(public_id) for seat in _together(*row)]


def locked(game_id: int) -> list[Seat]:
    """The same by primary key, and nobody else can lock them before the transaction ends."""
    return [seat for row in _BY_ID.rows(game_id, lock=True) for seat in _together(*row)]


def _together(game: Game, east: Seat, west: Seat) -> tuple[Seat, Seat]:
    east.game = west.game = game
    return east, west
