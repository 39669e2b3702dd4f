"""Games that members create in a club."""

from collections.abc import Collection
from typing import cast

from django.db.models import Q, QuerySet

from accounts.models.person import Person
from games.ladders.clubs.founding import locked
from games.ladders.clubs.privacy import take_in
from games.ladders.models.club import Club, ClubGame, Membership
from games.ladders.models.ruling import Ruling
from games.models.game import Game
from games.services.lobby import AnotherPerson, Opponent
from sekigahara.db.statements import Select
from sekigahara.errors.exceptions import Conflict, Unacceptable

_IN_CLUB = Select[tuple[ClubGame, Club, Ruling]](
    """
    SELECT {held}, {club}, {ruling} FROM games_game game
    LEFT JOIN ladders_clubgame held ON held.game_id = game.id
    LEFT JOIN ladders_club club ON club.id = held.club_id
    LEFT JOIN ladders_ruling ruling
        ON ruling.id = (SELECT min(id) FROM ladders_ruling WHERE ladders_ruling.game_id = game.id)
    WHERE game.id = %s
    """,
    held=ClubGame,
    club=Club,
    ruling=Ruling,
)
BEGUN_STATUSES = (Game.Status.RUNNING, Game.Status.OVER)


def enter(game: Game, opponent: Opponent, *, club: Club, by: Person) -> None:
    """Assign a new game to a club, in the caller's transaction; see ``lobby.create``.

    Raises:
        Conflict: the creator is not a member.
        Unacceptable: the game is not for two people. An invited address is not checked here, because this
            would reveal whether it is a member's; membership is checked when the invitation is accepted.
    """
    if not isinstance(opponent, AnotherPerson):
        raise Unacceptable("not-for-a-club")
    row = locked(club)
    if not Membership.objects.filter(club=row, person=by).exists():
        raise Conflict("not-a-member")
    take_in(game, row.pk)


def club_of(game: Game) -> Club | None:
    """The club a game is played in, if it is one's."""
    found = in_club(game)
    return None if found is None else found.club


def in_club(game: Game) -> ClubGame | None:
    """The row of a game in its club, if it is one's. It is read once for each instance of the game."""
    relation = Game._meta.get_field("in_club")  # noqa: SLF001 - the documented way to a model's fields
    if not relation.is_cached(game):
        is_ruled_on(game)
    return cast("ClubGame | None", relation.get_cached_value(game))


def is_ruled_on(game: Game) -> bool:
    """Whether arbiters have decided anything of a game. Its club, which may be dissolved, is read with it."""
    held, is_decided = None, False
    for row, club, ruling in _IN_CLUB.rows(game.pk):
        is_decided = ruling.game_id == game.pk  # of what is not there every column is null
        if row.game_id == game.pk:
            held, row.club = row, club
    relation = Game._meta.get_field("in_club")  # noqa: SLF001 - the documented way to a model's fields
    relation.set_cached_value(game, held)
    return is_decided or (held is not None and held.head != "")  # or the record was emptied


def clubs_by_game(games: Collection[int]) -> dict[int, Club]:
    """By the ids of games, the clubs of those that are played in one."""
    found = ClubGame.objects.select_related("club").filter(game__in=games)
    return {one.game_id: one.club for one in found}


def games_of(club: Club, *, is_member: bool) -> QuerySet[Game]:
    """The games of a club that a reader may watch: running games first, then the latest changed."""
    watched = Q(is_public=True) | Q(in_club__is_for_members=True) if is_member else Q(is_public=True)
    begun = Game.objects.filter(watched, in_club__club=club, status__in=BEGUN_STATUSES)
    # By their word: "running" is after "over". Where a moment is missing databases differ about its place.
    return begun.order_by("-status", "-changed_at", "public_id")
