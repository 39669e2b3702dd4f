"""Reads what mail servers report about mail that could not be delivered (RFC 3464)."""

import re
from collections.abc import Iterator
from email.message import EmailMessage, Message
from typing import NamedTuple

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
