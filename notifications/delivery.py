"""Sends the messages in the outbox."""

import logging

from django.utils import timezone, translation

from notifications import bounces, outbox, queries
from notifications.email import Connection, NotSentError
from notifications.models import MailOutcome, Notification
from notifications.registry import Kind, Message, kind_named
from notifications.retries import MOST_ATTEMPTS
from sekigahara import batch

log = logging.getLogger(__name__)


def deliver_due() -> int:
    """Send what is due, until the batch is over.

    Returns:
        The number of messages handled, whether or not they were sent.
    """
    count = 0
    with Connection() as connection:
        while not batch.is_over() and (message := outbox.claim()) is not None:
            try:
                _deliver(message, connection)
            except Exception:
                log.exception("could not make up %s", message)
                outbox.postpone(message, MailOutcome.BROKEN, "crashed: see the log")
            count += 1
    return count


def _deliver(message: Notification, connection: Connection) -> None:
    kind = kind_named(message.kind)
    if kind is None:
        outbox.settle_skipped(message, MailOutcome.UNKNOWN)
    elif message.attempts > MOST_ATTEMPTS:
        # Only a message that crashes its worker gets here: a refused one was given up before.
        outbox.settle_failed(message, MailOutcome.BROKEN, "was begun too often")
    elif not message.recipient.is_active:
        outbox.settle_skipped(message, MailOutcome.PAST)
    elif kind.optional and queries.is_muted(message.recipient_id, kind.name):
        outbox.settle_skipped(message, MailOutcome.MUTED)
    elif (mail := _composed(kind, message)) is None:
        outbox.settle_skipped(message, MailOutcome.PAST)
    else:
        outbox.keep_subject(message, mail.subject, mail.names)
        _send(message, mail, connection)


def _composed(kind: Kind, message: Notification) -> Message | None:
    reader = message.recipient
    with translation.override(reader.reads), timezone.override(reader.tzinfo):
        return kind.compose(message.about, message.occasion)


def _send(message: Notification, mail: Message, connection: Connection) -> None:
    try:
        connection.send(mail, message.message_id, bounces.token_of(message))
    except NotSentError as error:
        log.warning("could not send %s: %s", message, error)
        give_up_or_wait = outbox.settle_failed if error.for_good else outbox.postpone
        give_up_or_wait(message, error.outcome, str(error))
        if error.outcome == MailOutcome.REFUSED:
            bounces.came_back(message, [mail.to], str(error))
    else:
        outbox.settle_sent(message)
