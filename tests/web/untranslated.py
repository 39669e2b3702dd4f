"""Finds what of a page or a mail is not in the language of `tests.kit.pseudo`."""

import re
from html.parser import HTMLParser
from typing import NamedTuple

from tests.kit.pseudo import CLOSING, OPENING
from tests.web.page_languages import WITHOUT_END

UNREAD = frozenset({"script", "style", "pre", "code"})
"""Elements whose texts are for programs, or are quoted."""
READ = frozenset({"title", "aria-label", "aria-description", "alt", "placeholder"})
"""Attributes that are read to people."""
ENDS = re.compile(r"(?<!\d)[.?!…](?=\s|$)")
"""What ends a sentence: for its language to write, as some do it in another way."""


class Found(NamedTuple):
    """A text, and how it was told.

    Attributes:
        where: the element, and the attribute if it is one.
        outside: of the text, what was not in brackets.
    """

    where: str
    outside: str


class Brackets:
    """Reads a text on, bit by bit, and keeps what is within a bracket apart from what is not."""

    def __init__(self) -> None:
        self.depth = 0

    def outside(self, text: str) -> str:
        """What stands outside; white space is one space."""
        kept = []
        for letter in text:
            if letter == OPENING:
                self.depth += 1
                kept.append(" ")
            elif letter == CLOSING:
                self.depth -= 1
            elif not self.depth:
                kept.append(letter)
        return " ".join("".join(kept).split())


class Untranslated(HTMLParser):
    """What a page says outside of the brackets.

    Attributes:
        found: in the order of the page.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self._within = [("", "")]
        self._brackets = Brackets()
        self.found: list[Found] = []
        self.feed(page)
        self.close()
        assert not self._brackets.depth, "a bracket is left open: a placeholder held half of a sentence"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Go in, and read the attributes."""
        named = dict(attrs)
        lang = named.get("lang") or self._within[-1][1]
        if tag not in WITHOUT_END:
            self._within.append((tag, lang))
        for name in READ & named.keys():
            self._note(f"{tag} {name}", lang, Brackets().outside(named[name] or ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read the attributes; there is nothing within."""
        self.handle_starttag(tag, attrs)
        if tag not in WITHOUT_END:
            self._within.pop()

    def handle_endtag(self, tag: str) -> None:
        """Come out."""
        while self._within.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Read a text."""
        tag, lang = self._within[-1]
        if tag not in UNREAD:
            self._note(tag, lang, self._brackets.outside(data))

    def _note(self, where: str, lang: str, outside: str) -> None:
        """Texts that the page says are English, as those of the rules, may be so."""
        if outside and lang != "en":
            self.found.append(Found(where, outside))
