"""Asking people who have no name for one, on pages where others are about to see it."""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.forms import NameForm
from accounts.models.person import Person


def name_form(request: HttpRequest, person: Person | None, prefix: str | None = None) -> NameForm | None:
    """The form for a person's name; None if they have a name, or nobody is signed in.

    Args:
        request: for the page; a POST fills the form.
        person: who is asked.
        prefix: of the field, on a page that has another field called name.
    """
    if person is None or person.name:
        return None
    form = NameForm(request.POST if request.method == "POST" else None, prefix=prefix)
    form.fields["name"].label = _("Your name")
    return form


def introduced(person: Person, form: NameForm | None, *, needed: str = "") -> bool:
    """Store the name in a form, if there is one; False if it is invalid, and the form has the error.

    Args:
        person: who is asked.
        form: as ``name_form`` returned it.
        needed: why nothing can be done without a name, as a sentence; empty if the name may be left out.
    """
    if form is None:
        return True
    if not form.is_valid():
        return False
    name = form.cleaned_data["name"]
    if name:
        services.introduce(person=person, name=name)
    elif needed:
        form.add_error("name", needed)
        return False
    return True
