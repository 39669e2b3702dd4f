from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self, TypeGuard

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.side import EAST, SIDES, Side
from games.ladders import participation, results_register, settling
from games.ladders.arbitration import register
from games.ladders.arbitration.case import Case
from games.ladders.arbitration.verbs.base import Hearing, ResultVerb, player_of
from games.ladders.models.ruling import ANNUL, BOTH_LOSE, CORRECT, Ruling
from games.ladders.models.season import Match, Season
from games.ladders.ratings import intake
from games.ladders.ratings.counting import NotRated
from games.ladders.ratings.results import BOTH_LOST, CORRECTED, LOSS, TIE, WIN
from games.ladders.tables import updating
from games.models.game import Game
from sekigahara.db import service_time
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
