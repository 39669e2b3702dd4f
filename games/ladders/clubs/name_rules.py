"""What a club is called: when two names read alike, and what a name becomes in an address."""

import re
import unicodedata

from django.utils.text import slugify

from accounts.name_rules import JOINERS

LONGEST_NAME = 60
LONGEST_FOLDED = 180
"""Letters: a few signs of Unicode stand for whole words."""
LONGEST_BASE = 40

NAMELESS = "club"
"""The address of a name that has nothing of the Latin alphabet in it."""
RESERVED = frozenset({"new"})
"""What is the address of something else."""

_UNSEEN = re.compile(
    f"[\0{JOINERS}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Letters that leave no mark of their own: joiners, fillers, choices among shapes of a letter, and the null
sign, which no database takes."""


def tidied(name: str) -> str:
    """The name with one blank between words, and none around it."""
    return " ".join(name.split())


def folded(name: str) -> str:
    """What names have in common that read alike: capitals and small letters, wide and narrow ones.

    Letters of different alphabets stay different, though some look the same.
    """
    seen = _UNSEEN.sub("", unicodedata.normalize("NFKC", name))
    return tidied(_UNSEEN.sub("", unicodedata.normalize("NFKC", seen.casefold())))


def slug_of(name: str) -> str:
    """A name as a part of an address: small letters, digits and hyphens; not yet whether it is free."""
    slug = slugify(name)[:LONGEST_BASE].strip("-_") or NAMELESS
    return f"{slug}-{NAMELESS}" if slug in RESERVED else slug
