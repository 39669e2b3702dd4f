"""The rules of one game: an edition's data and flags, pinned by digest and revision.

If a fix of the rules changes an outcome, the rule checks ``play.c.revision`` for the behaviour of this game:
see "How to ship a fix of the rules" in the README of this folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from games.engine.components import Components
from games.engine.edition_data import Edition
from games.engine.editions import digest, parse_for_game

REVISION = 2
"""Raised by any change that alters a legal outcome; a running game keeps the one it began with."""


class Ruleset:
    """An edition that is ready to play.

    Attributes:
        edition: the parsed edition.
        digest: SHA-256 of its text, hex.
        revision: of the rules' behaviour, from 1 to `REVISION`.
        chosen: the flags of the edition that were chosen for this game.
        components: its tables.
    """

    __slots__ = ("chosen", "components", "digest", "edition", "revision")

    def __init__(
        self,
        edition: Edition,
        text_digest: str,
        revision: int = REVISION,
        chosen: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self.edition = edition
        self.digest = text_digest
        self.revision = revision
        self.chosen = chosen
        self.components = Components(edition, revision)

    @classmethod
    def from_text(cls, text: str, revision: int = REVISION) -> Ruleset:
        """The ruleset of an edition's text.

        Raises:
            EditionError: with every problem found in it.
        """
        edition, chosen = parse_for_game(text)
        return cls(edition, digest(text), revision, chosen)
