"""A person's own settings, and signing out.

A GET of an address that only takes POST redirects to the settings. So does a POST after the session has
ended, once the person has signed in again.
"""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import browsers, services
from accounts.forms import SettingsForm
from accounts.models.person import Block, Person
from accounts.pages import cleared, for_person, goal_came_from, goal_named_in
from accounts.security_log import SecurityEvent, note
from accounts.sessions import stored_key
from sekigahara.requests.never_refused import never_refused


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def me(request: HttpRequest, person: Person) -> HttpResponse:
    """The settings page. Once they are saved it leads back to the page that led here."""
    form = SettingsForm(person, request.POST if request.method == "POST" else None)
    if form.is_valid():
        services.change_settings(person=person, **form.cleaned_data)
        messages.success(request, _("Your settings are saved."))
        return redirect(goal_named_in(request) or "accounts:me")
    tokens, restrictions, has_blocks = services.at_hand(person)
    blocks = Block.objects.filter(person=person).select_related("blocked").order_by("-created_at")
    context = {
        "form": form,
        "next": goal_came_from(request),
        "browsers": browsers.browsers_of(person),
        "here": stored_key(request),
        "tokens": tokens,
        "restrictions": restrictions,
        "blocks": blocks if has_blocks else [],
    }
    return render(request, "accounts/me.html", context, status=400 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def sign_out(request: HttpRequest) -> HttpResponse:
    """End this session, of a person or of a seat."""
    if request.method != "POST":
        return redirect("accounts:me")
    if not request.session.is_empty():
        note(SecurityEvent.SESSIONS_ENDED, request.user.pk, which="this")
    logout(request)
    messages.success(request, _("You have signed out."))
    return cleared(request, redirect("accounts:sign-in"))


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def end_everything(request: HttpRequest, person: Person) -> HttpResponse:
    """End all sessions and links of the person."""
    if request.method != "POST":
        return redirect("accounts:me")
    services.end_everything(person=person)
    logout(request)
    messages.success(request, _("You have signed out everywhere, and no link that was mailed to you works."))
    return cleared(request, redirect("accounts:sign-in"))


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def end_sessions(request: HttpRequest, person: Person) -> HttpResponse:
    """End the session that a form names, or else all of the person but this one."""
    if request.method == "POST":
        key = request.POST.get("session", "")
        if not key:
            browsers.end_other_sessions(person=person, but=stored_key(request))
            messages.success(request, _("You are signed in only here."))
        elif browsers.end_session(person=person, key=key):
            messages.success(request, _("That browser is signed out."))
    return redirect("accounts:me")


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def take_back_block(request: HttpRequest, person: Person, key: str) -> HttpResponse:
    """Remove a block. A second click finds it gone and is no error."""
    if request.method == "POST":
        unblocked = services.take_back_block(person=person, key=key)
        if unblocked is not None:
            messages.success(
                request, _("You no longer block %(name)s, who can invite you again.") % {"name": unblocked}
            )
    return redirect("accounts:me")
