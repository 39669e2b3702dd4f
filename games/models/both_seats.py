"""Reading a game with both seats by one statement, and locking games."""

from collections.abc import Iterable

from django.db.models import F

from accounts.models.person import Person
from games.models.game import Game
from games.models.invitation import Invitation
from games.models.seat import Seat
from sekigahara.db.statements import Select

_BOTH = """
    FROM games_game game
    JOIN games_seat east ON east.game_id = game.id AND east.side = 0
    JOIN games_seat west ON west.game_id = game.id AND west.side = 1
"""
_TEXT = "SELECT {{game}}, {{east}}, {{west}}" + _BOTH + " WHERE game.{} = %s"
_PLAYERS = """
    LEFT JOIN accounts_person in_east ON in_east.id = east.player_id
    LEFT JOIN accounts_person in_west ON in_west.id = west.player_id
"""
_WITH_PLAYERS = "SELECT {game}, {east}, {west}, {in_east}, {in_west}" + _BOTH + _PLAYERS
_Found = tuple[Game, Seat, Seat]
_BY_PUBLIC_ID = Select[_Found](_TEXT.format("public_id"), game=Game, east=Seat, west=Seat)
_BY_ID = Select[_Found](_TEXT.format("id"), game=Game, east=Seat, west=Seat)
_Played = tuple[Game, Seat, Seat, Person, Person]
_PLAYED = Select[_Played](
    _WITH_PLAYERS + " WHERE game.public_id = %s",
    game=Game,
    east=Seat,
    west=Seat,
    in_east=Person,
    in_west=Person,
)
# The conditions are those of the index; every game that has begun has a changed_at.
_WATCHED = Select[_Played](
    _WITH_PLAYERS
    + """
    WHERE game.is_public AND game.status IN ('running', 'over') AND game.changed_at IS NOT NULL
    ORDER BY game.changed_at DESC, game.public_id LIMIT %s OFFSET %s
    """,
    game=Game,
    east=Seat,
    west=Seat,
    in_east=Person,
    in_west=Person,
)
_ORDER = """
    coalesce(mine.lapses_at, mine.due_at) NULLS LAST, mine.waiting_since NULLS LAST,
    mine.changed_at DESC NULLS LAST, game.created_at DESC, game.public_id, mine.side
"""
"""That of ``games.reads.queries.seats_of``."""
_Mine = tuple[Seat, Game, Seat, Seat, Person, Person, Invitation]
_MINE = Select[_Mine](
    "SELECT {mine}, {game}, {east}, {west}, {in_east}, {in_west}, {invitation}"
    + _BOTH
    + """
    JOIN games_seat mine ON mine.game_id = game.id AND mine.player_id = %s
    """
    + _PLAYERS
    + """
    LEFT JOIN games_invitation invitation ON invitation.seat_id IN (east.id, west.id)
        AND invitation.seat_id <> mine.id
    WHERE game.status <> 'called-off' AND game.lesson = ''
    ORDER BY """
    + _ORDER
    + " LIMIT %s OFFSET %s",
    mine=Seat,
    game=Game,
    east=Seat,
    west=Seat,
    in_east=Person,
    in_west=Person,
    invitation=Invitation,
)
_WAITING = Select[tuple[Seat, Game]](
    f"""
    SELECT {{mine}}, {{game}} FROM games_seat mine JOIN games_game game ON game.id = mine.game_id
    WHERE mine.player_id = %s AND mine.waiting_since IS NOT NULL AND game.frozen_at IS NULL
        AND game.status <> 'called-off' AND game.lesson = ''
    ORDER BY game.public_id = %s, {_ORDER}
    LIMIT 1
    """,  # noqa: S608 - constants
    mine=Seat,
    game=Game,
)


def found(public_id: str) -> list[Seat]:
    """East's seat and West's, sharing one instance of the game; empty if there is no such game."""
    return _seats(_BY_PUBLIC_ID.rows(public_id))


def found_with_players(public_id: str) -> list[Seat]:
    """Like ``found``, but with the players of the seats too, for pages."""
    return [seat for row in _PLAYED.rows(public_id) for seat in _with_players(*row)]


def to_watch(count: int, skipped: int = 0) -> list[tuple[Seat, Seat]]:
    """The seats of public games that have begun, with their players, the most recently changed game first.

    Args:
        count: the most games.
        skipped: how many are left out at first.
    """
    return [_with_players(*row) for row in _WATCHED.rows(count, skipped)]


def of_person(person: Person, count: int, skipped: int = 0) -> list[tuple[Seat, Seat]]:
    """A person's seats, each with the opposite seat: by deadline, then longest waiting, then latest changed.

    Lessons are left out. The order is that of ``games.reads.queries.seats_of``. Players are read too, and the
    invitation to the opposite seat.

    Args:
        person: who plays.
        count: the most seats.
        skipped: how many are left out at first.
    """
    found = []
    for mine, game, east, west, in_east, in_west, invitation in _MINE.rows(person.pk, count, skipped):
        both = _with_players(game, east, west, in_east, in_west)
        own, other = both[mine.side], both[1 - mine.side]
        is_invited = invitation.seat_id == other.pk  # null if there is none
        Seat.invitation.related.set_cached_value(other, invitation if is_invited else None)
        found.append((own, other))
    return found


def next_waiting(person: Person, after: str) -> Seat | None:
    """The first seat of a person that a game waits for, with its game; None for none.

    Args:
        person: who plays.
        after: the id of a game that comes last; any text is allowed.
    """
    for mine, game in _WAITING.rows(person.pk, after.replace("\0", "")):
        mine.game = game
        return mine
    return None


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
    who read the game before then fails.
    """
    Game.objects.filter(pk__in=game_ids).update(writes=F("writes") + 1)


def _seats(rows: Iterable[_Found]) -> list[Seat]:
    return [seat for row in rows for seat in _with_game(*row)]


def _with_players(game: Game, east: Seat, west: Seat, in_east: Person, in_west: Person) -> tuple[Seat, Seat]:
    # Of a seat without a person every column of the person is null.
    east.player = None if east.player_id is None else in_east
    west.player = None if west.player_id is None else in_west
    return _with_game(game, east, west)


def _with_game(game: Game, east: Seat, west: Seat) -> tuple[Seat, Seat]:
    east.game = west.game = game
    return east, west
