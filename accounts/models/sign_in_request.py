from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from sekigahara.db import service_time

LONGEST_GOAL = 500


class SignInRequest(models.Model):
    """What somebody wanted when they asked for a sign-in link, for the browser in which they open it.

    Attributes:
        person: to whose address the link is mailed.
        key: the end of the link, which names this request.
        goal: the page to open after signing in, as a path of this site; empty for the usual one.
        guest: whose games are to become the person's; null for nobody's, or once the guest is gone.
        is_by_guest: whether there was a guest to be kept.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(_("key"), max_length=16, unique=True)
    goal = models.CharField(_("goal"), max_length=LONGEST_GOAL, blank=True)
    guest = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    is_by_guest = models.BooleanField(_("asked by a guest"), default=False)
    created_at = models.DateTimeField(_("created at"), default=service_time.now)

    class Meta:
        verbose_name = _("sign-in request")
        verbose_name_plural = _("sign-in requests")

    def __str__(self) -> str:
        return self.key
