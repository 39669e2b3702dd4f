"""When a webhook message that was not taken is sent again."""

from datetime import timedelta

from notifications.webhooks import event_types
from notifications.webhooks.models import Delivery

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 2 * 60, 6 * 60, 12 * 60, 24 * 60))
"""After each failed attempt, until the next; after the last it is given up."""


def pause_after(delivery: Delivery) -> timedelta | None:
    """How long until a failed delivery is tried again; None if it is given up."""
    number = delivery.attempts - delivery.earlier
    # A test is for someone who waits for the answer.
    if delivery.type == event_types.TRIAL.name or number > len(PAUSES):
        return None
    return PAUSES[number - 1]


def is_hopeless(delivery: Delivery) -> bool:
    """Whether a claimed delivery was begun too often, because it crashes its worker."""
    return delivery.attempts - delivery.earlier > len(PAUSES) + 1
