"""What declares an error code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

ADVICE: dict[int, _StrPromise] = {
    400: _("Nothing has changed. Compare what you sent with the schema, and correct the program."),
    403: _("Nothing has changed. Leave this to somebody who has the right."),
    409: _("Nothing has changed. Read the game again: it says what you can decide now, if anything."),
    412: _(
        "Nothing has changed. Read the options again, decide again, and send the ETag of that answer as "
        "If-Match. A program need not ask a person if its choice is still among the options."
    ),
    422: _("Nothing has changed. Choose something else: the options of the game list all that is allowed."),
    429: _("Nothing has changed. Wait for the number of seconds in Retry-After, then send it again."),
}
"""What to do about a refusal of the engine or the services, by status."""


@dataclass(frozen=True)
class Code:
    """One error code, with all that is shown about it.

    Attributes:
        name: the stable word for programs, as ``road-used``.
        status: the HTTP status of an answer with it.
        title: what kind of problem it is, in a few words.
        text: what is wrong in this case and what to do instead: a sentence or two with ``%(name)s`` for
            parameters.
        advice: the long description: what whoever gets it should do. By default that of the status.
        parameters: the names of what an answer brings in ``parameters``.
        variants: other texts for some of its causes, by the number of the rule or by a word.
        is_for_pages: whether only pages show it, and no answer of the API can have it.
    """

    name: str
    status: int
    title: _StrPromise
    text: _StrPromise
    advice: _StrPromise | None = None
    parameters: tuple[str, ...] = ()
    variants: Mapping[str, _StrPromise] = field(default_factory=dict)
    is_for_pages: bool = False

    def sentence(self, parameters: Mapping[str, Any], variant: str = "") -> str:
        """What is wrong in this case, in the active language.

        Args:
            parameters: what the text needs. A list is shown as its items with commas.
            variant: the cause, if it has a text of its own.
        """
        shown = {
            name: ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value
            for name, value in parameters.items()
        }
        return self.variants.get(variant, self.text) % shown

    def to_do(self) -> str:
        """The long description, in the active language."""
        return str(self.advice or ADVICE[self.status])

    def texts(self) -> list[str]:
        """Every text there is, in the active language, with ``{name}`` for each parameter."""
        return [_with_names(text) for text in (self.text, *self.variants.values())]


class _Numbers(dict[str, int]):
    """Stands for the parameters of a text. Each is a number that occurs nowhere else: a plural needs one."""

    def __missing__(self, name: str) -> int:
        self[name] = 9_871_000_000 + len(self)
        return self[name]


def _with_names(text: _StrPromise) -> str:
    numbers = _Numbers()
    shown: str = text % numbers
    for name, number in numbers.items():
        shown = shown.replace(str(number), f"{{{name.removesuffix('_id')}}}")
    return shown
