"""The text of an edition file made into values, or refused with reasons.

The engine reads no files. Callers pass the text, and keep it with the games that began with it.
"""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

import msgspec

from games.engine.edition_data import BlockData, CardData, Edition, Flags, LocationData, SetupData
from games.engine.edition_layers import LayerError, flattened
from games.engine.edition_lint import lint


class EditionError(ValueError):
    """The text is no playable edition. `problems` has one sentence for each thing that is wrong."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        count = "one problem" if len(problems) == 1 else f"{len(problems)} problems"
        super().__init__(f"this edition has {count}:" + "".join(f"\n- {problem}" for problem in problems))


def parse(text: str) -> Edition:
    """Return the edition that `text` (TOML) describes.

    Raises:
        EditionError: with the line if it is not TOML; with the entry if a key is missing, unknown or of the
            wrong kind (the first such); else with everything that keeps the edition from being played.
    """
    return parse_for_game(text)[0]


def parse_for_game(text: str) -> tuple[Edition, Mapping[str, Any]]:
    """The edition, and which of its flags were chosen for one game.

    Raises:
        EditionError: as ``parse`` does.
    """
    try:
        layers = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError((f"the text is not TOML: {error}",)) from error
    try:
        raw = flattened(layers)
    except LayerError as error:
        raise EditionError((str(error),)) from error
    try:
        edition = msgspec.convert(raw, Edition)
    except msgspec.ValidationError as error:
        raise EditionError((_in_words(str(error), raw),)) from error
    if problems := tuple(lint(edition)):
        raise EditionError(problems)
    return edition, layers.get("chosen", {})


def variant_of(text: str) -> str | None:
    """The id of the edition that a variant changes; None where the text is no variant."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None  # which is for `parse` to say
    variant = raw.get("variant")
    of = variant.get("of") if isinstance(variant, dict) and "format" not in raw else None
    return of if isinstance(of, str) else None


def digest(text: str) -> str:
    """Return the SHA-256 of the text in hexadecimal, by which a game pins its edition."""
    return hashlib.sha256(text.encode()).hexdigest()


# msgspec's names for what TOML holds, and its phrases, for someone who writes neither Python nor JSON.
_KINDS = {
    "int": "a whole number",
    "float": "a number with a decimal point",
    "bool": "true or false",
    "str": "text in quotes",
    "array": "a list",
    "object": "a table",
}
_PHRASES = {
    "Object missing required field": "missing key",
    "Object contains unknown field": "unknown key",
    "Expected": "expected",
    ", got": ", found",
    "of length >= 1": "that is not empty",
    ">=": "of at least",
    "<=": "of at most",
}


def _in_words(message: str, raw: dict[str, Any]) -> str:
    """Turn a complaint of msgspec ("Expected `int`, got `str` - at `$.roads[3].a`") into a sentence."""
    complaint, _, path = message.partition(" - at `$")
    keys = re.findall(r"\w+", path)
    if "matching regex" in complaint:
        words = "expected an id of lower-case letters, digits and single hyphens"
    elif complaint.startswith("Invalid enum value "):
        words = f"{complaint.removeprefix('Invalid enum value ')} is none of {_allowed(keys[-1])}"
    else:
        words = re.sub(r"`([^`]*)`", lambda quoted: _kind(quoted[1]), complaint)
        for phrase, ours in _PHRASES.items():
            words = words.replace(phrase, ours)
    return f"{_place(keys, raw)}: {words}"


def _kind(name: str) -> str:
    return _KINDS.get(name.removesuffix(" | null"), f'"{name}"')


def _place(keys: list[str], raw: dict[str, Any]) -> str:
    """Name the entry that `keys` lead into, by its id where it has one, and the key within it."""
    if len(keys) < 2 or not keys[1].isdigit():
        return ".".join(key for key in keys if not key.isdigit()) or "the file"
    section, index, *rest = keys
    entry = raw[section][int(index)]
    known = entry if isinstance(entry, dict) else {}
    marks = ("id",) if "id" in known else ("a", "b", "side", "place")
    name = " - ".join(f'"{known[mark]}"' for mark in marks if mark in known)
    return " ".join(filter(None, (f"entry {int(index) + 1} of {section}", name, *rest[:1])))


def _allowed(key: str) -> str:
    """List what a key with a fixed choice of values may say."""
    shapes = (Edition, Flags, LocationData, BlockData, CardData, SetupData)
    kind = next(hints[key] for hints in map(get_type_hints, shapes) if key in hints)
    # An optional key is a union of the choice and None; any other is the choice itself.
    choice = next((option for option in get_args(kind) if get_args(option)), kind)
    return ", ".join(str(value) for value in get_args(choice))
