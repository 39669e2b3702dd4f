"""The setting ``FORM_RENDERER``: what forms are made of, as Django renders it but without its templates.

Django renders a template for every widget, each of its options and its attributes, and for every label. On
the settings that took 4 of 11 ms.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.html import conditional_escape

Context = dict[str, Any]


class Renderer(DjangoTemplates):
    """Django's, with code in place of the templates that pages need most."""

    def render(self, template_name: str, context: Context, request: HttpRequest | None = None) -> str:
        """What the template of that name says; see Django's."""
        write = _WRITERS.get(template_name)
        written = None if write is None else write(context)
        return super().render(template_name, context, request) if written is None else written


def _attributes(attributes: Mapping[str, Any] | None) -> str:
    return "".join(
        f" {conditional_escape(name)}"
        if value is True
        else f' {conditional_escape(name)}="{_written(value)}"'
        for name, value in (attributes or {}).items()
        if value is not False
    )


def _written(value: object) -> str:
    return conditional_escape(value if isinstance(value, str) else str(value))


def _input(context: Context) -> str | None:
    widget = context["widget"]
    if widget.get("wrap_label"):
        return None
    value = "" if widget["value"] is None else f' value="{_written(widget["value"])}"'
    attributes = _attributes(widget["attrs"])
    return f'<input type="{widget["type"]}" name="{_written(widget["name"])}"{value}{attributes}>'


def _textarea(context: Context) -> str:
    widget = context["widget"]
    written = _written(widget["value"]) if widget["value"] else ""
    return f'<textarea name="{_written(widget["name"])}"{_attributes(widget["attrs"])}>\n{written}</textarea>'


def _select(context: Context) -> str:
    widget = context["widget"]
    parts = [f'<select name="{_written(widget["name"])}"{_attributes(widget["attrs"])}>']
    for group, options, _index in widget["optgroups"]:
        parts += [f'\n  <optgroup label="{_written(group)}">'] if group else []
        for option in options:
            value, attributes = _written(option["value"]), _attributes(option["attrs"])
            parts.append(f'\n  <option value="{value}"{attributes}>{_written(option["label"])}</option>\n')
        parts += ["\n  </optgroup>"] if group else []
    return "".join([*parts, "\n</select>"])


def _label(context: Context) -> str:
    words = conditional_escape(context["label"])
    tag = context["tag"]
    return f"<{tag}{_attributes(context['attrs'])}>{words}</{tag}>" if context["use_tag"] else words


def _errors(context: Context) -> str | None:
    return None if context["errors"] else ""


def _field(context: Context) -> str | None:
    field = context["field"]
    if field.use_fieldset:
        return None
    label = f"{field.label_tag()}\n\n" if field.label else ""
    described = f' id="{conditional_escape(field.auto_id)}_helptext"' if field.auto_id else ""
    help_text = f'<div class="helptext"{described}>{field.help_text}</div>' if field.help_text else ""
    return f"{label}{help_text}\n{field.errors}\n{field}".strip()


_WRITERS: Final[dict[str, Callable[[Context], str | None]]] = {
    **dict.fromkeys(
        (
            f"django/forms/widgets/{kind}.html"
            for kind in (
                *("checkbox", "date", "email", "hidden", "number", "text"),
                *("checkbox_option", "radio_option"),
            )
        ),
        _input,
    ),
    "django/forms/widgets/textarea.html": _textarea,
    "django/forms/widgets/select.html": _select,
    "django/forms/label.html": _label,
    "django/forms/field.html": _field,
    "django/forms/errors/list/default.html": _errors,
}
"""By the name of Django's template what writes the same; None leaves it to the template."""
