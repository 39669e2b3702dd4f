"""Sending what is in the outbox."""

import logging
import smtplib

from notifications import outbox
from notifications.channels import email
from notifications.kinds import Message, kind_named
from notifications.models import Notification

log = logging.getLogger(__name__)


def deliver_due() -> int:
    """Send everything that is due.

    Returns:
        How many messages were taken in hand, whatever became of them.
    """
    count = 0
    while (message := outbox.claim()) is not None:
        _deliver(message)
        count += 1
    return count


def _deliver(message: Notification) -> None:
    status = Notification.Status
    kind = kind_named(message.kind)
    if kind is None:
        outbox.settle(message, status.SKIPPED, "nobody knows this kind of message")
    elif message.attempts > outbox.MOST_ATTEMPTS:
        # Only a message that crashes whoever sends it gets here: a refused one was given up before.
        outbox.settle(message, status.FAILED, "was begun too often")
    elif (mail := kind.compose(message.about, message.occasion)) is None:
        outbox.settle(message, status.SKIPPED, "no longer to the point")
    else:
        _send(message, mail)


def _send(message: Notification, mail: Message) -> None:
    try:
        email.send(mail, message.message_id)
    except (smtplib.SMTPException, OSError) as error:
        log.warning("could not send %s: %s", message, error)
        outbox.postpone(message, f"{type(error).__name__}: {error}")
    else:
        outbox.settle(message, Notification.Status.SENT)
