"""Keys of an installation whose environment has none."""

import contextlib
import secrets
import tempfile
from pathlib import Path


def kept_in(file: Path, length: int = 50) -> str:
    """The key in a file that only its owner can read. Creates the file first if there is none.

    Args:
        file: with the key.
        length: of a new key, in bytes.

    If two processes create it at the same time, both get the same key, because the complete file is linked
    into place.
    """
    if not file.exists():
        # a temporary file is readable only by its owner from its first byte on
        with tempfile.NamedTemporaryFile("w", dir=file.parent, encoding="ascii") as draft:
            draft.write(secrets.token_urlsafe(length))
            draft.flush()
            with contextlib.suppress(FileExistsError):
                file.hardlink_to(draft.name)
    return file.read_text(encoding="ascii")
