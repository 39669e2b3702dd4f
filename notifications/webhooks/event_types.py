"""What webhooks tell of. Apps register it when they are ready, beside the mail of the same occasion.

An announcement (see ``notifications.services``) that has a source here goes to its recipient's webhooks too,
whether or not they want the mail.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from notifications.webhooks.owners import Owner, sort_of, sorts

ANYBODY = Owner()

TRIAL = "webhook.test"
"""The type of the message by which somebody sees that their webhook works."""
TRIAL_TITLE = _("Test")


class Event(NamedTuple):
    """Something that happened, as its recipient may know it.

    Attributes:
        type: what, as ``game.your-phase``.
        data: the facts, for programs. Nothing in it may be hidden from anybody.
        text: the same for people, in the language that is active.
        names: the ids of other people whom it names: what is kept of it goes when one closes their account.
    """

    type: str
    data: Mapping[str, Any]
    text: str
    names: Collection[int] = ()


class Source(NamedTuple):
    """Where the events of one kind of announcement come from.

    Attributes:
        kind: the announcement's, as ``games.your-phase``.
        titles: the types its events may have, and what people know each as.
        tell: given what the announcement is about and the occasion, the event; None when by now there is no
            reason left to tell it.
    """

    kind: str
    titles: Mapping[str, str | Promise]
    tell: Callable[[str, str], Event | None]


class Topic(NamedTuple):
    """One thing that somebody may want a webhook to tell of alone: a game.

    Attributes:
        id: what stands before the first dot in ``about`` of its announcements.
        title: what its recipient knows it as.
    """

    id: str
    title: str


Topics = Callable[[int], list[Topic]]
"""Given the id of a person, what there is to choose from for them."""

_sources: dict[str, Source] = {}
_topics: list[Topics] = []


def register(source: Source) -> None:
    """Make a source known. Its kind must be free, or its own."""
    known = _sources.setdefault(source.kind, source)
    if known != source:
        raise ValueError(f"there are two sources of events of the kind {source.kind}")


def register_topics(topics: Topics) -> None:
    """Have a function asked for what webhooks may be about."""
    if topics not in _topics:
        _topics.append(topics)


def source_of(kind: str) -> Source | None:
    """Where the events of a kind of announcement come from; None where webhooks are not told of it."""
    return _sources.get(kind)


def titles(owner: Owner = ANYBODY) -> dict[str, str | Promise]:
    """Every type that can be chosen, in the order in which the apps named them, with its title.

    Args:
        owner: for whose webhooks; by default a person's.
    """
    if owner.group:
        return dict(sort_of(owner.group).titles)
    return {name: title for source in _sources.values() for name, title in source.titles.items()}


def title_of(name: str) -> str:
    """What people know a type of event as."""
    if name == TRIAL:
        return str(TRIAL_TITLE)
    known = titles()
    for sort in sorts():
        known |= sort.titles
    return str(known.get(name, name))


def topics_of(owner: Owner) -> list[Topic]:
    """What a person may want a webhook to tell of alone; groups have no choice of it."""
    if owner.person_id is None:
        return []
    return [topic for topics in _topics for topic in topics(owner.person_id)]
