"""Django's SQLite, with a database that only its owner can read.

SQLite creates a file with the rights that the process gives, which commonly lets everyone read. Its
additional files have the rights of the database.
"""

from pathlib import Path
from sqlite3 import Connection
from typing import Any

from django.db.backends.sqlite3 import base

from sekigahara.db import private_files

BESIDE = ("", "-wal", "-shm")


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to it."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Connect to a file that no one else can read from its first byte on."""
        file = Path(conn_params["database"])
        # Never open an existing file here: closing it would release the locks that SQLite holds on it for the
        # other connections of this process.
        private_files.make_empty(file)
        for suffix in BESIDE:
            private_files.close_to_others(file.with_name(file.name + suffix))
        connection: Connection = super().get_new_connection(conn_params)
        return connection
