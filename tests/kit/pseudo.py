"""A language for tests: every text of the service in brackets, with accents, and longer than in English.

Whatever stands on a page outside of the brackets has not been translated; a bracket within another is a
sentence put together of parts, which no other language can be sure to order in that way.
"""

import gettext
import json
import re
from functools import cache
from pathlib import Path

from django.utils.translation import trans_real
from django.views.i18n import JavaScriptCatalog

from tests.kit.processes import PROJECT

CODE = "en-gb"
"""Of the languages that Django knows, one that writes dates and numbers as the service's own does."""
LANGUAGES = [(CODE, "Pseudo")]
OPENING, CLOSING = "⟦", "⟧"
LONGER = 0.4
"""How much longer than English other languages may be."""

KEPT = re.compile(r"%\(\w+\)[sd]|%%|%[sd]|\{\{?\w*\}?\}|&\w+;|<[^>]*>|https?://\S+")
"""What is no word: placeholders, and marks of HTML."""
FORMAT = re.compile(r"[A-Za-z](?:[ ,.:-]+[A-Za-z])+")
"""How a date is written, which each language says in its own way."""
ACCENTS = str.maketrans("acdeghilnorstuyzACDEGHILNORSTUYZ", "áçđéĝĥïłñöŕšţúýžÁÇĐÉĜĤÏŁÑÖŔŠŢÚÝŽ")
SCRIPTS = PROJECT / "games" / "static" / "play"
QUOTED = r'"((?:[^"\\]|\\.)*)"'
ONE, SEVERAL = re.compile(rf"\bgettext\(\s*{QUOTED}"), re.compile(rf"\bngettext\(\s*{QUOTED},\s*{QUOTED}")


@cache
def pseudo(text: str) -> str:
    """A text as whoever reads the language sees it; empty ones stay so."""
    words, marks = KEPT.split(text), KEPT.findall(text)
    if not text.strip() or FORMAT.fullmatch(text):
        return text
    accented = [part.translate(ACCENTS) for part in words]
    told = "".join(part + mark for part, mark in zip(accented, [*marks, ""], strict=True))
    letters = sum(map(len, words))
    return f"{OPENING}{told}{' ····' * max(1, round(LONGER * letters / 5))}{CLOSING}"


class Pseudo(gettext.NullTranslations):
    """A catalogue of every text there is."""

    def to_language(self) -> str:
        """The code of the language, which Django asks for."""
        return CODE

    def gettext(self, message: str) -> str:
        """A text, which may have a context in front."""
        return pseudo(message.rpartition(trans_real.CONTEXT_SEPARATOR)[2])

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """A text of one or of several."""
        return self.gettext(msgid1 if n == 1 else msgid2)


def of_scripts(folder: Path = SCRIPTS) -> dict[str, str | list[str]]:
    """The catalogue of the scripts, by what they say in English."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.js")))

    def said(quoted: str) -> str:
        return str(json.loads(f'"{quoted}"'))

    several = {said(one): [pseudo(said(one)), pseudo(said(more))] for one, more in SEVERAL.findall(source)}
    return {said(one): pseudo(said(one)) for one in ONE.findall(source)} | several


class Catalogue(JavaScriptCatalog):
    """What the scripts load, in the language."""

    def get_catalog(self) -> dict[str, str | list[str]]:
        """The texts by what they are in English."""
        return of_scripts()


def install() -> None:
    """Make the language known to this process, for good; its settings choose it."""
    vars(trans_real)["_translations"][CODE] = Pseudo()  # there is no other way in
    JavaScriptCatalog.get_catalog = Catalogue.get_catalog  # type: ignore[method-assign,assignment]
