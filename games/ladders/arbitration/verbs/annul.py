from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from games.ladders import participation, settling
from games.ladders.arbitration import register
from games.ladders.arbitration.case import Case
from games.ladders.arbitration.verbs.base import Hearing, ResultVerb
from games.ladders.models.ruling import ANNUL, Ruling
from games.ladders.models.season import Match
from games.ladders.ratings import intake
from games.ladders.ratings.counting import NotRated
from sekigahara.db import service_time

ANNULLED = "annulled"
"""The kind of victory of an annulled match."""


@dataclass(frozen=True, kw_only=True)
class Annul(ResultVerb):
    """Annul a running or finished game for its ladder and for ratings.

    A running game can still be played; its clock is paused. The log of the game does not change. The places
    in a challenge ladder stay, because later results depend on them.
    """

    name = ANNUL
    meaning = "the game does not count"
    title = gettext_lazy("Annul the game")
    warning = gettext_lazy(
        "The game no longer counts in ladder and ratings. This cannot be undone. A running game may be "
        "played to its end, without a clock."
    )
    button = gettext_lazy("Annul the game")
    verdict = gettext_lazy("The game is annulled: it does not count for its ladder or for ratings.")
    is_grave = True
    needs_reason = True

    @classmethod
    def is_possible(cls, hearing: Hearing) -> bool:
        return not register.is_annulled(hearing.game)

    def carry_out(self, case: Case) -> Ruling:
        """Take the result out of ladder and ratings.

        Raises:
            Conflict: ``annulled-already``.
        """
        register.refuse_annulled(case.game)
        case.stop_clock()
        ruling = self.enter(case)
        intake.change(case.game, void=NotRated.ANNULLED)
        match = Match.objects.select_related("season__ladder").filter(game=case.game).first()
        if match is not None:
            if match.ended_at is None:
                participation.locked(match.season.ladder)
            settling.void(match, ANNULLED, service_time.now())
        return ruling
