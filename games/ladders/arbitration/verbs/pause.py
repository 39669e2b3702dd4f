from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from games.ladders.arbitration.case import Case
from games.ladders.arbitration.verbs.base import Hearing, Verb
from games.ladders.models.ruling import Ruling
from sekigahara.errors.exceptions import Conflict


@dataclass(frozen=True, kw_only=True)
class Pause(Verb):
    """Pause the clock. Players can still act."""

    name = "pause"
    meaning = "the clock is paused"
    title = gettext_lazy("Pause the clock")
    warning = gettext_lazy("No player's time runs until the clock is resumed. Players can still act.")
    button = gettext_lazy("Pause the clock")
    verdict = gettext_lazy("The clock is paused.")

    @classmethod
    def is_possible(cls, hearing: Hearing) -> bool:
        return hearing.is_running and hearing.game.paused_at is None and hearing.game.pace is not None

    def carry_out(self, case: Case) -> Ruling:
        """Stop it.

        Raises:
            Conflict: ``not-running``; ``no-clock``; ``paused-already``.
        """
        case.refuse_not_running()
        if case.game.pace is None:
            raise Conflict("no-clock")
        if case.game.paused_at is not None:
            raise Conflict("paused-already")
        case.stop_clock()
        return self.enter(case)
