"""The periodic jobs. Celery's beat starts them in the full size, the worker thread in the embedded size."""

from datetime import timedelta
from typing import Any, NamedTuple


class Job(NamedTuple):
    """A Celery task without arguments, by its dotted name, and how often it runs."""

    task: str
    every: timedelta


CATCH_UP = "catch up"

# Cleaning jobs run more often than necessary, because beat counts from its own start and may be restarted
# every day.
JOBS = {
    # Finds work that was left by a lost wake-up, a dead worker or a refused mail.
    CATCH_UP: Job("notifications.tasks.catch_up", timedelta(minutes=1)),
    "run the ladders": Job("games.ladders.tasks.run_ladders", timedelta(minutes=10)),
    "summarise recent games": Job("games.ladders.tasks.sum_up_games", timedelta(minutes=5)),
    "summarise all games": Job("games.ladders.tasks.sum_up_all_games", timedelta(hours=1)),
    "notify arbiters of overdue games": Job("games.ladders.tasks.tell_arbiters", timedelta(minutes=10)),
    "check the biddings": Job("games.ladders.tasks.look_at_biddings", timedelta(minutes=5)),
    "check the clocks": Job("games.tasks.look_at_clocks", timedelta(minutes=1)),
    "resign the games of former players": Job("games.tasks.leave_for_former", timedelta(hours=1)),
    "delete old messages": Job("notifications.tasks.forget_old", timedelta(hours=6)),
    "delete stored responses to repeated requests": Job("games.tasks.forget_receipts", timedelta(hours=6)),
    "delete games that never began": Job("games.tasks.forget_unbegun", timedelta(hours=6)),
    "delete unconfirmed people": Job("accounts.tasks.forget_unconfirmed", timedelta(hours=6)),
    "warn of expiring tokens": Job("accounts.tasks.warn_of_expiry", timedelta(hours=6)),
    "delete expired sessions": Job("sekigahara.jobs.tasks.forget_sessions", timedelta(hours=6)),
}


def beat_schedule(jobs: dict[str, Job]) -> dict[str, dict[str, Any]]:
    """The jobs in the form of Celery's beat. A job is dropped if no worker took it before it is due again."""
    return {
        name: {
            "task": job.task,
            "schedule": job.every,
            "options": {"expires": int(job.every.total_seconds())},
        }
        for name, job in jobs.items()
    }
