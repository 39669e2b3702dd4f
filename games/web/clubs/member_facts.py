"""What an organiser is told of a member: nothing that arbitration pages and public games do not tell."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Max
from django.urls import reverse

from accounts.models.person import Person
from games.engine.core import WORDS
from games.engine.decisions import DiscardHalf, PlaceBid
from games.engine.side import EAST, WEST
from games.ladders.arbitration import jurisdiction
from games.ladders.arbitration import queries as arbitration_queries
from games.ladders.clubs.games import games_of
from games.ladders.models.club import ClubGame, Membership
from games.ladders.tables import queries as ladder_queries
from games.models.game import Game
from games.models.seat import Seat
from games.reads import deadlines
from games.reads.deadlines import Deadline, deadline
from games.web.arbitration.record import RulingRow, ruling_rows
from sekigahara.db import service_time

WAITING_GAMES_SHOWN: Final = 5
RULINGS_SHOWN: Final = 3
_ASKED_TOGETHER: Final = frozenset(WORDS[each] for each in (DiscardHalf, PlaceBid))
"""While both sides are asked for these, nobody can tell from a game who has acted when."""


class WaitingGame(NamedTuple):
    """A game of the club that waits for the member.

    Attributes:
        path: of its case, or of the game if the organiser plays or has played in it.
        until: None without a clock.
    """

    path: str
    opponent: str
    until: Deadline | None
    is_late: bool


class DecidedGame(NamedTuple):
    """A ruling on a game of the member."""

    path: str
    players: tuple[str, str]
    ruling: RulingRow


class MemberFacts(NamedTuple):
    """What an organiser is told of a member.

    Attributes:
        moved_at: when their side last moved in a running game that everybody may watch; None if none
            tells.
        ended_at: when the last such game of theirs ended; None for none.
        running: how many games of the club they are playing.
        waiting: those that wait for them, the late ones first.
        ladders: what they take part in, as ``ladder_queries.entered_in`` has it.
        decided: the latest rulings on their games.
    """

    moved_at: datetime | None
    ended_at: datetime | None
    running: int
    waiting: list[WaitingGame]
    ladders: list[Any]
    decided: list[DecidedGame]

    @property
    def late(self) -> int:
        """In how many games their time is over."""
        return [game.is_late for game in self.waiting].count(True)

    @property
    def shown(self) -> list[WaitingGame]:
        """Those of the waiting games that the page lists."""
        return self.waiting[:WAITING_GAMES_SHOWN]


def facts_of(member: Membership, reader: Person) -> MemberFacts:
    """What an organiser is told of a member, by as many statements for many games as for one."""
    person, club = member.person, member.club
    seats = list(arbitration_queries.running_of(person, club))
    rulings = list(arbitration_queries.decided_of(person, club)[:RULINGS_SHOWN])
    games = {seat.game_id: seat.game for seat in seats} | {row.game_id: row.game for row in rulings}
    both = Seat.objects.select_related("player").filter(game__in=games)
    by_place = {(seat.game_id, seat.side): seat for seat in both}
    for seat in by_place.values():
        seat.game = games[seat.game_id]
    own = own_games(games, reader)

    def path(game: Game) -> str:
        if game.pk in own:
            return reverse("games:game", args=[game.public_id])
        return reverse("arbitration:game", args=[club.slug, game.public_id])

    def other(seat: Seat) -> Seat:
        return by_place[seat.game_id, seat.plays.enemy]

    def players(game: Game) -> tuple[str, str]:
        return by_place[game.pk, EAST].played_by, by_place[game.pk, WEST].played_by

    def waiting_game(seat: Seat) -> WaitingGame:
        is_late = deadlines.is_overdue(seat, now) and not deadlines.is_stopped(seat.game)
        return WaitingGame(path(seat.game), other(seat).played_by, deadline(seat), is_late)

    now = service_time.now()
    waiting = [waiting_game(seat) for seat in seats if seat.waiting_since is not None]
    moved = [_moved_at(seat, other(seat)) for seat in seats]
    ended = games_of(club, is_member=True).filter(status=Game.Status.OVER, seats__player=person)
    return MemberFacts(
        moved_at=max(filter(None, moved), default=None),
        ended_at=ended.aggregate(at=Max("ended_at"))["at"],
        running=len(seats),
        waiting=sorted(waiting, key=lambda game: not game.is_late),
        ladders=list(ladder_queries.entered_in(club, person)),
        decided=[
            DecidedGame(path(ruling.game), players(ruling.game), row)
            for ruling, row in zip(rulings, ruling_rows(rulings), strict=True)
        ],
    )


def own_games(games: Iterable[int], reader: Person) -> set[int]:
    """Those of some games in which a reader plays or has played, by primary key."""
    held = ClubGame.objects.filter(jurisdiction.own_cases(reader), game__in=list(games))
    return set(held.values_list("game", flat=True))


def _moved_at(seat: Seat, other: Seat) -> datetime | None:
    """When a side last moved, as everybody sees it from whom the game waits for and when it changed.

    An order or the end of a window moves like its player, or this would show who has left orders.
    """
    game = seat.game
    if not (game.is_public or game.in_club.is_for_members) or {seat.asked, other.asked} & _ASKED_TOGETHER:
        return None
    if seat.waiting_since is None:
        return other.waiting_since
    changed_at = game.changed_at
    is_own = other.waiting_since is None and changed_at is not None and changed_at > seat.waiting_since
    return changed_at if is_own else None
