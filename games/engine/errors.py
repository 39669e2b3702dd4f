"""Why an action was not carried out. Each class is one kind of answer that a caller must give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class EngineError(Exception):
    """Base of everything the engine refuses.

    Attributes:
        code: stable word for programs, e.g. ``road-used``.
        rule: the rule number or ruling that says so, or an empty string.
        parameters: what the sentence about it needs, in public ids; never anything the actor may not know.
    """

    def __init__(self, code: str, rule: str = "", **parameters: Any) -> None:
        super().__init__(code, rule, parameters)
        self.code = code
        self.rule = rule
        self.parameters: Mapping[str, Any] = parameters

    def __str__(self) -> str:
        inside = ", ".join(f"{key}={value!r}" for key, value in self.parameters.items())
        return f"{self.code} [{self.rule}] {inside}".strip()


class Malformed(EngineError):
    """Not an action at all: wrong type, missing field, unknown name."""


class Illegal(EngineError):
    """A well-formed action for the pending decision that the rules forbid."""


class NotYourDecision(EngineError):
    """The side has nothing to decide now, or has to decide something else."""


class GameIsOver(EngineError):
    """The game has ended, so there is nothing left to decide."""


class CorruptLog(EngineError):
    """A stored record does not replay: it contradicts the rules or itself."""
