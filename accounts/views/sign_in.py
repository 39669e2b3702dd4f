"""Signing in: ask for an address, mail a link, follow the link, press a button.

Following the link does not sign in, because mail scanners follow links too. Between the steps the session
keeps the address, the final destination, and the token of the followed link, which is removed from the
address bar at once. The link names the request for it, so it leads to the same destination in another
browser, and a guest who asked for it keeps their games there.
"""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import guests, links, oauth, rate_limits, services
from accounts.forms import NameForm, SignInForm
from accounts.freshness import is_fresh
from accounts.links import SignInLink
from accounts.models.person import Person
from accounts.pages import begin_session, goal_named_in, safe_goal
from accounts.security_log import SecurityEvent, note
from sekigahara.requests.never_refused import never_refused

ADDRESS, GOAL, TOKEN = "sign-in address", "sign-in goal", "sign-in token"


@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for an address and mail a link there. The answer is the same for every address."""
    goal = goal_named_in(request)
    if request.user.is_authenticated:
        return redirect(goal or settings.LOGIN_REDIRECT_URL)
    form = SignInForm(request.POST if request.method == "POST" else None)
    status, wait = 200, 0
    if form.is_valid():
        wait, network = links.count_request(request, form.cleaned_data["email"])
        if not wait:
            return _mail(request, form.cleaned_data["email"], goal, network=network)
        form.add_error(None, _too_many(wait))
        status = 429
    elif form.is_bound:
        status = 400
    context = {"form": form, "next": goal, "program": oauth.asking(goal), "guest": guests.guest_in(request)}
    response = render(request, "accounts/sign_in.html", context, status=status)
    return _retry_after(response, wait)


@require_safe
@never_refused("GET", "HEAD")
def sent(request: HttpRequest) -> HttpResponse:
    """Say that mail is on its way."""
    if not (address := _kept(request, ADDRESS)):
        return redirect("accounts:sign-in")
    context = {
        "address": address,
        "goal": _kept(request, GOAL),
        "most": links.LINKS_TO_ADDRESS.most,
        "time": rate_limits.waiting_time(links.LINKS_TO_ADDRESS.seconds),
        "most_new": links.NEW_PEOPLE_OF_NETWORK.most,
        "new_time": rate_limits.waiting_time(links.NEW_PEOPLE_OF_NETWORK.seconds),
    }
    return render(request, "accounts/sent.html", context)


@require_safe
@never_refused("GET", "HEAD")
def follow(request: HttpRequest, token: str) -> HttpResponse:
    """Take the token of a mailed link out of the address bar."""
    if links.read(token) is None:
        note(SecurityEvent.SIGN_IN_FAILED)
        response: HttpResponse = _no_link(request)
    else:
        request.session[TOKEN] = token
        response = redirect("accounts:sign-in-finish")
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def finish(request: HttpRequest) -> HttpResponse:
    """The button that signs in; for an invalid link, the button that mails a new one."""
    link = _followed(request)
    if link is None:
        return _no_link(request)
    wish = _Wish(request, link)
    is_done = request.user == link.person and is_fresh(request) and not wish.guests
    if request.user == link.person and (is_done or not link.is_good):  # an old mail, a second click
        return redirect(wish.destination())
    naming = _name_form(request, link)
    if request.method == "POST" and link.is_good and (naming is None or naming.is_valid()):
        if services.use(link=link, guest_pks=[guest.pk for guest in wish.guests]):
            if naming is not None and naming.cleaned_data["name"]:
                services.introduce(person=link.person, name=naming.cleaned_data["name"])
            goal = wish.destination()  # before a session of someone else is thrown away
            begin_session(request, link.person)
            wish.tell()
            if naming is not None:
                messages.info(
                    request, _("Welcome. Your time zone, your name and your mail are in the settings.")
                )
            return redirect(goal)
        link = link._replace(is_used=True)
    if not link.is_good:
        note(SecurityEvent.SIGN_IN_FAILED, link.person.pk, cause="used" if link.is_used else "late")
        return _button(request, link, status=410)
    return _button(request, link, naming, wish, status=400 if request.method == "POST" else 200)


@require_POST
@never_refused("POST")
def fresh(request: HttpRequest) -> HttpResponse:
    """Mail a fresh link: to the person signed in, for what cannot be undone, and back to that page; else to
    the address that the followed link was sent to."""
    if isinstance(request.user, Person):
        return _mail_again(request, request.user)
    link = _followed(request)
    if link is None:
        return _no_link(request)
    wait, network = links.count_request(request, link.person.email)
    if wait:
        messages.error(request, _too_many(wait))
        return _retry_after(_button(request, link, status=429), wait)
    wish = _Wish(request, link)
    if wish.is_too_late:
        wish.tell()
    return _mail(request, link.person.email, wish.goal, wish.asked_by, network=network)


def _mail_again(request: HttpRequest, person: Person) -> HttpResponse:
    goal = goal_named_in(request)
    if wait := links.count_request(request, person.email).wait:
        messages.error(request, _too_many(wait))
        return redirect(goal or settings.LOGIN_REDIRECT_URL)
    return _mail(request, person.email, goal)


def _followed(request: HttpRequest) -> SignInLink | None:
    return links.read(_kept(request, TOKEN))


def _kept(request: HttpRequest, key: str) -> str:
    """What the session keeps; empty where it has nothing, or a value stored by another release."""
    kept = request.session.get(key)
    return kept if isinstance(kept, str) else ""


def _mail(
    request: HttpRequest, address: str, goal: str, guest: Person | None = None, *, network: str = ""
) -> HttpResponse:
    """Mail a link.

    Args:
        request: from the browser that asks.
        address: whom to mail.
        goal: the final destination; empty for the usual one.
        guest: whose games are to be kept; by default those of this browser's guest, if there is one.
        network: see ``services.mail_sign_in_link``.
    """
    guest = guest or guests.guest_in(request)
    services.mail_sign_in_link(email=address, goal=goal, guest=guest, network=network)
    request.session[ADDRESS], request.session[GOAL] = address, goal
    return redirect("accounts:sign-in-sent")


def _button(
    request: HttpRequest,
    link: SignInLink,
    naming: NameForm | None = None,
    wish: "_Wish | None" = None,
    *,
    status: int,
) -> HttpResponse:
    context = {
        "link": link,
        "minutes": links.SIGN_IN_LINK_LIFETIME.seconds // 60,
        "naming": naming,
        "keeps": wish is not None and bool(wish.guests),
    }
    return render(request, "accounts/finish.html", context, status=status)


def _name_form(request: HttpRequest, link: SignInLink) -> NameForm | None:
    """The form for the name of somebody who has none yet."""
    if link.person.name or not link.is_good:
        return None
    return NameForm(request.POST if request.method == "POST" else None)


def _no_link(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/no_link.html", status=404)


def _too_many(wait: int) -> str:
    values = {"time": rate_limits.waiting_time(wait)}
    return _("Too many sign-in links were requested from this address. Try again in %(time)s.") % values


def _retry_after(response: HttpResponse, wait: int) -> HttpResponse:
    if wait:
        response["Retry-After"] = str(wait)
    return response


class _Wish:
    """What somebody wants who follows a link: a destination, and games to be kept.

    Args:
        request: from the browser in which the link is followed.
        link: that names the request for it.

    Attributes:
        asked_by: the guest who asked for the link; None for no guest, or one who is gone.
        guests: those whose games become the person's: who asked, and the guest of this browser.
        is_too_late: whether the guest who asked is gone, and not kept by this person.
        goal: the destination; empty for the usual one.
    """

    def __init__(self, request: HttpRequest, link: SignInLink) -> None:
        self._request = request
        asked = services.request_behind(link)
        self.asked_by = asked.guest if asked is not None else None
        here = guests.guest_in(request)
        self.guests = list({guest.pk: guest for guest in (self.asked_by, here) if guest is not None}.values())
        self.is_too_late = asked is not None and asked.is_by_guest and self.asked_by is None
        wanted = asked.goal if asked is not None else _kept(request, GOAL)
        self.goal = "" if self.is_too_late else safe_goal(wanted)

    def destination(self) -> str:
        """The final destination."""
        for key in (GOAL, TOKEN, ADDRESS):
            self._request.session.pop(key, None)
        return self.goal or settings.LOGIN_REDIRECT_URL

    def tell(self) -> None:
        """Say what happened to the guests' games."""
        if self.guests:
            messages.success(self._request, _("The games you played as a guest are yours now."))
        elif self.is_too_late:
            sentence = ngettext(
                "The games of the guest who asked for this link are gone: somebody else keeps them, or "
                "nobody had looked at them for %(count)d day.",
                "The games of the guest who asked for this link are gone: somebody else keeps them, or "
                "nobody had looked at them for %(count)d days.",
                guests.GUESTS_KEPT_FOR.days,
            )
            messages.info(self._request, sentence % {"count": guests.GUESTS_KEPT_FOR.days})
