"""A progress bar on a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from django.utils.translation import gettext as _

BAR_WIDTH = 30
REDRAW = 0.1
"""Seconds between two updates of the bar."""


class Progress:
    """A progress bar on one line of a terminal, which is erased at the end.

    Args:
        total: the number of steps.
        is_wanted: whether to draw it, where the errors go to a terminal.
    """

    def __init__(self, total: int, *, is_wanted: bool = True) -> None:
        self._stream = sys.stderr if is_wanted and sys.stderr.isatty() else None
        self._total = total
        self._done = 0
        self._began = time.perf_counter()
        self._drawn = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.wipe()

    def wipe(self) -> None:
        """Erase the line, so that something else can be written."""
        self._write("\r\x1b[K")

    def step(self, count: int = 1) -> None:
        """Count one step or more."""
        self._done += count
        now = time.perf_counter()
        if now - self._drawn < REDRAW:
            return
        self._drawn = now
        filled = BAR_WIDTH * self._done // self._total
        speed = self._done / (now - self._began)
        rate = _("%(done)d of %(total)d games, %(rate).1f a second, %(left)d seconds left") % {
            "done": self._done,
            "total": self._total,
            "rate": speed,
            "left": (self._total - self._done) / speed,
        }
        self._write(f"\r\x1b[K[{'#' * filled}{'.' * (BAR_WIDTH - filled)}] {rate}")

    def _write(self, text: str) -> None:
        if self._stream is not None:
            self._stream.write(text)
            self._stream.flush()
