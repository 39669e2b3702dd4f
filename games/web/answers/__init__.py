"""Forms for every decision of the rules, without scripts; what a player fills in becomes an action.

    form(rules, view, described(options), data)  # the inside of a <form method="post">, as safe HTML
    read(rules, described(options), data)  # the actions as JSON; None while the form is unfinished

The page adds the ``<form>`` element, its CSRF token and its address. A form depends only on the view and the
options of the side that decides. ``read`` checks that the choice is offered and complete, and raises
``Incomplete`` otherwise; the engine checks that it is legal. After ``None``, ``Incomplete`` or a refusal the
page shows the form again with the same data, so that no input is lost.

In a GET request, the query parameter ``from`` names the location where a stack move begins. A stack move of
several groups is built step by step: hidden fields carry the groups so far, so no step changes the game.

Every button is named ``do``; its value names the answer. A page can offer several ways to answer, as in the
movement phase. Each way has its own field names.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.engine.actions import encode
from games.engine.options import Options
from games.engine.ruleset import Ruleset
from games.web.answers.decisions import SHOW, answer
from games.web.answers.form_context import FormContext
from games.web.answers.form_data import FormData, Incomplete

__all__ = ["Incomplete", "described", "form", "read"]


def described(options: Options) -> dict[str, Any]:
    """Describe options as JSON-ready data for ``form`` and ``read``."""
    description: dict[str, Any] = json.loads(msgspec.json.encode(options.describe()))
    return description


def form(
    rules: Ruleset, view: dict[str, Any], options: dict[str, Any], data: QueryDict | None = None
) -> SafeString:
    """The inside of the form for a decision.

    Args:
        rules: of the game.
        view: of the side that decides.
        options: its options, as ``described`` returns them.
        data: the submitted form, to show it again; or the query of the page's address.
    """
    context = FormContext(rules, options, FormData(data))
    return render_to_string("games/answers/form.html", {"sections": SHOW[context.decision](context, view)})


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
    action = answer(context)
    return None if action is None else [encode(action).decode()]
