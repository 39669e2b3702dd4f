"""Kinds of notifications of this app: a webhook was switched off, mail came back, a test mail to oneself."""

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from notifications.bounces import BOUNCED
from notifications.letters import letter, settings_url
from notifications.registry import Event, EventType, Kind, Message, register, register_with_event
from notifications.services import TRIAL
from notifications.webhooks.models import Webhook
from notifications.webhooks.owners import groups
from notifications.webhooks.switching_off import SWITCHED_OFF


def switched_off(about: str, occasion: str) -> Message | None:
    """Compose the mail that a webhook is off and why; None if it is on again, gone, or not the recipient's.

    Args:
        about: its key.
        occasion: ends with the recipient's id.
    """
    hook = Webhook.objects.select_related("person").filter(key=about).exclude(off_at=None).first()
    if hook is None:
        return None
    recipient: Any = hook.person
    whose = ""
    path = reverse("notifications:webhooks")
    subject = _("Sekigahara: a webhook of yours is switched off")
    if hook.group:
        keeper = int(occasion.rpartition(".")[2])
        if keeper not in groups().keepers(hook.group):
            return None
        recipient, whose = get_user_model().objects.get(pk=keeper), groups().title(hook.group)
        path = groups().path(hook.group)
        subject = _("Sekigahara: a webhook of %(name)s is switched off") % {"name": whose}
    return letter(
        "notifications/webhook_off",
        {"url": hook.url, "why": hook.get_off_for_display(), "whose": whose},
        to=recipient,
        kind=SWITCHED_OFF,
        subject=subject,
        button=(_("View it"), f"{settings.SITE_URL}{path}{hook.key}/"),
    )


register(Kind(name=SWITCHED_OFF, title=gettext_lazy("A webhook was switched off"), compose=switched_off))


def sample_mail(about: str, occasion: str) -> Message | None:  # noqa: ARG001 - each is like the other
    """Compose the test mail; None if the person's account was deleted.

    Args:
        about: the primary key of the person.
        occasion: a random value that is unique to each mail.
    """
    person = get_user_model().objects.filter(pk=int(about)).first()
    if person is None:
        return None
    return letter(
        "notifications/trial",
        {},
        to=person,
        kind=TRIAL,
        subject=_("Sekigahara: a test mail"),
        button=(_("Your mail settings"), settings_url()),
    )


register(Kind(name=TRIAL, title=gettext_lazy("Test mail"), compose=sample_mail))


class MailBouncedData(Struct, frozen=True):
    """Mail to you came back. Your address is not part of it."""

    page: str
    """The page on which you say that it works again."""


MAIL_BOUNCED = EventType("mail.bounced", gettext_lazy("Mail to you came back"), MailBouncedData)


def no_mail(about: str, occasion: str) -> None:
    """Mail came back, so this is not mailed."""


def bounced_event(about: str, occasion: str) -> Event | None:  # noqa: ARG001 - each is like the other
    """The event; None where mail gets there again.

    Args:
        about: the primary key of the person.
        occasion: the number of the message that came back.
    """
    if not get_user_model().objects.filter(pk=int(about)).exclude(bounced_at=None).exists():
        return None
    text = _("Our mail to you came back. Your games go on without it: look at %(page)s") % {
        "page": settings_url()
    }
    return Event(MAIL_BOUNCED, MailBouncedData(settings_url()), text)


register_with_event(BOUNCED, MAIL_BOUNCED, no_mail, bounced_event, optional=False)
