"""The process in which computer players think (``games.services.thinker``), for the worker that asks it."""

import atexit
import contextlib
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import IO

import msgspec
from django.conf import settings

from games.services.thinker import ThinkerQuestion

MODULE = "games.services.thinker"
THOUGHT_GIVEN_UP_AFTER = 50
"""Seconds after which a thought is given up. What is tried out is counted, so only a fault takes as long."""
GLANCE = 0.1
"""Seconds between two looks whether the worker is to end."""
ATTEMPTS = 2
"""How often a question is asked, if the process dies."""


class ThinkerDiedError(Exception):
    """The process ended, or took too long, without an answer."""


class Thinker:
    """One process, started when it is first asked, and again whenever it has died.

    One question is asked at a time; other threads wait for their turn.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._asking = threading.Lock()

    @property
    def pid(self) -> int | None:
        """The id of the process; None while there is none."""
        return None if self._process is None else self._process.pid

    def ask(self, question: ThinkerQuestion, is_to_stop: Callable[[], bool]) -> bytes | None:
        """Ask for the action to take.

        Args:
            is_to_stop: whether to leave it at that; asked all the time.

        Returns:
            The action as JSON; None if it was stopped.

        Raises:
            ThinkerDiedError: the process died each time.
        """
        line = msgspec.json.encode(question) + b"\n"
        with self._asking:
            for attempt in range(ATTEMPTS):
                try:
                    answer = self._ask(line, is_to_stop)
                except (ThinkerDiedError, BrokenPipeError):
                    self.stop()
                    if attempt == ATTEMPTS - 1:
                        raise ThinkerDiedError(question.player) from None
                else:
                    return answer
        return None

    def _ask(self, line: bytes, is_to_stop: Callable[[], bool]) -> bytes | None:
        write, read = self._pipes()
        write.write(line)
        write.flush()
        until = time.monotonic() + THOUGHT_GIVEN_UP_AFTER
        while not select.select([read], [], [], GLANCE)[0]:
            if is_to_stop():
                self.stop()
                return None
            if time.monotonic() > until:
                raise ThinkerDiedError
        answer = read.readline()
        if not answer.endswith(b"\n"):
            raise ThinkerDiedError
        return answer

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        if self._process is None or self._process.poll() is not None:
            self.stop()
            # Without our environment: neither keys nor addresses are a player's business.
            self._process = subprocess.Popen(
                [sys.executable, "-m", MODULE],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=settings.PROJECT,
                env={},
            )
        write, read = self._process.stdin, self._process.stdout
        if write is None or read is None:
            raise ThinkerDiedError
        return write, read

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


thinker = Thinker()
"""The one of this process."""
atexit.register(thinker.stop)
