"""What organisers write to the members of their club."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.models.game import new_public_id
from sekigahara.db import service_time

LONGEST_TITLE = 80
LONGEST_ANNOUNCEMENT = 4000
LONGEST_REQUEST_KEY = 120


class ClubAnnouncement(models.Model):
    """An announcement, which the members of the club can read, and nobody else.

    Attributes:
        public_id: its name in addresses.
        ladder: whose players were mailed it; null for all members.
        author: an organiser then; null once they have closed their account.
        text: Markdown; ``clubs.markdown`` makes a page of it.
        key: of the form or the request that made it, so that the same one sent twice makes one.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="announcements")
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, null=True, related_name="+")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    title = models.CharField(_("title"), max_length=LONGEST_TITLE)
    text = models.TextField(_("text"), max_length=LONGEST_ANNOUNCEMENT)
    key = models.CharField(_("key of the request"), max_length=LONGEST_REQUEST_KEY, blank=True)
    made_at = models.DateTimeField(_("made at"), default=service_time.now)

    class Meta:
        indexes = [models.Index(fields=["club", "-made_at"], name="announcements_of_a_club")]

    def __str__(self) -> str:
        return self.title
