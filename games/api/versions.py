"""Which version of a game a representation shows: out as an ETag, in as If-Match."""

import re

from django.utils.translation import get_language
from rest_framework.request import Request

from games.engine.side import Side

# A proxy that compresses an answer makes its tag weak; it still names the same version.
_TAG = re.compile(r'(?:W/)?"(east|west)\.(\d{1,9})\.[\w-]+"')


def etag(side: Side, version: int) -> str:
    """The tag of what a side is shown at a version, in the language of the request."""
    return f'"{side.label}.{version}.{get_language() or "none"}"'


def named_version(request: Request, side: Side) -> int | None:
    """The latest version named by If-Match that was shown to that side.

    Returns:
        None without the header; -1, which is older than any, where it names nothing of ours. ``*`` counts as
        no header: it would say that any version will do.
    """
    named = request.headers.get("If-Match", "").strip()
    if named in {"", "*"}:
        return None
    versions = [int(number) for label, number in _TAG.findall(named) if label == side.label]
    return max(versions, default=-1)
