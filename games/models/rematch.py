from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from sekigahara.db import service_time


class Rematch(models.Model):
    """The offer of a player to play a finished game again, with sides swapped. Each player makes one at most.

    Attributes:
        of: the finished game.
        by: who offers it, or began it at once against a computer player or themselves.
        game: the new game; null once it is deleted because nobody accepted.
    """

    of = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rematches", db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rematches")
    game = models.OneToOneField(Game, on_delete=models.SET_NULL, null=True, related_name="rematch_offer")
    created_at = models.DateTimeField(_("created at"), default=service_time.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["of", "by"], name="one_rematch_a_player")]

    def __str__(self) -> str:
        return f"{self.of_id}: {self.by_id}"
