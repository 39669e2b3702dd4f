"""Rematches: playing a finished game again, with sides swapped.

A rematch has the edition, the chosen rules and the terms of the finished game. It belongs to no club and no
ladder. Nobody is told an address, and it does not matter who may challenge whom: the two have just met.
"""

from accounts.models.person import Person
from games.engine.side import LABELS
from games.models import both_seats
from games.models.game import Game
from games.models.rematch import Rematch
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.reads import queries
from games.reads.rematches import Rematches, may_be_played_again, rematches_of
from games.rulebook.editions import edition_ids
from games.services import creation, guest_games, joining, lobby
from games.services.lobby import Computer, Known, Myself, Opponent
from sekigahara.db.writes import one_at_a_time
from sekigahara.errors.exceptions import Conflict


class _MeanwhileOfferedError(Exception):
    """The other player has offered a rematch in this moment."""


def offer(*, seat: Seat, nonce: str = "", sender: str = "") -> Game:
    """Offer a rematch, or accept the one that the other player offers. Repeating it changes nothing.

    Against a computer player or oneself it begins at once.

    Args:
        seat: of who offers it, in the finished game.
        nonce: what they add to the randomness of the new game.
        sender: of the request, as ``accounts.rate_limits`` counts it.

    Returns:
        The new game.

    Raises:
        Conflict: ``still-running``; ``no-rematch``: it was for practice, the other has left, or its
            edition is no longer there; ``rematch-offered``: the player has offered one that was not accepted.
        Limited: too many games, or too many invitations.
        TooManyRunningError: it is a guest who plays as many games as guests may.
        Unacceptable: the nonce is invalid.
    """
    seats = both_seats.found_with_players(seat.game.public_id)
    mine, other = seats[seat.plays], seats[seat.plays.enemy]
    person = mine.player
    if person is None or not may_be_played_again(mine, other) or mine.game.edition not in edition_ids():
        raise Conflict("no-rematch")
    if not mine.game.is_over:
        raise Conflict("still-running")
    there = rematches_of(mine)
    try:
        if there.begun is None and there.theirs is not None:
            return joining.join(game=there.theirs, person=person, nonce=nonce).game
        if there.game is None and there.has_offered:
            raise Conflict("rematch-offered")
        return there.game or _created(mine, other, person, nonce, sender)
    except _MeanwhileOfferedError:
        return offer(seat=seat, nonce=nonce, sender=sender)


def _created(mine: Seat, other: Seat, person: Person, nonce: str, sender: str) -> Game:
    game = mine.game

    def enter(new: Game, _opponent: Opponent) -> None:
        one_at_a_time(f"rematch of {game.public_id}")  # both may offer one at once
        if rematches_of(mine) != Rematches():
            raise _MeanwhileOfferedError
        guest_games.refuse_too_many(person, new)
        Rematch.objects.create(of=game, by=person, game=new)

    return lobby.create(
        creator=person,
        edition=game.edition,
        side=LABELS[mine.plays.enemy],
        opponent=_opponent(mine, other),
        flags=queries.pinned(game.edition_text_id).chosen,
        terms=_terms(game),
        nonce=nonce,
        sender=sender,
        enter=enter,
    )


def _opponent(mine: Seat, other: Seat) -> Opponent:
    if other.computer:
        return Computer(other.computer)
    if other.player is None or other.player_id == mine.player_id:
        return Myself()
    return Known(other.player, is_rematch=True)


def _terms(game: Game) -> creation.Terms:
    """The terms of a game, with the policy that applies outside clubs."""
    terms = creation.Terms(*(getattr(game, name) for name in creation.Terms._fields))
    policy = game.time_out_policy.without_arbiter or OnTimeOut(game.on_time_out)
    return terms._replace(on_time_out=policy)
