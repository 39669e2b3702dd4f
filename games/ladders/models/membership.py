from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.models.club import Club
from games.models.game import new_public_id
from sekigahara.db import service_time


class Membership(models.Model):
    """Someone is a member of a club. This is public.

    Attributes:
        public_id: its name in addresses; people have none of their own.
        person: the membership is deleted together with the person.
        role: what they may do in the club.
    """

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        ARBITER = "arbiter", _("arbiter")
        MEMBER = "member", _("member")

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(_("joined at"), default=service_time.now)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [models.UniqueConstraint(fields=["club", "person"], name="member_once")]
        indexes = [models.Index(fields=["club", "role"], name="members_by_role")]

    def __str__(self) -> str:
        return self.public_id
