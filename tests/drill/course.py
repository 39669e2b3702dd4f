"""The course of a drill: faults one after another, what became of things in each, and the table of it."""

import time
from collections import Counter
from typing import NamedTuple

from django.core.management import CommandError, call_command
from django.db import connections

from games.engine.side import LABELS
from games.models.log import Entry
from notifications.models import Notification
from tests.drill.faults import Fault
from tests.drill.load import Announcer, Table, example_bot, new_token
from tests.drill.servers import Installation
from tests.kit.processes import PROJECT, wait_until

TABLES = 3
BEFORE, AFTER = 15, 15
"""Actions that are acknowledged before a fault, and after it."""
MOST_SECONDS_TO_RECOVER = 60
MOST_SECONDS_OF_MAIL = 300
"""A mail in the hands of a worker that died is due again after two minutes."""


class Outcome(NamedTuple):
    """What became of things in a fault.

    Attributes:
        back: seconds from its end until the next action was acknowledged.
        mailed: seconds from its end until all mail had been sent.
        seen: what else was seen; may be empty.
    """

    acknowledged: int
    lost: int
    doubled: int
    failed: int
    refused: int
    back: float
    mails: int
    mails_lost: int
    mails_doubled: int
    mailed: float
    seen: str


HEADS = ("actions", "lost", "twice", "5xx", "refused", "back s", "mails", "lost", "twice", "sent s")


def drill(service: Installation, faults: dict[str, Fault]) -> int:
    """Inflict them, print what became of it, and return the exit code."""
    print(f"{'':19}", *(f"{head:>8}" for head in HEADS), flush=True)
    is_bad = False
    for name, fault in faults.items():
        found = outcome_of(service, fault)
        figures = (value for value in found if not isinstance(value, str))
        cells = [f"{value:8.1f}" if isinstance(value, float) else f"{value:8d}" for value in figures]
        print(f"{name:19}", *cells, *([f"\n    {found.seen}"] if found.seen else []), flush=True)
        is_bad |= bool(found.lost + found.doubled + found.mails_lost) or found.mails_doubled > fault.repeats
    is_bad |= not replayed()
    print("Something was lost or done twice." if is_bad else "Nothing was lost, nothing was done twice.")
    return int(is_bad)


def upgrade(service: Installation) -> int:
    """Replace a service of an earlier release by the present one while bots play, as operators do.

    Prints for each step what was acknowledged, failed and refused, and returns the exit code.
    """

    def token(name: str) -> str:
        return service.run("python3", "manage.py", "token", f"{name}@example.org", "--name", "drill").strip()

    def play_on() -> None:
        acknowledged_since(tables, time.monotonic(), AFTER)

    def migrate() -> None:
        service.code = PROJECT
        service.run("deploy/migrate")

    def replace() -> None:
        for name in ("web", "worker"):
            getattr(service, name).stop()
            setattr(service, name, getattr(service, f"new_{name}")())
            getattr(service, name).start()

    choose = example_bot(service.sites[0])
    tables = [Table(service.sites, f"table-{number}", choose, token) for number in range(TABLES)]
    for table in tables:
        table.start()
    print(f"{'':18}", *(f"{head:>8}" for head in ("actions", "5xx", "refused")), flush=True)
    earlier: Counter[str] = Counter()
    for name, step in (
        ("before", play_on),
        ("migrating", migrate),
        ("on new tables", play_on),
        ("replacing", replace),
        ("after", play_on),
    ):
        step()
        so_far = Counter(
            actions=sum(len(table.acknowledged) for table in tables),
            failed=sum(table.failed for table in tables),
            refused=sum(table.refused for table in tables),
        )
        print(f"{name:18}", *(f"{so_far[kind] - earlier[kind]:8d}" for kind in so_far), flush=True)
        earlier = so_far
    for table in tables:
        table.end()
    lost, doubled = compared(tables)
    print(f"{lost} actions were lost, {doubled} done twice.")
    print(
        "What was refused had no answer, and was sent again; a release before 0.3.0 keeps its port to itself."
    )
    is_good = not lost + doubled and replayed()
    print("Go." if is_good else "Do not switch.")
    return int(not is_good)


def outcome_of(service: Installation, fault: Fault) -> Outcome:
    """Inflict a fault while bots play."""
    choose = example_bot(service.sites[0])
    tables = [Table(service.sites, f"table-{number}", choose, new_token) for number in range(TABLES)]
    announcer = Announcer()
    for worker in (*tables, announcer):
        worker.start()
    acknowledged_since(tables, 0, BEFORE)
    seen = fault.inflict(service) or ""
    over = time.monotonic()
    acknowledged_since(tables, over, AFTER)
    for worker in (*tables, announcer):
        worker.end()
    connections.close_all()  # the database may have ended those of this thread
    lost, doubled = compared(tables)
    taken = sent(announcer)
    mails_lost, mails_doubled = counted(announcer, service.mail.taken)
    moments = [moment for table in tables for moment in table.acknowledged]
    return Outcome(
        len(moments),
        lost,
        doubled,
        sum(table.failed for table in tables),
        sum(table.refused for table in tables),
        min(moment for moment in moments if moment > over) - over,
        len(announcer.journal),
        mails_lost,
        mails_doubled,
        taken - over,
        seen,
    )


def acknowledged_since(tables: list[Table], moment: float, least: int) -> None:
    """Wait for actions that are acknowledged after a moment."""

    def are_enough() -> bool:
        return sum(at > moment for table in tables for at in table.acknowledged) >= least

    wait_until(are_enough, seconds=MOST_SECONDS_TO_RECOVER, what=f"{least} actions at tables")


def compared(tables: list[Table]) -> tuple[int, int]:
    """How many acknowledged actions the logs of games lack, and how many they have that were not."""
    lost = doubled = 0
    for game, journal in (pair for table in tables for pair in table.journal.items()):
        entries = Entry.objects.filter(game__public_id=game).order_by("seq").values_list("side", "body")
        logged = [(LABELS[side], body) for side, body in entries if side is not None]
        lost += (Counter(journal) - Counter(logged)).total()
        doubled += (Counter(logged) - Counter(journal)).total()
        # In another order each of them is wrong.
        lost += len(journal) if Counter(journal) == Counter(logged) and journal != logged else 0
    return lost, doubled


def sent(announcer: Announcer) -> float:
    """Wait until no announced mail waits; when that was. What waits longer is counted as lost."""
    until = time.monotonic() + MOST_SECONDS_OF_MAIL
    waiting = Notification.objects.filter(occasion__in=announcer.journal, status=Notification.Status.WAITING)
    while waiting.exists() and time.monotonic() < until:
        time.sleep(0.2)
    return time.monotonic()


def counted(announcer: Announcer, taken: Counter[str]) -> tuple[int, int]:
    """How many announced mails never came, and how many came again."""
    ids = Notification.objects.filter(occasion__in=announcer.journal).values_list("message_id", flat=True)
    came = [taken[each] for each in ids]
    missing = len(announcer.journal) - len(came)
    return missing + came.count(0), sum(times - 1 for times in came if times)


def replayed() -> bool:
    """Whether every game is what its log says."""
    try:
        call_command("replay_games", "--all")
    except CommandError as error:
        print(error)
        return False
    return True
