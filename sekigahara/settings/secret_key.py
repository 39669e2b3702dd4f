"""The secret key of an installation that was given none."""

import contextlib
import secrets
import tempfile
from pathlib import Path


def kept_in(file: Path) -> str:
    """The key in the file, which only its owner can read; made first where there is none.

    Of two processes that make it at once one wins and both get its key: the file is linked into place whole.
    """
    if not file.exists():
        # a temporary file is readable by its owner alone from its first byte on
        with tempfile.NamedTemporaryFile("w", dir=file.parent, encoding="ascii") as draft:
            draft.write(secrets.token_urlsafe(50))
            draft.flush()
            with contextlib.suppress(FileExistsError):
                file.hardlink_to(draft.name)
    return file.read_text(encoding="ascii")
