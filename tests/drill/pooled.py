"""A drill with PgBouncer in transaction mode between the service and its database."""

import shutil
from pathlib import Path
from urllib.parse import urlsplit

from tests.drill.servers import Installation, Server
from tests.kit.postgresql import stand_in
from tests.kit.processes import free_port

CONNECTIONS = 4
"""Of PgBouncer to the database: less than the processes have to PgBouncer, so that they do share them."""


class Pooled(Installation):
    """A service that reaches its database through PgBouncer."""

    EVERY = ("mail", "redis", "database", "pooler", "web", "worker")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        port, user = free_port(), stand_in()
        configuration = folder / "pgbouncer.ini"
        configuration.write_text(
            f"""[databases]
postgres = host=127.0.0.1 port={urlsplit(self.database_url).port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {CONNECTIONS}
ignore_startup_parameters = options
log_connections = 0
log_disconnections = 0
""",
            encoding="ascii",
        )
        found = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/usr/local/bin") or "pgbouncer"
        self.pooler = Server(found, "--quiet", str(configuration), user=user)
        self.environment |= {
            "DATABASE_URL": f"postgres://postgres@127.0.0.1:{port}/postgres",
            "DATABASE_POOLER": "transaction",
        }
        self.web = self.new_web()
