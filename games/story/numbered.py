"""The possible answers as mails print them: by number, and by letter what can be chosen for them."""

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
    """All answers, and by its letter each thing that can be chosen for some of them, each copy by its own."""

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
    each = [row for row in named.values() for _copy in range(row.copies)]
    items = {_letters(number): row for number, row in enumerate(each)}
    lines = [
        NumberedAnswer(number, answer, f"{answer.rest} {_choosing(answer.items, items)}".strip())
        for number, answer in enumerate(answers, start=1)
    ]
    return Numbered(lines, items)


def _item_line(letters: list[str], item: AnswerItem) -> str:
    if len(letters) > 1:
        item = item._replace(words=_("each %(name)s") % {"name": item.words})
    return f"{listing(letters)}. {item.line}"


def _letters(number: int) -> str:
    """The letters of the number, from 0: a to z, then aa, ab …, as lists of web pages count."""
    more, last = divmod(number, 26)
    return (_letters(more - 1) if more else "") + "abcdefghijklmnopqrstuvwxyz"[last]


def _choosing(chosen: Items | None, items: dict[str, AnswerItem]) -> str:
    """How many letters to choose, and from which; empty if nothing is chosen."""
    if chosen is None:
        return ""
    names, letters = {row.name for row in chosen.rows}, [*items]
    own = [letter for letter, row in items.items() if row.name in names]
    together = listing(own)
    if len(own) > 2 and own == letters[letters.index(own[0]) : letters.index(own[-1]) + 1]:
        together = _("%(first)s to %(last)s") % {"first": own[0], "last": own[-1]}
    values = {"least": chosen.least, "most": chosen.most, "letters": together}
    if chosen.least == chosen.most:
        return _("Choose %(most)d of %(letters)s.") % values
    if not chosen.least:
        return _("Choose none or up to %(most)d of %(letters)s.") % values
    return _("Choose %(least)d to %(most)d of %(letters)s.") % values
