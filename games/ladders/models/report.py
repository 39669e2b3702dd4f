from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.restriction import ADDRESS_DIGITS
from games.ladders.models.club import Club
from games.models.game import Game, new_public_id
from notifications.webhooks.sealing import SealedField
from sekigahara.db import service_time


class ReportedFor(models.TextChoices):
    """What somebody is reported for."""

    MESSAGE = "message", _("a message")
    NAME = "name", _("their name")
    BEHAVIOUR = "behaviour", _("how they behave in a game")


class Report(models.Model):
    """What one person reports of another, with a copy of it, for those who judge.

    Attributes:
        public_id: its name in addresses.
        reporter: who reports.
        reported: whom. The row names nobody any more once they have closed their account.
        address: a keyed hash of the address of a closed account, so that somebody who comes back can be
            restricted.
        why: what for.
        game: in which game; null for none.
        message: the number of the message there; null for none.
        quote: the name as it was, or each text of the message, with zeros between (``quotes``), encrypted in
            the database, readable to those who judge.
        words: what the reporter says, likewise.
        club: whose arbiters judge; null for the moderators of the site.
        decided_at: null while it waits.
        decided_by: who judged.
        decision: what they noted, encrypted likewise; the people concerned do not see it.
        has_restricted: whether a restriction came of it.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    reported = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    address = models.CharField(_("address"), max_length=ADDRESS_DIGITS, blank=True, default="", db_default="")
    why = models.CharField(_("what for"), max_length=10, choices=ReportedFor.choices)
    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, related_name="+")
    message = models.PositiveIntegerField(_("message"), null=True)
    quote = SealedField(_("quote"), blank=True)
    words = SealedField(_("words"), blank=True)
    club = models.ForeignKey(Club, on_delete=models.SET_NULL, null=True, related_name="+")
    reported_at = models.DateTimeField(_("reported at"), default=service_time.now)
    decided_at = models.DateTimeField(_("decided at"), null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    decision = SealedField(_("decision"), blank=True)
    has_restricted = models.BooleanField(_("has restricted"), default=False)

    def __str__(self) -> str:
        return self.public_id

    @property
    def quotes(self) -> list[str]:
        """What is quoted, the oldest text of a message first."""
        return self.quote.split("\0") if self.quote else []
