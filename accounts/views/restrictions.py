"""A person's own restrictions, with their reasons, and the appeal against each."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import restrictions
from accounts.models.person import Person
from accounts.models.restriction import LONGEST_WORDS, Restriction
from accounts.pages import for_person
from sekigahara.errors.codes import CODES
from sekigahara.errors.exceptions import Refused


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def own_restrictions(request: HttpRequest, person: Person) -> HttpResponse:
    """List what the person is or was kept from, the latest first; appeal against one."""
    if request.method == "POST":
        words, key = request.POST.get("words", ""), request.POST.get("restriction", "")
        try:
            restrictions.appeal(person=person, key=key, words=words)
        except Refused as error:
            messages.error(request, CODES[error.code].sentence(error.parameters))
        else:
            messages.success(request, _("A moderator reads your appeal. You are mailed the answer."))
        return redirect("accounts:restrictions")
    rows = Restriction.objects.filter(person=person).order_by("-begun_at", "-pk")
    return render(request, "accounts/restrictions.html", {"rows": rows, "longest": LONGEST_WORDS})
