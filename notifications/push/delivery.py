"""Sends messages to devices."""

import logging

from notifications.push import messages, queue
from notifications.push.models import Push
from notifications.retries import MOST_ATTEMPTS
from notifications.webhooks import sending
from notifications.webhooks.sending import Post, PostResult

log = logging.getLogger(__name__)

AT_A_TIME = 16
"""Messages that are sent together."""


def push_due() -> int:
    """Queue what is due, and send some of it: this takes no longer than the slowest push service may.

    The caller calls again until nothing is left.

    Returns:
        How much was done.
    """
    count = queue.hand_on()
    claimed = queue.claim(AT_A_TIME)
    made = [(push, post) for push in claimed if (post := _made(push)) is not None]
    answers = sending.post_all([post for _push, post in made]) if made else []
    for (push, _post), answer in zip(made, answers, strict=True):
        if answer.outcome is not None:
            log.info("device %s: %s (%s)", push.device, answer.outcome, answer.status)
        _settle(push, answer)
    return count + len(claimed)


def _made(push: Push) -> Post | None:
    """The message to post; None if there is none, which is settled."""
    if push.attempts > MOST_ATTEMPTS:  # it crashes its worker
        queue.drop(push)
        return None
    try:
        post = messages.post_of(push)
    except Exception:
        log.exception("could not make up %s for device %s", push.notification, push.device)
        queue.postpone(push)
        return None
    if post is None:
        queue.drop(push)
    return post


def _settle(push: Push, answer: PostResult) -> None:
    try:
        queue.settle(push, answer)
    except Exception:  # the others were sent too, and would be sent twice if they were not settled
        log.exception("could not settle what was sent to device %s", push.device)
