"""SVG as text: every value is escaped, and equal input gives equal bytes."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe


def tag(name: str, /, *inside: str, **attributes: str | float | None) -> SafeString:
    """One element.

    Args:
        name: of the element.
        inside: what stands in it; text is escaped, other elements are not.
        attributes: those that are None or "" are left out; `class_` is `class`, `_` in a name is `-`.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None and value != ""
    )
    if not inside:
        return mark_safe(f"<{name}{written}/>")  # noqa: S308 - values are escaped, names are ours
    return mark_safe(f"<{name}{written}>{together(inside)}</{name}>")  # noqa: S308 - likewise


def together(parts: Iterable[str]) -> SafeString:
    """Elements and texts one after the other."""
    return mark_safe("".join(conditional_escape(part) for part in parts))  # noqa: S308 - all escaped


def _value(value: str | float) -> str:
    if isinstance(value, float):  # a whole number is an int in one place and a float in another
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return conditional_escape(value)
