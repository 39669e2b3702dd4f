"""Texts in layers: an edition, what a variant changes in it, and what was chosen for one game.

The text of a variant is the whole text of the other edition, followed by a table ``variant``. The text of a
game with choices ends with a table ``chosen``. So every text is complete in itself, and a game keeps the text
it began with when another one is corrected.
"""

import json
from collections.abc import Mapping
from typing import Any, Literal, get_args

from msgspec import UNSET, Struct, UnsetType, structs

KEYS = {"roads": ("a", "b"), "setup": ("side", "place")}
"""The keys that identify the entries of a list that have no id."""


class ChosenFlags(Struct, frozen=True, forbid_unknown_fields=True):
    """Optional rules for a game. Omitted flags keep the value of the edition."""

    discard_rounding: Literal["down", "choice"] | UnsetType = UNSET
    """Half of an odd number of cards is rounded down, or as the player chooses."""
    special_bonus_per_earlier: Literal[1, 2] | UnsetType = UNSET
    """The impact that each earlier block of the same arm adds to a special attack."""
    double_and_wildcard: Literal["with-clan-block", "alone"] | UnsetType = UNSET
    """Whether a double card deploys a wildcard only with a block of the card's clan, or also alone."""
    disk_leadership: bool | UnsetType = UNSET
    """Whether a disk provides leadership for moves of its own side."""
    disk_points: Literal[0, 2] | UnsetType = UNSET
    """Victory points for a surviving disk."""
    mori_double_brings_two: bool | UnsetType = UNSET
    """Whether a double card can bring two Mori blocks."""
    leader_shown: bool | UnsetType = UNSET
    """Whether the enemy learns which daimyo led a move, or only that one did."""


def _ways(kind: Any) -> tuple[Any, ...]:
    """What a field of ``ChosenFlags`` may be, besides left out."""
    way = get_args(kind)[0]
    return (False, True) if way is bool else get_args(way)


OPTIONAL: dict[str, tuple[Any, ...]] = {
    field.name: _ways(field.type) for field in structs.fields(ChosenFlags)
}
"""The flags that players may choose for a game with any edition, and their values."""


class LayerError(ValueError):
    """A layer does not fit the text before it; the message is a sentence."""


class ChoiceError(LayerError):
    """A flag that players may not choose, or a value that it cannot have.

    Attributes:
        flag: its name.
        allowed: its possible values; empty where players may not choose it.
    """

    def __init__(self, flag: str, allowed: tuple[Any, ...], sentence: str) -> None:
        super().__init__(sentence)
        self.flag = flag
        self.allowed = allowed


def with_choices(text: str, chosen: Mapping[str, Any]) -> str:
    """The text of an edition with the flags that were chosen for one game; unchanged where none were.

    Raises:
        ChoiceError: a flag that cannot be chosen, or a value that it cannot have.
    """
    _judge(chosen)
    if not chosen:
        return text
    rows = [f"{flag} = {json.dumps(chosen[flag])}" for flag in sorted(chosen)]
    return "\n".join([text, "[chosen]", *rows, ""])


def flattened(raw: dict[str, Any]) -> dict[str, Any]:
    """The edition that the text describes, with all its layers merged.

    A variant replaces values of an entry key by key, adds entries that are new, and removes those that it
    calls ``absent``.

    Raises:
        LayerError: a layer is not a table, the variant is one of another edition, or a choice is impossible.
    """
    layers = dict(raw)
    variant, chosen = layers.pop("variant", None), _table("chosen", layers.pop("chosen", {}))
    if variant is not None:
        layers = _varied(layers, _table("variant", variant))
    _judge(chosen)
    flags = layers.get("flags")
    # Flags that are missing or no table are for the reader of the whole edition to refuse.
    return layers | {"flags": flags | chosen} if chosen and isinstance(flags, dict) else layers


def _table(layer: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise LayerError(f"{layer}: expected a table of keys and values")
    return value


def is_same(value: Any, other: Any) -> bool:
    """Whether two values of a flag are equal: True is 1 in Python, but not in an edition."""
    return type(value) is type(other) and bool(value == other)


def _judge(chosen: Mapping[str, Any]) -> None:
    for flag, value in chosen.items():
        allowed = OPTIONAL.get(flag)
        if allowed is None:
            known = ", ".join(OPTIONAL)
            raise ChoiceError(flag, (), f'chosen: "{flag}" is not for players to choose; these are: {known}')
        if not any(is_same(value, each) for each in allowed):
            between = " or ".join(json.dumps(each) for each in allowed)
            text = json.dumps(value, default=str)  # TOML has dates, which JSON has not
            raise ChoiceError(flag, allowed, f'chosen: "{flag}" is {text}; it can be {between}')


def _varied(base: dict[str, Any], variant: dict[str, Any]) -> dict[str, Any]:
    of = variant.get("of")
    if not isinstance(of, str):
        raise LayerError("variant: it must say which edition it changes, by the id of that, as its `of`")
    if of != base.get("id"):
        raise LayerError(f'variant: it is one of "{of}", and needs the text of that before it')
    return base | {key: _merged(key, base.get(key), value) for key, value in variant.items() if key != "of"}


def _merged(key: str, before: Any, after: Any) -> Any:
    if isinstance(before, dict) and isinstance(after, dict):
        return before | after
    if not isinstance(before, list):
        return after
    if not isinstance(after, list):
        raise LayerError(f"variant: {key} must be a list of tables")
    entries = {_named(key, entry): entry for entry in before}
    for change in after:
        name = _named(key, change)
        if change.get("absent") is not True:
            entries[name] = entries.get(name, {}) | change
        elif entries.pop(name, None) is None:
            raise LayerError(f"variant: {key} has no entry {' - '.join(name)} to take out")
    return list(entries.values())


def _named(key: str, entry: Any) -> tuple[str, ...]:
    """The identity of a list entry; for a road, the order of its ends does not matter."""
    if not isinstance(entry, dict):
        raise LayerError(f"variant: every entry of {key} must be a table")
    parts = [str(entry.get(part)) for part in KEYS.get(key, ("id",))]
    return tuple(sorted(parts) if key == "roads" else parts)
