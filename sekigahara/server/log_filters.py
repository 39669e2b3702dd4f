"""Removes secrets, needless tracebacks and repetitions from the process log before it is written."""

import functools
import logging
import re
import threading
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import URLPattern, URLResolver, get_resolver

from sekigahara.db.outages import is_outage, reason

SECRET = frozenset({"token", "link"})
"""The parts of addresses that open something for anyone who knows them, by their names in routes."""

LIKE_A_SECRET = re.compile(r"(?=.*[A-Z])[\w:.-]{16,}")
"""Parts of a path that may be a secret at the wrong place. Ids and names in addresses have small letters."""

HIDDEN = "…"
SHORTEST = 8
"""The fewest characters a secret has. Shorter parts of a path also occur in ordinary text."""


ALIKE_FOR = 60
"""Seconds for which a message is not repeated."""


@dataclass
class _Seen:
    """A message that was let through, when by the monotonic clock, and how many like it were not."""

    logger: str
    level: int
    message: str
    at: float
    left_out: int = 0


class Outages(logging.Filter):
    """Shows an outage of the database as one line, with its reason in place of the traceback.

    While the database is away every request fails at the same place, and its traceback says nothing more.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record if it is about an outage; every record is kept."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and is_outage(error):
            record.msg, record.args = f"{record.getMessage()}: the database is away: {reason(error)}", ()
            record.alike = "the database is away"
            record.exc_info = record.exc_text = None
        return True


class Repeats(logging.Filter):
    """Lets the same message of the same logger through once in ``ALIKE_FOR``; then a line says how many were
    left out.

    While Redis is away every request says so several times. It has to come after the filters that change
    messages. A record may say by ``alike`` what it is the same as. How many were left out is said before the
    next line of any kind.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self.forget()

    def forget(self) -> None:
        """Let everything through again."""
        self._seen = dict[tuple[str, object, object], _Seen]()  # the oldest first

    def filter(self, record: logging.LogRecord) -> bool:
        """False for what was said already."""
        if hasattr(record, "left_out"):
            return True
        kind, message, now = record.exc_info and record.exc_info[0], record.getMessage(), monotonic()
        key = record.name, getattr(record, "alike", message), kind
        over = list[_Seen]()
        with self._lock:
            while self._seen and next(iter(self._seen.values())).at <= now - ALIKE_FOR:
                over.append(self._seen.pop(next(iter(self._seen))))
            seen = self._seen.get(key)
            if seen is None:
                self._seen[key] = _Seen(record.name, record.levelno, message, now)
            else:
                seen.left_out += 1
        for each in over:
            if each.left_out:
                text = "left out %d lines like this one: %s"
                about = {"left_out": each.left_out}
                logging.getLogger(each.logger).log(each.level, text, each.left_out, each.message, extra=about)
        return seen is None


class Secrets(logging.Filter):
    """Removes secret parts of addresses from records about a request, also from their tracebacks.

    Parts of a path are shown if they stand so in a route, or if the address was found and has no secret. So a
    secret in an incomplete or mistyped address is hidden too.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record if it is about a request; every record is kept."""
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            is_found = getattr(record, "status_code", None) != 404
            record.msg, record.args = _without_secrets(record.getMessage(), request, is_found), ()
            if record.exc_info:
                told = "".join(traceback.format_exception(*record.exc_info)).rstrip("\n")
                record.exc_text = _without_secrets(told, request, is_found)
        return True


class _Routes(NamedTuple):
    """What the log needs to know of all routes.

    Attributes:
        literals: the parts of paths that are the same for everyone.
        secret: matches a path with a secret: first what comes before the secret, then the rest.
    """

    literals: frozenset[str]
    secret: re.Pattern[str]


@functools.cache
def _routes(resolver: URLResolver) -> _Routes:
    literals, secret = {""}, []
    for route in _below(resolver):
        literals.update(part for part in route.split("/") if "<" not in part)
        for name in SECRET:
            before, found, _after = route.partition(f":{name}>")
            if found:
                before = before.rpartition("<")[0]
                secret.append(re.sub(r"<[^>]+>", r"[^/\\s]+", before))
    return _Routes(frozenset(literals), re.compile(rf"(/(?:{'|'.join(secret)}))[^\s'\"]+"))


def _below(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from _below(pattern, route)


def _without_secrets(text: str, request: HttpRequest, is_found: bool) -> str:
    """A text about a request without the secrets of its path, and of any other path in it."""
    match = request.resolver_match
    routes = _routes(get_resolver())
    parts = request.path.split("/")
    is_harmless = match is not None and is_found and not SECRET & match.kwargs.keys()
    if not is_harmless or any(LIKE_A_SECRET.match(part) for part in parts):
        hidden = {part for part in parts if part not in routes.literals}
        shown = "/".join(HIDDEN if part in hidden else part for part in parts)
        text = text.replace(_escaped(request.path), shown).replace(request.path, shown)
        for part in sorted(hidden, key=len, reverse=True):
            if len(part) >= SHORTEST:
                text = text.replace(_escaped(part), HIDDEN).replace(part, HIDDEN)
    return routes.secret.sub(rf"\1{HIDDEN}", text)


def _escaped(text: str) -> str:
    """As Django writes it into the log."""
    return text.encode("unicode_escape").decode("ascii")
