"""Disks that are full: PostgreSQL's files lie on small ones, which a drill fills and frees again."""

import contextlib
import ctypes
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import psycopg

from tests.drill.faults import Fault
from tests.drill.servers import Installation
from tests.kit.processes import wait_until

CLONE_NEWNS = 0x00020000
SMALL = {"database": "300m", "wal": "64m"}
"""The disks, by the folder where each is mounted, with their sizes: tables, and what is written ahead."""
SECONDS_UNTIL_TOLD = 270
"""Four minutes until clocks are late, and some more."""
SECONDS_UNTIL_BACK = 60
STAYS_FULL = 15
"""Seconds for which a disk stays full after the service has told of it."""


def lacking() -> str:
    """What keeps a drill from filling disks; empty where nothing does."""
    return "" if os.geteuid() == 0 else "only root mounts small disks"


@contextlib.contextmanager
def mounted(folder: Path) -> Iterator[None]:
    """A context in which small disks lie in a folder, for this process and what it starts.

    Raises:
        PermissionError: it is not root's.
    """
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNS):
        raise PermissionError(ctypes.get_errno(), "a drill of full disks mounts small ones, as root")
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    for name, size in SMALL.items():
        place = folder / name
        place.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=0700", "tmpfs", place], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", *(folder / name for name in SMALL)], check=True)


def _tell(service: Installation, statement: str) -> None:
    with psycopg.connect(service.database_url, autocommit=True) as server:
        server.execute(statement)


def _full(name: str) -> Callable[[Installation], str]:
    def inflict(service: Installation) -> str:
        # What a standby that is gone has not read is kept, so PostgreSQL writes into ever more files.
        if name == "wal":
            _tell(service, "SELECT pg_create_physical_replication_slot('gone', true)")
        filler = service.folder / name / "filler"
        wait_until(lambda: not _readiness(service.sites[0]), seconds=150, what="a service that is well")
        begun = time.monotonic()
        try:
            told = ""
            # A process may not have noticed yet that the fault before this one is over.
            while "database" not in told and time.monotonic() - begun < SECONDS_UNTIL_TOLD:
                _fill(filler)  # again: what was in use may have become free
                told = _readiness(service.sites[0])
                time.sleep(0.5)
            seconds = time.monotonic() - begun
            until = time.monotonic() + STAYS_FULL
            while time.monotonic() < until:
                _fill(filler)
                time.sleep(0.5)
        finally:
            filler.unlink(missing_ok=True)
        times = 0
        until = time.monotonic() + SECONDS_UNTIL_BACK
        while not service.is_database_up() and time.monotonic() < until:
            if not service.database.is_running():
                service.database.start()
                times += 1
            time.sleep(0.2)
        if name == "wal":
            _tell(service, "SELECT pg_drop_replication_slot('gone')")
        what = f"PostgreSQL was started {times} times" if times else "PostgreSQL went on by itself"
        return f"/readyz after {seconds:.0f} s: {told or 'ok'}; {what}"

    return inflict


def _fill(filler: Path) -> None:
    """Use up what a disk has free."""
    with contextlib.suppress(OSError), filler.open("ab", buffering=0) as file:
        while True:
            file.write(bytes(4096))


def _readiness(site: str) -> str:
    """What `/readyz` says is wrong; empty where nothing is."""
    try:
        answer = httpx2.get(f"{site}/readyz", timeout=30).json()
    except httpx2.TransportError as error:
        return type(error).__name__
    return ", ".join(f"{part}: {state}" for part, state in answer.items() if state != "ok")


FAULTS = {
    "disk-full": Fault(_full("database"), repeats=1, lacking=lacking),
    "wal-disk-full": Fault(_full("wal"), repeats=1, lacking=lacking),
}
