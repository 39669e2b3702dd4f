"""What a person filled in, and the sentences for what is missing in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.story.names import cards_between

BUTTON = "do"
"""The name of every button; its value says which answer is meant."""


class Incomplete(Exception):  # noqa: N818 - named for what it says, like the refusals of the engine
    """No answer can be made of what was filled in.

    Attributes:
        sentences: what is missing or wrong and what to do, in the active language.
    """

    def __init__(self, *sentences: str) -> None:
        super().__init__(*sentences)
        self.sentences = list(sentences)


class Given:
    """The fields of a form as they came in.

    Args:
        data: of a POST; of a GET, which may name the place a move begins; or nothing.
    """

    def __init__(self, data: QueryDict | None) -> None:
        self._data = QueryDict() if data is None else data

    @property
    def button(self) -> str:
        """The value of the button that was pressed; empty for none."""
        return self.first(BUTTON)

    @property
    def is_filled_in(self) -> bool:
        """Whether somebody pressed a button, so that an unchecked box is one that was left empty."""
        return BUTTON in self._data

    def only(self, *names: str) -> Given:
        """The form with all other fields left empty."""
        data = QueryDict(mutable=True)
        data[BUTTON] = self.button
        for name in names:
            data.setlist(name, self.all(name))
        return Given(data)

    def first(self, name: str) -> str:
        """A field to be shown again; empty for none."""
        values = self.all(name)
        return values[0] if values else ""

    def all(self, name: str) -> list[str]:
        """Every value of a field, in the order of the page."""
        return self._data.getlist(name)

    def one(self, name: str, missing: str) -> str:
        """The value of a field that has one.

        Args:
            missing: the sentence for when nothing was chosen.

        Raises:
            Incomplete: without a value, or with several.
        """
        values = self.all(name)
        if not values or not values[0]:
            raise Incomplete(missing)
        if len(values) > 1:
            raise not_offered()
        return values[0]

    def some(self, name: str, offered: Mapping[str, int]) -> tuple[str, ...]:
        """The values of a field that has several.

        Args:
            offered: the values that are offered, with how often each.

        Raises:
            Incomplete: for a value that is not offered, or not as often.
        """
        values = self.all(name)
        if Counter(values) - Counter(offered):
            raise not_offered()
        return tuple(values)


def not_offered() -> Incomplete:
    """What was chosen is not in the form: a page from before, or no page at all."""
    return Incomplete(
        _("What you chose is not offered now. Look at what the form offers below, and choose again.")
    )


def check_cards(chosen: Sequence[str], least: int, most: int) -> None:
    """Raise Incomplete unless so many cards were chosen."""
    wanted = _("Choose %(cards)s") % {"cards": cards_between(least, most)}
    at_most = ngettext("Choose no more than %(count)d card", "Choose no more than %(count)d cards", most)
    _check(len(chosen), least, most, wanted, at_most)


def check_blocks(chosen: Sequence[str], least: int, most: int) -> None:
    """Raise Incomplete unless so many blocks were chosen."""
    wanted = ngettext("Choose %(count)d block", "Choose %(count)d blocks", most if least == most else least)
    at_most = ngettext("Choose no more than %(count)d block", "Choose no more than %(count)d blocks", most)
    _check(len(chosen), least, most, wanted, at_most)


def _check(number: int, least: int, most: int, wanted: str, at_most: str) -> None:
    if least <= number <= most:
        return
    text = wanted % {"count": least} if least == most or number < least else at_most % {"count": most}
    if not number:
        raise Incomplete(_("%(wanted)s; none is chosen yet.") % {"wanted": text})
    told = ngettext("%(wanted)s; %(number)d is chosen now.", "%(wanted)s; %(number)d are chosen now.", number)
    raise Incomplete(told % {"wanted": text, "number": number})
