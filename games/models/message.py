from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import SIDE_CHOICES, Game
from notifications.webhooks.sealing import SealedField
from sekigahara.db import service_time

LONGEST_MESSAGE = 1000


class Message(models.Model):
    """What one player of a game wrote to the other. It is no part of the log or the record.

    Attributes:
        number: of the message in its game, from 1.
        side: whose player wrote it.
        author: null once their account is closed; the text is gone then.
        text: empty once its author took it away.
        former: what it said before it was changed or taken away, encrypted, each text after a zero; for those
            who judge a report of it, and nobody else. Emptied after ``messages.REPORTABLE_FOR``.
        is_kept_back: whether the other player had blocked its author, and is not shown it.
        edited_at: when its author last changed it; null if they never did.
        east_version: East's version of the game when it was written.
        west_version: West's.
    """

    # The constraint below has an index that begins with it.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    side = models.SmallIntegerField(_("side"), choices=SIDE_CHOICES)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    text = models.CharField(_("text"), max_length=LONGEST_MESSAGE, blank=True)
    former = SealedField(_("former texts"), blank=True, default="", db_default="")
    is_kept_back = models.BooleanField(_("kept back"), default=False)
    written_at = models.DateTimeField(_("written at"), default=service_time.now)
    edited_at = models.DateTimeField(_("edited at"), null=True)
    east_version = models.PositiveIntegerField(_("East's version"))
    west_version = models.PositiveIntegerField(_("West's version"))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_message_a_number")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"

    def version_of(self, side: int) -> int:
        """How many changes a side could see when it was written."""
        return self.west_version if side else self.east_version
