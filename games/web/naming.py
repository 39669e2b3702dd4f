"""Asking whoever has no name for one, where others are about to see it."""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.forms import NameForm
from accounts.models.person import Person


def name_form(request: HttpRequest, person: Person | None, prefix: str | None = None) -> NameForm | None:
    """The field, to be shown and to be read; None for who has a name already, and for who is nobody yet.

    Args:
        prefix: sets it apart where something else on the page has a name too.
    """
    if person is None or person.name:
        return None
    form = NameForm(request.POST if request.method == "POST" else None, prefix=prefix)
    form.fields["name"].label = _("Your name")
    return form


def introduced(person: Person, form: NameForm | None) -> bool:
    """Keep the name that was given, if one was; False where it cannot be one, and the form says why."""
    if form is None:
        return True
    if not form.is_valid():
        return False
    if form.cleaned_data["name"]:
        services.introduce(person=person, name=form.cleaned_data["name"])
    return True
