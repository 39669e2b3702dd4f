"""What a club chooses when it starts a challenge ladder, and the bounds of each choice."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from games.ladders.challenges.eligibility import ChallengeSettings
from games.ladders.challenges.ranking import RankingSettings
from sekigahara.errors.exceptions import Unacceptable

_CHALLENGES: Final = ChallengeSettings()
_RANKING: Final = RankingSettings()


class ChallengeTerms(NamedTuple):
    """The columns of ``ChallengeRules`` that are chosen; spans are days."""

    reach: int = _CHALLENGES.reach
    protection: int = _CHALLENGES.protection.days
    cooldown: int = _CHALLENGES.cooldown.days
    same_opponent: int = _CHALLENGES.same_opponent.days
    answer_within: int = _CHALLENGES.answer_within.days
    free_declines: int = _CHALLENGES.free_declines
    time_out_drop: int = _RANKING.time_out_drop
    inactive_after: int = _RANKING.inactive_after.days
    inactive_step: int = _RANKING.inactive_step.days
    off_after: int = _RANKING.off_after.days


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


def refuse_impossible(terms: ChallengeTerms) -> None:
    """Refuse invalid settings.

    Raises:
        Unacceptable: ``challenge-terms``: a number is out of its bounds; ``off-before-inactive``: players
            would be removed before they lose their first place.
    """
    for name, number in terms._asdict().items():
        least, most = BOUNDS[name]
        if not least <= number <= most:
            raise Unacceptable("challenge-terms", name=name, least=least, most=most)
    if terms.off_after <= terms.inactive_after:
        raise Unacceptable("off-before-inactive")
