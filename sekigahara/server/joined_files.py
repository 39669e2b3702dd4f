"""Style sheets and scripts of pages, joined into few files when a process starts: `{% load joined %}`.

The address of a joined file has a digest of its content as its query, so that browsers keep it for good. A
page of another release, which a process of that release made, still gets the file; it is not kept then.
`sekigahara/adr/0024-files-are-joined-when-a-process-starts.md` says why.
"""

import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponseBase
from django.templatetags.static import static
from django.utils import translation
from django.views.i18n import JavaScriptCatalog
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import NOT_ALLOWED_RESPONSE, Response

register = template.Library()

FRAME_SHEETS: Final = (
    "fonts.css",
    "sekigahara.css",
    "frame.css",
    "boxes.css",
    "forms.css",
    "game.css",
    "board.css",
    "drawing.css",
)
DARK_SHEETS: Final = ("dark.css",)
GAME_SHEETS: Final = (
    "play.css",
    "play_head.css",
    "play_layout.css",
    "guide.css",
    "play_board.css",
    "play_tokens.css",
    "battle.css",
    "battle_motion.css",
    "battle_panel.css",
    "player.css",
)
SHEETS: Final[dict[str, tuple[tuple[str, tuple[str, ...]], ...]]] = {
    "pages.css": (
        ("", FRAME_SHEETS),
        ("screen and (prefers-color-scheme: dark)", DARK_SHEETS),
        ("", GAME_SHEETS),
    ),
    "pages_light.css": (("", FRAME_SHEETS), ("", GAME_SHEETS)),
    "pages_dark.css": (("", FRAME_SHEETS), ("screen", DARK_SHEETS), ("", GAME_SHEETS)),
    "land.svg": (("", ("land.svg",)),),
}
"""Joined style sheets, and the land, which is large too: the media and the names of their parts, in order."""
FIRST_MODULES: Final = {"play": "play/main.js", "replay": "play/replay.js", "film": "play/film.js"}
"""Of the joined scripts. Each brings along what it imports."""
BROUGHT_ALONG: Final = {"play": ("signed_in.js",)}
"""Scripts of their own that a joined one has too, so that a page fetches one file less."""

KEPT_FOR_GOOD: Final = "max-age=31536000, public, immutable"
_TYPES: Final = {
    "css": 'text/css; charset="utf-8"',
    "js": 'text/javascript; charset="utf-8"',
    "svg": "image/svg+xml",
}
_IMPORT: Final = re.compile(r'^import [^;"]+ from "\./([\w.]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=\w)", re.MULTILINE)


class JoinedFile:
    """A joined file as WhiteNoise serves files.

    Args:
        name: of the file.
        text: its content.
    """

    def __init__(self, name: str, text: str) -> None:
        self.content = text.encode()
        self.digest = hashlib.sha256(self.content).hexdigest()[:16]
        self._type = _TYPES[name.rpartition(".")[2]]
        self._packed = gzip.compress(self.content, mtime=0)

    def get_response(self, method: str, environ: Mapping[str, Any]) -> Response:
        """The answer to a request, by its method and headers."""
        if method not in ("GET", "HEAD"):
            return NOT_ALLOWED_RESPONSE
        is_packed = "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")
        content = self._packed if is_packed else self.content
        headers = {
            "Content-Type": self._type,
            "Content-Length": str(len(content)),
            "Cache-Control": KEPT_FOR_GOOD if environ.get("QUERY_STRING") == self.digest else "no-cache",
            "Vary": "Accept-Encoding",
            "Access-Control-Allow-Origin": "*",  # as WhiteNoise says of every file
        }
        if is_packed:
            headers["Content-Encoding"] = "gzip"
        file = None if method == "HEAD" else BytesIO(content)
        return Response(HTTPStatus.OK, list(headers.items()), file)  # type: ignore[no-untyped-call]


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, with the joined files.

    What has no content security policy of its own, as a file, an answer of the API or a redirect, gets the
    narrow one.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:  # type: ignore[override] # as the middleware
        """A file, or what the rest of the service answers."""
        response: HttpResponseBase = super().__call__(request)  # type: ignore[no-untyped-call]
        if "Content-Security-Policy" not in response.headers:
            response.headers["Content-Security-Policy"] = settings.NARROW_POLICY
        return response

    def add_files_from_finders(self) -> None:
        """Let it know all files, when the process starts."""
        super().add_files_from_finders()  # type: ignore[no-untyped-call]
        self.files.update(_by_path())

    def find_file(self, url: str) -> Any:
        """The file at a path, where files are looked up at each request; None if there is none."""
        return _by_path().get(url) or super().find_file(url)  # type: ignore[no-untyped-call]


def _by_path() -> dict[str, JoinedFile]:
    return {static(name): joined_file(name) for name in (*SHEETS, *scripts())}


@register.simple_tag
def joined(name: str) -> str:
    """The address of a joined file.

    Raises:
        KeyError: there is none of the name.
    """
    return f"{static(name)}?{joined_file(name).digest}"


def scripts() -> dict[str, tuple[str, str]]:
    """The joined scripts, each with what it is for and the language of its sentences."""
    return {
        f"{name}_{code}.js": (name, code) for name in FIRST_MODULES for code, _language in settings.LANGUAGES
    }


@cache
def joined_file(name: str) -> JoinedFile:
    """A joined file by its name.

    Raises:
        KeyError: there is none of the name.
    """
    if name in SHEETS:
        return JoinedFile(name, "".join(_sheet(media, parts) for media, parts in SHEETS[name]))
    script, language = scripts()[name]
    texts = [_EXPORT.sub("", _IMPORT.sub("", text)) for text in modules(script)]
    texts += [f"{{\n{_text(other)}}}\n" for other in BROUGHT_ALONG.get(script, ())]  # with names of its own
    return JoinedFile(name, "".join([_catalogue(language), *texts]))


def modules(script: str) -> list[str]:
    """The texts of the modules of a joined script, each after those it imports.

    Args:
        script: one of FIRST_MODULES.
    """
    return list(_modules(FIRST_MODULES[script], set()))


def _modules(name: str, seen: set[str]) -> Iterator[str]:
    seen.add(name)
    text = _text(name)
    for imported in _IMPORT.findall(text):
        if (beside := f"{Path(name).parent}/{imported}") not in seen:
            yield from _modules(beside, seen)
    yield text


def _catalogue(language: str) -> str:
    """Django's own functions for the sentences of scripts, which it writes for a script that is no module."""
    request = HttpRequest()
    request.method = "GET"
    with translation.override(language):
        made = JavaScriptCatalog(packages=["games"]).get(request)
    return f"(function () {{\n{made.content.decode()}}}).call(globalThis);\n"


def _sheet(media: str, parts: tuple[str, ...]) -> str:
    text = "".join(map(_text, parts))
    return f"@media {media} {{\n{text}}}\n" if media else text


def _text(name: str) -> str:
    return Path(str(finders.find(name))).read_text(encoding="utf-8")
