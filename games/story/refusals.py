"""Why something was refused and what to do instead, in the words of the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.story.decisions import TASKS
from games.story.names import Names, cards_counted, listing
from sekigahara.errors.codes import CODES

LEVELS = {
    "none": gettext_lazy("no movement"),
    "minimal": gettext_lazy("minimal movement"),
    "limited": gettext_lazy("limited movement"),
    "total": gettext_lazy("total movement"),
}

LONGEST = 120
"""The most characters of what a player wrote that are quoted. Names of the game are shorter."""


class Refusal(Protocol):
    """An error of the engine or the services: one with a code."""

    code: str

    @property
    def parameters(self) -> Mapping[str, Any]: ...


def refusal(names: Names, error: Refusal) -> str:
    """A refusal in the active language: what is wrong, and what to do instead.

    Args:
        names: of the edition played. What the player invented, or another edition has, is quoted.
        error: one whose code is in the table of error codes.
    """
    values = _values(names, error.parameters)
    text = capfirst(CODES[error.code].sentence(values, getattr(error, "rule", "")))
    if "index" in error.parameters:
        return _("Action %(number)d: %(refusal)s") % {
            "number": error.parameters["index"] + 1,
            "refusal": text,
        }
    return text


def _values(names: Names, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters as a sentence says them; ``block_id`` and the like are as the player wrote them."""
    said: dict[str, Callable[[Any], str]] = {
        "block": _if_known(names.block),
        "card": _if_known(names.card),
        "location": _if_known(names.place),
        "start": _if_known(names.place),
        "end": _if_known(names.place),
        "to": _if_known(names.place),
        "path": lambda path: _if_known(names.place)(path[-1]),
        "level": lambda level: str(LEVELS[level]),
        "cost": cards_counted,
        "decision": lambda decision: str(TASKS[decision]),
        "waiting": lambda sides: listing(names.side(side) for side in sides) or _("nobody"),
        "reason": _readable,
        "paces": lambda days: listing(map(str, days)),
        "allowed": lambda values: ", ".join(_as_programs_write(value) for value in values),
    }
    values = {key: said[key](value) if key in said else value for key, value in parameters.items()}
    return values | {
        f"{key}_id": _quoted(value) for key, value in parameters.items() if isinstance(value, str)
    }


def _if_known(look_up: Callable[[str], str]) -> Callable[[str], str]:
    def said(name: str) -> str:
        try:
            return look_up(name)
        except KeyError:
            return _quoted(name)

    return said


def _as_programs_write(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _quoted(name: str) -> str:
    return _("“%(name)s”") % {"name": _readable(name)}


def _readable(text: str) -> str:
    """What a player wrote, without what would disturb the sentence: control characters, or great length."""
    shown = "".join(letter for letter in text if letter.isprintable())
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "…"
