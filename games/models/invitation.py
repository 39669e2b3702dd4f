from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.seat import Seat


class Invitation(models.Model):
    """Somebody is invited to take a seat. It stays when the game is called off, to say why there is none.

    Attributes:
        person: who is invited.
        declined_at: when they declined; null while they have not answered. Whoever accepts has the seat.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="invitation")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    declined_at = models.DateTimeField(_("declined at"), null=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return str(self.seat)
