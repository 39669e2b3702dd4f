"""Forms look as Django's own templates would show them."""

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from sekigahara.pages.form_renderer import Renderer

GROUPED = [("", "<none>"), ("a & b", [("1", "One"), (2, gettext_lazy("Two"))]), (None, "Unknown")]


class Everything(forms.Form):
    """A field of every kind, with all that can be said of one."""

    word = forms.CharField(label="A <word>", help_text=mark_safe("Any <b>word</b>."), max_length=9)
    address = forms.EmailField(label="Where?", widget=forms.EmailInput({"autocomplete": 'of "me"'}))
    count = forms.IntegerField(label="", min_value=1, initial=3)
    day = forms.DateField(widget=forms.DateInput({"type": "date", "disabled": True, "hidden": False}))
    text = forms.CharField(widget=forms.Textarea, initial="\n<p>", required=False)
    secret = forms.CharField(widget=forms.HiddenInput, initial="&")
    agreed = forms.BooleanField(help_text="You < must.")
    one = forms.ChoiceField(choices=GROUPED, initial=2)
    several = forms.MultipleChoiceField(choices=GROUPED, widget=forms.SelectMultiple)
    radio = forms.ChoiceField(choices=GROUPED, widget=forms.RadioSelect)
    boxes = forms.MultipleChoiceField(choices=GROUPED, widget=forms.CheckboxSelectMultiple)
    file = forms.FileField(required=False)


GIVEN = {
    "word": 'too <long> "a word"',
    "count": "0",
    "one": "2",
    "several": ["1", "2"],
    "text": "</textarea>",
}


def shown(form: forms.Form) -> list[str]:
    parts = [str(form), str(form.non_field_errors())]
    for field in form:
        parts += [field.as_field_group(), str(field), field.label_tag(), str(field.errors), field.as_hidden()]
    for name in ("radio", "boxes"):
        parts += [piece for each in form[name] for piece in (str(each), each.tag())]
    return parts


@pytest.mark.parametrize("data", [None, {}, GIVEN], ids=["new", "empty", "refused"])
@pytest.mark.parametrize("auto_id", ["id_%s", False], ids=["with ids", "without ids"])
def test_form_looks_as_django_shows_it(data: dict[str, object] | None, *, auto_id: str | bool) -> None:
    ours, theirs = (
        Everything(data, auto_id=auto_id, renderer=each()) for each in (Renderer, DjangoTemplates)
    )
    assert shown(ours) == shown(theirs)
    assert any("selected>" in part for part in shown(ours))
