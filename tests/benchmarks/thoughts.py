"""Whom thinking computer players delay: ``python -m tests.benchmarks.thoughts`` prints it.

In the full size, on PostgreSQL and Redis: how long 1,000 mails take, and how long a task waits in the queue
of the clocks, while no game waits for a thought and while 50 do. For the embedded size: how long a page takes
while nobody thinks, while the process of low priority does, and while a thread of the same process does, as
it would without that process. Nothing is asserted. The ratios are what counts.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from tests.benchmarks.installation import installation
from tests.benchmarks.outcome import say
from tests.kit.processes import running, wait_until

SAMPLES = 40
"""How often a page is read, and a task is queued, in each state."""
INVITATIONS = 20
"""Mails that one person may cause."""


def main() -> None:
    """Make the games, and print what each state takes."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.thoughts")
    parser.add_argument("--games", type=int, default=50, help="that wait for a thought (50)")
    parser.add_argument("--mails", type=int, default=1000, help="to send (1000)")
    parser.add_argument("--level", default="hatamoto-3", help="that thinks (hatamoto-3)")
    given = parser.parse_args()
    with installation():
        games = _games(given.games, given.level)
        found = [_workers(given.mails, games, thinking=thinking) for thinking in (False, True)]
        for name, without, beside in zip(("mails", "clocks"), *found, strict=True):
            taken = f"{without:.2f} s; beside {given.games} thinking games {beside:.2f} s"
            say(f"{name}: {taken}; {beside / without:.2f} times")
        _pages(games)


def _games(count: int, level: str) -> list[Any]:
    """Games in which a computer player has to think about its turn: their public ids."""
    from accounts.models.person import Person
    from games.bots.players import REHEARSED
    from games.models.seat import Seat
    from games.services import lobby
    from games.services.computers import act

    made = []
    for number in range(count):
        person = Person.objects.at(f"thinker-{number}@example.org")
        opponent = lobby.Computer(level)
        game = lobby.create(creator=person, edition="kessen", side="random", opponent=opponent)
        while Seat.objects.filter(game=game).exclude(computer="").get().asked not in REHEARSED:
            for seat in Seat.objects.select_related("game").filter(game=game).exclude(asked=""):
                if not (seat.computer and seat.asked in REHEARSED):
                    act(Seat.objects.select_related("game").get(pk=seat.pk), "ashigaru")
        made.append(game.public_id)
    return made


def _workers(mails: int, games: list[Any], *, thinking: bool) -> tuple[float, float]:
    """Seconds that the mails take, from the first to the last, and that a task of the clocks waits."""
    from django.db.models import Max, Min

    from games.models.seat import Seat
    from notifications.models import Notification
    from sekigahara.db import service_time

    service_time.refresh()
    later = None if thinking else service_time.now() + timedelta(days=1)
    Seat.objects.filter(game__public_id__in=games).exclude(computer="").update(thinks_after=later)
    Notification.objects.all().delete()
    _invite(mails, "thinking" if thinking else "alone")
    sent = Notification.objects.filter(kind="games.invitation", status=Notification.Status.SENT)
    thought = Seat.objects.filter(game__public_id__in=games, thinks_until__isnull=False)
    with running("sekigahara.jobs.workers"):
        _wake()
        wait_until(sent.exists, seconds=120, what="the first mail")
        if thinking:
            wait_until(thought.exists, seconds=120, what="the first thought")
        delays = [_delay() for _ in range(SAMPLES)]
        wait_until(lambda: sent.count() == mails, seconds=600, what="the last mail")
    span = sent.aggregate(first=Min("settled_at"), last=Max("settled_at"))
    return (span["last"] - span["first"]).total_seconds(), statistics.median(delays)


def _invite(count: int, names: str) -> None:
    from accounts.models.person import Person
    from games.services import lobby

    for number in range(count):
        host = Person.objects.at(f"{names}-{number // INVITATIONS}@example.org")
        guest = lobby.Invite(f"{names}-guest-{number}@example.org")
        lobby.create(creator=host, edition="kessen", side="random", opponent=guest)


def _wake() -> None:
    from sekigahara import celery

    celery.wake()


def _delay() -> float:
    """Seconds until a worker of the clocks takes a task."""
    from django.core.cache import cache

    from sekigahara import celery

    key = celery.QUEUED + celery.WAKE
    wait_until(lambda: cache.get(key) is None, what="the task before")
    began = time.perf_counter()
    celery.wake()
    while cache.get(key) is not None:
        time.sleep(0.001)
    return time.perf_counter() - began


def _pages(games: list[Any]) -> None:
    """Print how long the page of a game takes in this process, in each state."""
    from django.test import Client

    from games.models.seat import Seat
    from games.services import computer_thoughts
    from games.services.thinker import ThinkerQuestion, answer
    from games.services.thinker_process import thinker

    seat = Seat.objects.select_related("game").filter(game__public_id=games[0]).exclude(computer="").get()
    person = Seat.objects.get(game=seat.game, computer="")
    client = Client(headers={"host": "127.0.0.1"})
    assert person.player is not None
    client.force_login(person.player)
    question: ThinkerQuestion = computer_thoughts.question_for(seat)

    def page() -> float:
        began = time.perf_counter()
        assert client.get(f"/games/{games[0]}/").status_code == 200
        return (time.perf_counter() - began) * 1000

    page()
    states: dict[str, Callable[[], object] | None] = {
        "nobody thinks": None,
        "a process of low priority thinks": lambda: thinker.ask(question, lambda: False),
        "a thread of the web server thinks": lambda: answer(question),
    }
    alone = 0.0
    for name, think in states.items():
        with _thinking(think):
            taken = statistics.median(page() for _ in range(SAMPLES))
        alone = alone or taken
        say(f"the page of a game while {name}: {taken:.0f} ms; {taken / alone:.2f} times")
    thinker.stop()


@contextlib.contextmanager
def _thinking(think: Callable[[], object] | None) -> Iterator[None]:
    """A thread that thinks again and again within the block."""
    is_over = threading.Event()

    def repeat() -> None:
        while think is not None and not is_over.is_set():
            think()

    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


if __name__ == "__main__":
    main()
