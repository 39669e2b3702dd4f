"""What a person has beside their settings, so that their page asks only for what there is."""

from typing import NamedTuple

from accounts.models.person import Person
from sekigahara.db.writes import executed, this_database

_TEXT = """
    SELECT (SELECT count(*) FROM accounts_apitoken WHERE user_id = %s AND access_id IS NULL),
    EXISTS (SELECT 1 FROM accounts_restriction WHERE person_id = %s),
    EXISTS (SELECT 1 FROM accounts_block WHERE person_id = %s)
"""


class AtHand(NamedTuple):
    """Of what a person has something.

    Attributes:
        tokens: how many of the API they have made.
        restrictions: whether a moderator has ever restricted them.
        blocks: whether they block anybody.
    """

    tokens: int
    restrictions: bool
    blocks: bool


def at_hand(person: Person) -> AtHand:
    """Find out by one statement."""
    with executed(_TEXT, [person.pk] * 3, this_database()) as cursor:
        tokens, restrictions, blocks = cursor.fetchone()
    return AtHand(tokens, bool(restrictions), bool(blocks))
