"""Requests that count towards the processor time of their senders, and are answered in any case."""

from collections.abc import Callable
from typing import Any, TypeVar

View = TypeVar("View", bound=Callable[..., Any])

NEVER_REFUSED = "never_refused"
"""The attribute of a view: the methods of such requests."""


def never_refused(*methods: str) -> Callable[[View], View]:
    """Mark a view whose requests are never refused for the processor time that was used before: somebody
    acts in a game before its deadline, answers, signs in, or follows the link of a mail; or ends what
    somebody else does in their name.

    Args:
        methods: of these requests.
    """

    def mark(view: View) -> View:
        setattr(view, NEVER_REFUSED, frozenset(methods))
        return view

    return mark
