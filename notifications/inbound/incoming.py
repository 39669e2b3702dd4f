"""What a mail that came in says, and whether a program sent it by itself."""

import re
from collections.abc import Mapping
from email.message import EmailMessage
from html.parser import HTMLParser
from typing import Final, NamedTuple

from notifications.email import is_own_id, list_id

MOST_CHARACTERS = 100_000
"""Of a text that are read."""
_SPACES = re.compile(r"\s+")
_NOBODYS = re.compile(r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply)@", re.IGNORECASE)
_OF_PROGRAMS = (
    "list-id",
    "list-unsubscribe",
    "x-autoreply",
    "x-autorespond",
    "x-auto-response-from",
    "x-loop",
)
_PRECEDENCES = {"bulk", "junk", "list", "auto_reply"}


class Incoming(NamedTuple):
    """A mail that came in.

    Attributes:
        sender: of the envelope; empty where nobody may be answered.
        recipient: of the envelope.
        subject: in one line.
        text: of its first plain part, or else of its page; empty where it has neither.
        headers: by name in small letters; of several of one name the first.
        is_automatic: whether it is no person's answer: a report, an automatic answer, mail of a list, or our
            own that comes back.
        mail: the whole.
    """

    sender: str
    recipient: str
    subject: str
    text: str
    headers: Mapping[str, str]
    is_automatic: bool
    mail: EmailMessage


def read(mail: EmailMessage, *, sender: str, recipient: str) -> Incoming:
    """Read a mail once, for its recipient."""
    headers: dict[str, str] = {}
    for name, value in mail.items():
        headers.setdefault(name.lower(), str(value))
    subject = " ".join(headers.get("subject", "").split())
    by_program = is_automatic(mail, headers, sender)
    return Incoming(sender, recipient, subject, text_of(mail), headers, by_program, mail)


def text_of(mail: EmailMessage) -> str:
    """The plain text of a mail, however it is encoded, and as far as it can be read."""
    part = mail.get_body(("plain", "html"))
    if part is None:
        return ""
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    try:
        text = payload.decode(part.get_content_charset("utf-8"), "replace")
    except LookupError:  # no such encoding
        text = payload.decode("utf-8", "replace")
    text = text.replace("\r\n", "\n")[:MOST_CHARACTERS]
    return str(_Page(text)) if part.get_content_subtype() == "html" else text


class _Page(HTMLParser):
    """The text of a page in lines, with the mark of a quotation before what is quoted."""

    _BEFORE: Final = {"blockquote": "\n> ", "p": "\n\n", "br": "\n", "div": "\n", "li": "\n", "tr": "\n"}
    _UNSEEN: Final = ("script", "style", "title")

    def __init__(self, page: str) -> None:
        super().__init__()
        self._words: list[str] = []
        self._unseen = 0
        self.feed(page)
        self.close()

    def __str__(self) -> str:
        return "".join(self._words)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs
        self._unseen += tag in self._UNSEEN
        self._words.append(self._BEFORE.get(tag, ""))

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in self._UNSEEN

    def handle_data(self, data: str) -> None:
        self._words.append("" if self._unseen else _SPACES.sub(" ", data))


def is_automatic(mail: EmailMessage, headers: Mapping[str, str], sender: str) -> bool:
    """Whether a program sent a mail by itself (RFC 3834, RFC 2919 and custom)."""
    return (
        not sender
        or mail.get_content_type() in ("multipart/report", "message/delivery-status")
        or headers.get("auto-submitted", "no").split(";")[0].strip().lower() != "no"
        or headers.get("precedence", "").strip().lower() in _PRECEDENCES
        or any(name in headers for name in _OF_PROGRAMS)
        or any(_NOBODYS.search(address) for address in (sender, headers.get("from", "")))
        or is_own_id(headers.get("message-id", ""))
        or list_id() in headers.get("list-id", "")
    )
