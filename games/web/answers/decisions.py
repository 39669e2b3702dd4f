"""The sections and the buttons of each decision."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.engine.actions import Action, Challenge, EndMovement, Finish, Order, Pass, Stance
from games.web.answers import boxes, combat, deployment, draft, levels, march, week
from games.web.answers.form_context import FormContext, View
from games.web.answers.form_data import Incomplete
from games.web.answers.parts import Section

Reader = Callable[[FormContext], Action | None]


def movement(context: FormContext, view: View) -> list[Section]:
    """The forms of the movement phase; once a stack is chosen, only the form for its move."""
    row = draft.source(context)
    if row is not None:
        return [march.march(context, view, row)]
    return [
        *march.stacks(context, view),
        *boxes.muster(context, view),
        *boxes.mori(context, view),
        boxes.end(context, view),
    ]


SHOW: dict[str, Callable[[FormContext, View], list[Section]]] = {
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
"""Buttons that are a complete answer. The options must offer it."""

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
"""For each decision, the buttons that send fields, with the functions that read them."""


def answer(context: FormContext) -> Action | None:
    """Read the action that the pressed button stands for; None while the form is unfinished.

    Raises:
        Incomplete: no button was pressed, it belongs to another decision, or its fields are incomplete.
    """
    button = context.data.button
    if not button:
        raise Incomplete(_("Nothing was answered. Press the button of the answer you want to give."))
    plain = BUTTONS.get(button)
    if plain is not None and context.offers(plain):
        return plain
    reader = FIELDS.get(context.decision, {}).get(button)
    if reader is None and context.decision == "movement" and button.startswith(draft.REMOVE):
        reader = draft.read_removal
    if reader is None:
        raise Incomplete(_("You are asked something else now. Look at the form below, and answer that."))
    return reader(context)
