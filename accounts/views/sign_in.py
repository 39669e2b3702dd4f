"""Signing in: ask for an address, mail a link, follow the link, press a button.

Following the link does not sign in, because mail scanners follow links too. Between the steps the session
keeps the address, the final destination, and the token of the followed link, which is removed from the
address bar at once.
"""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import links, rate_limits, services
from accounts.forms import SignInForm
from accounts.freshness import is_fresh
from accounts.links import Link
from accounts.models.person import Person

ADDRESS, GOAL, TOKEN = "sign-in address", "sign-in goal", "sign-in token"
LONGEST_GOAL = 500


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for an address and mail a link there. The answer is the same for every address."""
    goal = _safe(request.POST.get("next") or request.GET.get("next", ""))
    if request.user.is_authenticated:
        return redirect(goal or settings.LOGIN_REDIRECT_URL)
    form = SignInForm(request.POST if request.method == "POST" else None)
    status, wait = 200, 0
    if form.is_valid():
        wait = _wait(request)
        if not wait:
            request.session[GOAL] = goal
            return _mail(request, form.cleaned_data["email"])
        form.add_error(None, _too_many(wait))
        status = 429
    elif form.is_bound:
        status = 400
    response = render(request, "accounts/sign_in.html", {"form": form, "next": goal}, status=status)
    return _retry_after(response, wait)


@never_cache
@require_safe
def sent(request: HttpRequest) -> HttpResponse:
    """Say that mail is on its way."""
    if not (address := _kept(request, ADDRESS)):
        return redirect("accounts:sign-in")
    context = {
        "address": address,
        "goal": _kept(request, GOAL),
        "most": services.MOST_LINKS,
    }
    return render(request, "accounts/sent.html", context)


@never_cache
@require_safe
def follow(request: HttpRequest, token: str) -> HttpResponse:
    """Take the token of a mailed link out of the address bar."""
    if links.read(token) is None:
        response: HttpResponse = _no_link(request)
    else:
        request.session[TOKEN] = token
        response = redirect("accounts:sign-in-finish")
    response["Referrer-Policy"] = "no-referrer"
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def finish(request: HttpRequest) -> HttpResponse:
    """The button that signs in; for an invalid link, the button that mails a new one."""
    link = _followed(request)
    if link is None:
        return _no_link(request)
    if request.user == link.person and (is_fresh(request) or not link.is_good):  # an old mail, a second click
        return redirect(_goal(request, link.person))
    if request.method == "POST" and link.is_good:
        if services.use(link=link):
            goal = _goal(request, link.person)  # before a session of someone else is thrown away
            login(request, link.person)
            request.session.cycle_key()  # a copy of the cookie is not to become fresh with this browser
            request.session.set_expiry(None)  # that of a browser which only followed links is short
            return redirect(goal)
        link = link._replace(is_used=True)
    return _button(request, link, status=200 if link.is_good else 410)


@never_cache
@require_POST
def fresh(request: HttpRequest) -> HttpResponse:
    """Mail a fresh link: to whoever is signed in, for what cannot be undone, and back to that page; else to
    the address that the followed link was sent to."""
    if isinstance(request.user, Person):
        return _mail_again(request, request.user)
    link = _followed(request)
    if link is None:
        return _no_link(request)
    if wait := _wait(request):
        messages.error(request, _too_many(wait))
        return _retry_after(_button(request, link, status=429), wait)
    return _mail(request, link.person.email)


def _mail_again(request: HttpRequest, person: Person) -> HttpResponse:
    goal = _safe(request.POST.get("next", ""))
    if wait := _wait(request):
        messages.error(request, _too_many(wait))
        return redirect(goal or settings.LOGIN_REDIRECT_URL)
    request.session[GOAL] = goal
    return _mail(request, person.email)


def _followed(request: HttpRequest) -> Link | None:
    return links.read(_kept(request, TOKEN))


def _kept(request: HttpRequest, key: str) -> str:
    """What the session keeps; empty where it has nothing, or a value stored by another release."""
    kept = request.session.get(key)
    return kept if isinstance(kept, str) else ""


def _mail(request: HttpRequest, address: str) -> HttpResponse:
    services.mail_sign_in_link(email=address)
    request.session[ADDRESS] = address
    return redirect("accounts:sign-in-sent")


def _button(request: HttpRequest, link: Link, status: int) -> HttpResponse:
    minutes = links.LIFETIME.seconds // 60
    return render(request, "accounts/finish.html", {"link": link, "minutes": minutes}, status=status)


def _no_link(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/no_link.html", status=404)


def _wait(request: HttpRequest) -> int:
    return rate_limits.hit(services.LINKS_FROM_SENDER, rate_limits.sender_of(request))


def _too_many(wait: int) -> str:
    values = {"time": rate_limits.waiting_time(wait)}
    return _("Too many links were asked for from here. Please try again in %(time)s.") % values


def _retry_after(response: HttpResponse, wait: int) -> HttpResponse:
    if wait:
        response["Retry-After"] = str(wait)
    return response


def _safe(goal: str) -> str:
    """The page to go to in the end, if it belongs to this site."""
    is_ours = goal.startswith("/") and url_has_allowed_host_and_scheme(goal, None)
    return goal if is_ours and len(goal) <= LONGEST_GOAL else ""


def _goal(request: HttpRequest, person: Person) -> str:
    """The destination; people without a name are asked for one first."""
    goal = _safe(_kept(request, GOAL))
    for key in (GOAL, TOKEN, ADDRESS):
        request.session.pop(key, None)
    if goal or person.name:
        return goal or settings.LOGIN_REDIRECT_URL
    messages.info(request, _("Welcome. Choose what others see of you, and your time zone."))
    return "accounts:me"
