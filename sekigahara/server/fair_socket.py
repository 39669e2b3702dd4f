"""A socket at which several processes listen, and whoever has fewest connections takes the next.

The event loop takes all connections that wait, again and again until it is told that there is none left. So
of clients who came at once the first process that woke had all, for as long as they stayed, and the others
none. Here it is told so after each, and as long as another process has fewer. It asks again while somebody
waits, so that nobody is forgotten: a process that is not quick enough is not waited for any longer.
"""

import contextlib
import mmap
import multiprocessing.reduction
import os
import socket
import tempfile
import time
from collections.abc import Callable
from typing import Any

PATIENCE = 0.01
"""Seconds for which a process with more connections leaves one to the others."""
STEP = 0.0003
"""Seconds that it rests each time it is asked meanwhile."""
SLOTS = 64
NOBODY = -1


class FairSocket(socket.socket):
    """A listening socket that can be handed over to new processes, by pickling it for them.

    Args:
        descriptor: of the socket; it is this object's from then on.
        board: of a file in memory in which each process writes how many connections it has open.
        slot: which number there is this process's; None for one that takes none itself.
    """

    def __init__(self, descriptor: int, board: int, slot: int | None = None) -> None:
        super().__init__(fileno=descriptor)
        self.board = board
        self._counts = memoryview(mmap.mmap(board, SLOTS * 4)).cast("i")
        self._slot = slot
        self._latest_slot = 0
        self._open = 0
        self._has_taken = False
        self._asked_at = self._waits_until = 0.0
        self._count(0)

    @classmethod
    def of(cls, listening: socket.socket) -> "FairSocket":
        """In place of a socket that listens."""
        with tempfile.TemporaryFile() as file:
            file.write(b"\xff" * SLOTS * 4)  # NOBODY in each
            file.flush()
            return cls(listening.detach(), os.dup(file.fileno()))

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection.

        Raises:
            BlockingIOError: there is none, or another process should take it.
        """
        if self._has_taken or self._leaves_it():
            self._has_taken = False
            raise BlockingIOError
        taken, address = super().accept()
        self._has_taken = True
        self._asked_at = 0.0  # the next is somebody else
        return _Taken(taken.detach(), self._count), address

    def close(self) -> None:
        """Take no more. Nobody leaves anything to this process from then on."""
        if self._slot is not None:
            with contextlib.suppress(ValueError):
                self._counts[self._slot] = NOBODY
            self._slot = None
        super().close()

    def give_slot(self) -> int:
        """The slot of a process that is about to begin: nobody's, the one after the latest if it may be.

        Who is still there writes its own number anew.
        """
        turns = ((self._latest_slot + step) % SLOTS for step in range(1, SLOTS))
        self._latest_slot = next((slot for slot in turns if self._counts[slot] == NOBODY), self._latest_slot)
        for slot in range(SLOTS):
            self._counts[slot] = NOBODY
        return self._latest_slot

    def _leaves_it(self) -> bool:
        """Whether another has fewer, and time to come."""
        self._count(0)
        if not any(NOBODY < count < self._open for count in self._counts):
            return False
        now = time.monotonic()
        if now > self._asked_at + PATIENCE:  # somebody else is at the door
            self._waits_until = now + PATIENCE
        self._asked_at = now
        if now >= self._waits_until:
            return False
        time.sleep(STEP)
        return True

    def _count(self, more: int) -> None:
        self._open += more
        if self._slot is not None:
            with contextlib.suppress(ValueError):  # the board is gone when the process ends
                self._counts[self._slot] = self._open


class _Taken(socket.socket):
    """A connection that says when it is open and when it is closed."""

    def __init__(self, descriptor: int, count: Callable[[int], None]) -> None:
        super().__init__(fileno=descriptor)
        self._count = count
        count(1)

    def close(self) -> None:
        if self.fileno() != -1:
            self._count(-1)
        super().close()


def _hand_over(fair: FairSocket) -> tuple[Any, tuple[Any, Any, int]]:
    descriptors = multiprocessing.reduction.DupFd(fair.fileno()), multiprocessing.reduction.DupFd(fair.board)
    return _take_over, (*descriptors, fair.give_slot())


def _take_over(descriptor: Any, board: Any, slot: int) -> FairSocket:
    return FairSocket(descriptor.detach(), board.detach(), slot)


multiprocessing.reduction.register(FairSocket, _hand_over)
