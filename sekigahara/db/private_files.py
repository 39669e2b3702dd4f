"""Files and folders that only their owner can read, whatever the umask of the process."""

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO


def make_folder(folder: Path) -> None:
    """Create a folder, or remove the rights of others to an existing one."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    close_to_others(folder)


def make_empty(file: Path) -> None:
    """Create an empty file. An existing file is not opened."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))


def close_to_others(path: Path) -> None:
    """Take from others what rights they have to a file or a folder, if it is there."""
    with contextlib.suppress(FileNotFoundError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            path.chmod(mode & 0o700)


@contextlib.contextmanager
def created(file: Path) -> Iterator[IO[bytes]]:
    """A new file to write, in the place of what was there. With the block it is on the disk."""
    file.unlink(missing_ok=True)
    make_empty(file)
    with file.open("wb") as sink:
        yield sink
        sink.flush()
        os.fsync(sink.fileno())
