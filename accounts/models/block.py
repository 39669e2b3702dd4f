from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from sekigahara.db import service_time


class Block(models.Model):
    """A person blocks invitations from another person, who is not informed.

    Neither of them is shown the other's open games. Both see these games when they are not signed in, so a
    block can be guessed.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(_("created at"), default=service_time.now)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [models.UniqueConstraint(fields=["person", "blocked"], name="blocked_once")]

    def __str__(self) -> str:
        return f"{self.person_id} blocks {self.blocked_id}"

    @property
    def key(self) -> str:
        """Its name on its person's page. The primary key would reveal when others block someone."""
        return salted_hmac("accounts.block", str(self.pk)).hexdigest()[:16]
