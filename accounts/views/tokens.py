"""A person's API tokens."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.forms import TokenForm
from accounts.freshness import is_fresh, status_of
from accounts.models.api_token import LONGEST_TOKEN_NAME, WARNED_BEFORE, ApiToken
from accounts.models.person import Person
from accounts.pages import for_person
from accounts.scopes import Scope
from sekigahara.db import service_time
from sekigahara.errors.exceptions import RefusalError
from sekigahara.requests.never_refused import never_refused

FILLED_IN_FORM = "token form"
"""Session key: what was filled in when a fresh sign-in was missing."""


class ListedToken(NamedTuple):
    """A token as the page lists it."""

    token: ApiToken
    has_expired: bool


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def tokens(request: HttpRequest, person: Person) -> HttpResponse:
    """List the tokens and create one, which is shown in this answer and never again. That takes a fresh
    sign-in; what was filled in before it is kept."""
    fresh = is_fresh(request)
    if request.method == "POST" and not fresh:
        request.session[FILLED_IN_FORM] = _filled_in(request)
    kept = request.session.get(FILLED_IN_FORM)
    if fresh and request.method == "POST":
        request.session.pop(FILLED_IN_FORM, None)
    form = TokenForm(request.POST if request.method == "POST" and fresh else None, initial=kept)
    if form.is_valid():
        try:
            row, token = services.create_token(person=person, **form.cleaned_data)
        except RefusalError as error:
            form.add_error("name" if error.code == "name-taken" else None, str(error))
        else:
            return render(
                request,
                "accounts/new_token.html",
                {"row": row, "token": token, "warned_before": WARNED_BEFORE.days},
            )
    now = service_time.now()
    rows = [ListedToken(row, row.has_expired(now)) for row in ApiToken.made_by(person)]
    context = {"form": form, "tokens": rows, "is_fresh": fresh, "is_kept": kept is not None}
    return render(request, "accounts/tokens.html", context, status=status_of(request, form))


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def revoke(request: HttpRequest, person: Person, token_key: str) -> HttpResponse:
    """Revoke a token. A second click finds it gone and is no error."""
    if request.method == "POST":
        revoked = services.revoke_token(person=person, token_key=token_key)
        if revoked is not None:
            messages.success(request, _("“%(name)s” is revoked.") % {"name": revoked.name})
    return redirect("accounts:tokens")


def _filled_in(request: HttpRequest) -> dict[str, Any]:
    """What the form held, as far as it can be shown again."""
    return {
        "name": request.POST.get("name", "")[:LONGEST_TOKEN_NAME],
        "scopes": [scope for scope in request.POST.getlist("scopes") if scope in Scope.values],
        "lifetime": request.POST.get("lifetime", "")[:10],
    }
