"""The registry of notification kinds.

A kind is declared once, in a module of the app that sends it: its name, its title, its mail, and the event
that webhooks are sent on the same occasion. Importing that module registers the kind. Everything that lists
kinds asks here: the mail settings, the links that mute a kind, webhooks and the published schema.
``README.md`` says how to add a kind.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.functional import Promise
from msgspec import Struct


class Message(NamedTuple):
    """A mail ready to be sent; ``notifications.letters`` makes one from templates.

    Attributes:
        to: the address.
        text: the text part, complete without the HTML.
        html: the HTML part with inline styles; empty for a mail with text only.
        images: PNG files that the HTML shows by ``src="cid:NAME"``, under their names.
        thread: mails with the same value, such as ``games.k3v8``, are shown together by mail programs.
        unsubscribe: the address that mutes its kind for the recipient; empty if it cannot be muted.
        reply_to: the address at which replies are read; empty if nobody reads them.
        names: the ids of other people whom the subject names, each with the name used there. When such a
            person closes their account, the name is removed from the stored subject.
    """

    to: str
    subject: str
    text: str
    html: str = ""
    images: Mapping[str, bytes] = MappingProxyType({})
    thread: str = ""
    unsubscribe: str = ""
    reply_to: str = ""
    names: Mapping[int, str] = MappingProxyType({})

    def naming(self, *people: AbstractBaseUser | None) -> "Message":
        """This mail, with the people whom its subject names, if they have an account.

        Args:
            people: those whom it names, by their ``str``; None is left out.
        """
        return self._replace(names={one.pk: str(one) for one in people if one is not None and one.is_active})


class Part(NamedTuple):
    """What a gathered mail shows of one message.

    Attributes:
        title: what it is about, as "East against Ieyasu".
        question: what waits, in a few words.
        link: the address that leads there.
        until: a sentence about the deadline; empty without one.
        expires: see ``Kind.expires``.
        picture: makes a small PNG file; None for no picture.
        about_picture: what it shows, for people who do not see it; empty if the text beside it says so.
    """

    title: str
    question: str
    link: str
    until: str
    expires: datetime | None
    picture: Callable[[], bytes] | None
    about_picture: str = ""


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
        type: its type.
        data: the payload for programs, in the type's class.
        text: the event in a sentence for people, in the active language.
        names: the ids of other people whom it names: the stored event is deleted when one closes their
            account.
    """

    type: EventType
    data: Struct
    text: str
    names: Collection[int] = ()


class Kind(NamedTuple):
    """One kind of notification.

    Both functions get the subject of the notification and its occasion, and return None if there is no reason
    left to send it. They run in the language and the time zone of the recipient, and use only what the
    recipient may know.

    Attributes:
        name: app and word, such as ``games.window``.
        title: for recipients, such as "A game waits for you".
        compose: makes the mail.
        optional: whether people can mute mail of this kind.
        events: the types of events for webhooks, if any. Muting the mail does not affect them.
        compose_event: makes the event, of one of these types.
        part: makes what a gathered mail shows of it. A kind that has it says that something waits for the
            recipient: its mail follows the recipient's rhythm and may be gathered. Mail of any other kind
            comes at once, and what cannot be muted, such as a link to sign in, never minds quiet hours
            either.
        expires: when it is too late to answer, such as the deadline of a decision; None for never. What would
            expire before the recipient's next mail is sent at once.
        is_urgent: whether devices are to show it at once, even if that costs their battery something.
        on_request: whether only those are mailed who have asked for it. Such a kind is optional too.
    """

    name: str
    title: str | Promise
    compose: Callable[[str, str], Message | None]
    optional: bool = False
    events: tuple[EventType, ...] = ()
    compose_event: Callable[[str, str], Event | None] | None = None
    part: Callable[[str, str], Part | None] | None = None
    expires: Callable[[str, str], datetime | None] | None = None
    is_urgent: bool = False
    on_request: bool = False


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Make a kind known.

    Args:
        kind: the kind. To register the same object once more does nothing.

    Raises:
        ValueError: another kind has its name; or it has events without ``compose_event``, or ``part`` without
            ``expires``, or the reverse.
    """
    if bool(kind.events) != (kind.compose_event is not None):
        raise ValueError(f"{kind.name} has events without compose_event, or compose_event without events")
    if (kind.part is None) != (kind.expires is None):
        raise ValueError(f"{kind.name} has part without expires, or expires without part")
    known = _kinds.setdefault(kind.name, kind)
    if known != kind:
        raise ValueError(f"there are two kinds of notifications named {kind.name}")


def register_with_event(
    name: str,
    event: EventType,
    compose: Callable[[str, str], Message | None],
    compose_event: Callable[[str, str], Event | None],
    *,
    optional: bool = True,
    **more: Any,
) -> None:
    """Make a kind known that has an event of one type on each occasion, and its title.

    Args:
        name, compose, compose_event, optional, more: as for ``Kind``.
        event: the type.

    Raises:
        ValueError: as ``register``.
    """
    register(Kind(name, event.title, compose, optional, (event,), compose_event, **more))


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


def kinds_with_rhythm() -> list[str]:
    """The names of the kinds whose mail follows its recipient's rhythm."""
    return [kind.name for kind in _kinds.values() if kind.part is not None]
