"""Which sections and which buttons belong to which decision."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.engine.actions import Action, Challenge, EndMovement, Finish, Order, Pass, Stance
from games.web.answers import boxes, combat, deployment, draft, levels, march, week
from games.web.answers.asking import Asking, Seen
from games.web.answers.filled_in import Incomplete
from games.web.answers.parts import Section

Reader = Callable[[Asking], Action | None]


def movement(asking: Asking, seen: Seen) -> list[Section]:
    """Once a stack is chosen it has the page for itself."""
    row = draft.source(asking)
    if row is not None:
        return [march.march(asking, seen, row)]
    return [
        *march.stacks(asking, seen),
        *boxes.muster(asking, seen),
        *boxes.mori(asking, seen),
        boxes.end(asking, seen),
    ]


SHOW: dict[str, Callable[[Asking, Seen], list[Section]]] = {
    "discard": week.discard,
    "bid": week.bid,
    "replace-bid": week.bid,
    "order": week.order,
    "level": levels.level,
    "movement": movement,
    "declare": combat.declare,
    "stance": combat.stance,
    "deploy": deployment.deploy,
    "window": deployment.window,
    "losses": combat.losses,
    "retreat": combat.retreat,
}
"""The form of each decision."""

BUTTONS: dict[str, Action] = {
    "first": Order("first"),
    "second": Order("second"),
    "end-movement": EndMovement(),
    "inside": Stance(inside=True),
    "outside": Stance(inside=False),
    "finish": Finish(),
    "pass": Pass(),
    "pass-rest": Pass(rest_of_battle=True),
    "challenge": Challenge(),
}
"""The buttons that are an answer by themselves; the options must offer it."""

FIELDS: dict[str, dict[str, Reader]] = {
    "discard": {"discard": week.read_discard},
    "bid": {"bid": week.read_bid},
    "replace-bid": {"bid": week.read_bid},
    "level": {"level": levels.read_level},
    "movement": {
        draft.MOVE: draft.read_move,
        draft.ADD: draft.read_group,
        "muster": boxes.read_muster,
        "mori": boxes.read_mori,
    },
    "declare": {"declare": combat.read_declare},
    "deploy": {"deploy": deployment.read_deploy},
    "losses": {"lose": combat.read_losses},
    "retreat": {"retreat": combat.read_retreat, "stay": combat.read_stay},
}
"""For each decision the buttons that send fields, and what reads them."""


def answer(asking: Asking) -> Action | None:
    """What the button that was pressed says; None where the form goes on.

    Raises:
        Incomplete: none was pressed, or one that belongs to something else, or its fields are incomplete.
    """
    button = asking.given.button
    if not button:
        raise Incomplete(_("Nothing was answered. Press the button of the answer you want to give."))
    plain = BUTTONS.get(button)
    if plain is not None and asking.offers(plain):
        return plain
    reader = FIELDS.get(asking.decision, {}).get(button)
    if reader is None and asking.decision == "movement" and button.startswith(draft.REMOVE):
        reader = draft.read_removal
    if reader is None:
        raise Incomplete(_("You are asked something else now. Look at the form below, and answer that."))
    return reader(asking)
