"""This app's kind of message: the link to sign in with.

The link is made when the mail is, and stored nowhere.
"""

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import links
from accounts.models.person import Person
from accounts.services import MOST_LINKS, SIGN_IN
from notifications.kinds import Kind, Message, register
from notifications.letters import letter
from notifications.models import Notification


def register_kinds() -> None:
    """Tell the outbox which message of ours there is."""
    register(Kind(SIGN_IN, compose, gettext_lazy("Link to sign in")))


def compose(about: str, occasion: str) -> Message | None:
    """The mail with a link, or None when the person is gone, or has been sent enough of them.

    Args:
        about: the person's id.
        occasion: which asking, at random.
    """
    person = Person.objects.filter(pk=int(about)).first()
    if person is None or _is_too_many(about, occasion):
        return None
    link = settings.SITE_URL + reverse("accounts:sign-in-link", args=[links.new_token(person)])
    return letter(
        "accounts/mail/sign_in",
        {"minutes": links.LIFETIME.seconds // 60},
        to=person,
        kind=SIGN_IN,
        subject=_("Your link to Sekigahara"),
        button=(_("Sign in"), link),
    )


def _is_too_many(about: str, occasion: str) -> bool:
    """Whether ``MOST_LINKS`` were owed already within the lifetime of a link before this one."""
    asked = Notification.objects.filter(kind=SIGN_IN, about=about)
    this = asked.get(occasion=occasion)
    before = asked.filter(pk__lt=this.pk, created_at__gt=this.created_at - links.LIFETIME)
    return before.exclude(status=Notification.Status.SKIPPED).count() >= MOST_LINKS
