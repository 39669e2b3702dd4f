"""Submitted form data, and the sentences for what is missing in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.story.names import cards_between

BUTTON = "do"
"""The name of every button; its value names the answer."""


class Incomplete(Exception):  # noqa: N818 - named for what it says, like the refusals of the engine
    """The submitted form is incomplete or chooses something that is not offered.

    Attributes:
        sentences: what is wrong and what to do, in the active language.
    """

    def __init__(self, *sentences: str) -> None:
        super().__init__(*sentences)
        self.sentences = list(sentences)


class FormData:
    """The fields of a submitted form.

    Args:
        fields: of a POST; of a GET, which can name where a move begins; or None.
    """

    def __init__(self, fields: QueryDict | None) -> None:
        self._fields = QueryDict() if fields is None else fields

    @property
    def button(self) -> str:
        """The value of the pressed button; empty if none was pressed."""
        return self.value(BUTTON)

    @property
    def is_submitted(self) -> bool:
        """Whether a button was pressed. Only then does an absent checkbox mean that it is unchecked."""
        return BUTTON in self._fields

    def keep(self, *names: str) -> FormData:
        """A copy with only the button and the named fields."""
        fields = QueryDict(mutable=True)
        fields[BUTTON] = self.button
        for name in names:
            fields.setlist(name, self.values(name))
        return FormData(fields)

    def value(self, name: str) -> str:
        """The first value of a field; empty if it has none."""
        values = self.values(name)
        return values[0] if values else ""

    def values(self, name: str) -> list[str]:
        """All values of a field, in the order of the page."""
        return self._fields.getlist(name)

    def required(self, name: str, missing: str) -> str:
        """The single value of a field.

        Args:
            name: of the field.
            missing: the sentence to show if nothing was chosen.

        Raises:
            Incomplete: the field has no value, or several.
        """
        values = self.values(name)
        if not values or not values[0]:
            raise Incomplete(missing)
        if len(values) > 1:
            raise not_offered()
        return values[0]

    def chosen(self, name: str, offered: Mapping[str, int]) -> tuple[str, ...]:
        """The values of a field; all of them must be offered.

        Args:
            name: of the field.
            offered: how often each value is offered.

        Raises:
            Incomplete: a value is not offered, or was sent more often than it is.
        """
        values = self.values(name)
        if Counter(values) - Counter(offered):
            raise not_offered()
        return tuple(values)


def not_offered() -> Incomplete:
    """The error for a choice that the form does not offer: the page is outdated, or a program sent it."""
    return Incomplete(
        _("What you chose is not offered now. Look at what the form offers below, and choose again.")
    )


def check_cards(chosen: Sequence[str], least: int, most: int) -> None:
    """Check how many cards were chosen.

    Raises:
        Incomplete: fewer than ``least`` or more than ``most``.
    """
    needed = _("Choose %(cards)s") % {"cards": cards_between(least, most)}
    at_most = ngettext("Choose no more than %(count)d card", "Choose no more than %(count)d cards", most)
    _check(len(chosen), least, most, needed, at_most)


def check_blocks(chosen: Sequence[str], least: int, most: int) -> None:
    """Check how many blocks were chosen.

    Raises:
        Incomplete: fewer than ``least`` or more than ``most``.
    """
    needed = ngettext("Choose %(count)d block", "Choose %(count)d blocks", most if least == most else least)
    at_most = ngettext("Choose no more than %(count)d block", "Choose no more than %(count)d blocks", most)
    _check(len(chosen), least, most, needed, at_most)


def _check(number: int, least: int, most: int, needed: str, at_most: str) -> None:
    if least <= number <= most:
        return
    text = needed % {"count": least} if least == most or number < least else at_most % {"count": most}
    if not number:
        raise Incomplete(_("%(wanted)s; none is chosen yet.") % {"wanted": text})
    both = ngettext("%(wanted)s; %(number)d is chosen now.", "%(wanted)s; %(number)d are chosen now.", number)
    raise Incomplete(both % {"wanted": text, "number": number})
