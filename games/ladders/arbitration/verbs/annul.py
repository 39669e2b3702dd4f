from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.ladders import participation
from games.ladders.arbitration import register
from games.ladders.arbitration.case import Case
from games.ladders.arbitration.verbs.base import Hearing
from games.ladders.arbitration.verbs.result import ResultVerb
from games.ladders.challenges import ends as challenge_ends
from games.ladders.models.challenge import Challenge
from games.ladders.models.entrant import Entrant
from games.ladders.models.match import Match
from games.ladders.models.ruling import ANNUL, Ruling
from games.ladders.models.season import Season
from games.ladders.ratings import intake
from games.ladders.ratings.counting import NotRated
from games.ladders.tables import updating

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
            _void(match)
        return ruling

    @classmethod
    def sentence(cls, ruling: Ruling) -> str:  # noqa: ARG003 - it is always the same
        return _("The game is annulled: it counts for nothing, in ladder and ratings.")


def _void(match: Match) -> None:
    """Take a match out of the table. Its players wait for another game, or may challenge again."""
    if match.ended_at is None:
        participation.locked(match.season.ladder)
        match.ended_at = timezone.now()
        both = Q(person=match.east_id) | Q(person=match.west_id)
        Entrant.objects.filter(both, ladder=match.season.ladder_id).update(waiting_since=match.ended_at)
        for challenge in Challenge.objects.filter(Challenge.OPEN, match=match):
            challenge_ends.call_off(challenge, match.ended_at, notify=())
    match.east_halves = match.west_halves = None
    match.victory = ANNULLED
    match.save(update_fields=["ended_at", "east_halves", "west_halves", "victory"])
    updating.changed(Season.objects.filter(pk=match.season_id))
