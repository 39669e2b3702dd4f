"""Playing: the one way an action gets into a game."""

from typing import Any, NamedTuple

from django.db import transaction

from games import engine
from games.engine import actions, changes
from games.engine.side import Side
from games.models.game import Game
from games.models.seat import Seat
from games.services import position, record, waiting
from games.services.position import Position, load

__all__ = ["Position", "Stale", "Submitted", "asked", "load", "submit"]


class Stale(Exception):  # noqa: N818 - a refusal, named like the engine's
    """What the seat is asked has changed since the version its answer was made from.

    Attributes:
        version: the game's version now.
    """

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class Submitted(NamedTuple):
    """What came of an action.

    Attributes:
        version: the game's version after it and the chance it set off.
        events: what happened, as the seat may know it.
        asked: the word of the decision the seat is asked now, or None.
    """

    version: int
    events: list[dict[str, Any]]
    asked: str | None


def submit(*, seat: Seat, action_body: bytes | str, expected_version: int) -> Submitted:
    """Carry out a seat's action and everything chance owes after it, in one durable transaction.

    Args:
        action_body: the action as JSON.
        expected_version: the game's version that the seat saw when it decided.

    Raises:
        Malformed: it is no action, or names what does not exist.
        Stale: what the seat is asked has changed since.
        Illegal, NotYourDecision, GameIsOver: the rules refuse it.
    """
    action = actions.parse(action_body)
    side = seat.plays
    with transaction.atomic(durable=True):
        # On SQLite, which knows no row locks, the transaction itself has taken the write lock by now.
        game = Game.objects.select_for_update().get(pk=seat.game_id)
        seats = list(Seat.objects.filter(game=game).select_related("game").order_by("side"))
        _refuse_stale(game, seats[side], expected_version)
        rules, before = load(game)
        turned = engine.apply(rules, before, side, action)
        after, drawn = engine.settle(rules, turned.state, position.chance_of(game))
        outcomes = [(side, action), *((None, outcome) for outcome, _ in drawn)]
        record.append(game, outcomes, changes.between(before, after))
        waiting.project(game, seats, Position(rules, after), before, side)
    position.remember(game, after)
    events = [*turned.events, *(event for _, caused in drawn for event in caused)]
    return Submitted(
        game.version, [event.seen_by(side) for event in events], asked(Position(rules, after), side)
    )


def asked(where: Position, side: Side) -> str | None:
    """The word of the decision a side is asked, as its own view has it."""
    for row in engine.view(where.rules, where.state, side)["pending"]:
        if row["side"] == side.label:
            return str(row["decision"])
    return None


def _refuse_stale(game: Game, seat: Seat, expected_version: int) -> None:
    """A finished game answers that it is over, however old the view."""
    if not game.is_over and not seat.asked_at <= expected_version <= game.version:
        raise Stale(game.version)
