"""The parts of a form: sections with fields, buttons and links. Each part names its template."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.web.answers.form_data import FormData

CROWD = 2
"""The most checkboxes with a picture that are shown one per row."""


class Option(NamedTuple):
    """An option of a field.

    Attributes:
        value: the form value.
        label: its name.
        hint: a note in small print.
        picture: a drawing of it, as SVG.
        caption: a few words below the picture, in place of label and hint, which are read aloud then.
        is_chosen: whether it is selected when the page is shown.
        warning: what it leads to, if it is grave.
    """

    value: str
    label: str
    hint: str = ""
    picture: str = ""
    is_chosen: bool = False
    warning: str = ""
    caption: str = ""


class Pick(NamedTuple):
    """Radio buttons or checkboxes under a legend, or a drop-down list.

    Attributes:
        kind: ``radio``, ``checkbox`` or ``select``.
    """

    kind: str
    name: str
    legend: str
    options: list[Option]
    hint: str = ""

    @property
    def template(self) -> str:
        return f"games/answers/_{'select' if self.kind == 'select' else 'pick'}.html"

    @property
    def is_crowded(self) -> bool:
        """Whether the choices are tiles beside each other: most of them have a picture."""
        pictures = sum(bool(option.picture) for option in self.options)
        return pictures > CROWD or (self.kind == "radio" and pictures > 0)


class Folded(NamedTuple):
    """Fields that are rarely needed, folded under a summary."""

    summary: str
    hint: str
    picks: list[Pick]

    @property
    def template(self) -> str:
        return "games/answers/_folded.html"

    @property
    def is_open(self) -> bool:
        """Whether to unfold it, because an option is chosen. One without a value is the usual one."""
        return any(option.is_chosen and option.value for pick in self.picks for option in pick.options)


class FormLink(NamedTuple):
    """A link to another page of the form."""

    href: str
    label: str
    hint: str = ""


class Links(NamedTuple):
    """A list of links."""

    links: list[FormLink]

    @property
    def template(self) -> str:
        return "games/answers/_links.html"


class Added(NamedTuple):
    """The groups that were added so far: of each the form value, its text, and its button that removes it."""

    heading: str
    field: str
    groups: list[tuple[str, str, str]]

    @property
    def template(self) -> str:
        return "games/answers/_lines.html"


class Button(NamedTuple):
    """A submit button.

    Attributes:
        value: names the answer.
        label: what pressing it does.
        hint: the consequences.
        look: additional CSS classes, e.g. ``quiet``.
    """

    value: str
    label: str
    hint: str = ""
    look: str = ""


FormPart = Pick | Folded | Links | Added


class Section(NamedTuple):
    """One way to answer.

    Attributes:
        heading: empty if the heading of the page is enough.
        lines: notes to read before choosing.
        warning: what cannot be undone.
        warnings: what a grave answer leads to.
        hidden: names and values of hidden fields.
        problems: what is wrong with the link that led here.
        way_out: a link back to the other ways to answer.
        is_folded: whether only its heading is shown until it is tapped.
        most: how many of its boxes can be ticked, for a script that counts them; 0 for no count.
        least: how many must be, for a script that says when the answer is complete.
        way: names what can also be done on the board or in the scene of a battle; empty for all else.
    """

    buttons: Sequence[Button]
    parts: Sequence[FormPart] = ()
    heading: str = ""
    lines: Sequence[str] = ()
    warning: str = ""
    hidden: Sequence[tuple[str, str]] = ()
    problems: Sequence[str] = ()
    way_out: FormLink | None = None
    is_folded: bool = False
    way: str = ""
    warnings: Sequence[str] = ()
    most: int = 0
    least: int = 0


def radios(
    data: FormData, name: str, legend: str, options: Iterable[Option], *, hint: str = "", default: str = ""
) -> Pick:
    """Radio buttons with the submitted choice selected; before that, the default."""
    return Pick("radio", name, legend, _one_chosen(data, name, options, default), hint)


def select(data: FormData, name: str, legend: str, options: Iterable[Option], *, hint: str = "") -> Pick:
    """A drop-down list with the submitted choice selected; before that, the first option."""
    return Pick("select", name, legend, _one_chosen(data, name, options, ""), hint)


def _one_chosen(data: FormData, name: str, options: Iterable[Option], default: str) -> list[Option]:
    chosen = data.value(name) if data.is_submitted else default
    return [option._replace(is_chosen=option.value == chosen) for option in options]


def only(options: Sequence[Option]) -> str:
    """The default where there is nothing to choose: the value of a single option, unless it is grave."""
    return options[0].value if len(options) == 1 and not options[0].warning else ""


def checkboxes(
    data: FormData,
    name: str,
    legend: str,
    options: Iterable[Option],
    *,
    hint: str = "",
    default: Iterable[str] = (),
) -> Pick:
    """Checkboxes. A value that is offered twice can be chosen twice."""
    left = Counter(data.values(name) if data.is_submitted else default)
    marked = []
    for option in options:
        marked.append(option._replace(is_chosen=left[option.value] > 0))
        left[option.value] -= 1
    return Pick("checkbox", name, legend, marked, hint)
