"""One door for mail that comes in, however it comes: from a provider, a mail server, or the answer box.

The local part of its address says what a mail is about: ``bounce+TOKEN@…`` brings a report about a mail of
ours, and apps register what else is read.
"""

import logging
from collections.abc import Callable, Iterable
from email.message import EmailMessage
from typing import NamedTuple

from notifications.addresses import parts_of
from notifications.inbound.incoming import Incoming, read

__all__ = ["Incoming", "is_read", "register", "take"]

log = logging.getLogger(__name__)

MOST_BYTES_OF_A_MAIL = 1024 * 1024
"""A report returns the mail it is about; nothing that people write comes near."""


class _Reader(NamedTuple):
    handle: Callable[[str, Incoming], None]
    is_for_programs: bool


_readers: dict[str, _Reader] = {}


def register(prefix: str, handler: Callable[[str, Incoming], None], *, is_for_programs: bool = False) -> None:
    """Have mail read whose address begins with a prefix. Apps call this when they are ready.

    Args:
        prefix: before the plus sign, such as "reply".
        handler: gets what comes after it, and the mail. If it raises, the mail is brought again later.
        is_for_programs: whether it reads what programs have sent by themselves, and nothing else. Others
            never get automatic answers, mail of lists, or mail of ours that comes back.
    """
    _readers[prefix] = _Reader(handler, is_for_programs)


def is_read(recipient: str) -> bool:
    """Whether mail to an address is read here."""
    address = parts_of(recipient)
    return address is not None and address.prefix in _readers


def take(mail: EmailMessage, *, sender: str, recipients: Iterable[str]) -> bool:
    """Have a mail read.

    Args:
        mail: as it came.
        sender: of the envelope; empty for reports and other mail that nobody is to answer.
        recipients: of the envelope.

    Returns:
        Whether it was read for any of them. Mail of programs is not, where people are expected.
    """
    was_read = False
    for recipient in recipients:
        address = parts_of(recipient)
        reader = None if address is None else _readers.get(address.prefix)
        if address is None or reader is None:
            continue
        incoming = read(mail, sender=sender, recipient=recipient)
        if incoming.is_automatic != reader.is_for_programs:
            whose = "a program" if incoming.is_automatic else "a person"
            log.info("left a mail to %s unread, which came from %s", address.prefix, whose)
            continue
        reader.handle(address.token, incoming)
        was_read = True
    return was_read
