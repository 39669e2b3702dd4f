from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.seat import Seat
from sekigahara.db import service_time


class Invitation(models.Model):
    """An invitation of a person to a seat. It is kept when the game is called off, as an explanation.

    Attributes:
        person: who is invited.
        declined_at: when they declined; null before. A person who accepts becomes the player of the seat.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="invitation")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    created_at = models.DateTimeField(_("created at"), default=service_time.now)
    declined_at = models.DateTimeField(_("declined at"), null=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return str(self.seat)
