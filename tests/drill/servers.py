"""The servers of a drill, each on a port of its own, and what can happen to them."""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping
from email import message_from_bytes
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
from aiosmtpd.controller import Controller
from redis import Redis, RedisError

from tests.kit.postgresql import program, stand_in
from tests.kit.processes import PROJECT, answers, free_port, wait_until

SECONDS_TO_END = 30
SECONDS_TO_HANG = 25
"""Longer than the service waits for a mail server."""
SMALL_FILES = ("--wal-segsize=1",)
FEW_FILES = ("-c", "min_wal_size=2MB", "-c", "max_wal_size=16MB")
"""On a small disk: PostgreSQL would go on for long in files that it has made ahead."""


class Server:
    """A process with all its children, which can be ended and begun again.

    Args:
        command: of the process.
        told: its environment, besides that of this process.
        user: whom it runs as.
        code: the folder that it runs in.
    """

    def __init__(
        self,
        *command: str,
        told: Mapping[str, str] | None = None,
        user: str | None = None,
        code: Path = PROJECT,
    ) -> None:
        self._command, self._told, self._user, self._code = command, told or {}, user, code
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin, without waiting until it can do anything."""
        self._process = subprocess.Popen(
            self._command,
            cwd=self._code,
            env=os.environ | self._told,
            user=self._user,
            stdout=subprocess.DEVNULL,  # their greetings; what is wrong they say elsewhere
            start_new_session=True,
        )

    def kill(self) -> None:
        """End it and its children at once, as `kill -9` does."""
        self._send(signal.SIGKILL)

    def is_running(self) -> bool:
        """Whether it has been begun and has not ended."""
        return self._process is not None and self._process.poll() is None

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to end, and wait until it has."""
        if self._process is not None and self.is_running():
            self._process.send_signal(how)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(SECONDS_TO_END)
        self._send(signal.SIGKILL)  # what a child of it has left

    def _send(self, how: signal.Signals) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, how)
            self._process.wait()


class Postmaster:
    """A mail server that takes mail, or does what its mode says.

    Args:
        address: where.

    Attributes:
        mode: ``hang``, ``refuse``, ``cut``, or empty.
        taken: how often it took the mail of each Message-ID.
    """

    def __init__(self, address: str) -> None:
        self.mode = ""
        self.taken: Counter[str] = Counter()
        self._controller = Controller(self, hostname=address, port=free_port())
        self.port: int = self._controller.port
        self.start, self.stop = self._controller.start, self._controller.stop

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's
        mode = self.mode
        if mode == "refuse":
            return "451 4.3.2 not now"
        if mode:
            await asyncio.sleep(SECONDS_TO_HANG if mode == "hang" else 0)
            server.transport.abort()
            return "451 4.4.2 cut off"
        self.taken[str(message_from_bytes(envelope.original_content)["Message-ID"]).strip()] += 1
        return "250 OK"


