"""What a person's list of games shows beside games. Most people have nothing of most of it."""

from typing import NamedTuple

from accounts.models.person import Person
from sekigahara.db.writes import executed, this_database

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


class AtHand(NamedTuple):
    """Of what a person may have something. What is False they have none of.

    Attributes:
        invitations: to games.
        biddings: for sides, that wait for bids.
        challenges: that are not answered.
        clubs: of which they are a member.
    """

    invitations: bool
    biddings: bool
    challenges: bool
    clubs: bool


def at_hand(person: Person) -> AtHand:
    """Find out by one statement for which lists a person needs another."""
    with executed(_TEXT, [person.pk] * _TEXT.count("%s"), this_database()) as cursor:
        return AtHand(*map(bool, cursor.fetchone()))
