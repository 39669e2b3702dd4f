"""Pages on which people let other programs act for them, and register programs of their own."""

import json
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt  # noqa: TID251 - programs are known by no cookie
from django.views.decorators.http import require_http_methods
from oauth2_provider.models import Application
from oauth2_provider.views.base import AuthorizationView, RevokeTokenView, TokenView

from accounts import oauth
from accounts.forms import AppForm
from accounts.freshness import is_fresh
from accounts.models.person import Person
from accounts.pages import for_person
from accounts.security_log import SecurityEvent, note
from sekigahara.errors.codes import CODES
from sekigahara.errors.exceptions import Conflict
from sekigahara.requests.never_refused import never_refused

LONGEST_PARAMETER: Final = 500
"""Of a request for tokens."""
WHAT_IS_WRONG: Final = {
    "invalid_client": "No program is registered with this client_id.",
    "invalid_grant": "The code or refresh token is unknown, used or expired, or does not fit the client_id, "
    "the redirect_uri or the code_verifier. Lead the person to the page of consent again.",
    "invalid_request": "A parameter is missing, sent twice, or longer than 500 characters.",
    "unsupported_grant_type": "The grant_type is authorization_code or refresh_token.",
}
"""For programmers, by the error of OAuth, where the toolkit only gives its name."""


class _Consent(AuthorizationView):
    """The toolkit's page of consent in our words. It asks each time, whatever the program would like."""

    template_name = "accounts/consent.html"

    def get(self, request: Any, *args: Any, **named: Any) -> Any:
        """The page, or where the program is told what is wrong with its request."""
        query = request.GET.copy()
        for parameter in ("approval_prompt", "prompt", "claims", "nonce", "resource"):
            query.pop(parameter, None)
        request.GET = query
        if not _is_sound(query.get("code_challenge"), query.get("code_challenge_method")):
            return self._refusal()
        try:
            return super().get(request, *args, **named)  # type: ignore[no-untyped-call] # theirs
        except ValueError:  # of an address that is none
            return self._refusal()

    def _refusal(self) -> Any:
        return self.render_to_response({"error": {"error": "invalid_request"}}, status=400)

    def redirect(self, redirect_to: str, application: Any) -> Any:
        """Lead back to the program, which learns from whom the answer is, of errors too (RFC 9207)."""
        if "iss" not in parse_qs(urlsplit(redirect_to).query):
            joint = "&" if urlsplit(redirect_to).query else "?"
            redirect_to = f"{redirect_to}{joint}{urlencode({'iss': settings.SITE_URL})}"
        return super().redirect(redirect_to, application)  # type: ignore[no-untyped-call] # theirs

    def form_valid(self, form: Any) -> Any:
        """Where the answer leads."""
        told = form.cleaned_data
        told.update(claims="", nonce="", resource="")
        is_known = Application.objects.filter(client_id=told["client_id"]).exists()
        if not is_known or not _is_sound(told.get("code_challenge"), told.get("code_challenge_method")):
            return self._refusal()
        if told["allow"] and not is_fresh(self.request):
            return self._refusal()  # the page has no such button then
        response = super().form_valid(form)  # type: ignore[no-untyped-call] # theirs
        if told["allow"] and "code=" in response.get("Location", ""):
            app, scopes = form.cleaned_data["client_id"], form.cleaned_data["scope"]
            note(SecurityEvent.ACCESS_GIVEN, self.request.user.pk, app=app, scopes=scopes)
        return response

    def form_invalid(self, form: Any) -> Any:  # noqa: ARG002 - their signature
        """What is said of a form that is not the one we showed."""
        return self._refusal()

    def render_to_response(self, context: dict[str, Any], **named: Any) -> Any:
        """The page, whose form may lead to where the program wants people sent back."""
        goal = urlsplit(context.get("redirect_uri") or "")
        more = {"goal": goal.netloc, "is_fresh": is_fresh(self.request)}
        response = super().render_to_response(context | more, **named)
        if not goal.netloc:
            return response
        allow: Any = csp_update({"form-action": [f"{goal.scheme}://{goal.netloc}"]})
        return allow(lambda _request: response)(self.request)


def _is_sound(challenge: str | None, method: str | None) -> bool:
    """Whether a challenge is a hash, or there is none, which the toolkit refuses."""
    return not challenge or (method == "S256" and bool(re.fullmatch(r"[\w-]{43}", challenge)))


_consent: Callable[..., Any] = _Consent.as_view()


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def authorize(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - the request names them
    """Ask the person whether a program may act for them, and lead back to it with the answer."""
    response: HttpResponse = _consent(request)
    return response


_token: Callable[..., Any] = TokenView.as_view()
_revoke: Callable[..., Any] = RevokeTokenView.as_view()


def _is_readable(request: HttpRequest) -> bool:
    """Whether the database can look for what a program has sent."""
    return all(len(value) <= LONGEST_PARAMETER and "\0" not in value for value in request.POST.values())


@csrf_exempt
def token(request: HttpRequest) -> HttpResponse:
    """Give a program tokens for its code, or for the one that it was given before."""
    if not _is_readable(request):
        return _refused({"error": "invalid_request"})
    response: HttpResponse = _token(request)
    if response.status_code < HTTPStatus.BAD_REQUEST or response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        return response
    if "json" not in response.get("Content-Type", ""):
        # the toolkit has words for this only until it begins to keep the tokens
        return _refused({"error": "invalid_grant"})
    return _refused(json.loads(response.content), response.status_code)


def _refused(told: dict[str, str], status: int = 400) -> JsonResponse:
    description = WHAT_IS_WRONG.get(told["error"])
    return JsonResponse(({"error_description": description} if description else {}) | told, status=status)


@csrf_exempt
def revoke(request: HttpRequest) -> HttpResponse:
    """End a token that a program no longer needs."""
    if not _is_readable(request):
        return _refused({"error": "invalid_request"})
    response: HttpResponse = _revoke(request)
    return response


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD")
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
