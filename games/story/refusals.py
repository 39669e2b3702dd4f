"""Sentences for refusals: what is wrong, and what to do instead."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.story.decisions import TASKS
from games.story.names import Names, cards_counted, listing
from sekigahara.errors.codes import CODES

LEVEL_PHRASES = {
    "none": gettext_lazy("no movement"),
    "minimal": gettext_lazy("minimal movement"),
    "limited": gettext_lazy("limited movement"),
    "total": gettext_lazy("total movement"),
}

QUOTED_CHARACTERS = 120
"""The most characters of a player's input to quote. Names in the game are shorter."""


class Refusal(Protocol):
    """An error of the engine or the services: one with a code."""

    code: str

    @property
    def parameters(self) -> Mapping[str, Any]: ...


def refusal(names: Names, error: Refusal) -> str:
    """A refusal in the active language: what is wrong, and what to do instead.

    Args:
        names: of the edition. Names that it does not have are quoted as the player wrote them.
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
    """The parameters in words; ``block_id`` and the like are quoted as the player wrote them."""
    in_words: dict[str, Callable[[Any], str]] = {
        "block": _if_known(names.block),
        "card": _if_known(names.card),
        "location": _if_known(names.place),
        "start": _if_known(names.place),
        "end": _if_known(names.place),
        "to": _if_known(names.place),
        "path": lambda path: _if_known(names.place)(path[-1]),
        "level": lambda level: str(LEVEL_PHRASES[level]),
        "cost": cards_counted,
        "decision": lambda decision: str(TASKS[decision]) if decision else _("nothing"),
        "waiting": lambda sides: listing(names.side(side) for side in sides) or _("nobody"),
        "reason": _readable,
        "paces": lambda days: listing(map(str, days)),
        "reactions": lambda hours: listing(map(str, hours)),
        "allowed": lambda values: ", ".join(_as_programs_write(value) for value in values),
    }
    values = {key: in_words[key](value) if key in in_words else value for key, value in parameters.items()}
    return values | {
        f"{key}_id": _quoted(value) for key, value in parameters.items() if isinstance(value, str)
    }


def _if_known(look_up: Callable[[str], str]) -> Callable[[str], str]:
    def name_or_quote(name: str) -> str:
        try:
            return look_up(name)
        except KeyError:
            return _quoted(name)

    return name_or_quote


def _as_programs_write(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _quoted(name: str) -> str:
    return _("“%(name)s”") % {"name": _readable(name)}


def _readable(text: str) -> str:
    """A player's input without control characters, cut to the maximum length."""
    shown = "".join(letter for letter in text if letter.isprintable())
    return shown if len(shown) <= QUOTED_CHARACTERS else shown[: QUOTED_CHARACTERS - 1] + "…"
