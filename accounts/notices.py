"""Kinds of notifications about accounts: sign-in links, restrictions, and that an API token expires.

The link is made when the mail is composed, and stored nowhere.
"""

from datetime import timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import guests, links, restrictions
from accounts.models.api_token import ApiToken
from accounts.models.person import Person, SignInRequest
from accounts.models.restriction import Restriction
from accounts.services import EXPIRING, SIGN_IN
from notifications.letters import letter
from notifications.models import Notification
from notifications.registry import Kind, Message, register
from sekigahara.db import service_time


def sign_in(about: str, occasion: str) -> Message | None:
    """The mail with a link, or None when the person is gone, or they or their network got enough.

    Args:
        about: the person's id.
        occasion: the key of the request for a link, at random.
    """
    person = Person.objects.filter(pk=int(about)).first()
    if person is None or _is_too_many(about, occasion):
        return None
    request = (
        SignInRequest.objects.select_related("guest", "person").filter(person=person, key=occasion).first()
    )
    if request is not None and links.is_one_too_many(request):
        return None
    guest = None if request is None else request.guest
    link = settings.SITE_URL + reverse("accounts:sign-in-link", args=[links.new_token(person, occasion)])
    return letter(
        "accounts/mail/sign_in",
        {
            "minutes": links.SIGN_IN_LINK_LIFETIME.seconds // 60,
            "kept": [] if guest is None else guests.kept_of(guest),
        },
        to=person,
        kind=SIGN_IN,
        subject=_("Your link to Sekigahara"),
        button=(_("Sign in"), link),
    )


def _is_too_many(about: str, occasion: str) -> bool:
    """Whether ``links.LINKS_TO_ADDRESS`` was reached before this one."""
    limit = links.LINKS_TO_ADDRESS
    requested = Notification.objects.filter(kind=SIGN_IN, about=about)
    this = requested.get(occasion=occasion)
    since = this.created_at - timedelta(seconds=limit.seconds)
    before = requested.filter(pk__lt=this.pk, created_at__gt=since)
    return before.exclude(status=Notification.Status.SKIPPED).count() >= limit.most


def restriction(key: str, occasion: str) -> Message | None:
    """The mail that somebody is restricted, or how the restriction ended; None if it is gone.

    Args:
        key: of the restriction.
        occasion: ``restrictions.BEGUN``, ``LIFTED`` or ``CONFIRMED``.
    """
    row = Restriction.objects.select_related("person").filter(key=key).first()
    if row is None or row.person is None:
        return None
    names = {"what": row.get_what_display(), "until": date_format(row.ends_at, "DATE_FORMAT")}
    if occasion == restrictions.LIFTED:
        says = _("You may %(what)s again.") % names
    else:
        says = _("You may not %(what)s until %(until)s.") % names
    is_answer = occasion != restrictions.BEGUN and bool(row.answer)
    return letter(
        "accounts/mail/restriction",
        {
            "says": says,
            "label": _("The answer to your appeal:") if is_answer else _("Reason:"),
            "words": row.answer if is_answer else row.reason,
            "advice": _("If you think this is wrong, say so there: another moderator reads it.")
            if row.may_appeal
            else "",
        },
        to=row.person,
        kind=restrictions.RESTRICTION,
        subject=says.removesuffix("."),
        button=(_("Your restrictions"), settings.SITE_URL + reverse("accounts:restrictions")),
    )


def token_expiring(about: str, occasion: str) -> Message | None:  # noqa: ARG001 - one mail for each token
    """The mail that a token expires, or None when it was revoked, or has expired.

    Args:
        about: the person's id, and how the token begins.
    """
    person_id, _blank, token_key = about.partition(" ")
    known = ApiToken.objects.select_related("user").filter(user=int(person_id), token_key=token_key)
    token = known.filter(expiry__gt=service_time.now()).first()
    if token is None:
        return None
    return letter(
        "accounts/mail/token_expiring",
        {"token": token},
        to=token.user,
        kind=EXPIRING,
        subject=_("Your API token “%(name)s” expires soon") % {"name": token.name},
        button=(_("Your API tokens"), settings.SITE_URL + reverse("accounts:tokens")),
    )


register(
    Kind(
        name=restrictions.RESTRICTION,
        title=gettext_lazy("A moderator restricts you, or no longer does"),
        compose=restriction,
    )
)
register(Kind(name=SIGN_IN, title=gettext_lazy("Link to sign in"), compose=sign_in))
register(
    Kind(
        name=EXPIRING,
        title=gettext_lazy("One of your API tokens expires soon"),
        compose=token_expiring,
    )
)
