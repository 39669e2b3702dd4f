"""The rulings that arbiters can make: one module for each verb, and the list `VERBS` of all.

Pages, API, mails and the record show what is listed here. `games/ladders/README.md` says how to add a verb.
"""

from collections.abc import Mapping

from games.ladders.arbitration.verbs.adjudicate import Adjudicate
from games.ladders.arbitration.verbs.annul import Annul
from games.ladders.arbitration.verbs.answer import AnswerQuestion
from games.ladders.arbitration.verbs.base import Verb
from games.ladders.arbitration.verbs.both_lose import BothLose
from games.ladders.arbitration.verbs.correct import Correct
from games.ladders.arbitration.verbs.extend import Extend
from games.ladders.arbitration.verbs.open import Open
from games.ladders.arbitration.verbs.pause import Pause
from games.ladders.arbitration.verbs.resume import Resume
from games.ladders.arbitration.verbs.substitute import Substitute
from games.ladders.models.ruling import Ruling

VERBS: Mapping[str, type[Verb]] = {
    verb.name: verb
    for verb in (
        Extend,
        Resume,
        Pause,
        Substitute,
        Adjudicate,
        BothLose,
        Correct,
        Annul,
        Open,
        AnswerQuestion,
    )
}
"""By name, in the order in which pages offer them."""


def sentence_of(ruling: Ruling) -> str:
    """What was decided, for everyone who may see the game. It names no arbiter, time or reason."""
    return VERBS[ruling.kind].sentence(ruling)
