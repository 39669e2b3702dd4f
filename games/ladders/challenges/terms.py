"""What a club chooses when it starts a challenge ladder, and the bounds of each choice."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class ChallengeTerms(NamedTuple):
    """The columns of ``ChallengeRules`` that are chosen. The defaults suit games by mail of some weeks each.

    Attributes:
        reach: how many places above their own a player may challenge.
        protection: how many days a player cannot be challenged again, counted from the challenge and from the
            end of its game.
        cooldown: how many days a challenger waits between two challenges.
        same_opponent: how many days two players wait before either may challenge the other again, from the
            end of the challenge between them.
        answer_within: the days to accept or decline.
        free_declines: how many challenges a player may decline in a season. Each further one is a forfeit.
        time_out_drop: how many places a loss on time costs beyond the loss.
        inactive_after: how many days one may go without playing. Then the first place is lost.
        inactive_step: the days to each further place lost; more than zero.
        off_after: how many days without playing take one off the ranking.
    """

    reach: int = 3
    protection: int = 7
    cooldown: int = 3
    same_opponent: int = 21
    answer_within: int = 5
    free_declines: int = 2
    time_out_drop: int = 2
    inactive_after: int = 30
    inactive_step: int = 7
    off_after: int = 90


USUAL: Final = ChallengeTerms()
BOUNDS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "reach": (1, 50),
        "protection": (0, 60),
        # Not zero: each challenge is a mail, and a withdrawn one could be made again at once.
        "cooldown": (1, 60),
        "same_opponent": (0, 180),
        # Players who read their mail only on Sundays must not lose because of it.
        "answer_within": (2, 21),
        "free_declines": (0, 20),
        "time_out_drop": (0, 20),
        "inactive_after": (14, 365),
        "inactive_step": (1, 90),
        "off_after": (28, 730),
    }
)
"""The least and the most of each."""
