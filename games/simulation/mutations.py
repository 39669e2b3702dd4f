"""Actions made wrong: a legal one bent at random, or no action at all."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from games.engine import Ruleset
from games.engine.actions import Action, encode

GARBAGE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 7, 1.5, 10**30, "", "\x00", "東", "x" * 5000),
    *([], {}, [[]], [None], ["edo", 3], {"type": "move"}),
)
TYPES = (
    *("discard", "bid", "order", "level", "move", "muster", "mori", "end-movement", "declare"),
    *("stance", "deploy", "finish", "challenge", "pass", "losses", "retreat", "drawn", "resign"),
)


class Mutator:
    """Bends actions of one edition.

    Args:
        random: chooses how.
    """

    def __init__(self, rules: Ruleset, random: Random) -> None:
        self._random = random
        edition, c = rules.edition, rules.components
        self._names = [
            *(block.id for army in c.blocks for block in army),
            *(kind.id for kind in edition.blocks),
            *(card.id for card in edition.cards),
            *c.locations,
            *("recruitment", "mori-box", "first", "second", "none", "minimal", "limited", "total"),
        ]

    def bend(self, action: Action) -> bytes:
        """The JSON of an action after one to three changes; now and then its bytes are damaged too."""
        body: Any = json.loads(encode(action))
        for _ in range(self._random.randint(1, 3)):
            body = self._changed(body)
        return self._damaged(json.dumps(body).encode())

    def _damaged(self, text: bytes) -> bytes:
        if text and not self._random.randrange(20):
            cut = self._random.randrange(len(text))
            return text[:cut] + self._random.randbytes(self._random.randrange(3)) + text[cut + 1 :]
        return text

    def _changed(self, body: Any) -> Any:
        """The body with one change somewhere in it; parts are more often changed than the whole."""
        if isinstance(body, dict) and body and self._random.random() < 0.8:
            key = self._random.choice(list(body))
            return {**body, key: self._changed(body[key])}
        if isinstance(body, list) and body and self._random.random() < 0.5:
            index = self._random.randrange(len(body))
            return [*body[:index], self._changed(body[index]), *body[index + 1 :]]
        if isinstance(body, dict):
            return self._another_key(body)
        if isinstance(body, list):
            return self._another_list(body)
        return self._another_value(body)

    def _another_value(self, value: Any) -> Any:
        if isinstance(value, bool) and self._random.random() < 0.7:
            return not value
        if value in TYPES:
            return self._random.choice(TYPES)
        if isinstance(value, str) and self._random.random() < 0.85:
            return self._random.choice(self._names)
        return self._random.choice(GARBAGE)

    def _another_key(self, body: dict[str, Any]) -> dict[str, Any]:
        keys = list(body)
        if keys and self._random.random() < 0.5:
            gone = self._random.choice(keys)
            return {key: value for key, value in body.items() if key != gone}
        added = self._random.choice(
            ("card", "cards", "blocks", "to", "show", "wish", "leader", "side", "extra")
        )
        return {**body, added: self._random.choice((*GARBAGE, self._random.choice(self._names)))}

    def _another_list(self, items: list[Any]) -> list[Any]:
        match self._random.randrange(5):
            case 0:
                gone = self._random.randrange(len(items) or 1)
                return [item for index, item in enumerate(items) if index != gone]
            case 1:
                return [*items, *self._random.sample(items, min(1, len(items)))]
            case 2:
                return [*items, self._random.choice(self._names)]
            case 3:
                return self._random.sample(items, len(items))
            case _:
                return []
