from celery import shared_task

from games.ladders import rounds


@shared_task
def run_ladders() -> int:
    """Write results down, and pair the rounds that are due."""
    return rounds.run()
