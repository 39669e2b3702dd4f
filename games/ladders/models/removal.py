from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.models.club import Club
from games.models.game import new_public_id
from sekigahara.db import service_time

LONGEST_REASON = 500


class Removal(models.Model):
    """Someone was removed from a club and may not join again. It is deleted when an organiser allows it.

    Attributes:
        public_id: its name in addresses.
        person: deleted together with the person.
        by: the organiser who did it; null once that person is deleted.
        reason: shown to the removed person and to organisers.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="removals")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="removals")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    removed_at = models.DateTimeField(_("removed at"), default=service_time.now)

    class Meta:
        verbose_name = _("removal")
        verbose_name_plural = _("removals")
        constraints = [models.UniqueConstraint(fields=["club", "person"], name="removed_once")]

    def __str__(self) -> str:
        return self.public_id
