"""What two turns have in common, whatever the order of their moves, and in what they differ."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

Json = dict[str, Any]


class Compared(NamedTuple):
    """Two turns, as actions or as events.

    Attributes:
        played, preferred: what only that one does, in its order.
        alike: what both do, in the order of the one that was played.
    """

    played: list[Json]
    preferred: list[Json]
    alike: list[Json]


def compared(played: Sequence[Json], preferred: Sequence[Json]) -> Compared:
    """What only one of two turns does, and what both do."""
    only_played, alike = _apart(played, preferred)
    only_preferred, _ = _apart(preferred, played)
    return Compared(only_played, only_preferred, alike)


def _apart(these: Sequence[Json], those: Iterable[Json]) -> tuple[list[Json], list[Json]]:
    """What of these is not among those, and what is."""
    left = Counter(map(key, those))
    only, both = [], []
    for each in these:
        if left[key(each)] > 0:
            left[key(each)] -= 1
            both.append(each)
        else:
            only.append(each)
    return only, both


def key(each: Json) -> str:
    """An action or event as text, in which the order of blocks and cards makes no difference."""
    return json.dumps(_sorted(each), sort_keys=True)


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: part if name == "path" else _sorted(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        parts = [_sorted(part) for part in value]
        return sorted(parts) if all(isinstance(part, str) for part in parts) else parts
    return value
