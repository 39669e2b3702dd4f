"""Mail that came back: to which people's addresses our mail does not get, and what they are told.

A report counts only if it names a message of ours and the address to which that went: anyone can send one,
and a forged one must do nothing. One that counts locks nobody out and stops no mail. Pages say so on the next
visit, and the person's webhooks are told. It is over with a later mail that arrived, or once the person says
that it works again.

A report finds its message by a token: over SMTP in the envelope sender, which is ``bounce+TOKEN`` at
``settings.INBOUND_DOMAIN``, with providers in the metadata. The token is the number of the message, sealed,
since numbers tell how many messages others get.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from email.message import EmailMessage, Message
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from notifications.addresses import opened_token, sealed_token
from notifications.inbound import Incoming
from notifications.models import LONGEST_DETAIL, MailOutcome, Notification
from notifications.services import Announcement, announce
from sekigahara.db import service_time

BOUNCED = "notifications.bounced"
ARRIVED_IF_QUIET_FOR = timedelta(days=3)
"""A mail without a report for this long has arrived: servers report at once what is final."""
BOUNCES_KEPT_FOR = timedelta(days=60)
_PURPOSE = b"notifications.bounces"
_BYTES = 8
Status = Notification.Status


def token_of(message: Notification) -> str:
    """What names a message to those who report about it. Its case does not matter."""
    return sealed_token(_PURPOSE, message.pk.to_bytes(_BYTES, "big"))


def message_of(token: str) -> Notification | None:
    """The message that a token of ours names; None for any other."""
    content = opened_token(_PURPOSE, token)
    if content is None:
        return None
    number = int.from_bytes(content, "big")
    return Notification.objects.select_related("recipient").filter(pk=number).first()


def read_report(token: str, incoming: Incoming) -> None:
    """Take note of what a mail server reports about the mail that a token names."""
    message = message_of(token)
    if message is not None:
        for failure in failures_in(incoming.mail):
            came_back(message, failure.addresses, f"{failure.status} {failure.words}".strip())


def came_back(message: Notification, addresses: Iterable[str], detail: str) -> None:
    """Take note that a mail came back, if it went to one of these addresses.

    Args:
        detail: for operators: what the server said.
    """
    _note(message, addresses, status=Status.FAILED, outcome=MailOutcome.RETURNED, detail=detail)


def was_complained_of(message: Notification, addresses: Iterable[str], detail: str) -> None:
    """Take note that the recipient, or their provider, takes a mail for spam."""
    _note(message, addresses, outcome=MailOutcome.SPAM, detail=detail)


def _note(message: Notification, addresses: Iterable[str], *, detail: str, **found: str) -> None:
    person = message.recipient
    own = _address_of(person)
    if not person.is_active or own.casefold() not in {address.strip().casefold() for address in addresses}:
        return
    with transaction.atomic(durable=True):
        sent = Notification.objects.filter(pk=message.pk, status=Status.SENT)
        sent.update(detail=detail[:LONGEST_DETAIL], **found)
        people = _people().filter(pk=person.pk)
        if people.filter(bounced_at=None).update(bounced_at=service_time.now()):
            announce([Announcement(BOUNCED, str(person.pk), str(message.pk), person.pk)])
        else:
            people.update(bounced_at=service_time.now())


def arrived(message: Notification) -> None:
    """Take note that a mail arrived: what came back before is over."""
    _people().filter(pk=message.recipient_id, bounced_at__lt=message.settled_at).update(bounced_at=None)


def works_again(person: Model) -> None:
    """Take note that a person gets our mail, as they say."""
    _people().filter(pk=person.pk).update(bounced_at=None)


def forget_old() -> int:
    """Forget that mail came back where a later one arrived, or long ago.

    Returns:
        For how many people.
    """
    now = service_time.now()
    later = Notification.objects.filter(
        recipient=OuterRef("pk"),
        status=Status.SENT,
        settled_at__gt=OuterRef("bounced_at"),
        settled_at__lt=now - ARRIVED_IF_QUIET_FOR,
    )
    is_over = Q(Exists(later)) | Q(bounced_at__lt=now - BOUNCES_KEPT_FOR)
    return _people().filter(is_over, bounced_at__isnull=False).update(bounced_at=None)


def _address_of(person: Any) -> str:
    return str(getattr(person, person.get_email_field_name()))


def _people() -> QuerySet[Any]:
    return get_user_model()._default_manager.all()  # noqa: SLF001 - Django's name for it


_STATUS = re.compile(r"\b[245]\.\d{1,3}\.\d{1,3}\b")


class Failure(NamedTuple):
    """A recipient whom a mail did not reach, and never will.

    Attributes:
        addresses: the one it was sent to, and the one it was forwarded to, as far as the report has them.
        status: such as 5.1.1 (RFC 3463); empty where the report has none.
        words: of the server, for operators.
    """

    addresses: frozenset[str]
    status: str
    words: str


def failures_in(report: EmailMessage) -> Iterator[Failure]:
    """The recipients for whom a mail failed for good. Delays are none."""
    for part in report.walk():
        if part.get_content_type() == "message/delivery-status" and isinstance(part.get_payload(), list):
            # The first block is about the mail, each of the others about a recipient.
            yield from filter(None, map(_failure, part.get_payload()))


def _failure(block: Message) -> Failure | None:
    found = _STATUS.search(str(block.get("Status", "")))
    status = found[0] if found else ""
    if str(block.get("Action", "")).strip().lower() != "failed" or status.startswith("4"):
        return None
    fields = (block.get("Original-Recipient"), block.get("Final-Recipient"))
    addresses = {_address(str(field)) for field in fields if field}
    return Failure(frozenset(addresses), status, " ".join(str(block.get("Diagnostic-Code", "")).split()))


def _address(field: str) -> str:
    """The address in a field such as ``rfc822; <someone@example.org>``."""
    return field.rpartition(";")[2].strip().strip("<>").strip()
