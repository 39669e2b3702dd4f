"""What a person's lists show: the games they may join, and what there is beside games."""

from typing import Final, NamedTuple

from accounts.models.person import MOST_UNSEEN, Person
from games.ladders.models.rating import RatingStanding
from games.models.game import Game
from games.models.seat import Seat
from sekigahara.db.statements import Select
from sekigahara.db.writes import executed, this_database

NOBODY: Final = 0
"""No person has this key."""
_TEXT = """
    SELECT EXISTS (SELECT 1 FROM games_invitation invitation
        JOIN games_seat seat ON seat.id = invitation.seat_id
        WHERE invitation.person_id = %s AND seat.player_id IS NULL),
    EXISTS (SELECT 1 FROM ladders_bidding WHERE (first_id = %s OR second_id = %s) AND opened_at IS NULL
        AND called_off_at IS NULL),
    EXISTS (SELECT 1 FROM ladders_challenge WHERE (challenger_id = %s OR challenged_id = %s)
        AND ended_at IS NULL),
    EXISTS (SELECT 1 FROM ladders_membership WHERE person_id = %s)
"""


_OPEN = Select[tuple[Game, Seat, Person, RatingStanding]](
    """
    SELECT {game}, {seat}, {creator}, {standing} FROM games_game game
    JOIN games_seat seat ON seat.game_id = game.id AND seat.player_id IS NULL AND seat.computer = ''
    LEFT JOIN accounts_person creator ON creator.id = game.creator_id
    LEFT JOIN ladders_player rated ON rated.person_id = creator.id
    LEFT JOIN ladders_ratingstanding standing ON standing.player_id = rated.id AND standing.ladder = ''
    WHERE game.status = 'waiting'
        AND NOT EXISTS (SELECT 1 FROM games_invitation invitation WHERE invitation.seat_id = seat.id)
        AND (game.creator_id IS NULL OR game.creator_id <> %s)
        AND (creator.id IS NULL OR creator.unseen_games < %s)
        AND NOT EXISTS (SELECT 1 FROM accounts_block block
            WHERE (block.person_id = %s AND block.blocked_id = game.creator_id)
                OR (block.person_id = game.creator_id AND block.blocked_id = %s))
        AND NOT EXISTS (SELECT 1 FROM ladders_clubgame held WHERE held.game_id = game.id
            AND NOT EXISTS (SELECT 1 FROM ladders_membership membership
                WHERE membership.club_id = held.club_id AND membership.person_id = %s))
    ORDER BY game.created_at DESC, game.public_id LIMIT %s OFFSET %s
    """,
    game=Game,
    seat=Seat,
    creator=Person,
    standing=RatingStanding,
)


class AtHand(NamedTuple):
    """Of what a person may have something. What is False they have none of.

    Attributes:
        invitations: to games.
        biddings: for sides, that wait for bids.
        challenges: that are not answered.
        clubs: those they are a member of.
    """

    invitations: bool
    biddings: bool
    challenges: bool
    clubs: bool


def at_hand(person: Person) -> AtHand:
    """Find out by one statement for which lists a person needs another."""
    with executed(_TEXT, [person.pk] * _TEXT.count("%s"), this_database()) as cursor:
        return AtHand(*map(bool, cursor.fetchone()))


class FreeSeat(NamedTuple):
    """A free seat, with game and creator.

    Attributes:
        rating: of the creator, in all editions together; None for none.
    """

    seat: Seat
    rating: RatingStanding | None


def to_join(person: Person | None, count: int, skipped: int = 0) -> list[FreeSeat]:
    """The free seats of the games that a person may join, the latest first.

    They are those of ``games.reads.queries.open_games``, which takes several times as long.

    Args:
        person: who is signed in; None for anybody.
        count: the most seats.
        skipped: how many are left out at first.
    """
    key = NOBODY if person is None else person.pk
    found = []
    for game, seat, creator, rating in _OPEN.rows(key, MOST_UNSEEN, key, key, key, count, skipped):
        game.creator = None if game.creator_id is None else creator
        seat.game = game
        found.append(FreeSeat(seat, rating if rating.player_id else None))
    return found
