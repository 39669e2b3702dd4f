"""The rules one game is played by: an edition's data and switches, pinned by digest and revision."""

from __future__ import annotations

from games.engine.components import Components
from games.engine.editions import Edition, digest, parse

REVISION = 1
"""Raised by any change that alters a legal outcome; a running game keeps the one it began with."""


class Ruleset:
    """An edition made ready to play.

    Attributes:
        edition: the parsed edition.
        digest: SHA-256 of its text, hex.
        components: its tables.
    """

    __slots__ = ("components", "digest", "edition")

    def __init__(self, edition: Edition, text_digest: str) -> None:
        self.edition = edition
        self.digest = text_digest
        self.components = Components(edition)

    @classmethod
    def from_text(cls, text: str) -> Ruleset:
        """The ruleset of an edition's text.

        Raises:
            EditionError: with every problem found in it.
        """
        return cls(parse(text), digest(text))
