from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.models.club import Club
from games.models.game import new_public_id
from sekigahara.db import service_time


class JoinRequest(models.Model):
    """Someone asks to become a member. It is deleted when they withdraw it, and kept when it is decided.

    Attributes:
        public_id: its name in addresses.
        person: deleted together with the person.
        is_accepted: the decision; null while it is pending.
        decided_by: the organiser; null where the club became open meanwhile, or that person was deleted.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="requests")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_requests"
    )
    asked_at = models.DateTimeField(_("asked at"), default=service_time.now)
    is_accepted = models.BooleanField(_("accepted"), null=True)
    decided_at = models.DateTimeField(_("decided at"), null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "person"],
                condition=models.Q(is_accepted__isnull=True),
                name="asks_once_at_a_time",
            ),
            models.CheckConstraint(
                condition=models.Q(is_accepted__isnull=True, decided_at__isnull=True)
                | models.Q(is_accepted__isnull=False, decided_at__isnull=False),
                name="decided_with_its_time",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id
