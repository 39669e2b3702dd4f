"""Versions of games as ETag and If-Match, and idempotency keys."""

import hashlib
import re

from django.utils.http import parse_etags
from django.utils.translation import get_language
from rest_framework.request import Request

from games.api.errors import MalformedKey, VersionRequired
from games.reads.access import Viewer
from games.services.idempotency import KEY

# A proxy that compresses a response makes its tag weak; it still names the same version.
_TAG = re.compile(r'(?:W/)?"(east|west|public)\.(\d{1,9})\.[\w-]+"')
_ORDERS_TAG = re.compile(r'(?:W/)?"(east|west)\.orders\.(\d{1,9})\.\w+"')


def etag(viewer: Viewer, version: int | None = None) -> str:
    """The ETag of a viewer's version, by default the current one, in the language of the request."""
    number = viewer.version if version is None else version
    return f'"{viewer.label}.{number}.{get_language() or "none"}"'


def orders_tag(label: str, version: int, body: bytes) -> str:
    """The ETag of a side's orders at a version.

    The part after the version identifies the body. It changes with the position of the game, on which writes
    do not depend.
    """
    return f'"{label}.orders.{version}.{hashlib.sha256(body).hexdigest()[:16]}"'


def content_tag(body: bytes) -> str:
    """The ETag of content without a version: a digest of its bytes."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def is_known(request: Request, tag: str) -> bool:
    """Whether If-None-Match names the tag, so that the content need not be sent again."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or tag in {one.removeprefix("W/") for one in known}


def names(request: Request, label: str) -> bool:
    """Whether If-Match names versions of that viewer and of no other."""
    return {named for named, _number in _TAG.findall(request.headers.get("If-Match", ""))} == {label}


def named_version(request: Request, viewer: Viewer) -> int | None:
    """The latest version of a viewer that If-Match names.

    Returns:
        None without the header; -1, which is older than any version, if it names none of this viewer. ``*``
        counts as no header, as it would match any version.
    """
    return _named(request, _TAG, viewer)


def _named(request: Request, tags: re.Pattern[str], viewer: Viewer) -> int | None:
    named = request.headers.get("If-Match", "").strip()
    if named in {"", "*"}:
        return None
    versions = [int(number) for label, number in tags.findall(named) if label == viewer.label]
    return max(versions, default=-1)


def expected_version(request: Request, viewer: Viewer) -> int:
    """The version on which a write is based.

    Raises:
        VersionRequired: the request has no If-Match.
    """
    version = named_version(request, viewer)
    if version is None:
        raise VersionRequired
    return version


def expected_orders(request: Request, viewer: Viewer) -> int:
    """The version of a side's orders on which a write is based; -1 for tags of anything else.

    Raises:
        VersionRequired: the request has no If-Match.
    """
    version = _named(request, _ORDERS_TAG, viewer)
    if version is None:
        raise VersionRequired
    return version


def names_orders(request: Request, label: str) -> bool:
    """Whether If-Match names versions of the orders of that side and of no other."""
    named = _ORDERS_TAG.findall(request.headers.get("If-Match", ""))
    return {side for side, _number in named} == {label}


def idempotency_key(request: Request) -> str:
    """The idempotency key of a request; empty for none.

    Raises:
        MalformedKey: the key is invalid.
    """
    key = request.headers.get("Idempotency-Key")
    if key is not None and not KEY.fullmatch(key):
        raise MalformedKey
    return key or ""
