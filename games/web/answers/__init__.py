"""Forms for every decision of the rules, without scripts; what a player fills in becomes an action.

    form(rules, view, described(options), data)  # the inside of a <form method="post">, as safe HTML
    read(rules, described(options), data)  # the actions as JSON; None while the form is unfinished

The page adds the ``<form>`` element, its CSRF token and its address. A form depends only on the view and the
options of the side that decides. ``read`` checks that the choice is offered and complete, and raises
``Incomplete`` otherwise; the engine checks that it is legal. After ``None``, ``Incomplete`` or a refusal the
page shows the form again with the same data, so that no input is lost. A grave answer that cannot be taken
back is asked about first: ``form`` then shows that question, and its button sends the answer.

In a GET request, the query parameter ``from`` names the location where a stack move begins. A stack move of
several groups is built step by step: hidden fields carry the groups so far, so no step changes the game.

Every button is named ``do``; its value names the answer. A page can offer several ways to answer, as in the
movement phase. Each way has its own field names.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.actions import Action, EndMovement, encode
from games.engine.grave import GraveReasons
from games.engine.options import Options
from games.engine.ruleset import Ruleset
from games.story.answers import TAPS
from games.web.answers import boxes, combat, deployment, draft, levels, march, sure, week
from games.web.answers.form_context import FormContext, SideView
from games.web.answers.form_data import FormData, Incomplete
from games.web.answers.parts import Section
from games.web.answers.sure import SURE

__all__ = [
    "BUTTONS",
    "FIELDS",
    "SHOW",
    "SURE",
    "GraveAnswer",
    "Incomplete",
    "described",
    "form",
    "read",
]

Reader = Callable[[FormContext], Action | None]


def _movement(context: FormContext, view: SideView) -> list[Section]:
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


SHOW: dict[str, Callable[[FormContext, SideView], list[Section]]] = {
    "discard": week.discard,
    "bid": week.bid,
    "replace-bid": week.bid,
    "order": week.order,
    "level": levels.level,
    "movement": _movement,
    "declare": combat.declare,
    "stance": combat.stance,
    "deploy": deployment.deploy,
    "window": deployment.window,
    "losses": combat.losses,
    "retreat": combat.retreat,
}
"""The form of each decision."""

BUTTONS: dict[str, Action] = {**TAPS, "end-movement": EndMovement()}
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


def described(options: Options) -> dict[str, Any]:
    """Describe options as JSON-ready data for ``form`` and ``read``."""
    description: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(options.describe()))
    return description


class GraveAnswer(NamedTuple):
    """An answer as JSON that is not sent before its player was asked again, and why."""

    body: str
    reasons: GraveReasons


def form(
    rules: Ruleset,
    view: dict[str, Any],
    options: dict[str, Any],
    data: QueryDict | None = None,
    grave: GraveAnswer | None = None,
) -> SafeString:
    """The inside of the form for a decision.

    Args:
        rules: of the game.
        view: of the side that decides.
        options: its options, as ``described`` returns them.
        data: the submitted form, to show it again; or the query of the page's address.
        grave: an answer to ask about, in place of the form.
    """
    context = FormContext(rules, options, FormData(data))
    sections = SHOW[context.decision](context, view) if grave is None else [sure.again(context, view, *grave)]
    return render_to_string("games/answers/form.html", {"sections": sections})


def read(rules: Ruleset, options: dict[str, Any], data: QueryDict) -> list[str] | None:
    """Read a submitted form.

    Args:
        rules: of the game.
        options: the present options of the side, as ``described`` returns them.
        data: of the POST.

    Returns:
        The actions as JSON for ``actions.parse``; None while the form is unfinished.

    Raises:
        Incomplete: with a sentence for each choice that is missing or not offered.
    """
    context = FormContext(rules, options, FormData(data))
    action = _answer(context)
    return None if action is None else [encode(action).decode()]


def _answer(context: FormContext) -> Action | None:
    """Read the action that the pressed button stands for; None while the form is unfinished.

    Raises:
        Incomplete: no button was pressed, it belongs to another decision, or its fields are incomplete.
    """
    button = context.data.button
    if not button:
        raise Incomplete(_("Nothing was answered. Press the button of the answer you want to give."))
    if button == SURE:
        return sure.read_sure(context)
    plain = BUTTONS.get(button)
    if plain is not None and context.offers(plain):
        return plain
    reader = FIELDS.get(context.decision, {}).get(button)
    if reader is None and context.decision == "movement" and button.startswith(draft.REMOVE):
        reader = draft.read_removal
    if reader is None:
        raise Incomplete(_("You are asked something else now. Look at the form below, and answer that."))
    return reader(context)
