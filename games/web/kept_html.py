"""Parts of pages that are the same for everybody, kept in the cache by release and language, compressed."""

import zlib
from collections.abc import Callable
from typing import Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from sekigahara.db import caching

PAGE_PARTS_KEPT_FOR: Final = 24 * 60 * 60
"""Seconds. It never gets outdated; this only frees the memory after the next release."""


def kept_html(name: str, make: Callable[[], str]) -> SafeString:
    """A part of a page.

    Args:
        name: of the part, with all that it depends on beside release and language.
        make: renders it in the active language. It must not depend on who asks.
    """
    key = f"html:{get_language()}:{name}"
    kept = caching.recall(key)
    if kept is not None:
        return mark_safe(zlib.decompress(kept).decode())  # noqa: S308 - what was rendered below
    html = make()
    caching.keep(key, zlib.compress(html.encode()), PAGE_PARTS_KEPT_FOR)
    return mark_safe(html)  # noqa: S308 - a template's
