"""The test mail that people can send to themselves."""

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications import links
from notifications.letters import letter
from notifications.registry import Kind, Message, register

TRIAL = "notifications.test_mail"


def compose(about: str, occasion: str) -> Message | None:  # noqa: ARG001 - each is like the other
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
        button=(_("Your mail settings"), links.settings_url()),
    )


register(Kind(name=TRIAL, title=gettext_lazy("Test mail"), compose=compose))
