"""What a club is called: when two names read alike, and what a name becomes in an address."""

import unicodedata

from django.utils.text import slugify

from accounts.look_alikes import UNSEEN, in_latin

LONGEST_CLUB_NAME = 60
LONGEST_FOLDED = 180
"""Letters that would extend a slug: some Unicode characters stand for whole words."""
LONGEST_BASE = 40

NAMELESS = "club"
"""The address of a name that has nothing of the Latin alphabet in it."""
RESERVED = frozenset({"new"})
"""Slugs that are addresses of other pages."""


def tidied(name: str) -> str:
    """The name with one blank between words, and none around it."""
    return " ".join(name.split())


def folded(name: str) -> str:
    """The form of a name for comparison: without case and width, so that names that look alike are equal.

    Letters of different alphabets stay different, though some look the same: see ``seen``.
    """
    seen = UNSEEN.sub("", unicodedata.normalize("NFKC", name))
    return tidied(UNSEEN.sub("", unicodedata.normalize("NFKC", seen.casefold())))


def seen(name: str) -> str:
    """The form for comparison in which letters of any alphabet that look the same are equal."""
    return folded(in_latin(name))


def slug_of(name: str) -> str:
    """A name as a part of an address: small letters, digits and hyphens; not yet whether it is free."""
    slug = slugify(name)[:LONGEST_BASE].strip("-_") or NAMELESS
    return f"{slug}-{NAMELESS}" if slug in RESERVED else slug
