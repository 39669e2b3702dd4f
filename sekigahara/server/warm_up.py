"""What msgspec knows of our structs, found out before there are threads.

It looks at a struct when one is decoded for the first time. A second thread that decodes the same one
meanwhile meets it half known, and that ends the whole process (a segmentation fault, as of msgspec 0.22).
"""

from collections.abc import Iterator

import msgspec
from django.apps import apps
from django.urls import get_resolver


def prepare() -> None:
    """Have it look at every struct of ours, on this thread."""
    for struct in ours():
        msgspec.json.Decoder(struct)


def ours() -> list[type[msgspec.Struct]]:
    """All structs of the apps, once what answers requests is loaded."""
    get_resolver().url_patterns  # noqa: B018 - loads them, and with them all views
    apart = tuple(f"{app.name}." for app in apps.get_app_configs())
    return [struct for struct in _below(msgspec.Struct) if struct.__module__.startswith(apart)]


def _below(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for struct in base.__subclasses__():
        yield struct
        yield from _below(struct)