class Installation:
    """A service of the full size with servers of its own.

    Args:
        folder: for what they keep.
        code: the folder with the release that it runs.
        address: where database, Redis and mail server are reached.
        has_small_disks: whether there are small disks in the folder, for what PostgreSQL keeps (``disks``).

    Attributes:
        sites: the addresses of the service, and ``web_port`` the port of all of them.
        database_url: of the database itself.
    """

    EVERY: tuple[str, ...] = ("mail", "redis", "database", "web", "worker")
    """The names of its servers, in the order in which they start."""

    def __init__(
        self,
        folder: Path,
        code: Path = PROJECT,
        address: str = "127.0.0.1",
        *,
        has_small_disks: bool = False,
    ) -> None:
        self.folder, self.code = folder, code
        ports = {name: free_port() for name in ("database", "cache", "web")}
        self.mail = Postmaster(address)
        self.sites = [f"http://{address}:{ports['web']}"]
        self.database_url = f"postgres://postgres@{address}:{ports['database']}/postgres"
        self._cache_url = f"redis://{address}:{ports['cache']}/0"
        self.environment = {
            "DJANGO_SETTINGS_MODULE": "sekigahara.settings",
            "SEKIGAHARA_SIZE": "full",
            "SECRET_KEY": "known to everybody, for a drill only: keeps nothing secret",
            "SITE_URL": self.sites[0],
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self._cache_url,
            "EMAIL_URL": f"smtp://{address}:{self.mail.port}",
            "PORT": str(ports["web"]),
            "LOG_LEVEL": "CRITICAL",
            # Bots are faster than anybody.
            "LIMIT_API_WRITES": "100000/60",
            "LIMIT_GAMES_OF_A_PERSON": "100000/60",
            "LIMIT_PROCESSOR_MILLISECONDS_OF_A_PERSON": "100000000/1",
        }
        data, wal = folder / "database", folder / "wal"
        user = stand_in()
        for place in (data, wal):
            place.mkdir(exist_ok=has_small_disks)
            if user:
                folder.chmod(0o711)
                shutil.chown(place, user)
        initdb = ["initdb", "--auth=trust", "--username=postgres", "--no-sync", f"--pgdata={data}"]
        initdb += [f"--waldir={wal}", *(SMALL_FILES if has_small_disks else ())]
        subprocess.run([program(initdb[0]), *initdb[1:]], user=user, stdout=subprocess.DEVNULL, check=True)
        with (data / "pg_hba.conf").open("a", encoding="ascii") as trusted:
            trusted.write("host all all samenet trust\n")
        listening = ("-h", address, "-p", str(ports["database"]), "-k", str(data))
        more = ("-c", "log_min_messages=panic", *(FEW_FILES if has_small_disks else ()))
        self._database = partial(Server, program("postgres"), "-D", str(data), *listening, *more, user=user)
        self.database = self.new_database()
        redis = ("redis-server", "--bind", address, "--port", str(ports["cache"]), "--protected-mode", "no")
        self.redis = Server(*redis, "--save", "", "--loglevel", "warning")
        self.web_port = ports["web"]
        self.web = self.new_web()
        self.worker = self.new_worker()

    def new_database(self, **told: str) -> Server:
        """The database, to be started when there is no other."""
        return self._database(told=told)

    def new_web(self, **told: str) -> Server:
        """A web server, which may listen beside another one."""
        return Server("deploy/web", told=self.environment | {"WEB_PROCESSES": "2"} | told, code=self.code)

    def new_worker(self, **told: str) -> Server:
        """A worker for all queues. Releases before 0.4.0 called the periodic jobs by a command of its own."""
        command = ["deploy/worker"]
        if (self.code / "deploy" / "beat").exists():
            command = ["sh", "-c", "deploy/beat & exec deploy/worker"]
        return Server(*command, told=self.environment | told, code=self.code)

    def run(self, *command: str, **told: str) -> str:
        """What a command of the release writes, which must succeed."""
        surroundings = os.environ | self.environment | {"DATABASE_URL": self.database_url}  # past a pooler
        surroundings |= told
        done = subprocess.run(
            command, cwd=self.code, env=surroundings, stdout=subprocess.PIPE, text=True, check=True
        )
        return done.stdout

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """A context in which all of it runs."""
        with contextlib.ExitStack() as begun:
            for name in self.EVERY:
                getattr(self, name).start()
                begun.callback(self._stop, name)
                if name == "database":
                    wait_until(self.is_database_up, what="the database")
                    self.run("deploy/migrate")
            for site in self.sites:
                wait_until(partial(answers, site), seconds=60, what=f"the service at {site}")
            yield

    def _stop(self, name: str) -> None:
        """Stop what has a name now, which may be another server than began with it."""
        getattr(self, name).stop()

    def is_database_up(self) -> bool:
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.database_url):
            return True
        return False

    def is_redis_up(self) -> bool:
        with contextlib.suppress(RedisError), Redis.from_url(self._cache_url) as client:
            return bool(client.ping())
        return False

    def flush_redis(self) -> None:
        """Empty Redis."""
        with Redis.from_url(self._cache_url) as client:
            client.flushall()
