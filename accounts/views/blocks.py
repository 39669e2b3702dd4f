"""The people someone has blocked: made when declining an invitation, and listed in the settings."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.models.person import Person
from accounts.pages import for_person


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def take_back(request: HttpRequest, person: Person, key: str) -> HttpResponse:
    """Remove a block. A second click finds it gone and is no error."""
    if request.method == "POST":
        unblocked = services.take_back_block(person=person, key=key)
        if unblocked is not None:
            messages.success(request, _("Taken back: %(name)s can invite you again.") % {"name": unblocked})
    return redirect("accounts:me")
