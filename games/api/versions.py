"""Which version of a game a representation shows: out as an ETag, in as If-Match."""

import re

from django.utils.translation import get_language
from rest_framework.request import Request

from games.access import Viewer

# A proxy that compresses an answer makes its tag weak; it still names the same version.
_TAG = re.compile(r'(?:W/)?"(east|west|public)\.(\d{1,9})\.[\w-]+"')


def etag(viewer: Viewer, version: int | None = None) -> str:
    """The tag of what a viewer is shown at a version (now, by default), in the language of the request."""
    number = viewer.version if version is None else version
    return f'"{viewer.label}.{number}.{get_language() or "none"}"'


def named_version(request: Request, viewer: Viewer) -> int | None:
    """The latest version named by If-Match that was shown to that viewer.

    Returns:
        None without the header; -1, which is older than any, where it names nothing of ours. ``*`` counts as
        no header: it would say that any version will do.
    """
    named = request.headers.get("If-Match", "").strip()
    if named in {"", "*"}:
        return None
    versions = [int(number) for label, number in _TAG.findall(named) if label == viewer.label]
    return max(versions, default=-1)
