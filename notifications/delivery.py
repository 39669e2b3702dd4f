"""Sends the messages in the outbox."""

import logging

from django.utils import timezone, translation

from notifications import bounces, gathering, outbox, queries, rhythm
from notifications.email import Connection, NotSentError
from notifications.models import MailOutcome, Notification
from notifications.outbox import MOST_ATTEMPTS
from notifications.registry import Kind, Message, kind_named
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
    else:
        _deliver_in_time(message, kind, connection)


def _deliver_in_time(message: Notification, kind: Kind, connection: Connection) -> None:
    decided = rhythm.decided(message, kind)
    if decided.left_out is not None:
        outbox.settle_skipped(message, decided.left_out)
    elif decided.until is not None:
        outbox.set_aside(message, decided.until)
    elif decided.is_gathered:
        if _send_gathered(gathering.taken_with(message), connection):
            rhythm.count_gathered(message.recipient_id)
    else:
        _send_ordinary([message], connection)


def _send_gathered(messages: list[Notification], connection: Connection) -> bool:
    """Send one mail for messages to the same person; about one thing it is the ordinary one.

    Returns:
        Whether it was sent.
    """
    reader = messages[0].recipient
    with translation.override(reader.reads), timezone.override(reader.tzinfo):
        shown = gathering.shown(messages)
        parts = {message.about: part for message, part in shown}
        if len(parts) > 1:
            mail = gathering.mail(parts.values(), reader)
            return _send([message for message, _part in shown], mail, connection)
    return _send_ordinary([message for message, _part in shown], connection)


def _send_ordinary(messages: list[Notification], connection: Connection) -> bool:
    """Send the mail of the first of some messages about one thing for all of them.

    Returns:
        Whether it was sent.
    """
    for first in messages[:1]:
        kind = kind_named(first.kind)
        mail = None if kind is None else _composed(kind, first)
        if mail is not None:
            return _send(messages, mail, connection)
    for message in messages:
        outbox.settle_skipped(message, MailOutcome.PAST)
    return False


def _composed(kind: Kind, message: Notification) -> Message | None:
    reader = message.recipient
    with translation.override(reader.reads), timezone.override(reader.tzinfo):
        return kind.compose(message.about, message.occasion)


def _send(messages: list[Notification], mail: Message, connection: Connection) -> bool:
    """Send a mail that settles some messages, under the Message-ID of the first.

    Returns:
        Whether it was sent.
    """
    for message in messages:
        outbox.keep_subject(message, mail.subject, mail.names)
    try:
        connection.send(mail, messages[0].message_id, bounces.token_of(messages[0]))
    except NotSentError as error:
        log.warning("could not send %s: %s", messages[0], error)
        give_up_or_wait = outbox.settle_failed if error.for_good else outbox.postpone
        for message in messages:
            give_up_or_wait(message, error.outcome, str(error))
        if error.outcome == MailOutcome.REFUSED:
            bounces.came_back(messages[0], [mail.to], str(error))
        return False
    for message in messages:
        outbox.settle_sent(message)
    return True
