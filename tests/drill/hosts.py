"""A drill as on two hosts: network namespaces, joined by a bridge that stands for the switch between them.

Each host has web and workers. Database, Redis and mail server stand at the switch, and so do the bots.
"""

import contextlib
import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import httpx2

from tests.drill.faults import Fault
from tests.drill.servers import Installation, Server
from tests.kit.processes import PROJECT, wait_until

NETWORK = "192.0.2."
"""Reserved for documentation, and in a namespace of the drill's own: nothing goes elsewhere."""
SWITCH = "switch"
CLONE_NEWNET = 0x40000000
OVERDUE_GAMES = 20
COPIES = 4
"""How often each job is called at once."""
ENOUGH_ACTIONS = 15
MOST_SECONDS = 150
"""Beat calls each minute, counted from its start."""

_HOLDING = """
import sys, django
django.setup()
from django.db import transaction
from games.models.game import Game
with transaction.atomic():
    print(len(Game.objects.select_for_update()), flush=True)
    sys.stdin.read()
"""
"""Holds every game, as requests do for a moment that were under way on a host when it was lost."""


class Host:
    """A host with web and workers.

    Args:
        number: from 2, in the network.
        told: the environment of its processes.
    """

    def __init__(self, number: int, told: dict[str, str]) -> None:
        self.address = _address(number)
        self.site = f"http://{self.address}:{told['PORT']}"
        self._number, self._link = number, f"link-{number}"
        self._told = told | {"HOST": self.address, "WEB_PROCESSES": "1"}
        self._inside: tuple[str, ...] = ()
        self._servers: list[Server] = []

    def start(self) -> None:
        """Make it if there is none, and start its processes, without waiting until they can do anything."""
        if not self._servers:
            self._make()
            commands = (("deploy/web",), ("deploy/worker",))
            self._servers = [Server(*self._inside, *command, told=self._told) for command in commands]
        for server in self._servers:
            server.start()

    def _make(self) -> None:
        here = f"hostname {self._link} && echo made && exec sleep infinity"
        self._holder = subprocess.Popen(
            ["unshare", "--net", "--uts", "sh", "-c", here], stdout=subprocess.PIPE
        )
        assert self._holder.stdout is not None
        assert self._holder.stdout.readline(), "no namespace was made"
        self._inside = ("nsenter", f"--target={self._holder.pid}", "--net", "--uts")
        _ip(f"link add {self._link} type veth peer name eth0 netns {self._holder.pid}")
        _ip(f"link set {self._link} master {SWITCH} up")
        for words in (
            "link set lo up",
            f"address add {_address(self._number)}/24 dev eth0",
            "link set eth0 up",
        ):
            _ip(words, self._inside)

    def plug_in(self) -> None:
        """Put its cable into the switch again."""
        _ip(f"link set {self._link} up")

    def unplug(self) -> None:
        """Pull its cable: no connection is told, at either end."""
        _ip(f"link set {self._link} down")

    def kill(self) -> None:
        """End all its processes at once."""
        for server in self._servers:
            server.kill()

    def stop(self) -> None:
        """End it, at once: there is nothing more to see."""
        self.kill()
        self._holder.kill()
        self._holder.wait()

    @contextlib.contextmanager
    def holding_every_game(self) -> Iterator[None]:
        """A context in which a process there holds all games, in a transaction."""
        holder = subprocess.Popen(
            [*self._inside, sys.executable, "-c", _HOLDING],
            cwd=PROJECT,
            env=os.environ | self._told,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert holder.stdout is not None
        assert int(holder.stdout.readline()) > 0
        try:
            yield
        finally:
            holder.kill()
            holder.communicate()

    def is_ready(self) -> bool:
        """Whether it serves, with database and all."""
        with contextlib.suppress(httpx2.TransportError):
            return httpx2.get(f"{self.site}/readyz", timeout=5).is_success
        return False


class Hosts(Installation):
    """A service on two hosts.

    Attributes:
        first: the host that is lost.
        second: the one that stays.
    """

    EVERY = ("mail", "redis", "database", "first", "second")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, address=_address(1))
        addresses = _address(2), _address(3)
        self.sites = [f"http://{address}:{self.web_port}" for address in addresses]
        self.environment |= {"SITE_URL": self.sites[0], "ALLOWED_HOSTS": ",".join(addresses)}
        self.first, self.second = (Host(number, self.environment) for number in (2, 3))


