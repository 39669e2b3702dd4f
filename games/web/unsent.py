"""A text that was refused, so that its form has it again with the reason, and nothing is lost."""

from typing import Final, NamedTuple

from django.http import HttpRequest

UNSENT: Final = "unsent text"
"""In the session, which has the last one."""


class Unsent(NamedTuple):
    """A text that was refused.

    Attributes:
        text: as it was written; empty for none.
        reason: a sentence that says why.
    """

    text: str = ""
    reason: str = ""


def keep_unsent(request: HttpRequest, form: str, unsent: Unsent) -> None:
    """Keep a refused text until its form is shown.

    Args:
        form: its address.
    """
    request.session[UNSENT] = [form, *unsent]


def take_unsent(request: HttpRequest, form: str) -> Unsent:
    """The text that was refused in a form, once."""
    kept = request.session.get(UNSENT)
    if not isinstance(kept, list) or kept[:1] != [form]:
        return Unsent()
    del request.session[UNSENT]
    return Unsent(*kept[1:])
