"""Finds what of a page or a mail is not in the language of `tests.kit.pseudo`."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from http import HTTPStatus
from typing import Any, NamedTuple

from django.db.models import Max

from accounts.zones import zones_by_region
from games.models.game import Game
from games.rulebook.editions import FIXTURES
from games.rulebook.rules import rulebook
from games.services import computers
from games.web.edition import GRADES
from notifications.models import Notification
from notifications.registry import kind_named
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


# ---- what may be so in every language, and what else is wrong

LOOKING = ("nobody", "person", "player", "opponent", "arbiter", "organiser")
"""Who looks, and acts. All others are shown what one of these is."""


def named_in(data: Any) -> Iterator[str]:
    """What an edition names: places, clans, blocks and cards."""
    if isinstance(data, dict):
        yield from (data[key] for key in ("name", "title") if isinstance(data.get(key), str))
        data = list(data.values())
    if isinstance(data, list):
        for each in data:
            yield from named_in(each)


NAMES = {
    "the game and the service": {"Sekigahara", "UTC", "API", "JSON", "ZIP"},
    "of people": {*(f"Ashigaru {role}" for role in ("Host", "Bot", "Asker", "Blocked", "Removed"))},
    "of computer players": {*computers.COMPUTER_NAMES},
    "of places, clans, blocks and cards": {
        name
        for path in sorted(FIXTURES.glob("editions/*.toml"))
        for name in named_in(tomllib.loads(path.read_text(encoding="utf-8")))
    },
    "of time zones": {place for _region, zones in zones_by_region() for _zone, place in zones},
    "of answers over HTTP": {status.phrase for status in HTTPStatus},
    "of rules, whose text is English on every page": {rule.title for rule in rulebook().rules.values()},
    "of an error of the API": {"stale"},
    "of people, on their crests": {"E"},
    "of the grades of facts, as an edition's file has them; the page explains each": set(GRADES),
}
NAMES["of people"] |= {f"Ashigaru {role.capitalize()}" for role in LOOKING} | {
    "Ashigaru Member",
    "East",
    "West",
}
"""What is the same in every language, by reason."""
WRITTEN = {
    *("Friends of Sekigahara", "An idle club", "Another", "Challenges", "New", "No challenges yet", "Free"),
    *("Good luck!", "Gone.", "May I?", "So it is.", "To see.", "You may."),
    *("Welcome", "We play on Fridays.", "Club evening", "We meet at eight."),
    *("Will he take the bait?", "The name is an insult."),
    *("another", "one more", "Same", "not None", "not club:manage", "not data:read", "not games:play"),
    *("not games:read", "not notifications"),
}
"""What people of `World` have written: names of clubs, ladders and tokens, notes, and reasons."""
CODE = re.compile(
    r"https?://\S+|\S+@\S+|\b[0-9a-f]{64}\b|\b\d+:[0-9a-f]{8,}(?::[0-9a-f]+)?\b|\bR-\d\d\b"
    r"|^\s*(?:\d+|[a-z](?:[,\s]+[a-z])*)\.(?:\s|$)"
)
"""Addresses, fingerprints, heads, numbers of rulings, and what stands before a line of a list."""
KNOWN = re.compile(
    "|".join(
        rf"(?<!\w){re.escape(name)}(?!\w)"
        for name in sorted({*WRITTEN, *(name for names in NAMES.values() for name in names)}, key=len)[::-1]
    )
)


@cache
def unknown_in(outside: str) -> str:
    """What is left of a text without what is the same in every language."""
    return KNOWN.sub("", CODE.sub("", outside))


def wrong_in(found: Found) -> bool:
    """Whether a text is neither in brackets nor a name, or a sentence is put together around brackets."""
    left = unknown_in(found.outside)
    if not (re.search(r"[^\W\d_]", left) or ENDS.search(left)):
        return False
    for public_id in Game.objects.values_list("public_id", flat=True):
        left = left.replace(public_id, "")
    return bool(re.search(r"[^\W\d_]", left) or ENDS.search(left))


MAIN = re.compile(r"<main\b.*?</main>", re.DOTALL)
ADDRESSES = re.compile(r' (?:href|action|value|content)="[^"]*"')
"""What nobody reads, and what is another in each form or on each page."""


def on_page(answer: Any, read: set[str]) -> list[Found]:
    """What is wrong on a page, if it is one.

    Args:
        read: the main parts of pages that were read before, and what is around them; those of this one are
            added, unless they are there.
    """
    if answer.streaming:
        answer.getvalue()  # to its end, which closes its file
        return []
    if "html" not in answer.get("Content-Type", ""):
        return []
    page = ADDRESSES.sub("", answer.content.decode())
    main = MAIN.search(page)
    parts = [page] if main is None else [main[0], page.replace(main[0], "")]
    new = [part for part in parts if part not in read]
    read.update(new)
    return [found for part in new for found in Untranslated(part).found if wrong_in(found)]


def in_mails(after: int) -> Iterator[tuple[str, Found]]:
    """What is wrong in the mails that were put down since one was, by kind."""
    for row in Notification.objects.filter(pk__gt=after).select_related("recipient"):
        kind = kind_named(row.kind)
        assert kind is not None
        message = kind.compose(row.about, row.occasion)
        if message is None:
            continue
        text = Brackets()
        lines = [Found("text", text.outside(line)) for line in message.text.splitlines()]
        subject = Found("subject", Brackets().outside(message.subject))
        for found in [subject, *lines, *Untranslated(message.html).found]:
            if wrong_in(found):
                yield row.kind, found


def newest() -> int:
    """The last message there is."""
    return Notification.objects.aggregate(last=Max("pk"))["last"] or 0
