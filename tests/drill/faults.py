"""What happens to a service in a drill."""

import os
import signal
import time
from collections.abc import Callable
from typing import NamedTuple

from sekigahara.jobs.schedule import Queue
from tests.drill.servers import Installation, Server
from tests.kit.processes import listeners, wait_until


class Fault(NamedTuple):
    """Something that happens, and is over when it returns.

    Attributes:
        inflict: lets it happen, and returns what was seen meanwhile, if that tells more than the figures.
        repeats: how many mails may come again, with the same Message-ID: those that were in the hands of a
            worker that could not note that they were sent (``notifications.outbox``).
        lacking: what this machine lacks for it; empty if nothing.
    """

    inflict: Callable[[Installation], str | None]
    repeats: int = 0
    lacking: Callable[[], str] = str


def _killed(server: Server) -> None:
    server.kill()
    server.start()


def _beat_killed(_service: Installation) -> None:
    from tests.kit.installation import process_of  # it reads settings, which are known only now

    os.kill(process_of(Queue.CLOCKS), signal.SIGKILL)


def _redis_stopped(service: Installation) -> None:
    service.redis.stop()
    time.sleep(5)
    service.redis.start()
    wait_until(service.is_redis_up, what="Redis")


def _database_stopped(service: Installation) -> None:
    service.database.stop(signal.SIGINT)  # ends all connections
    time.sleep(20)
    service.database.start()
    wait_until(service.is_database_up, what="the database")


def _mail(mode: str) -> Callable[[Installation], None]:
    def inflict(service: Installation) -> None:
        service.mail.mode = mode
        time.sleep(8)
        service.mail.mode = ""

    return inflict


def _web_replaced(service: Installation) -> None:
    old, service.web = service.web, service.new_web()
    service.web.start()
    try:
        wait_until(lambda: listeners(service.web_port) == 2, what="the next server")
    finally:
        old.stop()


FAULTS = {
    "web-killed": Fault(lambda service: _killed(service.web)),
    "worker-killed": Fault(lambda service: _killed(service.worker), repeats=1),
    "beat-killed": Fault(_beat_killed),
    "redis-flushed": Fault(Installation.flush_redis),
    "redis-stopped": Fault(_redis_stopped),
    "database-stopped": Fault(_database_stopped, repeats=1),
    "mail-hangs": Fault(_mail("hang")),
    "mail-refused": Fault(_mail("refuse")),
    "mail-cut-off": Fault(_mail("cut")),
    "web-replaced": Fault(_web_replaced),
}
SHORT = ("web-killed", "redis-flushed", "web-replaced")
