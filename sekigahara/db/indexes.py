"""Indexes of tables in use, for migrations."""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


class AddIndexInUse(AddIndexConcurrently):
    """Makes an index while others write to the table; after it was stopped, it can be made again.

    What PostgreSQL has begun and given up, for example because it waited too long, stays behind as an index
    that nothing uses and whose name is taken.
    """

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        """Drop what a run before this one has left, and make the index."""
        if schema_editor.connection.vendor == "postgresql":
            name = schema_editor.quote_name(self.index.name)
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        super().database_forwards(app_label, schema_editor, from_state, to_state)
