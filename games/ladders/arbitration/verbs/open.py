from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from games.ladders.arbitration.case import Case
from games.ladders.arbitration.verbs.base import Hearing, Verb
from games.ladders.models.ruling import OPEN, Ruling


@dataclass(frozen=True, kw_only=True)
class Open(Verb):
    """Open a game for a dispute: the arbiter sees everything that was hidden at that moment.

    The record informs both players before anything is shown. The clock of a running game is paused until an
    arbiter resumes it.
    """

    name = OPEN
    meaning = "an arbiter may see the secrets of both sides"
    title = gettext_lazy("Open the game for a dispute")
    warning = gettext_lazy(
        "You see everything that both sides hide now. Both players are mailed that you opened the game, and "
        "why, and the record shows it. The clock is paused. You can no longer take a seat in this game."
    )
    button = gettext_lazy("Open the game")
    verdict = gettext_lazy(
        "The game is opened: the arbiter may see everything that both sides hid at this moment."
    )
    is_grave = True
    needs_reason = True
    shows_hidden = True

    @classmethod
    def is_possible(cls, hearing: Hearing) -> bool:  # noqa: ARG003 - it is, always
        return True

    def carry_out(self, case: Case) -> Ruling:
        """Enter the ruling, which then shows what was hidden."""
        case.stop_clock()
        return self.enter(case)
