"""Which names are allowed: visible characters on one line that do not affect the text around them, and that
are not taken for what the service itself writes."""

import re
import unicodedata
from collections.abc import Iterable

from django.core.exceptions import ValidationError

from accounts.look_alikes import FILLERS, in_latin, looks, words
from sekigahara.errors.codes import CODES

INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories of control characters, such as line breaks or changes of direction."""

JOINERS = "\u200c\u200d"
"""Several scripts, and emoji, are spelt with these."""

LINK = re.compile(r"\w\.[^\W\d_]{2}|@|://")
"""Text that mail programs turn into a link. Initials are allowed."""

_BEGINNING_OF_LINK = re.compile(r"(?<=\w\.)(?=[^\W\d_]{2})|(?<=@)|(?<=:)(?=//)")

_MARKS = [looks(mark) for mark in ("bot", "computer")]
MARKS = [[mark] for mark in _MARKS]
"""The words that the service writes behind the names of players that are programs."""

NUMBERED = re.compile(r"([\W_]+\d+)+[\W_]*$")
"""The end of a name that is told from another by a number."""

BRACKETED = re.compile(rf"[^\w\s](?:{'|'.join(_MARKS)})[^\w\s]")

RESERVED = {
    looks(word)
    for word in (
        *("East", "West", "Sekigahara", "arbiter", "bot", "computer", "computer player"),
        *("former player", "nobody", "nameless"),
    )
}
"""What stands where a name could: sides, people who are not named, and what ``reserve`` adds."""

ARTICLES = [[looks(article)] for article in ("a", "an", "the")]


def reserve(names: Iterable[str]) -> None:
    """Keep names of the service's own from people and clubs.

    Args:
        names: such as those of computer players.
    """
    RESERVED.update(map(looks, names))


def validate_name(name: str) -> None:
    """Refuse a name with invisible characters.

    Raises:
        ValidationError: code ``name-invisible``.
    """
    if name and (any(map(_is_hidden, name)) or not any(map(_is_seen, name))):
        raise _refusal("name-invisible")


def _is_hidden(letter: str) -> bool:
    return letter in FILLERS or (unicodedata.category(letter) in INVISIBLE and letter not in JOINERS)


def _is_seen(letter: str) -> bool:
    """Whether there is something to see of a letter without others: not of joiners, blanks and accents."""
    return letter not in JOINERS and unicodedata.category(letter)[0] not in "MZ"


def is_visible(line: str) -> bool:
    """Whether a line has only visible characters."""
    return not any(map(_is_hidden, line))


def is_plain(text: str) -> bool:
    """Whether a line for a stranger has only visible characters, and nothing that becomes a link."""
    return is_visible(text) and not LINK.search(text)


def inert(text: str) -> str:
    """A text in which mail programs find no address to make a link of, though it looks the same."""
    return _BEGINNING_OF_LINK.sub("\u200c", text)


def refuse_links(name: str) -> None:
    """Refuse a person's name that contains an address.

    Names appear in invitations, so anyone could otherwise send links to strangers.

    Raises:
        ValidationError: code ``name-linked``.
    """
    if LINK.search(name):
        raise _refusal("name-linked")


def refuse_imitations(name: str) -> None:
    """Refuse the name of a person or a club that could be taken for what the service itself writes.

    Raises:
        ValidationError: code ``name-reserved``.
    """
    seen = words(NUMBERED.sub("", name))
    wholes = {"".join(seen), "".join(seen[1:]) if seen[:1] in ARTICLES else ""}
    if wholes & RESERVED or seen[-1:] in MARKS or BRACKETED.search(in_latin("".join(name.split()))):
        raise _refusal("name-reserved")


def _refusal(code: str) -> ValidationError:
    return ValidationError(CODES[code].sentence({}), code)
