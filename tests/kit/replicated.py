"""Two servers of PostgreSQL of a test's own: a primary, and a replica that streams from it."""

import contextlib
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg

from tests.kit.postgresql import program, stand_in
from tests.kit.processes import free_port, wait_until


class Cluster(NamedTuple):
    """One of the servers.

    Attributes:
        data: its folder.
        port: of this machine, where it listens.
    """

    data: Path
    port: int

    @property
    def url(self) -> str:
        """The address of its database."""
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it, and return once it answers."""
        listening = f"-h 127.0.0.1 -p {self.port} -k {self.data} -c fsync=off -c shared_buffers=16MB"
        _run("pg_ctl", "start", "-w", "-D", str(self.data), "-l", f"{self.data}.log", "-o", listening)

    def stop(self) -> None:
        """Stop it at once."""
        _run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", str(self.data))

    def told(self, statement: str) -> object:
        """What a statement says, which runs by itself, and with it all before it is on the disk."""
        with psycopg.connect(self.url, autocommit=True, options="-c synchronous_commit=on") as connection:
            cursor = connection.execute(statement)
            row = cursor.fetchone() if cursor.description else None
        return row[0] if row else None


class Pair(NamedTuple):
    """A primary and its replica."""

    primary: Cluster
    replica: Cluster

    def catch_up(self) -> None:
        """Return once the replica has everything that the primary has now."""
        place = self.primary.told("SELECT pg_logical_emit_message(true, 'test', 'now')")
        wait_until(
            lambda: self.replica.told(f"SELECT pg_last_wal_replay_lsn() >= '{place}'"), what="the replica"
        )


@contextlib.contextmanager
def running_pair(source: str) -> Iterator[Pair]:
    """The two, with a copy of a database; they end with the block.

    Args:
        source: the address of what is copied.
    """
    with tempfile.TemporaryDirectory(prefix="sekigahara-replicated-") as name:
        folder = Path(name)
        folder.chmod(0o777)  # for the user whom the servers run as
        pair = Pair(Cluster(folder / "primary", free_port()), Cluster(folder / "replica", free_port()))
        _run("initdb", "--auth=trust", "--username=postgres", "--no-sync", f"--pgdata={pair.primary.data}")
        with contextlib.ExitStack() as ending:
            pair.primary.start()
            ending.callback(pair.primary.stop)
            _copy(source, pair.primary.url)
            whence = ("--dbname", pair.primary.url, "--checkpoint=fast", "--no-sync", "--write-recovery-conf")
            _run("pg_basebackup", *whence, f"--pgdata={pair.replica.data}")
            pair.replica.start()
            ending.callback(pair.replica.stop)
            yield pair


def _copy(source: str, target: str) -> None:
    dumping = [program("pg_dump"), "--no-owner", "--no-privileges", source]
    with subprocess.Popen(dumping, stdout=subprocess.PIPE) as dump:
        restoring = [program("psql"), "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", target]
        subprocess.run(restoring, stdin=dump.stdout, stdout=subprocess.DEVNULL, check=True)
    assert dump.returncode == 0


def _run(name: str, *options: str) -> None:
    subprocess.run([program(name), *options], cwd="/", user=stand_in(), stdout=subprocess.DEVNULL, check=True)
