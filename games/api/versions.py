"""Which version of a game a representation shows: out as an ETag, in as If-Match. And known requests."""

import hashlib
import re

from django.utils.http import parse_etags
from django.utils.translation import get_language
from rest_framework.request import Request

from games.api.errors import MalformedKey, VersionRequired
from games.reads.access import Viewer
from games.services.idempotency import KEY

# A proxy that compresses an answer makes its tag weak; it still names the same version.
_TAG = re.compile(r'(?:W/)?"(east|west|public)\.(\d{1,9})\.[\w-]+"')


def etag(viewer: Viewer, version: int | None = None) -> str:
    """The tag of what a viewer is shown at a version (now, by default), in the language of the request."""
    number = viewer.version if version is None else version
    return f'"{viewer.label}.{number}.{get_language() or "none"}"'


def content_tag(body: bytes) -> str:
    """The tag of what has no version: it is made of the very bytes."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def is_known(request: Request, tag: str) -> bool:
    """Whether the client has what the tag names, so that it need not be sent again."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or tag in {one.removeprefix("W/") for one in known}


def names(request: Request, label: str) -> bool:
    """Whether If-Match names versions of that viewer and of no other."""
    return {named for named, _number in _TAG.findall(request.headers.get("If-Match", ""))} == {label}


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


def expected_version(request: Request, viewer: Viewer) -> int:
    """The version a write was decided on.

    Raises:
        VersionRequired: it does not say.
    """
    version = named_version(request, viewer)
    if version is None:
        raise VersionRequired
    return version


def idempotency_key(request: Request) -> str:
    """The client's own word for this request, which makes a repetition the same request; empty for none.

    Raises:
        MalformedKey: it is none.
    """
    key = request.headers.get("Idempotency-Key")
    if key is not None and not KEY.fullmatch(key):
        raise MalformedKey
    return key or ""
