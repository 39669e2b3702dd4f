"""Reading what a player has written: one of the answers that the mail printed, or nothing.

The first paragraph above the first quotation counts, and must be the answer from its first to its last word:
a number with the letters of what is chosen, or the words of a line. What could also mean something else is
refused, with the reason. A later paragraph may say anything that is no answer, such as a name.
"""

import re
import unicodedata
from typing import NamedTuple

from django.utils.translation import gettext as _
from mailparser_reply import EmailReplyParser
from mailparser_reply.constants import MAIL_LANGUAGES

from games.engine.actions import Action
from games.story.answers import AnswerItem, Items
from games.story.names import listing
from games.story.numbered import Numbered, NumberedAnswer

MOST_CHARACTERS_OF_A_REPLY = 2000
"""That are looked at, from the beginning. The parser needs ever longer for more."""
NOTHING_CHOSEN = "none"
SHORT_WORDS = {"stop": "finish"}
"""What is also said for the word of a tap."""

_PARSER = EmailReplyParser(languages=[*MAIL_LANGUAGES])
_EMPTY_LINES = re.compile(r"\n\s*\n")
_DASHES = re.compile(r"[\u2010-\u2015\u2212]")
_NUMBER = re.compile(r"#?(\d{1,4})(?:[.):,;]+|(?=\s)|$)\s*(.*)")
_BETWEEN_LETTERS = re.compile(r"[\s,;+&]+")


