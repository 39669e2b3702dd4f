"""The state machine finds every leak planted in the services and the rules."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
import pytest

from games import engine
from games.engine import core, history, information_barrier
from games.engine.errors import Illegal
from games.engine.rules import hand
from games.engine.side import OTHER, Side
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.services import play, waiting
from games.services.table import Table
from tests.kit.searches import Phase
from tests.secrecy.machine import run
from tests.secrecy.memory import LeakError
from tests.secrecy.test_leaks import overnight

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

Plant = Callable[[pytest.MonkeyPatch], None]
STEPS = 20
EXAMPLES = 30
"""At most; with the seeds below one of the first shows the leak."""
SAID = "none"
"""No channel is asked; what the viewer does is answered, there is mail, and there are rows."""


def in_an_answer(patch: pytest.MonkeyPatch) -> None:
    """Who acts is told how many entries the log has."""
    honest = play.answer_for

    def done(at: Table, side: Side) -> play.Done:
        return msgspec.structs.replace(honest(at, side), version=at.game.length)

    patch.setattr(play, "answer_for", done)


def in_an_error(patch: pytest.MonkeyPatch) -> None:
    """Whoever is refused is told which blocks the other side could deploy."""
    honest = Table.take

    def take(at: Table, side: Side, action: Any, **how: Any) -> None:
        try:
            honest(at, side, action, **how)
        except engine.EngineError as error:
            army = max(at.state.at[OTHER[side]], key=int.bit_count)
            error.parameters = {**error.parameters, "able": at.rules.components.ids(OTHER[side], army)}
            raise

    patch.setattr(Table, "take", take)


def in_the_order_of_an_event(patch: pytest.MonkeyPatch) -> None:
    """Discards are told in the order in which they were named, which is that of a hand."""

    def names(c: Any, side: Side, kinds: Any) -> list[str]:
        return [c.cards[side][kind].id for kind in kinds]

    patch.setattr(hand, "names", names)


def in_whether_there_is_mail(patch: pytest.MonkeyPatch) -> None:
    """A player is mailed only while the other side holds a card to challenge with."""
    honest = waiting._kind

    def kind(game: Game, seat: Seat, moment: waiting.GameChange, **how: Any) -> str:
        enemy = seat.plays.enemy
        rules = position.rules_of(game)
        could = moment.after.hand[enemy][rules.components.loyalty[enemy]]
        return honest(game, seat, moment, **how) if could or moment.before is None else ""

    patch.setattr(waiting, "_kind", kind)


def in_a_preview(patch: pytest.MonkeyPatch) -> None:
    """Who tries out what draws is told what would be drawn."""
    honest, honest_preview = engine.apply, play.preview

    def preview(*, seat: Seat, bodies: Any) -> play.Previewed:
        def apply(rules: Any, *rest: Any) -> core.Turned:
            turned = honest(rules, *rest)
            settled, drawn = engine.settle(rules, turned.state, position.chance_of(seat.game))
            return core.Turned(settled, [*turned.events, *(event for _, caused in drawn for event in caused)])

        with pytest.MonkeyPatch.context() as inside:
            inside.setattr(engine, "apply", apply)
            inside.setattr(information_barrier, "learns", lambda *_: False)
            return honest_preview(seat=seat, bodies=bodies)

    patch.setattr(play, "preview", preview)


def in_a_refused_list(patch: pytest.MonkeyPatch) -> None:
    """A list that goes on beyond where it must end is refused once what it draws has been drawn."""
    honest = Table.take

    def take(at: Table, side: Side, action: Any, *, is_last: bool = True) -> None:
        try:
            honest(at, side, action, is_last=is_last)
        except Illegal as error:
            if error.code == "beyond-barrier":
                honest(at, side, action)
                error.parameters = {"would": [str(body) for body in at.steps[-1].bodies]}
            raise

    patch.setattr(Table, "take", take)


def in_a_version(patch: pytest.MonkeyPatch) -> None:
    """What a seat has seen counts what it has not."""
    honest = waiting._count

    def count(seat: Seat, moment: waiting.GameChange, now: datetime) -> None:
        honest(seat, moment._replace(steps=[step._replace(seen=history.ALL) for step in moment.steps]), now)

    patch.setattr(waiting, "_count", count)


@pytest.mark.parametrize(
    ("plant", "edition", "channel", "seed"),
    [
        overnight(in_an_answer, "kessen", SAID, 2),
        overnight(in_an_error, "gmt-2011", SAID, 4),
        overnight(in_the_order_of_an_event, "gmt-2016", SAID, 0),
        overnight(in_whether_there_is_mail, "manual", SAID, 9),
        overnight(in_a_preview, "kessen", "games-api:preview", 17),
        overnight(in_a_refused_list, "gmt-2016", "games-api:actions", 2),
        (in_a_version, "gmt-2011", SAID, 2),
    ],
)
def test_a_planted_leak_is_found(
    plant: Plant, edition: str, channel: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(LeakError):
        run(edition, EXAMPLES, STEPS, channels=[channel], share=1, seed=seed, phases=[Phase.generate])
