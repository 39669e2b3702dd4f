"""What is kept in the cache for all who ask: parts of pages, by release and language, and pictures."""

import hashlib
import zlib
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from sekigahara.db import caching

PAGE_PARTS_KEPT_FOR: Final = 24 * 60 * 60
"""Seconds. It never gets outdated; this only frees the memory after the next release."""
PICTURES_KEPT_FOR: Final = 24 * 60 * 60
"""Seconds for which a drawn picture is kept."""


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


def kept_png(request: HttpRequest, name: str, shows: bytes, draw: Callable[[], bytes]) -> HttpResponse:
    """A picture, or a 304 for a browser that has it. Its ETag follows from what it shows.

    Args:
        request: for the picture.
        name: of its kind.
        shows: all that it depends on.
        draw: makes it, as PNG.
    """
    digest = hashlib.sha256(shows).hexdigest()[:32]
    response = get_conditional_response(request, etag=f'"{digest}"')
    if response is None:
        png = caching.recall(f"{name}:{digest}")
        if png is None:
            png = draw()
            caching.keep(f"{name}:{digest}", png, PICTURES_KEPT_FOR)
        response = HttpResponse(png, "image/png")
    response["ETag"] = f'"{digest}"'
    return response
