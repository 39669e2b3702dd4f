"""Whoever answers mails about a game by replies, from their text alone."""

from __future__ import annotations

import re
from email.message import EmailMessage
from email.utils import make_msgid
from random import Random

from notifications import inbound
from notifications.registry import Message

LINE = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
ITEMS = re.compile(r"^   ([a-z]{1,2}(?:(?:, | and )[a-z]{1,2})*)\. (.+)$", re.MULTILINE)
CHOOSE = re.compile(r"Choose (none or up to |\d+ to )?(\d+) of (.+?)\.")
MOVES = re.compile(r"reply with lines such as “([^”]+)”")
DRAFT = "This is your draft"
SHARE_OF_MARCHES = 0.7
"""Of the movement phases in which the example that the mail prints is played."""


def reply_to(mail: Message, text: str, *, sender: str = "") -> EmailMessage:
    """A reply to a mail, as a mail program writes it.

    Args:
        mail: that is answered.
        text: above the quotation.
        sender: by default who got the mail.
    """
    reply = _written(text, mail.reply_to, mail.text)
    reply["From"], reply["To"], reply["Subject"] = sender or mail.to, mail.reply_to, f"Re: {mail.subject}"
    return reply


def reply_to_sent(mail: EmailMessage, text: str) -> EmailMessage:
    """A reply to a mail as it came from the mail server."""
    reply = _written(text, str(mail["Reply-To"]), text_of(mail))
    reply["From"], reply["To"], reply["Subject"] = mail["To"], mail["Reply-To"], f"Re: {mail['Subject']}"
    reply["In-Reply-To"] = mail["Message-ID"]
    return reply


def _written(text: str, address: str, answered: str) -> EmailMessage:
    reply = EmailMessage()
    reply["Message-ID"] = make_msgid(domain="mail.example.org")
    quoted = "".join(f"> {line}\n" for line in answered.splitlines())
    reply.set_content(f"{text}\n\nOn Fri, 27 Nov 2026 at 10:00, Sekigahara <{address}> wrote:\n\n{quoted}")
    return reply


def take(reply: EmailMessage, *, envelope: str | None = None) -> bool:
    """Have a reply read, as a mail server hands it on."""
    sender = str(reply["From"]) if envelope is None else envelope
    return inbound.take(reply, sender=sender, recipients=[str(reply["To"])])


def text_of(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def any_answer(text: str, chooser: Random) -> str:
    """One of the answers that the text of a mail prints and does not call grave, as a reply gives it."""
    if text.startswith(DRAFT):
        return "yes"
    moves = MOVES.search(text)
    if moves is not None and chooser.random() < SHARE_OF_MARCHES:
        return moves[1]
    body = text.partition("Your possible answers:")[2]
    lines = [(number, rest) for number, rest in LINE.findall(body) if "Grave:" not in rest]
    number, rest = chooser.choice(lines)
    found = CHOOSE.search(rest)
    if found is None:
        return str(number)
    items = [(letter, words) for letters, words in ITEMS.findall(body) for letter in _listed(letters)]
    safe = {letter for letter, words in items if "Grave:" not in words}
    letters = [
        letter for letter in _letters(found[3], [letter for letter, _words in items]) if letter in safe
    ]
    least, most = _bounds(found[1] or "", int(found[2]))
    count = chooser.randint(least, min(most, len(letters)))
    return " ".join([str(number), *(chooser.sample(letters, count) or ["none"])])


def _letters(words: str, known: list[str]) -> list[str]:
    if " to " not in words:
        return _listed(words)
    first, last = words.split(" to ")
    in_order = sorted(known, key=lambda letter: (len(letter), letter))
    return in_order[in_order.index(first) : in_order.index(last) + 1]


def _listed(words: str) -> list[str]:
    return re.split(r", | and ", words)


def _bounds(beginning: str, most: int) -> tuple[int, int]:
    if not beginning:
        return most, most
    return (0, most) if beginning.startswith("none") else (int(beginning.split(maxsplit=1)[0]), most)
