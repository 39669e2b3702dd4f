"""The kinds of messages. Apps register theirs when they are ready."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.functional import Promise


class Message(NamedTuple):
    """A message ready to be sent; ``notifications.letters`` makes one from templates.

    Attributes:
        to: the address.
        text: what it says, complete in itself.
        html: the same for mail programs that show pages, styles inline; without it the text goes alone.
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
        """The same where the subject names people, if they are any, as their text is."""
        return self._replace(names={one.pk: str(one) for one in people if one is not None and one.is_active})


class Kind(NamedTuple):
    """One sort of message.

    Attributes:
        name: app and word, as ``games.window``.
        compose: given what it is about and the occasion, what it says and to whom, from what the recipient
            may know; or None when by now there is no reason left to send it. The two are one question, so
            that nothing can happen between their answers. It is asked in the language and the time zone of
            the recipient.
        title: what its recipients know it as, as "A game waits for you".
        optional: whether they may choose to have none.
    """

    name: str
    compose: Callable[[str, str], Message | None]
    title: str | Promise = ""
    optional: bool = False


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Make a kind known. Its name must be free, or its own."""
    known = _kinds.setdefault(kind.name, kind)
    if known != kind:
        raise ValueError(f"there are two kinds of messages named {kind.name}")


def kind_named(name: str) -> Kind | None:
    """The kind, or None where no app knows it any more."""
    return _kinds.get(name)


def optional_kinds() -> list[Kind]:
    """Those that people may choose to have none of, in the order in which the apps named them."""
    return [kind for kind in _kinds.values() if kind.optional]
