"""`/dev/mail/`: shows the mail of an installation on a person's own machine.

Anyone who reads the mail can sign in as anyone. So the page exists only in the embedded size, if mail is
stored as files and SITE_URL is a loopback address, and only for requests from this machine without a proxy.
And since others may have an account on this machine, or run a proxy on it that does not say so, the browser
must have opened the link that ``quickstart`` prints. It holds a secret of the installation.
"""

import ipaddress
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.core import checks
from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from sekigahara.dev import mail_files

MAILS_LISTED = 200
MOST_CHARACTERS_OF_AN_ANSWER = 10_000
BACKEND = "sekigahara.dev.mail_files.EmailBackend"
COOKIE = "mail_box"
"""The cookie of a browser that has opened the printed link. It holds the secret."""
TRACES_OF_A_PROXY = (
    "Forwarded",
    "Via",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-Ip",
)

# A page of a mail runs nothing and loads nothing but its own images. They want the cookie of the mail box, so
# the page keeps its origin. A link in it opens in the whole window.
PAGE_POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; "
    "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox "
    "allow-top-navigation-by-user-activation"
)


class ListedMail(NamedTuple):
    """A mail in the list."""

    number: int
    at: datetime
    mail: EmailMessage


def link() -> str:
    """The address that opens the mail of this installation in a browser."""
    return f"{settings.SITE_URL}{reverse('dev-mail-open', args=[_secret()])}"


@require_safe
def open_box(request: HttpRequest, token: str) -> HttpResponse:
    """Let this browser read the mail, and redirect to an address without the secret."""
    if not _is_here(request) or not constant_time_compare(token, _secret()):
        raise Http404
    response = redirect("dev-mail")
    response.set_cookie(COOKIE, _secret(), max_age=settings.SESSION_COOKIE_AGE, httponly=True, samesite="Lax")
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_safe
def mails(request: HttpRequest) -> HttpResponse:
    """Every mail, newest first. A browser at this machine that may not read it is told what to do."""
    if _is_here(request) and not _is_open(request):
        return render(request, "dev_mail/closed.html", status=404)
    _be_here(request)
    numbers = mail_files.numbers()
    listed = [_listed(number) for number in numbers[:MAILS_LISTED]]
    context = {"mails": listed, "older": max(0, len(numbers) - MAILS_LISTED)}
    return render(request, "dev_mail/mails.html", context)


@require_safe
def mail(request: HttpRequest, number: int) -> HttpResponse:
    """One mail: its text, and its page in a frame."""
    _be_here(request)
    listed = _listed(number)
    text = _body(listed.mail, "plain")
    context = {"listed": listed, "text": text, "has_page": _body(listed.mail, "html") != ""}
    return render(request, "dev_mail/mail.html", context)


@require_safe
@xframe_options_sameorigin
def page(request: HttpRequest, number: int) -> HttpResponse:
    """The HTML part of a mail, as a mail program shows it."""
    _be_here(request)
    html = _body(_listed(number).mail, "html").replace("<head>", '<head><base target="_top">', 1)
    for content_id, _png in mail_files.images(_listed(number).mail):
        html = html.replace(f"cid:{content_id}", reverse("dev-mail-image", args=[number, content_id]))
    return HttpResponse(html, headers={"Content-Security-Policy": PAGE_POLICY})


@require_safe
def image(request: HttpRequest, number: int, content_id: str) -> HttpResponse:
    """An image that the page of a mail shows."""
    _be_here(request)
    png = dict(mail_files.images(_listed(number).mail)).get(content_id)
    if png is None:
        raise Http404
    return HttpResponse(png, content_type="image/png")


@require_POST
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """Send an answer to a mail, as its recipient, the way that mail comes in."""
    _be_here(request)
    answered = _listed(number).mail
    sender = parseaddr(str(answered["To"]))[1]
    recipient = parseaddr(str(answered["Reply-To"] or answered["From"]))[1]
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Date"] = sender, recipient, formatdate()
    reply["Subject"] = f"Re: {answered['Subject']}"
    reply["Message-ID"] = make_msgid(domain="answer.localhost")  # another host than that of our own mail
    reply["In-Reply-To"] = str(answered["Message-ID"])
    reply.set_content(request.POST.get("text", "")[:MOST_CHARACTERS_OF_AN_ANSWER])
    if import_string(settings.TAKE_MAIL)(reply, sender=sender, recipients=[recipient]):
        messages.success(request, _("Your answer was read. The next mail says what came of it."))
    else:
        messages.error(request, _("Nobody reads answers to this mail."))
    return redirect("dev-mail-one", number)


urlpatterns = [
    path("", mails, name="dev-mail"),
    path("open/<str:token>/", open_box, name="dev-mail-open"),
    path(
        "<int:number>/",
        csp_update({"frame-src": ["'self'"]})(mail),  # type: ignore[arg-type] # it knows no views with arguments
        name="dev-mail-one",
    ),
    path("<int:number>/answer/", answer, name="dev-mail-answer"),
    path("<int:number>/page/", page, name="dev-mail-page"),
    path("<int:number>/images/<path:content_id>/", image, name="dev-mail-image"),
]


def _listed(number: int) -> ListedMail:
    found = mail_files.read(number)
    if found is None:
        raise Http404
    return ListedMail(number, datetime.fromtimestamp(number / 1e9, UTC), found)


def _body(found: EmailMessage, subtype: str) -> str:
    part = found.get_body((subtype,))
    return "" if part is None else str(part.get_content())


# --- who can see it ---


def is_loopback(host: str) -> bool:
    """Whether a host, without its port, is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _be_here(request: HttpRequest) -> None:
    """Raise Http404 unless the request comes from this machine, by a browser that opened the link."""
    if not _is_here(request) or not _is_open(request):
        raise Http404


def _is_open(request: HttpRequest) -> bool:
    return constant_time_compare(request.COOKIES.get(COOKIE, ""), _secret())


def _secret() -> str:
    """It changes only with the secret key of the installation."""
    return salted_hmac(__name__, "the mail of this installation", algorithm="sha256").hexdigest()[:32]


def _is_here(request: HttpRequest) -> bool:
    """Whether mail is stored here and the request comes from this machine.

    The host name of the request must be a loopback name too: a name of another site may resolve to this
    machine, so that a browser sends that site's pages what only this machine may see.
    """
    if not _is_offered() or any(name in request.headers for name in TRACES_OF_A_PROXY):
        return False
    try:
        came_by, _port = split_domain_port(request.get_host())
    except DisallowedHost:
        return False
    return is_loopback(request.META.get("REMOTE_ADDR", "")) and is_loopback(came_by)


def offer(request: HttpRequest) -> dict[str, str]:
    """For the templates of all pages: the address of this page, or nothing where mail is really sent."""
    return {"dev_mail": reverse("dev-mail") if _is_here(request) else ""}


def _is_offered() -> bool:
    site = urlsplit(settings.SITE_URL).hostname or ""
    return settings.SIZE == "embedded" and settings.EMAIL_BACKEND == BACKEND and is_loopback(site)


@checks.register
def check_mail_reaches_people(**_options: Any) -> list[checks.CheckMessage]:
    """The system check: an error where people use the service from elsewhere and get no mail."""
    if settings.EMAIL_BACKEND != BACKEND or _is_offered():
        return []
    complaint = f"Mail is kept as files, but people use the service at {settings.SITE_URL}: they get none."
    hint = "Name a mail server in EMAIL_URL, or leave SITE_URL at http://127.0.0.1:8000."
    return [checks.Error(complaint, hint=hint, id="sekigahara.E001")]
