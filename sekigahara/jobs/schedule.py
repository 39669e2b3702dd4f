"""The periodic jobs and their queues.

Celery's beat starts them in the full size, threads in the embedded size.
"""

from datetime import timedelta
from enum import StrEnum
from typing import Any, NamedTuple

FRESH_FOR = "fresh-for"
"""The header of a queued task that says after how many seconds it is dropped."""


class Queue(StrEnum):
    """What waits for one another. Each has a process or thread of its own, so no queue waits for another."""

    CLOCKS = "clocks"
    COMPUTERS = "computers"
    THOUGHTS = "thoughts"
    MAIL = "mail"
    WEBHOOKS = "webhooks"
    LADDERS = "ladders"
    ANALYSES = "analyses"


PROCESSES: tuple[tuple[Queue, ...], ...] = (
    (Queue.CLOCKS,),
    (Queue.COMPUTERS, Queue.LADDERS),
    (Queue.MAIL, Queue.WEBHOOKS, Queue.THOUGHTS),
    (Queue.ANALYSES,),
)
"""The queues of each process. Those that share one have a thread each. They wait for others most of the time,
for servers or for a process that thinks, or compute for so short that neither notices the other
(`sekigahara/adr/0031-a-supervisor-that-loads-nothing.md`)."""
GIVE_WAY = frozenset({Queue.ANALYSES})
"""Queues whose processes get what processor time the others leave."""


class Job(NamedTuple):
    """A Celery task without arguments, by its dotted name, how often it runs, and in which queue.

    Attributes:
        is_woken: whether it also runs soon after each commit that may have left something to do.
    """

    task: str
    every: timedelta
    queue: Queue
    is_woken: bool = False


EVERY_MINUTE = timedelta(minutes=1)
FOUR_TIMES_A_DAY = timedelta(hours=6)

# The woken ones find within a minute what was left by a lost wake-up, a dead worker or a refused mail.
# Cleaning jobs run more often than necessary, because beat counts from its own start and may be restarted
# every day.
JOBS = {
    "play for the computers": Job("games.tasks.play_computers", EVERY_MINUTE, Queue.COMPUTERS, is_woken=True),
    "think for the computers": Job("games.tasks.think", EVERY_MINUTE, Queue.THOUGHTS, is_woken=True),
    "send mail": Job("notifications.tasks.send_mail", EVERY_MINUTE, Queue.MAIL, is_woken=True),
    # Before what waits for servers of anybody's.
    "notify devices": Job("notifications.tasks.notify_devices", EVERY_MINUTE, Queue.WEBHOOKS, is_woken=True),
    "send to webhooks": Job(
        "notifications.tasks.post_to_webhooks", EVERY_MINUTE, Queue.WEBHOOKS, is_woken=True
    ),
    "fold results into ratings": Job(
        "games.ladders.tasks.fold_ratings", EVERY_MINUTE, Queue.LADDERS, is_woken=True
    ),
    "report games to webhooks of clubs": Job(
        "games.ladders.tasks.report_games", EVERY_MINUTE, Queue.LADDERS, is_woken=True
    ),
    "answer loyalty windows by order": Job(
        "games.tasks.answer_windows", EVERY_MINUTE, Queue.CLOCKS, is_woken=True
    ),
    "analyse finished games": Job("games.tasks.analyse_games", EVERY_MINUTE, Queue.ANALYSES, is_woken=True),
    "check the clocks": Job("games.tasks.look_at_clocks", EVERY_MINUTE, Queue.CLOCKS),
    "check the biddings": Job("games.ladders.tasks.look_at_biddings", timedelta(minutes=5), Queue.CLOCKS),
    "notify arbiters of overdue games": Job(
        "games.ladders.tasks.tell_arbiters", timedelta(minutes=10), Queue.CLOCKS
    ),
    "write the digests of clubs": Job(
        "games.ladders.tasks.write_digests", timedelta(minutes=10), Queue.LADDERS
    ),
    "run the ladders": Job("games.ladders.tasks.run_ladders", timedelta(minutes=10), Queue.LADDERS),
    "summarise recent games": Job("games.ladders.tasks.sum_up_games", timedelta(minutes=5), Queue.LADDERS),
    "summarise all games": Job("games.ladders.tasks.sum_up_all_games", timedelta(hours=1), Queue.LADDERS),
    "measure how players answer": Job("games.tasks.measure_tempo", timedelta(minutes=10), Queue.LADDERS),
    "resign the games of former players": Job(
        "games.tasks.leave_for_former", timedelta(hours=1), Queue.LADDERS
    ),
    "tell the operator about mail": Job("games.tasks.tell_operator", timedelta(hours=1), Queue.LADDERS),
    "delete old messages": Job("notifications.tasks.forget_old", FOUR_TIMES_A_DAY, Queue.LADDERS),
    "delete stored responses to repeated requests": Job(
        "games.tasks.forget_receipts", FOUR_TIMES_A_DAY, Queue.LADDERS
    ),
    "look after orders": Job("games.tasks.look_after_orders", FOUR_TIMES_A_DAY, Queue.LADDERS),
    "delete games that never began": Job("games.tasks.forget_unbegun", FOUR_TIMES_A_DAY, Queue.LADDERS),
    "delete guests who stayed away": Job("games.tasks.forget_guests", FOUR_TIMES_A_DAY, Queue.LADDERS),
    "delete old invitations to clubs": Job(
        "games.ladders.tasks.forget_invitations", FOUR_TIMES_A_DAY, Queue.LADDERS
    ),
    "delete decided reports": Job("games.ladders.tasks.forget_reports", FOUR_TIMES_A_DAY, Queue.LADDERS),
    "delete unconfirmed people": Job("accounts.tasks.forget_unconfirmed", FOUR_TIMES_A_DAY, Queue.LADDERS),
    "warn of expiring tokens": Job("accounts.tasks.warn_of_expiry", FOUR_TIMES_A_DAY, Queue.LADDERS),
    "delete expired sessions": Job("sekigahara.jobs.tasks.forget_sessions", FOUR_TIMES_A_DAY, Queue.LADDERS),
}


def beat_schedule(jobs: dict[str, Job]) -> dict[str, dict[str, Any]]:
    """The jobs in the form of Celery's beat. A job is dropped if no worker took it before it is due again."""
    return {
        name: {
            "task": job.task,
            "schedule": job.every,
            "options": {
                "headers": {FRESH_FOR: int(job.every.total_seconds())},
                "queue": job.queue.value,
            },
        }
        for name, job in jobs.items()
    }


def routes(jobs: dict[str, Job]) -> dict[str, dict[str, str]]:
    """The queue of each task, in the form of Celery's setting."""
    return {job.task: {"queue": job.queue.value} for job in jobs.values()}
