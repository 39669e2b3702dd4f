"""Every decision of the rules as a form that needs no script, and what was filled in as an action again.

    form(rules, view, described(options), data)  # the inside of a <form method="post">, as safe HTML
    read(rules, described(options), data)  # the actions as JSON, None to go on filling in, or Incomplete

The page brings the ``<form>`` element, its token and its address. The form is made from the view and options
of the side that is asked and from nothing else. ``read`` only makes sure that what was chosen is offered and
complete; whether it is legal, the engine says. After ``None``, ``Incomplete`` or a refusal the page shows the
form again with the same data: nothing that was filled in is lost.

``data`` of a GET may name in ``from`` the location a stack move begins at. A stack move of several groups is
put together step by step: the groups so far travel in hidden fields, so no step changes anything.

Each button is named ``do``, and its value says which answer is meant. A page may have several ways to answer,
as the movement phase has; the fields of each have names of their own.
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
from games.web.answers.asking import Asking
from games.web.answers.decisions import SHOW, answer
from games.web.answers.filled_in import Given, Incomplete

__all__ = ["Incomplete", "described", "form", "read"]


def described(options: Options) -> dict[str, Any]:
    """Options as JSON-ready data, as ``form`` and ``read`` take them."""
    told: dict[str, Any] = json.loads(msgspec.json.encode(options.describe()))
    return told


def form(
    rules: Ruleset, view: dict[str, Any], options: dict[str, Any], data: QueryDict | None = None
) -> SafeString:
    """The inside of the form for a decision.

    Args:
        rules: of the game.
        view: of the side that is asked.
        options: what it may answer, described.
        data: what was filled in, to be shown again; or the query of the page's address.
    """
    asking = Asking(rules, options, Given(data))
    return render_to_string("games/answers/form.html", {"sections": SHOW[asking.decision](asking, view)})


def read(rules: Ruleset, options: dict[str, Any], data: QueryDict) -> list[str] | None:
    """What was filled in.

    Args:
        rules: of the game.
        options: what the side may answer now, described.
        data: of the POST.

    Returns:
        The actions as JSON, each to be taken by ``actions.parse``; None where the answer is not finished and
        the form goes on.

    Raises:
        Incomplete: what is missing or not offered, in sentences.
    """
    asking = Asking(rules, options, Given(data))
    action = answer(asking)
    return None if action is None else [encode(action).decode()]
