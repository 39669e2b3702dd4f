"""The types of events for webhooks, and the topics to which a webhook can be limited.

Types are declared with the notification kinds of people (``notifications.registry``), and with the groups
that have their own webhooks (``notifications.webhooks.owners``). This module only lists them.
"""

from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from notifications.registry import EventType, kinds
from notifications.webhooks.owners import Owner, groups


class NoFacts(Struct, frozen=True):
    """No data: the message is a test."""


ANYBODY = Owner()

TRIAL = EventType("webhook.test", _("Test"), NoFacts)
"""The message by which people see that their webhook works. Every webhook may be sent it."""


class Topic(NamedTuple):
    """A topic to which someone may limit a webhook: a game.

    Attributes:
        id: the part before the first dot in ``about`` of its announcements.
        title: its name for the recipient.
    """

    id: str
    title: str


def types_of(owner: Owner = ANYBODY) -> list[EventType]:
    """Every type that can be chosen, in the order in which they were declared.

    Args:
        owner: for whose webhooks; by default a person's.
    """
    if owner.group:
        return list(groups().types)
    return [each for kind in kinds() for each in kind.events]


def all_types() -> list[EventType]:
    """Every type that there is, for people's webhooks, for those of groups, and of tests."""
    return [*types_of(), *groups().types, TRIAL]


def titles(owner: Owner = ANYBODY) -> dict[str, str | Promise]:
    """The titles of all types that can be chosen, by their names.

    Args:
        owner: for whose webhooks; by default a person's.
    """
    return {each.name: each.title for each in types_of(owner)}


def title_of(name: str) -> str:
    """What people know a type of event as; its name where no app knows it any more."""
    return next((str(each.title) for each in all_types() if each.name == name), name)


def topics_of(owner: Owner) -> list[Topic]:
    """The topics a person's webhook can be limited to; a group's cannot be limited.

    The setting ``WEBHOOK_TOPICS`` names the function that finds them, by the id of the person.
    """
    if owner.person_id is None:
        return []
    find: Callable[[int], list[Topic]] = import_string(settings.WEBHOOK_TOPICS)
    return find(owner.person_id)
