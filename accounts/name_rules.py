"""What may be a name: visible characters on one line that do nothing to the text around them."""

import re
import unicodedata

from django.core.exceptions import ValidationError

from sekigahara.errors.codes import CODES

INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode's categories of what is controlled and not read, as a line break or a change of direction."""

JOINERS = "\u200c\u200d"
"""Several scripts, and emoji, are spelt with these."""

LINK = re.compile(r"\w\.[^\W\d_]{2}|@|://")
"""What mail programs make a link of. Initials are left alone."""


def validate_name(name: str) -> None:
    """Refuse a name that could not be shown as it is.

    Raises:
        ValidationError: code ``name-invisible``.
    """
    hidden = any(unicodedata.category(letter) in INVISIBLE and letter not in JOINERS for letter in name)
    if hidden or (name and not name.strip(JOINERS + " \xa0")):
        raise _refusal("name-invisible")


def refuse_links(name: str) -> None:
    """Refuse a person's name that contains an address.

    Names stand in invitations, so anyone could otherwise send strangers links of their own.

    Raises:
        ValidationError: code ``name-linked``.
    """
    if LINK.search(name):
        raise _refusal("name-linked")


def _refusal(code: str) -> ValidationError:
    return ValidationError(CODES[code].sentence({}), code)
