"""One decision with everything that its player knows."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from games.bots.ashigaru.board import Board
from games.bots.ashigaru.cards import Hand
from games.bots.ashigaru.judgement import Judgement
from games.bots.ashigaru.position import SeatPosition
from games.bots.ashigaru.temper import Temper

Answer = dict[str, Any]
"""An action as JSON."""


class PendingDecision:
    """A pending decision.

    Args:
        board: the edition's facts.
        temper: the player's leanings.
        view: the seat's own view.
        options: what may be answered.
    """

    def __init__(self, board: Board, temper: Temper, view: dict[str, Any], options: dict[str, Any]) -> None:
        self.board = board
        self.temper = temper
        self.view = view
        self.decision: str = options["decision"]
        self.shapes: list[dict[str, Any]] = options["answers"]

    @cached_property
    def position(self) -> SeatPosition:
        """The view, arranged for evaluation."""
        return SeatPosition(self.board, self.view)

    @cached_property
    def judgement(self) -> Judgement:
        """The evaluation that decides what others can notice: of the guarded, without the hand."""
        if not self.temper.is_guarded:
            return self.own_judgement
        return Judgement(self.position, self.temper)

    @cached_property
    def own_judgement(self) -> Judgement:
        """The evaluation with the hand."""
        return Judgement(self.position, self.temper, Hand(self.board, self.position.hand))

    def choices(self) -> list[dict[str, Any]]:
        """The rows of a decision that is one list of complete answers."""
        rows: list[dict[str, Any]] = self.shapes[0]["choices"]
        return rows


def filled(shape: dict[str, Any], names: list[str]) -> Answer:
    """A subset's template with these names in its field."""
    return {**shape["action"], shape["field"]: names}