def leave_the_network() -> None:
    """Let this process, and what it starts, have a network of its own, with a switch for hosts.

    Raises:
        PermissionError: it is not root's.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNET):
        raise PermissionError(
            ctypes.get_errno(), "a drill on several hosts makes network namespaces, as root"
        )
    _ip("link set lo up")
    _ip(f"link add {SWITCH} type bridge")
    _ip(f"address add {_address(1)}/24 dev {SWITCH}")
    _ip(f"link set {SWITCH} up")


def _address(number: int) -> str:
    return f"{NETWORK}{number}"


def _ip(words: str, inside: tuple[str, ...] = ()) -> None:
    subprocess.run([*inside, "ip", *words.split()], check=True)


def _cut_off(service: Installation) -> None:
    """A host is cut off with all games in hand: the other one goes on with games and clocks."""
    assert isinstance(service, Hosts)
    with service.first.holding_every_game():
        service.first.unplug()
        _goes_on(has_clocks=True)
    service.first.plug_in()
    wait_until(service.first.is_ready, what="the host that is back")


def _killed(service: Installation) -> None:
    assert isinstance(service, Hosts)
    service.first.kill()
    _goes_on()
    service.first.start()
    wait_until(service.first.is_ready, what="the host that is back")


def _goes_on(*, has_clocks: bool = False) -> None:
    """Wait until actions have been taken that begin now, and clocks looked at if that is asked."""
    from games.models.log import Entry  # settings are known only now
    from games.models.outage import Pulse
    from sekigahara.db import service_time

    now = service_time.now()
    taken = Entry.objects.filter(created_at__gt=now)
    wait_until(lambda: taken.count() >= ENOUGH_ACTIONS, seconds=MOST_SECONDS, what="actions without the host")
    if has_clocks:
        wait_until(
            Pulse.objects.filter(at__gt=now).exists, seconds=MOST_SECONDS, what="clocks without the host"
        )


def _jobs_called_together(service: Installation) -> None:
    """Each job is called as by several beats at once, while deadlines are over: each is told once."""
    from games.models.seat import Seat
    from games.models.time_out_policy import OnTimeOut
    from games.services.clock import OVERDUE
    from games.services.creation import Terms
    from notifications.models import Notification
    from sekigahara.celery import app
    from sekigahara.db import service_time
    from sekigahara.jobs.schedule import JOBS
    from tests.factories.games import GameFactory

    terms = Terms(pace=3, on_time_out=OnTimeOut.CLAIM)
    games = GameFactory.create_batch(OVERDUE_GAMES, running=True, terms=terms)
    asked = Seat.objects.filter(game__in=games, due_at__isnull=False)
    late = asked.update(due_at=service_time.now() - timedelta(minutes=1))
    for job in JOBS.values():
        for _copy in range(COPIES):
            app.send_task(job.task, queue=job.queue.value)
    told = Notification.objects.filter(kind=OVERDUE)
    sent = told.filter(status=Notification.Status.SENT)
    wait_until(lambda: sent.count() >= late, seconds=MOST_SECONDS, what="mails about deadlines")
    taken = [service.mail.taken[message] for message in told.values_list("message_id", flat=True)]
    assert taken == [1] * late


FAULTS = {
    "jobs-called-twice": Fault(_jobs_called_together),
    "host-cut-off": Fault(_cut_off, repeats=1),
    "host-killed": Fault(_killed, repeats=1),
}
