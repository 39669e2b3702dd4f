from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self, TypeGuard

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.side import EAST, SIDES, Side
from games.ladders import results_register
from games.ladders.arbitration import register
from games.ladders.arbitration.case import Case
from games.ladders.arbitration.verbs.base import Hearing, ResultVerb, player_of
from games.ladders.models.ruling import CORRECT, Ruling
from games.ladders.models.season import Match, Season
from games.ladders.ratings import intake
from games.ladders.ratings.results import CORRECTED, LOSS, TIE, WIN
from games.ladders.tables import updating
from games.models.game import Game
from sekigahara.errors.exceptions import Conflict

A_TIE: Final = "tie"
"""The form value for a tie."""


@dataclass(frozen=True, kw_only=True)
class Correct(ResultVerb):
    """Put another result in place of a game's own, in its ladder and for ratings.

    The game is over, or by a ruling both have lost it while it was played.

    The log of the game is never touched. The places in a ranking of challenges stay, since later results rest
    on them.

    Attributes:
        winner: None for a tie.
    """

    name = CORRECT
    meaning = "another result counts instead"
    title = gettext_lazy("Correct the result")
    warning = gettext_lazy(
        "Ladder and ratings count this result from now on. The record of the game stays as it was."
    )
    button = gettext_lazy("Correct the result")
    is_grave = True
    needs_reason = True

    winner: Side | None

    @classmethod
    def is_possible(cls, hearing: Hearing) -> bool:
        game, match = hearing.game, getattr(hearing.game, "match", None)
        counts = _has_result(match) or (not hearing.is_running and (game.is_rated or match is not None))
        return counts and not register.is_annulled(game)

    @classmethod
    def fields(cls, hearing: Hearing) -> dict[str, forms.Field]:
        sides = [(side.label, player_of(hearing.seats[side])) for side in SIDES]
        return {
            "winner": forms.ChoiceField(
                label=_("Who won?"), choices=[*sides, (A_TIE, _("No one: a tie"))], widget=forms.RadioSelect
            )
        }

    @classmethod
    def chosen(cls, values: Mapping[str, Any]) -> Self:
        winner = None if values["winner"] == A_TIE else Side.named(values["winner"])
        return cls(winner=winner, reason=values["reason"])

    def carry_out(self, case: Case) -> Ruling:
        """Have ladder and ratings count the other result.

        Raises:
            Conflict: ``not-over``; ``counts-for-nothing``: neither a ladder nor ratings have a result of it;
                ``result-pending``: they have not come to it yet; ``same-result``; ``annulled-already``.
        """
        match = Match.objects.select_related("season__ladder").filter(game=case.game).first()
        self._refuse(case.game, match)
        ruling = self.enter(case, parameters={"winner": A_TIE if self.winner is None else self.winner.label})
        east, west = self._halves
        intake.change(case.game, east_halves=east, west_halves=west, victory=CORRECTED)
        if match is not None:
            match.east_halves, match.west_halves, match.victory = east, west, CORRECTED
            match.save(update_fields=["east_halves", "west_halves", "victory"])
            results_register.enter_result(match)
            updating.changed(Season.objects.filter(pk=match.season_id))
        return ruling

    @classmethod
    def sentence(cls, ruling: Ruling) -> str:
        match ruling.parameters["winner"]:
            case "east":
                return _("The result is corrected: the game counts as won by East.")
            case "west":
                return _("The result is corrected: the game counts as won by West.")
            case _:
                return _("The result is corrected: the game counts as a tie.")

    @property
    def _halves(self) -> tuple[int, int]:
        """The result as East's score and West's."""
        if self.winner is None:
            return TIE, TIE
        return (WIN, LOSS) if self.winner == EAST else (LOSS, WIN)

    def _refuse(self, game: Game, match: Match | None) -> None:
        if not game.is_over and not _has_result(match):
            raise Conflict("not-over")
        register.refuse_annulled(game)
        if match is None and not game.is_rated:
            raise Conflict("counts-for-nothing")
        is_uncounted = game.is_over and game.is_rated and not game.counted_at
        if (match is not None and match.ended_at is None) or is_uncounted:
            raise Conflict("result-pending")
        if self._halves == _result_of(game, match):
            raise Conflict("same-result")


def _has_result(match: Match | None) -> TypeGuard[Match]:
    """Whether the ladder counts a game, which may still be played if both have lost it."""
    return match is not None and match.east_halves is not None


def _result_of(game: Game, match: Match | None) -> tuple[int, int]:
    """What a finished game counts for: East's score and West's."""
    if match is not None and match.east_halves is not None and match.west_halves is not None:
        return match.east_halves, match.west_halves
    return intake.halves_of(game)
