"""What somebody's daily digest of their clubs has told them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ClubDigest(models.Model):
    """The latest digest of somebody who leads a club or rules on its games.

    Attributes:
        person: the row is deleted together with the person, and once they have no such role.
        next_at: when we look next whether there is anything new for them.
        since, until: the digest names those who joined after one and up to the other.
        told: the keys of what waited for them at that time, each with whether that was new.
    """

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_digest"
    )
    next_at = models.DateTimeField(_("next digest"), db_index=True)
    since = models.DateTimeField(_("names members since"))
    until = models.DateTimeField(_("written at"))
    told = models.JSONField(_("what it tells of"), default=dict)

    class Meta:
        verbose_name = _("digest of clubs")
        verbose_name_plural = _("digests of clubs")

    def __str__(self) -> str:
        return f"{self.person_id} {self.until}"
