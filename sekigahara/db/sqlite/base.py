"""Django's SQLite, with a database that only its owner can read, and migrations as for PostgreSQL.

SQLite creates a file with the rights that the process gives, which commonly lets everyone read. Its
additional files have the rights of the database.
"""

from pathlib import Path
from sqlite3 import Connection
from typing import Any

from django.db.backends.sqlite3 import base, schema
from django.db.models import Index, Model

from sekigahara.db import private_files

BESIDE = ("", "-wal", "-shm")


class SchemaEditor(schema.DatabaseSchemaEditor):
    """Takes ``AddIndexConcurrently`` and ``RemoveIndexConcurrently``, which PostgreSQL needs."""

    def add_index(self, model: type[Model], index: Index, concurrently: bool = False) -> None:  # noqa: ARG002 - Django's
        """Add an index."""
        super().add_index(model, index)

    def remove_index(self, model: type[Model], index: Index, concurrently: bool = False) -> None:  # noqa: ARG002 - Django's
        """Remove an index."""
        super().remove_index(model, index)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to it."""

    SchemaEditorClass = SchemaEditor

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
