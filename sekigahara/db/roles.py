"""Two roles of PostgreSQL: the owner of the tables, as whom ``migrate`` works, and that of the processes.

An owner can drop triggers and change tables. With ``DATABASE_OWNER_URL`` only ``migrate`` has that right. The
embedded size, and an installation without that address, has one role for everything.
"""

import contextlib
from collections.abc import Iterable, Iterator

from django.conf import settings
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

CONNECTING = ("USER", "PASSWORD", "HOST", "PORT")
"""What of the owner's address counts. The database is that of the processes."""

RIGHTS = """
    SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE pg_class.oid = ANY (%s::regclass[]) AND (
        pg_has_role(relowner, 'MEMBER') OR pg_has_role(nspowner, 'MEMBER')
        OR has_table_privilege(pg_class.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
    ) ORDER BY relname
"""
"""Tables that the connected role could change or delete rows of, or drop, or take triggers from."""


@contextlib.contextmanager
def as_owner(using: str) -> Iterator[None]:
    """A context in which the database is connected to as the owner, if there is one of its own."""
    connection = connections[using]
    if not settings.DATABASE_OWNER:
        yield
        return
    usual = {name: connection.settings_dict[name] for name in CONNECTING}
    connection.close()
    connection.settings_dict.update({name: settings.DATABASE_OWNER[name] for name in CONNECTING})
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(usual)


def grant(using: str, role: str, append_only: Iterable[str], function: str) -> None:
    """Give the role of the processes, as the owner, the rights that it needs and no others.

    Args:
        using: the alias of the database.
        role: of the processes.
        append_only: tables that it may only read and add to.
        function: what it may call, with the types of its arguments.
    """
    with transaction.atomic(using), connections[using].cursor() as cursor:
        to, here = connections[using].ops.quote_name(role), schema(cursor)
        cursor.execute(f"GRANT USAGE ON SCHEMA {here} TO {to}")
        cursor.execute(f"REVOKE ALL ON ALL TABLES IN SCHEMA {here} FROM {to}")
        cursor.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {here} TO {to}")
        cursor.execute(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {here} TO {to}")
        cursor.execute(f"REVOKE UPDATE, DELETE ON {', '.join(append_only)} FROM {to}")
        cursor.execute(f"GRANT EXECUTE ON FUNCTION {function} TO {to}")


def schema(cursor: CursorWrapper) -> str:
    """The schema that tables are made in, quoted."""
    cursor.execute("SELECT quote_ident(current_schema())")
    (name,) = cursor.fetchone()
    return str(name)


def changeable(connection: BaseDatabaseWrapper, tables: Iterable[str]) -> list[str]:
    """Those tables whose rows the connected role could change or delete, in one way or another."""
    with connection.cursor() as cursor:
        cursor.execute(RIGHTS, [list(tables)])
        return [name for (name,) in cursor.fetchall()]
