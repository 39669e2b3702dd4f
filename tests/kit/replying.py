"""Whoever answers mails about a game by replies, from their text alone."""

from __future__ import annotations

import re
from email.message import EmailMessage
from email.utils import make_msgid
from random import Random

from notifications import inbound
from notifications.registry import Message

LINE = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
LETTER = re.compile(r"^   ([a-z]+)\. (.+)$", re.MULTILINE)
CHOOSE = re.compile(r"Choose (none or up to |\d+ to )?(\d+) of (.+?)\.")


def reply_to(mail: Message, text: str, *, sender: str = "", message_id: str = "") -> EmailMessage:
    """A reply to a mail, as a mail program writes it.

    Args:
        mail: that is answered.
        text: above the quotation.
        sender: by default who got the mail.
        message_id: by default a new one.
    """
    reply = EmailMessage()
    reply["From"], reply["To"] = sender or mail.to, mail.reply_to
    reply["Subject"] = f"Re: {mail.subject}"
    reply["Message-ID"] = message_id or make_msgid(domain="mail.example.org")
    quoted = "".join(f"> {line}\n" for line in mail.text.splitlines())
    reply.set_content(
        f"{text}\n\nOn Fri, 27 Nov 2026 at 10:00, Sekigahara <{mail.reply_to}> wrote:\n\n{quoted}"
    )
    return reply


def take(reply: EmailMessage, *, envelope: str | None = None) -> bool:
    """Have a reply read, as a mail server hands it on."""
    sender = str(reply["From"]) if envelope is None else envelope
    return inbound.take(reply, sender=sender, recipients=[str(reply["To"])])


def any_answer(text: str, chooser: Random) -> str:
    """One of the answers that the text of a mail prints and does not call grave, as a reply gives it."""
    body = text.partition("Your possible answers:")[2]
    lines = [(number, rest) for number, rest in LINE.findall(body) if "Grave:" not in rest]
    number, rest = chooser.choice(lines)
    found = CHOOSE.search(rest)
    if found is None:
        return str(number)
    grave = {letter for letter, words in LETTER.findall(body) if "Grave:" in words}
    letters = [letter for letter in _letters(found[3], body) if letter not in grave]
    least, most = _bounds(found[1] or "", int(found[2]))
    count = chooser.randint(least, min(most, len(letters)))
    return " ".join([str(number), *(chooser.sample(letters, count) or ["none"])])


def _letters(words: str, body: str) -> list[str]:
    known = [letter for letter, _words in LETTER.findall(body)]
    if " to " in words:
        first, last = words.split(" to ")
        return known[known.index(first) : known.index(last) + 1]
    return re.split(r", | and ", words)


def _bounds(beginning: str, most: int) -> tuple[int, int]:
    if not beginning:
        return most, most
    return (0, most) if beginning.startswith("none") else (int(beginning.split(maxsplit=1)[0]), most)
