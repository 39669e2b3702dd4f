from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from games.ladders.arbitration.case import Case
from games.ladders.arbitration.verbs.base import Hearing, Verb
from games.ladders.models.ruling import Ruling
from games.models.game import Game
from games.services import pausing
from sekigahara.errors.exceptions import Conflict


@dataclass(frozen=True, kw_only=True)
class Resume(Verb):
    """Resume the clock. Deadlines move by the length of the pause."""

    name = "resume"
    meaning = "the clock resumes"
    title = gettext_lazy("Resume the clock")
    warning = gettext_lazy(
        "The player whom the game waits for has as much time left as when the clock was paused."
    )
    button = gettext_lazy("Resume the clock")
    verdict = gettext_lazy("The clock is resumed.")

    @classmethod
    def is_possible(cls, hearing: Hearing) -> bool:
        return hearing.is_running and hearing.game.paused_at is not None

    def carry_out(self, case: Case) -> Ruling:
        """Move the deadlines on.

        Raises:
            Conflict: ``not-paused``.
        """
        if case.game.paused_at is None or case.game.status != Game.Status.RUNNING:
            raise Conflict("not-paused")
        pausing.go_on(case.seats)
        return self.enter(case)
