"""When mail that could not be sent is tried again."""

from datetime import timedelta

FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=2)
MOST_ATTEMPTS = 20
"""With the pauses between them, somewhat more than a day."""


def pause_after(attempts: int) -> timedelta:
    """How long until the next attempt: ever longer.

    Args:
        attempts: so far, from 1.
    """
    pause: timedelta = FIRST_PAUSE * 2 ** (attempts - 1)
    return min(pause, LONGEST_PAUSE)
