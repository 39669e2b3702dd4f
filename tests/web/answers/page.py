"""The form of a page as a browser without scripts sees it: parsed strictly, filled in and submitted."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.http import QueryDict

from tests.kit.pages import WHITE_SPACE

VOID = {"input", "br"}
BLOCKS = {"p", "li", "h2", "h3", "legend", "summary"}
"""Elements whose text a reader sees on lines of its own."""
FORBIDDEN = {"script", "style", "iframe", "form"}
Attributes = dict[str, str]


@dataclass
class Control:
    """A field or button. ``options`` are those of a list that opens."""

    kind: str
    name: str
    value: str
    is_chosen: bool = False
    text: str = ""
    options: list[Control] = field(default_factory=list)


class Page(HTMLParser):
    """The inside of a form.

    Args:
        html: what the product rendered. Anything a person could stumble over is an AssertionError: tags that
            do not close, an id twice, a field without a label or a group of them without a legend.
    """

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.controls: list[Control] = []
        self.links: list[str] = []
        self.text = ""
        self.ids: set[str] = set()
        self._pointed_at: set[str] = set()
        self._marks: set[tuple[str, str]] = set()
        self._open: list[tuple[str, Attributes]] = []
        self._control: Control | None = None
        self._legends = [False]
        self.feed(html)
        self.close()
        assert not self._open, f"never closed: {self._open}"
        assert self._pointed_at <= self.ids, f"nothing has the id {self._pointed_at - self.ids}"

    # ---- reading ----

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        assert len(attributes) == len(attrs), f"an attribute twice: {attrs}"
        assert tag not in FORBIDDEN
        assert not any(name == "style" or name.startswith("on") for name in attributes), attributes
        self._note_ids(attributes)
        self._marks |= {(tag, name) for name in attributes}
        if tag not in VOID:
            self._open.append((tag, attributes))
        match tag:
            case "fieldset":
                self._legends.append(False)
            case "legend":
                self._legends[-1] = True
            case "a":
                self.links.append(attributes["href"])
            case "input" | "select" | "button" | "option":
                self._add(tag, attributes)

    def _note_ids(self, attributes: Attributes) -> None:
        if "id" in attributes:
            assert attributes["id"] not in self.ids, f"the id {attributes['id']} twice"
            self.ids.add(attributes["id"])
        for name in ("for", "aria-describedby"):
            if name in attributes:
                self._pointed_at.add(attributes[name])

    def _add(self, tag: str, attributes: Attributes) -> None:
        kind = attributes["type"] if tag == "input" else tag
        chosen = "checked" in attributes or "selected" in attributes
        control = Control(kind, attributes.get("name", ""), attributes.get("value", ""), chosen)
        if tag == "option":
            next(each for each in reversed(self.controls) if each.kind == "select").options.append(control)
        else:
            assert control.name, f"a field without a name: {attributes}"
            self.controls.append(control)
        if tag == "input" and kind != "hidden":
            assert any(open_tag == "label" for open_tag, _ in self._open), f"no label: {attributes}"
            assert self._legends[-1], f"no legend: {attributes}"
        if tag == "select":
            self._pointed_at.add(attributes["id"])
        self._control = control

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Only drawings have tags that close themselves."""
        assert any(name == "svg" for name, _ in self._open), f"<{tag}/> outside a drawing"

    def handle_endtag(self, tag: str) -> None:
        opened, _ = self._open.pop()
        assert opened == tag, f"<{opened}> closed by </{tag}>"
        if tag in ("label", "option", "button"):
            self._control = None
        if tag == "fieldset":
            assert self._legends.pop(), "a fieldset without a legend"
        if tag in BLOCKS:
            self.text += "\n"

    def handle_data(self, data: str) -> None:
        if any(tag == "svg" for tag, _ in self._open):
            return
        text = WHITE_SPACE.sub(" ", data)
        self.text += text
        if self._control is not None:
            self._control.text += text

    # ---- filling in ----

    def tick(self, name: str, *values: str) -> None:
        """Tick a box for each value, and clear all others of that name."""
        boxes = [control for control in self.controls if (control.kind, control.name) == ("checkbox", name)]
        left = list(values)
        for box in boxes:
            box.is_chosen = box.value in left
            if box.is_chosen:
                left.remove(box.value)
        assert not left, f"no box for {left} among {[box.value for box in boxes]}"

    def choose(self, name: str, value: str) -> None:
        """One of some radio buttons, or of a list that opens."""
        found = False
        for option in self.options(name):
            option.is_chosen = option.value == value and not found
            found = found or option.is_chosen
        assert found, f"no {value!r} among {self.values(name)}"

    def has(self, tag: str, attribute: str) -> bool:
        """Whether some element of that name has that attribute."""
        return (tag, attribute) in self._marks

    def options(self, name: str) -> list[Control]:
        """What there is to choose from in a field."""
        radios = [each for each in self.controls if (each.kind, each.name) == ("radio", name)]
        lists = [each for each in self.controls if (each.kind, each.name) == ("select", name)]
        return radios + [option for each in lists for option in each.options]

    def values(self, name: str) -> list[str]:
        """Everything a field could send: of boxes, radio buttons, lists, hidden fields and buttons."""
        plain = [each.value for each in self.controls if each.name == name and each.kind != "select"]
        return plain or [option.value for option in self.options(name)]

    def chosen(self, name: str) -> list[str]:
        """What a field sends as it stands."""
        return [value for key, value in self._filled_in() if key == name]

    def press(self, button: str) -> QueryDict:
        """What a browser sends for a button."""
        found = [each for each in self.controls if each.kind == "button" and each.value == button]
        assert found, f"no button {button} among {self.values('do')}"
        return QueryDict(urlencode([*self._filled_in(), (found[0].name, button)]))

    def follow(self, **query: str) -> QueryDict:
        """The query of the link that has these values in it."""
        for link in self.links:
            found = QueryDict(urlencode(parse_qsl(urlsplit(link).query)))
            if all(found.get(key) == value for key, value in query.items()):
                return found
        raise AssertionError(f"no link with {query} among {self.links}")

    def _filled_in(self) -> list[tuple[str, str]]:
        sent = []
        for control in self.controls:
            if control.kind == "select":
                chosen = [option for option in control.options if option.is_chosen] or control.options[:1]
                sent.append((control.name, chosen[-1].value))
            elif control.kind == "hidden" or (control.kind in ("radio", "checkbox") and control.is_chosen):
                sent.append((control.name, control.value))
        return sent
