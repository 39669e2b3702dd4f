"""On PostgreSQL and Redis: one address asks for moments as fast as it can, at two processes of ours."""

import itertools
import os
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import httpx2
import pytest

from games.engine.side import WEST
from games.services import play
from tests.kit.processes import answers, free_port, running, wait_until
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services, pytest.mark.overnight]

SHARE = 0.2
"""Of a core."""
MEASURED_FOR = 10
CALLERS = 8
SENDER, OTHER = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.2"}


def processor_seconds(pid: int) -> float:
    """What a process and all below it have used."""
    below = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]
    parts = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    used = (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")
    return used + sum(processor_seconds(child) for child in below)


def addresses(table: Table) -> list[str]:
    moments = [f"games/{table.game.public_id}/moments/{number}/" for number in range(1, table.version(WEST))]
    return [f"{path}?as=west" for each in moments for path in (f"/{each}", f"/api/v1/{each}")]


def test_one_address_gets_a_fifth_of_a_core_and_others_are_served() -> None:
    table = Table(7, is_public=True)
    table.play_on(until=lambda state: state.week >= 3)
    play.resign(seat=table.seat(WEST))
    port = free_port()
    site = f"http://127.0.0.1:{port}"
    told = {
        "PORT": str(port),
        "SITE_URL": site,
        "WEB_PROCESSES": "2",
        "TRUST_FORWARDED_FOR": "1",
        "LIMIT_PROCESSOR_MILLISECONDS_OF_A_SENDER": f"{int(SHARE * 10_000)}/10",
    }
    asked, heard = addresses(table), Counter[int]()
    is_over = threading.Event()

    def ask() -> None:
        with httpx2.Client(base_url=site, headers=SENDER, timeout=60) as client:
            for address in itertools.cycle(asked):
                heard[client.get(address).status_code] += 1
                if is_over.is_set():
                    return

    with running("sekigahara.server.web_server", **told) as process:
        wait_until(lambda: answers(site), what="the web server's answer")
        callers = [threading.Thread(target=ask) for _number in range(CALLERS)]
        for caller in callers:
            caller.start()
        try:
            wait_until(lambda: heard[429] >= CALLERS, what="the end of the budget")
            begun, before = time.monotonic(), processor_seconds(process.pid)
            with httpx2.Client(base_url=site, headers=OTHER, timeout=60) as other:
                served = []
                while time.monotonic() - begun < MEASURED_FOR:
                    at = time.monotonic()
                    assert other.get("/rules/").status_code == 200
                    served.append(time.monotonic() - at)
                    is_over.wait(0.5)
            used = processor_seconds(process.pid) - before
            took = time.monotonic() - begun
        finally:
            is_over.set()
            for caller in callers:
                caller.join()
    sys.stdout.write(f"{used / took:.2f} cores; {dict(heard)}; others at most {max(served):.3f} s\n")
    # At a cold start the first answers to all callers may cost more than the budget of the whole test.
    assert heard[200] > 0
    assert used / took <= SHARE * 1.5
    assert sorted(served)[len(served) // 2] < 0.5
