"""What this app does outside of requests."""

from celery import shared_task

from games.reads.unwritten_mail import unwritten
from games.services import (
    analyses,
    clock,
    closed_accounts,
    computer_thoughts,
    computers,
    guest_games,
    messages,
    orders,
    retention,
    tempo,
    windows,
)
from notifications import upkeep
from sekigahara import batch


@shared_task
def play_computers() -> int:
    """Let computer players act wherever a game waits for one that answers at once."""
    return batch.repeated(computers.play_computers)


@shared_task
def think() -> int:
    """Let computer players that rehearse take their turns."""
    return batch.repeated(computer_thoughts.think)


@shared_task
def look_at_clocks() -> int:
    """Remind players whose time runs out, and their opponents once it has."""
    return clock.send_reminders()


@shared_task
def answer_windows() -> int:
    """Let orders answer loyalty windows whose hold is over, and go on where they had more to do."""
    return batch.repeated(windows.answer_held)


@shared_task
def look_after_orders() -> int:
    """Delete the orders of finished games; encrypt the others, and diaries, with the key of today."""
    return orders.forget_finished() + orders.reseal()


@shared_task
def leave_for_former() -> int:
    """Resign games that people with closed accounts still have, such as games that were stopped then."""
    return closed_accounts.finish()


@shared_task
def forget_receipts() -> int:
    """Delete old answers that were kept for repeated requests, old replies by mail, and old words."""
    return retention.forget_receipts() + retention.forget_replies() + messages.forget_former()


@shared_task
def forget_unbegun() -> int:
    """Delete games that never began."""
    return retention.forget_unbegun()


@shared_task
def forget_guests() -> int:
    """Delete guests who did not come back, with their games."""
    return guest_games.forget_unseen()


@shared_task
def analyse_games() -> int:
    """Find out what finished games were about, for those who asked."""
    return batch.repeated(analyses.make_next)


@shared_task
def measure_tempo() -> int:
    """Find out how the players of finished games answered in time."""
    return batch.repeated(tempo.measure_next)


@shared_task
def tell_operator() -> bool:
    """Mail the operator what is wrong with mail."""
    return upkeep.tell_operator(upkeep.troubles(unwritten()))
