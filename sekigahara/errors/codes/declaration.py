"""The declaration of an error code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

ADVICE: dict[int, _StrPromise] = {
    400: _("Nothing has changed. Compare what you sent with the schema, and correct the program."),
    403: _("Nothing has changed. Ask someone who has the required role."),
    409: _("Nothing has changed. Read the game again to see what you can decide now, if anything."),
    412: _(
        "Nothing has changed. Read the options again, decide again, and send the ETag of that response as "
        "If-Match. A program need not ask a person if its choice is still among the options."
    ),
    422: _(
        "Nothing has changed. Choose something else: of an action, the options of the game list everything "
        "allowed."
    ),
    429: _(
        "Nothing has changed. Wait for the number of seconds in Retry-After, then send the request again."
    ),
}
"""What to do about a refusal of the engine or the services, by status."""


@dataclass(frozen=True)
class Code:
    """One error code and everything shown about it.

    Attributes:
        name: the stable identifier for programs, such as ``road-used``.
        status: the HTTP status of a response with this code.
        title: the kind of problem, in a few words.
        text: what is wrong in this case and what to do instead: one or two sentences with ``%(name)s`` for
            parameters.
        advice: what the recipient should do, shown on the page of the code. By default that of the status.
        untold: the names of values in ``parameters`` of a response that no text names.
        variants: other texts for some of its causes, by the number of the rule or by a word.
        is_for_pages: whether only pages show it, so that no response of the API can have it.
    """

    name: str
    status: int
    title: _StrPromise
    text: _StrPromise
    advice: _StrPromise | None = None
    untold: tuple[str, ...] = ()
    variants: Mapping[str, _StrPromise] = field(default_factory=dict)
    is_for_pages: bool = False

    @property
    def parameters(self) -> set[str]:
        """The names of the values in ``parameters`` of a response."""
        return {*self.untold, *re.findall(r"{(\w+)}", " ".join(self.texts()))}

    def sentence(self, parameters: Mapping[str, Any], variant: str = "") -> str:
        """The text for one case, in the active language.

        Args:
            parameters: the values for the text. A list is shown as its items separated by commas.
            variant: the cause, if it has its own text.
        """
        shown = {
            name: ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value
            for name, value in parameters.items()
        }
        return self.variants.get(variant, self.text) % shown

    def to_do(self) -> str:
        """What the recipient should do, in the active language."""
        return str(self.advice or ADVICE[self.status])

    def texts(self) -> list[str]:
        """All texts of the code, in the active language, with ``{name}`` for each parameter."""
        return [_with_names(text) for text in (self.text, *self.variants.values())]


class _Numbers(dict[str, int]):
    """Placeholders for the parameters of a text: unique numbers, because a plural form needs a number."""

    def __missing__(self, name: str) -> int:
        self[name] = 9_871_000_000 + len(self)
        return self[name]


def _with_names(text: _StrPromise) -> str:
    numbers = _Numbers()
    shown: str = text % numbers
    for name, number in numbers.items():
        shown = shown.replace(str(number), f"{{{name.removesuffix('_id')}}}")
    return shown
