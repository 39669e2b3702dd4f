"""Notification kinds: what one is, and all that there are.

A kind is declared once, in a module of the app that sends it: its name, its title, its mail, and the event
that webhooks are sent on the same occasion. Loading that module makes the kind known. Whatever lists kinds
asks here: the settings of mail, the links that mute one, webhooks and the published schema. ``README.md``
says how to add one.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.functional import Promise
from msgspec import Struct


class Message(NamedTuple):
    """A mail ready to be sent; ``notifications.letters`` makes one from templates.

    Attributes:
        to: the address.
        text: what it says, complete in itself.
        html: the page for mail programs that show one, styles inline; without it the text goes alone.
        images: PNG files that the page shows by ``src="cid:NAME"``, under their names.
        thread: whatever it is one of many about, as ``games.k3v8``: mail programs show these together.
        unsubscribe: the address that mutes its kind for the recipient; empty where that cannot be muted.
        names: the ids of other people whom the subject names, each with what it calls them: the subject is
            kept, and no name of whoever closes their account is.
    """

    to: str
    subject: str
    text: str
    html: str = ""
    images: Mapping[str, bytes] = MappingProxyType({})
    thread: str = ""
    unsubscribe: str = ""
    names: Mapping[int, str] = MappingProxyType({})

    def naming(self, *people: AbstractBaseUser | None) -> "Message":
        """This mail with a note of whom its subject names, of those who have an account.

        Args:
            people: whom it names, as ``str`` of each has it; None is left out.
        """
        return self._replace(names={one.pk: str(one) for one in people if one is not None and one.is_active})


class EventType(NamedTuple):
    """One type of event that webhooks are sent.

    Attributes:
        name: as ``game.your-phase``.
        title: what people know it as, as "It is your turn".
        payload: the class of its facts. The published schema describes it, and nothing in it may be hidden
            from anyone.
    """

    name: str
    title: str | Promise
    payload: type[Struct]


class Event(NamedTuple):
    """Something that happened, for one recipient's webhooks.

    Attributes:
        type: of which type it is.
        data: the facts, for programs, of the type's payload.
        text: the event in a sentence for people, in the language that is active.
        names: the ids of other people whom it names: what is kept of it goes when one closes their account.
    """

    type: EventType
    data: Struct
    text: str
    names: Collection[int] = ()


class Kind(NamedTuple):
    """One kind of notification.

    Both functions are given what the notification is about and its occasion, and return None when by now
    there is no reason left to send it. They run in the language and the time zone of the recipient, and use
    only what the recipient may know.

    Attributes:
        name: app and word, as ``games.window``.
        title: what its recipients know it as, as "A game waits for you".
        compose: makes the mail.
        optional: whether people may choose to have no mail of this kind.
        events: the types of events that webhooks are sent; empty where webhooks are sent nothing. Whether the
            mail is muted is no matter to them.
        compose_event: makes the event, of one of these types.
    """

    name: str
    title: str | Promise
    compose: Callable[[str, str], Message | None]
    optional: bool = False
    events: tuple[EventType, ...] = ()
    compose_event: Callable[[str, str], Event | None] | None = None


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Make a kind known.

    Args:
        kind: the kind. To register the same object once more does nothing.

    Raises:
        ValueError: another kind has its name; or it has events without ``compose_event``, or the reverse.
    """
    if bool(kind.events) != (kind.compose_event is not None):
        raise ValueError(f"{kind.name} has events without compose_event, or compose_event without events")
    known = _kinds.setdefault(kind.name, kind)
    if known != kind:
        raise ValueError(f"there are two kinds of notifications named {kind.name}")


def load(modules: Iterable[str]) -> None:
    """Load modules that declare kinds, which makes their kinds known. Apps call this when they are ready.

    Args:
        modules: their dotted names, in the order in which settings list the kinds.
    """
    for module in modules:
        import_module(module)


def kind_named(name: str) -> Kind | None:
    """The kind of that name, or None where no app knows it any more."""
    return _kinds.get(name)


def kinds() -> list[Kind]:
    """All kinds, in the order in which they were declared."""
    return list(_kinds.values())


def optional_kinds() -> list[Kind]:
    """The kinds that people may choose to have no mail of, in the order in which they were declared."""
    return [kind for kind in _kinds.values() if kind.optional]
