"""Finds the language of each text on a page, as a screen reader does."""

from collections import defaultdict
from html.parser import HTMLParser

WITHOUT_END = frozenset({"br", "hr", "img", "input", "link", "meta"})


class Spoken(HTMLParser):
    """The texts of a page by the language that whoever reads it aloud takes them for.

    Attributes:
        texts: by language, each text once, without the white space around it.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self._languages = [("", "")]
        self.texts: dict[str, set[str]] = defaultdict(set)
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Go in."""
        if tag not in WITHOUT_END:
            self._languages.append((tag, dict(attrs).get("lang") or self._languages[-1][1]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing is said within."""

    def handle_endtag(self, tag: str) -> None:
        """Come out; what is left open within is closed."""
        while self._languages.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Note what is said."""
        if text := " ".join(data.split()):
            self.texts[self._languages[-1][1]].add(text)
