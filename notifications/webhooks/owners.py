"""Whose webhooks are: a person's own, or those of something that several people keep together, as a club.

Apps register what has webhooks of its own when they are ready; this one knows it by a name alone, as
``clubs.friends-of-sekigahara``.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.db.models import Q
from django.utils.functional import Promise


class Owner(NamedTuple):
    """Whose a webhook is: one of the two.

    Attributes:
        person_id: somebody's.
        group: the name of what several keep; empty for a person's.
    """

    person_id: int | None = None
    group: str = ""

    @property
    def own(self) -> Q:
        """What finds their webhooks."""
        return Q(group=self.group) if self.group else Q(person=self.person_id, group="")


class Sort(NamedTuple):
    """A sort of things that several people keep together.

    Attributes:
        name: what stands before the first dot of a group's name.
        titles: the types of events they are told of, and what people know each as.
        keepers: given a group's name, the ids of those who look after it now.
        path: given a group's name, where the pages of its webhooks are.
        called: given a group's name, what people know it as.
    """

    name: str
    titles: Mapping[str, str | Promise]
    keepers: Callable[[str], list[int]]
    path: Callable[[str], str]
    called: Callable[[str], str]


_sorts: dict[str, Sort] = {}


def register_sort(sort: Sort) -> None:
    """Make a sort known. Its name must be free, or its own."""
    known = _sorts.setdefault(sort.name, sort)
    if known != sort:
        raise ValueError(f"there are two sorts of groups named {sort.name}")


def sorts() -> list[Sort]:
    """All there are."""
    return list(_sorts.values())


def sort_of(group: str) -> Sort:
    """The sort of a group."""
    return _sorts[group.partition(".")[0]]
