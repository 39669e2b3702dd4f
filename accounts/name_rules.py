"""Which names are allowed: visible characters on one line that do not affect the text around them."""

import re
import unicodedata

from django.core.exceptions import ValidationError

from sekigahara.errors.codes import CODES

INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories of control characters, such as line breaks or changes of direction."""

JOINERS = "\u200c\u200d"
"""Several scripts, and emoji, are spelt with these."""

LINK = re.compile(r"\w\.[^\W\d_]{2}|@|://")
"""Text that mail programs turn into a link. Initials are allowed."""


def validate_name(name: str) -> None:
    """Refuse a name with invisible characters.

    Raises:
        ValidationError: code ``name-invisible``.
    """
    hidden = any(unicodedata.category(letter) in INVISIBLE and letter not in JOINERS for letter in name)
    if hidden or (name and not name.strip(JOINERS + " \xa0")):
        raise _refusal("name-invisible")


def refuse_links(name: str) -> None:
    """Refuse a person's name that contains an address.

    Names appear in invitations, so anyone could otherwise send links to strangers.

    Raises:
        ValidationError: code ``name-linked``.
    """
    if LINK.search(name):
        raise _refusal("name-linked")


def _refusal(code: str) -> ValidationError:
    return ValidationError(CODES[code].sentence({}), code)
