"""Pages on which people let other programs act for them, and register programs of their own."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from csp.decorators import csp_update
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from oauth2_provider.views.base import AuthorizationView

from accounts import oauth
from accounts.forms import AppForm
from accounts.models.person import Person
from accounts.pages import for_person
from accounts.security_log import SecurityEvent, note
from sekigahara.errors.codes import CODES
from sekigahara.errors.exceptions import Conflict
from sekigahara.requests.never_refused import never_refused


class _Consent(AuthorizationView):
    """The toolkit's page of consent in our words. It asks each time, whatever the program would like."""

    template_name = "accounts/consent.html"

    def get(self, request: Any, *args: Any, **named: Any) -> Any:
        """The page, or where the program is told what is wrong with its request."""
        query = request.GET.copy()
        for parameter in ("approval_prompt", "prompt"):
            query.pop(parameter, None)
        request.GET = query
        return super().get(request, *args, **named)  # type: ignore[no-untyped-call] # theirs

    def form_valid(self, form: Any) -> Any:
        """Where the answer leads."""
        response = super().form_valid(form)  # type: ignore[no-untyped-call] # theirs
        if form.cleaned_data["allow"]:
            app, scopes = form.cleaned_data["client_id"], form.cleaned_data["scope"]
            note(SecurityEvent.ACCESS_GIVEN, self.request.user.pk, app=app, scopes=scopes)
        return response

    def form_invalid(self, form: Any) -> Any:  # noqa: ARG002 - their signature
        """What is said of a form that is not the one we showed."""
        return self.render_to_response({"error": {"error": "invalid_request"}}, status=400)

    def render_to_response(self, context: dict[str, Any], **named: Any) -> Any:
        """The page, whose form may lead to where the program wants people sent back."""
        goal = urlsplit(context.get("redirect_uri") or "")
        response = super().render_to_response(context | {"goal": goal.netloc}, **named)
        if not goal.netloc:
            return response
        allow: Any = csp_update({"form-action": [f"{goal.scheme}://{goal.netloc}"]})
        return allow(lambda _request: response)(self.request)


_consent: Callable[..., Any] = _Consent.as_view()


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def authorize(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - the request names them
    """Ask the person whether a program may act for them, and lead back to it with the answer."""
    response: HttpResponse = _consent(request)
    return response


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def apps(request: HttpRequest, person: Person) -> HttpResponse:
    """List the programs that may act for the person and those they have registered, and register one."""
    form = AppForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            app = oauth.register(person=person, **form.cleaned_data)
        except Conflict as error:
            form.add_error(None, CODES[error.code].sentence(error.parameters))
        else:
            messages.success(request, _("“%(name)s” is registered.") % {"name": app.name})
            return redirect("accounts:apps")
    context = {
        "form": form,
        "accesses": oauth.accesses_of(person),
        "registered": oauth.registered_by(person),
    }
    return render(request, "accounts/apps.html", context, status=400 if form.is_bound else 200)


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def end(request: HttpRequest, person: Person, client_id: str) -> HttpResponse:
    """End what a program may do for the person. A second click finds it ended and is no error."""
    if request.method == "POST":
        oauth.end_access(person=person, client_id=client_id)
        messages.success(request, _("It can no longer act for you."))
    return redirect("accounts:apps")


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def remove(request: HttpRequest, person: Person, client_id: str) -> HttpResponse:
    """Remove a program that the person has registered. A second click finds it gone and is no error."""
    if request.method == "POST":
        oauth.remove(person=person, client_id=client_id)
        messages.success(request, _("The program is removed, and can act for nobody any more."))
    return redirect("accounts:apps")
