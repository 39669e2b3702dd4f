"""Keeps mail as .eml files in a folder, for an installation on a person's own machine."""

import email
import email.policy
import time
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage as Outgoing
from django.core.mail.backends.base import BaseEmailBackend

from sekigahara.db import private_files


class EmailBackend(BaseEmailBackend):
    """Writes each mail to a separate file in EMAIL_FILE_PATH, which only its owner can read."""

    def send_messages(self, email_messages: Sequence[Outgoing]) -> int:
        """Write the mails, and return how many."""
        for message in email_messages:
            _write(message.message().as_bytes())
        return len(email_messages)


def folder() -> Path:
    """The folder of the files."""
    return Path(settings.EMAIL_FILE_PATH)


def _write(mail: bytes) -> None:
    private_files.make_folder(folder())
    draft = folder() / f".{time.time_ns()}"
    draft.touch(mode=0o600, exist_ok=False)
    draft.write_bytes(mail)
    draft.rename(folder() / f"{draft.name[1:]}.eml")  # so that no half-written mail is read


def numbers() -> list[int]:
    """The numbers of the mails, newest first: nanoseconds since 1970."""
    return sorted((int(file.stem) for file in folder().glob("[0-9]*.eml")), reverse=True)


def read(number: int) -> EmailMessage | None:
    """The mail of that number, or None."""
    file = folder() / f"{number}.eml"
    if not file.is_file():
        return None
    return email.message_from_bytes(file.read_bytes(), EmailMessage, policy=email.policy.default)


def images(mail: EmailMessage) -> Iterator[tuple[str, bytes]]:
    """The images of the HTML part of a mail, each with its Content-ID."""
    for part in mail.walk():
        if part.get_content_type() == "image/png" and part["Content-ID"]:
            yield str(part["Content-ID"]).strip("<>"), bytes(part.get_content())
