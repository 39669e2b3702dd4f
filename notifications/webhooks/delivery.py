"""Sends webhook messages."""

import logging

from notifications.webhooks import queue, sending, signing
from notifications.webhooks.models import Delivery, DeliveryOutcome
from notifications.webhooks.sending import Post, PostResult
from sekigahara.db import service_time

log = logging.getLogger(__name__)

TOGETHER = 16
"""Deliveries that are sent at the same time, each to another webhook, and no more of one owner than
``queue.OF_ONE_OWNER``."""


def deliver_due() -> int:
    """Queue new announcements, and send some of the due messages: this takes at most ``SECONDS``.

    The caller calls again until nothing is left.

    Returns:
        How much was done.
    """
    count = queue.hand_on()
    claimed = queue.claim(TOGETHER)
    hopeless = [
        delivery for delivery in claimed if queue.is_hopeless(delivery) or not delivery.webhook.secret
    ]
    for delivery in hopeless:
        _settle(delivery, PostResult(DeliveryOutcome.BROKEN, None, "", 0))
    hopeful = [delivery for delivery in claimed if delivery not in hopeless]
    if hopeful:
        answers = sending.post_all([_post(delivery) for delivery in hopeful])
        for delivery, answer in zip(hopeful, answers, strict=True):
            if answer.outcome is not None:
                log.info("webhook %s: %s", delivery.webhook.key, answer.outcome)
            _settle(delivery, answer)
    return count + len(claimed)


def _settle(delivery: Delivery, answer: PostResult) -> None:
    try:
        queue.settle(delivery, answer)
    except Exception:  # the others were sent too, and would be sent twice if they were not settled
        log.exception("could not settle what was sent to webhook %s", delivery.webhook.key)


def _post(delivery: Delivery) -> Post:
    hook, now = delivery.webhook, service_time.now()
    keys = hook.secrets_at(now)
    return Post(hook.url, signing.headers(delivery.message_id, now, delivery.body, keys), delivery.body)
