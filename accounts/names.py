"""What may be a name: something that can be seen, on one line, and does nothing to the text around it."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode's categories of what is controlled and not read, as a line break or a change of direction."""

JOINERS = "\u200c\u200d"
"""Several scripts, and emoji, are spelt with these."""


def validate_name(name: str) -> None:
    """Refuse a name that could not be shown as it is.

    Raises:
        ValidationError: code ``name-invisible``.
    """
    hidden = any(unicodedata.category(letter) in INVISIBLE and letter not in JOINERS for letter in name)
    if hidden or (name and not name.strip(JOINERS + " \xa0")):
        raise ValidationError(_("Use letters, digits and signs that can be seen."), "name-invisible")
