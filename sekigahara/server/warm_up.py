"""Prepares msgspec for every struct of the project before there are threads.

msgspec analyses a struct when it is decoded for the first time. If a second thread decodes the same struct
meanwhile the process crashes (a segmentation fault, as of msgspec 0.22).
"""

from collections.abc import Iterator

import msgspec
from django.apps import apps
from django.urls import get_resolver


def prepare() -> None:
    """Let msgspec analyse every struct of the project, on this thread."""
    for struct in ours():
        msgspec.json.Decoder(struct)


def ours() -> list[type[msgspec.Struct]]:
    """All structs of the installed apps. Loads all views, which define most of them."""
    get_resolver().url_patterns  # noqa: B018 - loads them, and with them all views
    prefixes = tuple(f"{app.name}." for app in apps.get_app_configs())
    return [struct for struct in _below(msgspec.Struct) if struct.__module__.startswith(prefixes)]


def _below(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for struct in base.__subclasses__():
        yield struct
        yield from _below(struct)
