"""This app's kind of message: the link to sign in with.

The link is made when the mail is, and stored nowhere.
"""

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import links
from accounts.models.person import Person
from accounts.readers import as_read_by
from accounts.services import SIGN_IN
from notifications.kinds import Kind, Message, register


def register_kinds() -> None:
    """Tell the outbox which message of ours there is."""
    register(Kind(SIGN_IN, compose))


def compose(about: str, occasion: str) -> Message | None:  # noqa: ARG001 - every asking has a mail of its own
    """The mail with a link, or None when the person is gone.

    Args:
        about: the person's id.
        occasion: which asking, at random.
    """
    person = Person.objects.filter(pk=int(about)).first()
    if person is None:
        return None
    link = settings.SITE_URL + reverse("accounts:sign-in-link", args=[links.new_token(person)])
    with as_read_by(person):
        return Message(person.email, _("Your link to Sekigahara"), _text(link))


def _text(link: str) -> str:
    minutes = links.LIFETIME.seconds // 60
    return "\n".join(
        [
            _("Somebody, you we hope, wants to sign in to Sekigahara with this address. This is the link:"),
            "",
            link,
            "",
            ngettext(
                "It works once, within %(minutes)d minute.",
                "It works once, within %(minutes)d minutes.",
                minutes,
            )
            % {"minutes": minutes},
            _("If it was not you, leave it: without this link nobody gets in."),
            "",
        ]
    )
