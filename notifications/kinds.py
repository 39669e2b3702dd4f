"""The kinds of messages. Apps above this one register theirs when they are ready; this app knows none."""

from collections.abc import Callable
from typing import NamedTuple


class Message(NamedTuple):
    """A message ready to be sent."""

    to: str
    subject: str
    text: str


class Kind(NamedTuple):
    """One sort of message.

    Attributes:
        name: app and word, as ``games.window``.
        compose: given what it is about and the occasion, what it says and to whom, from what the recipient
            may know; or None when by now there is no reason left to send it. The two are one question, so
            that nothing can happen between their answers.
    """

    name: str
    compose: Callable[[str, str], Message | None]


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Make a kind known. Its name must be free, or its own."""
    known = _kinds.setdefault(kind.name, kind)
    if known != kind:
        raise ValueError(f"there are two kinds of messages named {kind.name}")


def kind_named(name: str) -> Kind | None:
    """The kind, or None where no app knows it any more."""
    return _kinds.get(name)
