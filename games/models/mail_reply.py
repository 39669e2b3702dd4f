from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.seat import Seat
from sekigahara.db import service_time


class MailReply(models.Model):
    """What a player answered to a mail, and what came of it. What else they wrote is not kept.

    Attributes:
        digest: of the Message-ID, so that a reply that comes twice counts once.
        version: the seat's version in the mail that it answers.
        actions: what it says, as a JSON list of actions; empty if it says nothing that can be played.
        words: the same in the language of its player; or why it was not played.
    """

    class Outcome(models.TextChoices):
        READ = "read", _("read")
        PLAYED = "played", _("played")
        DRAFT = "draft", _("kept as a draft")
        REFUSED = "refused", _("not played")

    # The constraint below has an index that begins with it.
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="mail_replies", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(_("digest of the Message-ID"), max_length=64)
    at = models.DateTimeField(_("at"), default=service_time.now)
    version = models.PositiveIntegerField(_("version of the seat"))
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome)
    actions = models.TextField(_("actions"), blank=True, default="")
    words = models.TextField(_("in words"))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "digest"], name="one_reply_a_message")]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.version} {self.outcome}"