class MisfitError(ValueError):
    """What was written is none of the possible answers.

    Attributes:
        code: a stable word for the reason.
        sentence: the reason, in the active language.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence


class ReadAnswer(NamedTuple):
    """The answer that a reply gives.

    Attributes:
        action: complete.
        words: what is done, with what is chosen for it, without a full stop.
        is_grave: whether the mail called it grave.
    """

    action: Action
    words: str
    is_grave: bool


def new_paragraphs(text: str) -> list[str]:
    """What is new in a mail, above the first quotation and without a signature; empty for nothing."""
    text = _EMPTY_LINES.sub("\n\n", text.replace("\r\n", "\n").strip())[:MOST_CHARACTERS_OF_A_REPLY]
    newest = _PARSER.read(text).replies[0]
    lines = [] if newest.headers else newest.body.split("\n")  # a header introduces what is quoted
    quoted = next((number for number, line in enumerate(lines) if line.lstrip().startswith(">")), None)
    if quoted is not None:
        lines = lines[:quoted]
        while lines and (not lines[-1].strip() or lines[-1].rstrip().endswith(":")):
            lines.pop()  # the line that introduces it
    return [part.strip() for part in _EMPTY_LINES.split("\n".join(lines)) if part.strip()]


def plain(text: str) -> str:
    """A text without what does not matter to its meaning: case, kinds of dashes, spaces, full stops."""
    folded = _DASHES.sub("-", unicodedata.normalize("NFKC", text)).casefold()
    return " ".join(folded.split()).rstrip(".! ")


def read_answer(numbered: Numbered, text: str) -> ReadAnswer:
    """The answer that the text of a mail gives.

    Args:
        numbered: the answers as the mail printed them.
        text: of the reply, with all that it quotes.

    Raises:
        MisfitError: it gives none of them, or perhaps another too.
    """
    first, *others = new_paragraphs(text) or [""]
    if not first:
        raise MisfitError("empty", _("There was nothing above the quotation."))
    answer = _read(numbered, first)
    if any(_may_be_meant(numbered, other) for other in others):
        raise MisfitError("several", _("It could be read in more than one way: write the answer alone."))
    return answer


def _read(numbered: Numbered, written: str) -> ReadAnswer:
    text = plain(written)
    found = _NUMBER.fullmatch(text)
    if found:
        lines = [line for line in numbered.lines if line.number == int(found[1])]
        return _chosen(numbered, lines, found[2])
    lines, rest = _named(numbered, text)
    if not lines and all(word in (*numbered.items, NOTHING_CHOSEN) for word in _words(text)):
        lines, rest = [line for line in numbered.lines if line.answer.items], text
    return _chosen(numbered, lines, rest)


def _named(numbered: Numbered, text: str) -> tuple[list[NumberedAnswer], str]:
    """The lines whose words a text has, and what follows them after a colon."""
    tap = SHORT_WORDS.get(text, text)
    for words, rest in ((text, ""), tuple(map(str.strip, text.rpartition(":")[::2]))):
        lines = [line for line in numbered.lines if words and words in _names(line)]
        if lines:
            return lines, rest
    return [line for line in numbered.lines if line.answer.tap and line.answer.tap == tap], ""


def _names(line: NumberedAnswer) -> set[str]:
    sentence = line.answer.sentence
    return {plain(line.answer.words), plain(sentence), plain(f"{sentence} {line.rest}")}


def _words(text: str) -> list[str]:
    return [word for word in _BETWEEN_LETTERS.split(text) if word not in ("", "and")]


def _chosen(numbered: Numbered, lines: list[NumberedAnswer], rest: str) -> ReadAnswer:
    """The answer of the one line, with what the rest of the text chooses for it."""
    if len(lines) > 1:
        raise MisfitError("several", _("It could be read in more than one way: write the number too."))
    if not lines:
        raise MisfitError("unknown", _("It is none of the possible answers."))
    answer = lines[0].answer
    words = _words(rest)
    if answer.items is None:
        if words:
            raise MisfitError("too-much", _("There is nothing to choose for that answer."))
        return ReadAnswer(answer.action, answer.words, bool(answer.warns))
    rows = _rows(numbered, answer.items, words)
    names = tuple(row.name for row in answer.items.rows for each in rows if each is row)
    words_of_rows = listing(row.words for row in rows)
    values = {"answer": answer.words, "items": words_of_rows}
    return ReadAnswer(
        answer.items.build(names),
        _("%(answer)s: %(items)s") % values if rows else answer.words,
        bool(answer.warns) or any(row.warns for row in rows),
    )


def _rows(numbered: Numbered, items: Items, letters: list[str]) -> list[AnswerItem]:
    """What letters choose for an answer."""
    values = {"least": items.least, "most": items.most}
    if not letters:
        raise MisfitError("letters-missing", _("Its letters are missing, or the word “none” for none."))
    chosen = [] if letters == [NOTHING_CHOSEN] else letters
    own = {row.name: row for row in items.rows}
    rows = []
    for letter in chosen:
        item = numbered.items.get(letter)
        if item is None or item.name not in own:
            raise MisfitError("letter-unknown", _("It has a letter that cannot be chosen for that answer."))
        rows.append(own[item.name])
    if any(rows.count(row) > row.copies for row in rows):
        raise MisfitError("letter-repeated", _("It has a letter too often."))
    if not items.least <= len(rows) <= items.most:
        raise MisfitError(
            "wrong-number", _("It must have %(least)d letters at least and %(most)d at most.") % values
        )
    return rows


def _may_be_meant(numbered: Numbered, text: str) -> bool:
    """Whether a paragraph after the first might be part of the answer, or another."""
    if any(letter.isdigit() for letter in text):
        return True
    try:
        _read(numbered, text)
    except MisfitError as misfit:
        return misfit.code not in ("unknown", "too-much")
    return True


def example(numbered: Numbered) -> str:
    """What a reply can say, as "2" or "1 a c"; empty without any answer that is not grave."""
    safe = [(line.number, line.answer.items) for line in numbered.lines if not line.answer.warns]
    for number, items in safe:
        if items is not None:
            own = {row.name for row in items.rows if not row.warns}
            letters = [letter for letter, row in numbered.items.items() if row.name in own]
            return " ".join([str(number), *letters[: max(1, items.least)]])
    return str(safe[0][0]) if safe else ""
