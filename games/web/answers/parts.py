"""What a form is made of: sections with fields, buttons and links. Templates show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.web.answers.filled_in import Given

CROWD = 6
"""Boxes with a picture, as rows, are the most that a phone shows at once."""


class Option(NamedTuple):
    """One thing to choose.

    Attributes:
        value: what is sent.
        label: what it is called.
        hint: what to know about it, in smaller letters.
        picture: a drawing of it, as SVG.
        is_chosen: whether it is chosen when the page is shown.
    """

    value: str
    label: str
    hint: str = ""
    picture: str = ""
    is_chosen: bool = False


class Pick(NamedTuple):
    """Options to tick, under a legend: one of them (``radio``) or several (``checkbox``)."""

    kind: str
    name: str
    legend: str
    options: list[Option]
    hint: str = ""

    @property
    def template(self) -> str:
        return "games/answers/_pick.html"

    @property
    def is_crowded(self) -> bool:
        """Whether there are so many boxes with a picture that they stand beside each other, to be in view."""
        pictures = sum(bool(option.picture) for option in self.options)
        return self.kind == "checkbox" and pictures > CROWD


class Select(NamedTuple):
    """One of some options, in a list that opens."""

    name: str
    label: str
    options: list[Option]
    hint: str = ""

    @property
    def template(self) -> str:
        return "games/answers/_select.html"


class Folded(NamedTuple):
    """Fields that are seldom needed, under a line that opens."""

    summary: str
    hint: str
    picks: list[Pick]

    @property
    def template(self) -> str:
        return "games/answers/_folded.html"

    @property
    def is_open(self) -> bool:
        """Whether something in it is chosen, which nobody should have to look for."""
        return any(option.is_chosen for pick in self.picks for option in pick.options)


class Link(NamedTuple):
    """A way to another page of the form."""

    href: str
    label: str
    hint: str = ""


class Links(NamedTuple):
    """Places to go on from."""

    links: list[Link]

    @property
    def template(self) -> str:
        return "games/answers/_links.html"


class Line(NamedTuple):
    """Something put together earlier on this page: what is sent for it, its words, and its remove button."""

    name: str
    value: str
    text: str
    remove: str


class Lines(NamedTuple):
    """What has been put together so far, in order."""

    heading: str
    lines: list[Line]

    @property
    def template(self) -> str:
        return "games/answers/_lines.html"


class Button(NamedTuple):
    """A button that answers.

    Attributes:
        value: says which answer is meant.
        label: what pressing it does.
        hint: what comes of it.
        look: more classes for it, e.g. ``quiet``.
    """

    value: str
    label: str
    hint: str = ""
    look: str = ""


Part = Pick | Select | Folded | Links | Lines


class Section(NamedTuple):
    """One way to answer.

    Attributes:
        heading: may be empty where the page says it all.
        lines: what to know before choosing.
        warning: what cannot be taken back.
        hidden: names and values that are sent along.
        problems: what is wrong with the link that led here.
        way_out: back to the other ways to answer.
    """

    buttons: Sequence[Button]
    parts: Sequence[Part] = ()
    heading: str = ""
    lines: Sequence[str] = ()
    warning: str = ""
    hidden: Sequence[tuple[str, str]] = ()
    problems: Sequence[str] = ()
    way_out: Link | None = None

    @property
    def template(self) -> str:
        return "games/answers/_section.html"


def radios(
    given: Given, name: str, legend: str, options: Iterable[Option], *, hint: str = "", default: str = ""
) -> Pick:
    """Options of which one is chosen: the one that was filled in, else the default."""
    return Pick("radio", name, legend, _one_chosen(given, name, options, default), hint)


def select(
    given: Given, name: str, label: str, options: Iterable[Option], *, hint: str = "", default: str = ""
) -> Select:
    """Options in a drop-down list; without a default the first is chosen."""
    return Select(name, label, _one_chosen(given, name, options, default), hint)


def _one_chosen(given: Given, name: str, options: Iterable[Option], default: str) -> list[Option]:
    chosen = given.first(name) if given.is_filled_in else default
    return [option._replace(is_chosen=option.value == chosen) for option in options]


def checkboxes(
    given: Given,
    name: str,
    legend: str,
    options: Iterable[Option],
    *,
    hint: str = "",
    default: Iterable[str] = (),
) -> Pick:
    """Options of which several are chosen; one that is there twice may be chosen once or twice."""
    left = Counter(given.all(name) if given.is_filled_in else default)
    marked = []
    for option in options:
        marked.append(option._replace(is_chosen=left[option.value] > 0))
        left[option.value] -= 1
    return Pick("checkbox", name, legend, marked, hint)
