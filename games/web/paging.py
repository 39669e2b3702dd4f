"""Pages of long lists without their number: to count all rows would read all of them."""

from collections.abc import Callable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

Listed = TypeVar("Listed")

FURTHEST: Final = 1_000
"""The last page there can be. To get to a page, the database skips all before it."""


class Slice(NamedTuple, Generic[Listed]):
    """One page of a list; templates read it like Django's.

    Attributes:
        rows: of the page.
        number: of the page, from 1.
        has_next: whether there are more rows after it.
    """

    rows: Sequence[Listed]
    number: int
    has_next: bool

    @property
    def has_previous(self) -> bool:
        """Whether it is not the first page."""
        return self.number > 1

    @property
    def has_other_pages(self) -> bool:
        """Whether it is not the only page."""
        return self.has_next or self.has_previous

    @property
    def previous_page_number(self) -> int:
        """The number of the page before it."""
        return self.number - 1

    @property
    def next_page_number(self) -> int:
        """The number of the page after it."""
        return self.number + 1


def slice_of(read: Callable[[int, int], Sequence[Listed]], requested: str | None, size: int) -> Slice[Listed]:
    """A page of a list.

    Args:
        read: takes how many rows to return, and how many to skip before them.
        requested: the number in the address; for anything invalid it is the first page.
        size: rows of a page.
    """
    is_number = requested is not None and requested.isascii() and requested.isdigit() and len(requested) < 6
    number = max(1, min(int(requested or 1), FURTHEST)) if is_number else 1
    rows = read(size + 1, size * (number - 1))
    return Slice(rows[:size], number, len(rows) > size and number < FURTHEST)
