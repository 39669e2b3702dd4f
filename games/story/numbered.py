"""The possible answers as mails print them: by number, and by letter what can be chosen for them."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.story.answers import Answer, AnswerItem, Items
from games.story.names import listing


class NumberedAnswer(NamedTuple):
    """An answer as a line of a mail.

    Attributes:
        number: from 1.
        answer: itself.
        rest: what follows its sentence, with what must be chosen for it.
    """

    number: int
    answer: Answer
    rest: str


class Numbered(NamedTuple):
    """All answers, and by its letter each thing that can be chosen for some of them."""

    lines: list[NumberedAnswer]
    items: dict[str, AnswerItem]

    @property
    def item_lines(self) -> list[str]:
        """The things that can be chosen, each after its letter; alike ones in one line after theirs."""
        alike: dict[tuple[str, str], list[str]] = {}
        for letter, item in self.items.items():
            alike.setdefault((item.words, item.warns), []).append(letter)
        return [_item_line(letters, self.items[letters[0]]) for letters in alike.values()]


def numbered(answers: list[Answer]) -> Numbered:
    """Number answers, and letter the things that can be chosen for them."""
    named: dict[str, AnswerItem] = {}
    for answer in answers:
        for row in answer.items.rows if answer.items else ():
            named.setdefault(row.name, row)
    letters = {name: _letters(number) for number, name in enumerate(named)}
    lines = [
        NumberedAnswer(number, answer, f"{answer.rest} {_choosing(answer.items, letters)}".strip())
        for number, answer in enumerate(answers, start=1)
    ]
    return Numbered(lines, {letters[name]: row for name, row in named.items()})


def _item_line(letters: list[str], item: AnswerItem) -> str:
    if len(letters) > 1:
        words = _("%(count)d %(name)s") % {"count": len(letters), "name": item.words}
        item = item._replace(words=words)
    return f"{listing(letters)}. {item.line}"


def _letters(number: int) -> str:
    """The letters of the number, from 0: a to z, then aa, ab …, as lists of web pages count."""
    more, last = divmod(number, 26)
    return (_letters(more - 1) if more else "") + "abcdefghijklmnopqrstuvwxyz"[last]


def _choosing(items: Items | None, letters: dict[str, str]) -> str:
    """How many of which letters to choose; empty if nothing is chosen."""
    if items is None:
        return ""
    own = [letters[row.name] for row in items.rows]
    together = listing(own)
    if (
        len(own) > 2
        and len(own) == [*letters.values()].index(own[-1]) - [*letters.values()].index(own[0]) + 1
    ):
        together = _("%(first)s to %(last)s") % {"first": own[0], "last": own[-1]}
    values = {"least": items.least, "most": items.most, "letters": together}
    if items.least == items.most:
        return _("Choose %(most)d of %(letters)s.") % values
    if not items.least:
        return _("Choose none or up to %(most)d of %(letters)s.") % values
    return _("Choose %(least)d to %(most)d of %(letters)s.") % values
