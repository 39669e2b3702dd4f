"""Values as TOML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def section(header: str, told: Mapping[str, Any]) -> str:
    """Lines of keys and values under a header; nothing at all without keys. Keys may be dotted."""
    if not told:
        return ""
    lines = [header] if header else []
    lines += [f"{key} = {value(each)}" for key, each in told.items()]
    return "\n".join(lines) + "\n"


def value(told: Any) -> str:
    """One value on one line.

    Args:
        told: a mapping (of which what is None is left out), list, text, number or truth.
    """
    if isinstance(told, bool):
        return "true" if told else "false"
    if isinstance(told, int):
        return str(told)
    if isinstance(told, str):
        # JSON's escapes are TOML's, but for the one control character that JSON lets stand.
        return msgspec.json.encode(told).decode().replace("\x7f", "\\u007F")
    if isinstance(told, Mapping):
        pairs = (f"{_key(key)} = {value(each)}" for key, each in told.items() if each is not None)
        return "{ " + ", ".join(pairs) + " }"
    return "[" + ", ".join(value(each) for each in told) + "]"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else value(key)


def listed(names: Iterable[str]) -> str:
    """Names with commas between."""
    return ", ".join(names)


def filled(told: Mapping[str, Any]) -> dict[str, Any]:
    """What says anything: no empty texts, noughts and noes."""
    return {key: each for key, each in told.items() if each}
