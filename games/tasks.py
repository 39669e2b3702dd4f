"""What this app does outside of requests."""

from celery import shared_task

from games.services import clock, closed_accounts, computers, retention
from sekigahara import batch


@shared_task
def play_computers() -> int:
    """Let computer players act wherever a game waits for one."""
    return batch.repeated(computers.play_computers)


@shared_task
def look_at_clocks() -> int:
    """Remind whose time runs out, and tell their opponents once it has."""
    return clock.send_reminders()


@shared_task
def leave_for_former() -> int:
    """Resign what people with closed accounts still sit at, as a game that was stopped then."""
    return closed_accounts.finish()


@shared_task
def forget_receipts() -> int:
    """Delete the answers kept for repeated requests once nobody repeats them any more."""
    return retention.forget_receipts()


@shared_task
def forget_unbegun() -> int:
    """Delete games that never began."""
    return retention.forget_unbegun()
