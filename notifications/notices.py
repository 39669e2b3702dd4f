"""Kinds of notifications of this app: that a webhook was switched off, and the test mail to oneself."""

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.letters import letter, settings_url
from notifications.registry import Kind, Message, register
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
