"""A database of its own for commands that simulate."""

import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection


@contextmanager
def scratch_database(purpose: str, *, migrates: bool = True) -> Iterator[None]:
    """A temporary database with empty tables.

    Args:
        purpose: the beginning of its name.
        migrates: whether the tables are made by all migrations, or at once from the models as they are now.
    """
    name = connection.settings_dict["NAME"]
    with tempfile.TemporaryDirectory(prefix=f"sekigahara-{purpose}-") as folder:
        scratch = f"{purpose}_{secrets.token_hex(4)}"
        is_file = connection.vendor == "sqlite"
        connection.settings_dict["TEST"]["NAME"] = str(Path(folder, scratch)) if is_file else scratch
        connection.settings_dict["TEST"]["MIGRATE"] = migrates
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)
