"""The mail that says that a webhook was switched off."""

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.kinds import Kind, Message, register
from notifications.letters import letter
from notifications.webhooks.models import Webhook
from notifications.webhooks.queue import SWITCHED_OFF


def register_kinds() -> None:
    """Tell the outbox of it."""
    register(Kind(SWITCHED_OFF, switched_off, gettext_lazy("A webhook was switched off")))


def switched_off(about: str, occasion: str) -> Message | None:  # noqa: ARG001 - it says how things stand now
    """That the webhook is off and why; None where it is on again, or gone.

    Args:
        about: its key.
    """
    hook = Webhook.objects.select_related("person").filter(key=about).exclude(off_at=None).first()
    if hook is None:
        return None
    return letter(
        "notifications/webhook_off",
        {"webhook": hook},
        to=hook.person,
        kind=SWITCHED_OFF,
        subject=_("Sekigahara: a webhook of yours is switched off"),
        button=(_("Look at it"), settings.SITE_URL + reverse("notifications:webhook", args=[hook.key])),
    )
