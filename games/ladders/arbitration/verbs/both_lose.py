from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy

from games.ladders import participation, settling
from games.ladders.arbitration import register
from games.ladders.arbitration.case import Case
from games.ladders.arbitration.verbs.base import Hearing, ResultVerb
from games.ladders.models.ruling import BOTH_LOSE, Ruling
from games.ladders.models.season import Match
from games.ladders.ratings import intake
from games.ladders.ratings.counting import NotRated
from games.ladders.ratings.results import BOTH_LOST
from games.models.game import Game
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict


@dataclass(frozen=True, kw_only=True)
class BothLose(ResultVerb):
    """Count a running game of a ladder as lost by both players: a double forfeit.

    The game can still be played; its clock is paused. The log does not change, since the rules know of no
    game without a winner. Outside ladders there is no table in which both could lose.
    """

    name = BOTH_LOSE
    meaning = "both players lose"
    title = gettext_lazy("Both players lose")
    warning = gettext_lazy(
        "The game counts in its ladder as lost by both players, and is not rated. Both wait for another "
        "game. In a challenge ladder neither takes the other's place, and each goes down as many places as a "
        "loss on time costs. The clock stops. The game may be played to its end, but counts as it is decided "
        "now."
    )
    button = gettext_lazy("Both players lose")
    verdict = gettext_lazy("Both players lose the game.")
    is_grave = True
    needs_reason = True
    parameters: ClassVar[Mapping[str, Any]] = MappingProxyType({})

    @classmethod
    def is_possible(cls, hearing: Hearing) -> bool:
        try:
            _refuse(hearing.game, _match_of(hearing.game))
        except Conflict:
            return False
        return hearing.is_running

    def carry_out(self, case: Case) -> Ruling:
        """Enter a loss for each player.

        Raises:
            Conflict: ``not-running``; ``not-in-ladder``; ``same-result``; ``annulled-already``.
        """
        match = _match_of(case.game)
        case.refuse_not_running()
        found = _refuse(case.game, match)
        case.stop_clock()
        ruling = self.enter(case, parameters=self.parameters)
        intake.change(case.game, void=NotRated.BOTH_LOST)
        settling.both_lose(participation.locked(found.season.ladder), found, service_time.now())
        return ruling


def _match_of(game: Game) -> Match | None:
    return Match.objects.select_related("game", "season__ladder").filter(game=game).first()


def _refuse(game: Game, match: Match | None) -> Match:
    """The match of a game that both may lose."""
    if match is None:
        raise Conflict("not-in-ladder")
    if match.victory == BOTH_LOST:
        raise Conflict("same-result")
    register.refuse_annulled(game)
    return match
