"""The test mail, by which people see that mail reaches them."""

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications import links
from notifications.letters import letter
from notifications.registry import Kind, Message, register

TRIAL = "notifications.test_mail"


def compose(about: str, occasion: str) -> Message | None:  # noqa: ARG001 - each is like the other
    """The test mail, or None when the person is gone.

    Args:
        about: the person's id.
        occasion: which one, at random.
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
