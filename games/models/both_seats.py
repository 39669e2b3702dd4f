"""Reading a game with both seats by one statement, and locking games."""

from collections.abc import Iterable

from django.db.models import F

from accounts.models.person import Person
from games.models.game import Game
from games.models.seat import Seat
from sekigahara.db.statements import Select

_Found = tuple[Game, Seat, Seat, str | None, str | None]
_TEXT = """
    SELECT {{game}}, {{east}}, {{west}}, eastern.time_away, western.time_away FROM games_game game
    JOIN games_seat east ON east.game_id = game.id AND east.side = 0
    JOIN games_seat west ON west.game_id = game.id AND west.side = 1
    LEFT JOIN accounts_person eastern ON eastern.id = east.player_id
    LEFT JOIN accounts_person western ON western.id = west.player_id
    WHERE game.{} = %s
"""
_BY_PUBLIC_ID = Select[_Found](_TEXT.format("public_id"), game=Game, east=Seat, west=Seat)
_BY_ID = Select[_Found](_TEXT.format("id"), game=Game, east=Seat, west=Seat)
_WITH_PLAYERS = Select[tuple[Game, Seat, Seat, Person, Person]](
    """
    SELECT {game}, {east}, {west}, {eastern}, {western} FROM games_game game
    JOIN games_seat east ON east.game_id = game.id AND east.side = 0
    JOIN games_seat west ON west.game_id = game.id AND west.side = 1
    LEFT JOIN accounts_person eastern ON eastern.id = east.player_id
    LEFT JOIN accounts_person western ON western.id = west.player_id
    WHERE game.public_id = %s
    """,
    game=Game,
    east=Seat,
    west=Seat,
    eastern=Person,
    western=Person,
)


def found(public_id: str) -> list[Seat]:
    """East's seat and West's, sharing one instance of the game; empty if there is no such game."""
    return _seats(_BY_PUBLIC_ID.rows(public_id))


def found_with_players(public_id: str) -> list[Seat]:
    """Like ``found``, but with the players of the seats too, for pages and mails."""
    seats = []
    for game, east, west, *players in _WITH_PLAYERS.rows(public_id):
        for seat, player in zip((east, west), players, strict=True):
            seat.game, seat.player = game, player if seat.player_id is not None else None
            seats.append(seat)
    return seats


def of_game(game_id: int) -> list[Seat]:
    """East's seat and West's, sharing one instance of the game, by the game's primary key."""
    return _seats(_BY_ID.rows(game_id))


def to_change(game_id: int) -> list[Seat]:
    """East's seat and West's with their game, locked until the caller's transaction ends."""
    count_write(game_id)
    return of_game(game_id)


def count_write(*game_ids: int) -> None:
    """Lock games until the caller's transaction ends, and increment their write counters.

    Call it before changing a game or a seat in a way that matters to play. An optimistic write by somebody
    who read the game before then fails. Several games are locked in the order of their keys, so that no two
    who do this wait for each other.
    """
    if len(game_ids) > 1:
        list(Game.objects.select_for_update(no_key=True).filter(pk__in=game_ids).order_by("pk").values("pk"))
    Game.objects.filter(pk__in=game_ids).update(writes=F("writes") + 1)


def _seats(rows: Iterable[_Found]) -> list[Seat]:
    return [seat for row in rows for seat in _with_game(*row)]


def _with_game(
    game: Game, east: Seat, west: Seat, eastern: str | None, western: str | None
) -> tuple[Seat, Seat]:
    east.game = west.game = game
    east.away, west.away = eastern or "", western or ""
    return east, west
