"""Rules as games of an earlier revision keep them."""

from functools import cache

from games.engine import Ruleset
from games.rulebook.editions import edition_text


@cache
def ruleset_of(edition: str, revision: int) -> Ruleset:
    """The ruleset of an edition in that revision."""
    return Ruleset.from_text(edition_text(edition), revision)
