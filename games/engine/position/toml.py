"""Writes values as TOML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def section(header: str, rows: Mapping[str, Any]) -> str:
    """Lines of keys and values under a header; empty where there are no keys. Keys may be dotted."""
    if not rows:
        return ""
    lines = [header] if header else []
    lines += [f"{key} = {value(each)}" for key, each in rows.items()]
    return "\n".join(lines) + "\n"


def value(data: Any) -> str:
    """One value on one line.

    Args:
        data: a mapping (entries that are None are left out), list, text, number or boolean.
    """
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, int):
        return str(data)
    if isinstance(data, str):
        # JSON's escapes are TOML's, except for the one control character that JSON does not escape.
        return msgspec.json.encode(data).decode().replace("\x7f", "\\u007F")
    if isinstance(data, Mapping):
        pairs = (f"{_key(key)} = {value(each)}" for key, each in data.items() if each is not None)
        return "{ " + ", ".join(pairs) + " }"
    return "[" + ", ".join(value(each) for each in data) + "]"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else value(key)


def listed(names: Iterable[str]) -> str:
    """Names with commas between."""
    return ", ".join(names)


def filled(rows: Mapping[str, Any]) -> dict[str, Any]:
    """The rows without empty texts, zeros and false values."""
    return {key: each for key, each in rows.items() if each}
