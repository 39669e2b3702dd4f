"""The owner of a webhook: a person, or a group of people who manage it together, such as a club.

A group is known here only by a name, such as ``clubs.friends-of-sekigahara``. The setting ``WEBHOOK_GROUPS``
names the object that knows the groups.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Q
from django.utils.module_loading import import_string

from notifications.registry import EventType


class Owner(NamedTuple):
    """Whose a webhook is: one of the two.

    Attributes:
        person_id: someone's.
        group: the name of a group; empty for a person's.
    """

    person_id: int | None = None
    group: str = ""

    @property
    def own(self) -> Q:
        """What finds their webhooks."""
        return Q(group=self.group) if self.group else Q(person=self.person_id, group="")


class Groups(NamedTuple):
    """The groups that have their own webhooks.

    Attributes:
        hold: given a group's name, locks its row until the caller's transaction ends.
        types: the types of events for their webhooks.
        keepers: given a group's name, the ids of the people who manage it now.
        path: given a group's name, the address of the pages of its webhooks.
        title: given a group's name, its title for people.
    """

    hold: Callable[[str], object]
    types: Sequence[EventType]
    keepers: Callable[[str], list[int]]
    path: Callable[[str], str]
    title: Callable[[str], str]


def groups() -> Groups:
    """The groups of this installation."""
    found: Groups = import_string(settings.WEBHOOK_GROUPS)
    return found


def hold(owner: Owner) -> None:
    """Lock the owner's row until the caller's transaction ends, so that what they have can be counted."""
    if owner.person_id is None:
        groups().hold(owner.group)
    else:
        list(get_user_model().objects.select_for_update(no_key=True).filter(pk=owner.person_id))
